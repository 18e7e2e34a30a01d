"""The engine of corrected estimates: a base term and corrections, summed hand by hand.

Every estimate of this package has the form ``base + corrections`` (Burch et al. 2018). The base is
the money, or its mean over the hands that a known player could have held; a correction is the mean
of a value function over the alternatives of chance or a known player minus its value after the
actual outcome. Corrections have mean zero for any value function.

From the view of a player with a known policy, with the opponent's hand given, the states that the
opponent cannot distinguish are the player's own hands. Their weights are products of the
probabilities of the player's own actions; chance weights them equally.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from equipoise.base.errors import InputError
from equipoise.evaluation.variance.hands import Board, Line
from equipoise.evaluation.variance.ranges import Options, PolicyRanges, ranges_of
from equipoise.evaluation.variance.spots import Spot, payoffs
from equipoise.evaluation.variance.values import ValueFunction
from equipoise.games.action import Action
from equipoise.games.public_state import private_hands
from equipoise.kernels.types import Float64s
from equipoise.matches.betting_cache import BettingNode
from equipoise.policies.policy import Policy


@dataclass(frozen=True)
class Terms:
    """An estimate of one hand, in chips: the base term and the sum of all corrections."""

    base: float
    corrections: float

    @property
    def total(self) -> float:
        """The estimate."""
        return self.base + self.corrections


@dataclass(frozen=True)
class View:
    """A hand from the view of one position: betting, board, and the indices of both hands."""

    line: Line
    board: Board
    position: int
    own: int
    other: int

    def spots(self) -> Iterator[tuple[Spot, Board, Action | None]]:
        """Each spot of the hand with the previous board, and the action taken there.

        Cards due at a spot are in ``spot.board`` but not in the previous board. The last spot has
        no action.
        """
        before: Board = ()
        for number, place in enumerate(self.line.places):
            board = self.board[: place.dealt.board]
            action = self.line.actions[number] if number < len(self.line.actions) else None
            yield Spot(place, board, self.position, self.other), before, action
            before = board


def taken_share(options: Options, spot: Spot, action: Action, hand: int | None) -> Float64s:
    """The probability of the action taken, for each hand; InputError if 0 for ``hand``.

    Estimates weighted by a policy are invalid for hands played by another policy.
    """
    shares = options.get(spot.place.after(action))
    if shares is None or (shares[hand] <= 0.0 if hand is not None else not shares.any()):
        raise InputError(
            f"its policy never makes the action {str(action)!r} of this hand",
            expected="the policy that played; another is evaluated off-policy",
        )
    return shares


def mean(weights: Float64s, values: Float64s) -> float:
    """A weighted mean over hands."""
    return float(weights @ values) / float(weights.sum())


class RootMeans:
    """The mean of a value function over all deals of hole cards, by position; cached."""

    def __init__(self, value: ValueFunction) -> None:
        self.value = value
        self._known: dict[tuple[BettingNode, int], float] = {}

    def of(self, place: BettingNode, position: int) -> float:
        """The mean of the value before any action over all pairs of hands."""
        key = place, position
        if key not in self._known:
            rules = place.betting.rules
            total = 0.0
            others = range(len(private_hands(rules, 1 - position)))
            for other in others:
                spot = Spot(place, (), position, other)
                total += mean(spot.possible.astype(np.float64), self.value.values(spot))
            self._known[key] = total / len(others)
        return self._known[key]


class Aivat:
    """AIVAT (Burch, Schmid, Moravčík, Morrill and Bowling 2018) for one position.

    ``own``: the player's known policy. If ``other`` is known too, the opponent's actions are
    corrected as well, given the opponent's hand.
    """

    def __init__(
        self,
        value: ValueFunction,
        own: Policy | PolicyRanges,
        other: Policy | PolicyRanges | None = None,
    ) -> None:
        self.value, self.own = value, ranges_of(own)
        self.other = None if other is None else ranges_of(other)
        self._roots = RootMeans(value)

    def terms(self, view: View) -> Terms:
        """The estimate of a hand."""
        corrections = 0.0
        weights: Float64s = np.zeros(0)
        last: Spot | None = None
        for spot, before, action in view.spots():
            if last is None:
                weights = spot.possible.astype(np.float64)
                dealt = mean(weights, self.value.values(spot))
                corrections += self._roots.of(spot.place, view.position) - dealt
            elif len(before) < len(spot.board):
                expected = mean(weights, self.value.expected(spot.dealt(before)))
                weights = weights * spot.possible
                corrections += expected - mean(weights, self.value.values(spot))
            last = spot
            if action is None:
                break
            if spot.place.to_act == view.position:
                options = self.own.options(spot.place, spot.board)
                taken_share(options, spot, action, view.own)
                correction, weights = self._own_action(spot, weights, options, action)
                corrections += correction
            elif self.other is not None:
                options = self.other.options(spot.place, spot.board)
                taken_share(options, spot, action, view.other)
                corrections += self._other_action(spot, weights, options, action)
        assert last is not None
        return Terms(mean(weights, payoffs(last)), corrections)

    def _own_action(
        self, spot: Spot, weights: Float64s, options: Options, action: Action
    ) -> tuple[float, Float64s]:
        """The correction of an own action, over own hands and actions; the weights after it."""
        made = spot.place.after(action)
        expected, value, after = 0.0, 0.0, weights
        for child, shares in options.items():
            reach = weights * shares
            total = float(reach @ self.value.values(spot.after(child)))
            expected += total
            if child is made:
                after, value = reach, total / float(reach.sum())
        return expected / float(weights.sum()) - value, after

    def _other_action(
        self, spot: Spot, weights: Float64s, options: Options, action: Action
    ) -> float:
        """The correction of an opponent's action, over the actions with the opponent's hand."""
        made = spot.place.after(action)
        expected, value = 0.0, 0.0
        for child, shares in options.items():
            chance = float(shares[spot.other])
            if chance > 0.0:
                found = mean(weights, self.value.values(spot.after(child)))
                expected += chance * found
                value = found if child is made else value
        return expected - value


class AdvantageSum:
    """The money minus the changes of a value function by chance, both hands given (Zinkevich 2006).

    DIVAT with the always-call baseline as the value function, MIVAT with a fitted one.
    """

    def __init__(self, value: ValueFunction) -> None:
        self.value = value
        self._roots = RootMeans(value)

    def terms(self, view: View) -> Terms:
        """The estimate of a hand."""
        corrections = 0.0
        last: Spot | None = None
        for spot, before, _ in view.spots():
            if last is None:
                expected = self._roots.of(spot.place, view.position)
                corrections += expected - float(self.value.values(spot)[view.own])
            elif len(before) < len(spot.board):
                expected = float(self.value.expected(spot.dealt(before))[view.own])
                corrections += expected - float(self.value.values(spot)[view.own])
            last = spot
        assert last is not None
        return Terms(float(payoffs(last)[view.own]), corrections)
