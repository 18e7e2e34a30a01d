"""A decision with its reason, and the ``Make`` function that most decisions go through."""

from __future__ import annotations

from dataclasses import dataclass

from equipoise.agents.loki.situation import LokiSituation
from equipoise.games.action import Kind


@dataclass(frozen=True, slots=True)
class Decision:
    """An action, its rule, and the reason."""

    kind: Kind
    rule: str
    why: str


def make(bets: int, situation: LokiSituation) -> Kind:
    """Act with ``bets`` bets of strength (Papp 1998, figure 6.2).

    The figure's comment has the comparison reversed; we follow its code. By it even ``make(0)``
    calls after a voluntary bet in this round.
    """
    if situation.bets_made < bets:
        return Kind.RAISE if situation.can_raise else Kind.CALL
    if situation.put_in > 0 or bets >= 2 or situation.bets_to_call <= bets:
        return Kind.CALL
    return Kind.FOLD


def word(kind: Kind, situation: LokiSituation) -> str:
    """The name of an action in its situation: check, bet, ..."""
    if kind is Kind.FOLD:
        return "fold"
    if kind is Kind.CALL:
        return "call" if situation.to_call else "check"
    return "raise" if situation.bets_made else "bet"
