"""The game of these players, and conversion of action kinds to legal actions."""

from __future__ import annotations

from equipoise.base.errors import InputError
from equipoise.games.action import Action, Kind, Legal
from equipoise.games.rules import GameRules

_HOLES, _BOARDS = (2, 0, 0, 0), (0, 3, 1, 1)


def check_limit_holdem(who: str, rules: GameRules) -> None:
    """Raise InputError for anything but limit hold'em with two different blinds and no ante.

    With antes everybody would seem to have entered the pot, and there are no rules for a third
    blind. Short stacks are accepted, but the odds ignore them.
    """
    posted = [amount for amount in rules.blinds if amount]
    if (
        rules.betting.kind != "fixed-limit"
        or tuple(deal.board for deal in rules.script) != _BOARDS
        or tuple(deal.hole for deal in rules.script) != _HOLES
        or any(rules.antes)
        or len(posted) != 2
        or len(set(posted)) != 2
    ):
        raise InputError(
            f"{who} cannot play {rules.name}",
            expected="limit hold'em with a small and a big blind, no ante, like holdem-limit:10p",
        )


def legal_action(kind: Kind, legal: Legal) -> Action:
    """The legal action of this kind: an illegal raise becomes a call, a free fold a check."""
    if kind is Kind.RAISE and legal.min_raise is not None:
        return Action.raise_to(legal.min_raise)
    if kind is Kind.FOLD and legal.can_fold:
        return Action.fold()
    return Action.call()
