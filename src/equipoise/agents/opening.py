"""Trial bets at the first decision of a hand, and the opponent's response.

If the bets do not depend on the cards, the opponent's response depends on the bet alone, so that
responses can be pooled over hands (Schnizlein 2009, section 4.5.1).
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise
from typing import Literal

from equipoise.agents.agent import Event, HandStarted, MoveMade
from equipoise.games.action import Kind
from equipoise.games.betting import BettingState
from equipoise.games.observation import Observation
from equipoise.games.rules import GameRules
from equipoise.translation.boundary import ANSWERS
from equipoise.translation.mappings import MAPPINGS
from equipoise.translation.situation import FIRST, Situation

Spacing = Literal["even", "ratio"]
SPACINGS: tuple[Spacing, ...] = ("even", "ratio")
_HARD = ("geometric", "arithmetic")
_PLACES = 10_000  # a cut is written with four digits


@dataclass(frozen=True)
class Opening:
    """Bets between pot and all-in as totals of the hand; the call and the pot after it.

    ``even``: equal steps, the first one step above the pot and the last all-in, as Table 4.1 has
    them. ``ratio``: equal ratios, the first the pot and the last one step below all-in.
    """

    bets: tuple[int, ...]
    call_to: int
    pot: int
    all_in: int

    @classmethod
    def of(cls, real: Situation, count: int, spacing: Spacing) -> Opening | None:
        """The trial bets here; None if this is not an opening or has no room for them."""
        low, high = real.legal.min_raise, real.legal.max_raise
        if real.round or real.order != FIRST or low is None or high is None:
            return None
        room = high - real.call_to
        if spacing == "even":
            beyond = [real.pot + (room - real.pot) * k // count for k in range(1, count + 1)]
        else:
            ratio = room / real.pot
            beyond = [int(real.pot * ratio ** (k / count) + 1e-9) for k in range(count)]
        bets = tuple(real.call_to + bet for bet in beyond)
        if room <= real.pot or bets[0] < low or any(a >= b for a, b in pairwise(bets)):
            return None
        return cls(bets, real.call_to, real.pot, high)

    @classmethod
    def at_start(cls, rules: GameRules, count: int, spacing: Spacing) -> Opening | None:
        """The trial bets in a two-player game."""
        return cls.of(Situation.of_state(BettingState.start(rules)), count, spacing)

    def mapping(self, place: int) -> str | None:
        """The hard mapping that reads exactly the bets up to this index as the pot.

        A standard one if it fits, else a cut at the last of these bets; None at the last index,
        where all bets are read alike.
        """
        if place + 1 >= len(self.bets):
            return None
        pot, all_in = self.pot, self.all_in - self.call_to
        last, following = (bet - self.call_to for bet in self.bets[place : place + 2])
        for name in _HARD:
            if last < MAPPINGS[name].threshold(pot, all_in) <= following:
                return name
        # rounded up, so that the last bet is still read as the pot
        part = -(-(last - pot) * _PLACES // (all_in - pot))
        return f"cut-{part / _PLACES:.4f}"


@dataclass
class Answer:
    """Waits for the opponent's response to a bet."""

    position: int = 0
    place: int | None = None

    def heard(self, event: Event) -> tuple[int, int] | None:
        """The index of the bet and the response, once it is known."""
        if isinstance(event, HandStarted):
            self.position, self.place = event.position, None
        elif (
            isinstance(event, MoveMade)
            and self.place is not None
            and event.move.position != self.position
        ):
            place, self.place = self.place, None
            return place, answer_of(event.move.action.kind)
        return None


def answer_of(kind: Kind) -> int:
    """The index of an action kind in ``ANSWERS``."""
    return ANSWERS.index(str(kind))


def situation(observation: Observation) -> Situation | None:
    """The decision for translation; None with more than two players."""
    return Situation.of_state(observation.betting) if observation.rules.players == 2 else None
