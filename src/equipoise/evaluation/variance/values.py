"""Value functions: a guess of what a player wins from a spot on, given both hands.

Corrections subtract what chance and known players added to such a guess, as it turned out, and add
what they add on average. So any function whatever leaves the mean as it is; a good one takes the
noise away. The average over cards must be that of the very same function: ``expected`` is exact, or
an unbiased estimate with fresh cards.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence

import numpy as np

from equipoise.evaluation.variance.ranges import PolicyRanges
from equipoise.evaluation.variance.spots import Spot, margins, payoffs
from equipoise.games.public_state import private_hands
from equipoise.kernels.types import Float64s


class ValueFunction(ABC):
    """A guess for every own hand, in chips from the player's view, [hands]."""

    @abstractmethod
    def values(self, spot: Spot) -> Float64s:
        """What each own hand is worth here, before or after any cards that are about to come."""

    def expected(self, spot: Spot) -> Float64s:
        """The mean of :meth:`values` over the cards that are about to be dealt here."""
        total = np.zeros(len(private_hands(spot.rules, spot.position)))
        for board in spot.deals():
            dealt = spot.dealt(board)
            total += np.where(dealt.possible, self.values(dealt), 0.0)
        found: Float64s = total / spot.deals_of_a_hand
        return found

    def start(self, hand: int) -> None:
        """Told before each hand: its number decides any cards that are drawn at random."""
        del hand


class NoValue(ValueFunction):
    """Nothing is guessed: only imaginary observations are left."""

    def values(self, spot: Spot) -> Float64s:
        """Zeros."""
        return np.zeros(len(private_hands(spot.rules, spot.position)))

    expected = values


class AllInEquity(ValueFunction):
    """All-in equity: the share of the pot that a hand wins if nobody bets any more.

    Equity times the pot less what was put in, where a bet that is not answered yet counts as
    called: this is the always-call baseline of DIVAT. The mean over cards to come is the equity
    before them, exactly.
    """

    def values(self, spot: Spot) -> Float64s:
        """Equity of the pot, or the money where the hand is over."""
        place = spot.place
        if place.to_act is None:
            return payoffs(spot)
        put, stacks = place.betting.put, place.betting.rules.stacks
        stake = min(max(put), *stacks)  # what the other cannot match is not at stake
        found: Float64s = stake * margins(spot.rules, spot.position, spot.board, spot.other)
        return found

    def expected(self, spot: Spot) -> Float64s:
        """The same: equity is a mean over all cards to come already."""
        return self.values(spot)


class PolicyValues(ValueFunction):
    """The exact value of a spot when both play known policies; for games with a small deck.

    With the policies that were played it leaves no noise but that of unknown players.
    """

    def __init__(self, policies: Sequence[PolicyRanges]) -> None:
        self.policies = policies
        self._known: dict[Spot, Float64s] = {}

    def values(self, spot: Spot) -> Float64s:
        """The mean over all that may come, for each own hand."""
        found = self._known.get(spot)
        if found is None:
            found = self._known[spot] = self._find(spot)
        return found

    def _find(self, spot: Spot) -> Float64s:
        if spot.missing:
            return self.expected(spot)
        place = spot.place
        if place.to_act is None:
            return payoffs(spot)
        options = self.policies[place.to_act].options(place, spot.board)
        total = np.zeros(len(private_hands(spot.rules, spot.position)))
        for child, shares in options.items():
            taken = shares if place.to_act == spot.position else float(shares[spot.other])
            total += taken * self.values(spot.after(child))
        return total
