"""The game that these players know, and how a kind of action becomes a legal one."""

from __future__ import annotations

from equipoise.errors import InputError
from equipoise.games.action import Action, Kind, Legal
from equipoise.games.rules import GameRules

_HOLES, _BOARDS = (2, 0, 0, 0), (0, 3, 1, 1)


def check_limit_holdem(rules: GameRules) -> None:
    """Refuse all but limit hold'em with two different blinds."""
    if (
        rules.betting.kind != "fixed-limit"
        or tuple(deal.board for deal in rules.script) != _BOARDS
        or tuple(deal.hole for deal in rules.script) != _HOLES
        or len({amount for amount in rules.blinds if amount}) != 2
    ):
        raise InputError(
            f"it cannot play {rules.name}",
            expected="limit hold'em with a small and a big blind, like holdem-limit:10p",
        )


def legal_action(kind: Kind, legal: Legal) -> Action:
    """The action of this kind: a raise that is not allowed is a call, a fold for free a check."""
    if kind is Kind.RAISE and legal.min_raise is not None:
        return Action.raise_to(legal.min_raise)
    if kind is Kind.FOLD and legal.can_fold:
        return Action.fold()
    return Action.call()
