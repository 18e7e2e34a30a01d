"""Value functions: estimates of a player's result from a spot, given both hands.

Corrections subtract the actual change of the function by chance and known players and add its
expectation, so any function leaves the estimate unbiased; a good one reduces its variance. The mean
over cards must be of the same function: ``expected`` is exact, or an unbiased estimate with freshly
sampled cards.
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
    """A value for every own hand, in chips from the player's view, [hands]."""

    @abstractmethod
    def values(self, spot: Spot) -> Float64s:
        """The value of each own hand here, before or after the next deal."""

    def expected(self, spot: Spot) -> Float64s:
        """The mean of :meth:`values` over the cards about to be dealt here."""
        total = np.zeros(len(private_hands(spot.rules, spot.position)))
        for board in spot.deals():
            dealt = spot.dealt(board)
            total += np.where(dealt.possible, self.values(dealt), 0.0)
        found: Float64s = total / spot.deals_of_a_hand
        return found

    def start(self, hand: int) -> None:
        """Called before each hand: its number seeds sampled cards."""
        del hand


class NoValue(ValueFunction):
    """All values 0: only imaginary observations reduce variance."""

    def values(self, spot: Spot) -> Float64s:
        """Zeros."""
        return np.zeros(len(private_hands(spot.rules, spot.position)))

    expected = values


class AllInEquity(ValueFunction):
    """All-in equity: the share of the pot that a hand wins if nobody bets any more.

    Equity times the pot minus the player's chips in it; an open bet counts as called. This is the
    always-call baseline of DIVAT. The mean over cards to come is exactly the equity before them.
    """

    def values(self, spot: Spot) -> Float64s:
        """Equity of the pot, or the payoff if the hand is over."""
        place = spot.place
        if place.to_act is None:
            return payoffs(spot)
        put, stacks = place.betting.put, place.betting.rules.stacks
        stake = min(max(put), *stacks)  # chips that the opponent cannot match are not at stake
        found: Float64s = stake * margins(spot.rules, spot.position, spot.board, spot.other)
        return found

    def expected(self, spot: Spot) -> Float64s:
        """Same as :meth:`values`: equity is already a mean over all cards to come."""
        return self.values(spot)


class PolicyValues(ValueFunction):
    """The exact value of a spot if both play known policies; for games with a small deck.

    With the policies that played, only the variance due to unknown players remains.
    """

    def __init__(self, policies: Sequence[PolicyRanges]) -> None:
        self.policies = policies
        self._known: dict[Spot, Float64s] = {}

    def values(self, spot: Spot) -> Float64s:
        """The expected value of each own hand."""
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
