"""``BetPoint``: the quantities of a decision that bet sizes depend on."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from math import floor

from equipoise.abstraction.bets.menus import Line
from equipoise.games.action import Kind
from equipoise.games.betting import BettingState


@dataclass(frozen=True)
class BetPoint:
    """A decision at which somebody may bet or raise, in chips of the engine.

    ``previous``: the bet of this street to call, 0 if none. ``pot``: the pot after calling it.
    ``smallest`` and ``largest``: the legal amounts to raise to, from the start of the street.
    ``bets``: bets and raises on this street so far; ``streets``: streets from this one on.
    ``scale`` chips of the engine are one of the user's, and amounts are whole multiples of
    ``unit``.
    """

    previous: int
    pot: int
    smallest: int
    largest: int
    bets: int
    streets: int
    scale: int = 1
    unit: int = 1

    def rounded(self, chips: Fraction | float) -> int:
        """Chips rounded to a multiple of the unit, halves up."""
        return floor(Fraction(chips) / self.unit + Fraction(1, 2)) * self.unit

    @property
    def behind(self) -> int:
        """The chips left behind after calling the bet."""
        return self.largest - self.previous


def street_start(state: BettingState, line: Line) -> int:
    """The chips of a player, ante included, when the street began; blinds are bets."""
    assert state.to_act is not None
    ante = state.rules.ante_paid(state.to_act)
    if state.round == 0:
        return ante
    began = next((before for before, _ in line if before.round == state.round), state)
    return ante + began.level


def bet_point(state: BettingState, line: Line) -> BetPoint | None:
    """The decision for bet sizes; None if no raise is legal."""
    legal = state.legal()
    if legal.min_raise is None or legal.max_raise is None:
        return None
    base, rules = street_start(state, line), state.rules
    level = state.level + rules.ante_paid(legal.position)
    return BetPoint(
        previous=level - base,
        pot=state.pot + level - legal.put,
        smallest=legal.min_raise - base,
        largest=legal.max_raise - base,
        bets=state.raises,
        streets=rules.rounds - max(state.round, 1),
        scale=rules.scale,
        unit=rules.betting.sizes[state.round],
    )


def is_donk(state: BettingState, line: Line) -> bool:
    """True if the player who called on the street before acts first on this one."""
    if not line or line[-1][0].round == state.round:
        return False
    before, action = line[-1]
    owed = before.to_act is not None and before.level > before.live(before.to_act)
    return action.kind == Kind.CALL and owed and before.to_act == state.to_act
