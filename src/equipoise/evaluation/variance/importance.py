"""Importance sampling with imaginary observations (Bowling, Johanson, Burch and Szafron 2008).

One hand gives information on others: those that end with another action by which the player could
have ended the hand (*game-ending actions*), and those with *other cards* of the player, which the
opponent cannot distinguish. An outcome z' counts ``V(z') p'(z') / sum p(h)``, where p' is the
probability of the own actions under the evaluated policy, p under the policy that played, and the
sum is over all observations h that imply z'. Off-policy the two differ.

If the opponent's cards are known only at showdowns (*partial* information), folds are the only
game-ending actions that can be scored, and the opponent's cards are not removed from the player's
possible hands: a small bias, of the order of the effect of two dead cards on a fold.

Off-policy, outcomes that the policy that played never reaches are missing from the estimate. Their
probability under the evaluated policy is estimated as well (``unseen``), at the decisions where the
policies separate.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

import numpy as np

from equipoise.base.errors import InputError
from equipoise.evaluation.variance.engine import RootMeans, View, taken_share
from equipoise.evaluation.variance.ranges import ranges_of
from equipoise.evaluation.variance.spots import Spot, hands_on, payoffs
from equipoise.evaluation.variance.values import AllInEquity
from equipoise.games.public_state import private_hands
from equipoise.kernels.types import Float64s
from equipoise.matches.betting_cache import PARTS
from equipoise.policies.policy import Policy

Scored = Literal["money", "divat"]


@dataclass(frozen=True)
class Weighted:
    """An estimate of one hand, in chips, and its weight: the same sum with all scores 1.

    The mean of ``unseen`` is the probability of outcomes that cannot be observed.
    """

    value: float
    weight: float
    unseen: float = 0.0


class ImportanceSampling:
    """The estimator; ``endings`` and ``cards`` enable the two kinds of imaginary observations.

    ``evaluated`` None: on-policy. ``scored``: the score of an outcome, money or DIVAT with the
    always-call baseline.
    """

    def __init__(
        self,
        played: Policy,
        evaluated: Policy | None = None,
        endings: bool = True,
        cards: bool = True,
        scored: Scored = "money",
        partial: bool = False,
    ) -> None:
        if partial and scored == "divat":
            raise InputError("DIVAT scores need everybody's cards", expected="scores by money")
        self.played = ranges_of(played)
        self.evaluated = None if evaluated is None else ranges_of(evaluated)
        self.endings, self.cards, self.partial = endings, cards, partial
        self.value = AllInEquity() if scored == "divat" else None
        self._roots = RootMeans(AllInEquity())

    def of_hand(self, view: View) -> Weighted:
        """The estimate of a hand."""
        rules = view.line.places[0].betting.rules
        mine: Float64s = np.zeros(len(private_hands(rules, view.position)))
        mine[:] = 1.0 if self.cards else 0.0
        own = view.own if view.own >= 0 else None
        if own is not None:
            mine[own] = 1.0
        elif not self.cards:
            raise InputError(
                "its own cards are hidden in this hand",
                expected="imaginary observations cards or both, which need them at showdowns only",
            )
        played, evaluated = mine, mine
        luck: Float64s = np.zeros_like(mine)
        value = weight = unseen = 0.0
        ended = False
        last: Spot | None = None
        for spot, before, action in view.spots():
            luck = luck + self._luck(spot, before, last is None)
            last = spot
            if action is None:
                break
            if spot.place.to_act != view.position:
                continue
            options = self.played.options(spot.place, spot.board)
            wanted = options
            if self.evaluated is not None:
                wanted = self.evaluated.options(spot.place, spot.board)
            held = self._held(spot)
            reach = played * held
            total = float(reach.sum())
            for child, shares in wanted.items():
                after = spot.after(child)
                if self.endings and child.to_act is None and self._is_told(after):
                    chances = evaluated * shares * held
                    value += float(chances @ self._score(after, luck)) / total
                    weight += float(chances.sum()) / total
                elif self.evaluated is not None and not _is_played(options.get(child), reach):
                    unseen += float(evaluated @ (shares * held)) / total
            made = taken_share(options, spot, action, own)
            child = spot.place.after(action)
            ended = child.to_act is None and self._is_told(spot.after(child))
            nothing = np.zeros_like(mine)
            played, evaluated = played * made, evaluated * wanted.get(child, nothing)
        assert last is not None
        if not (self.endings and ended):
            held = self._held(last)
            total = float((played * held).sum())
            chances = evaluated * held
            value += float(chances @ self._score(last, luck)) / total
            weight += float(chances.sum()) / total
        return Weighted(value, weight, unseen)

    def _held(self, spot: Spot) -> Float64s:
        """1 for own hands that may replace the one held, else 0."""
        over = spot.place.to_act is None and not spot.place.betting.is_folded_out
        if self.partial and not over:
            return hands_on(spot.rules, spot.position, spot.board).astype(np.float64)
        return spot.possible.astype(np.float64)

    def _is_told(self, end: Spot) -> bool:
        """True if the outcome of a game-ending own action is known without taking it."""
        return not self.partial or end.place.betting.is_folded_out

    def _score(self, end: Spot, luck: Float64s) -> Float64s:
        if end.place.betting.is_folded_out:
            chips = end.place.payoffs((0, 0))[end.position] / PARTS
            return luck + chips
        return payoffs(end) + luck

    def _luck(self, spot: Spot, before: tuple[int, ...], first: bool) -> Float64s | float:
        """DIVAT's correction for the cards dealt here, for each own hand."""
        if self.value is None:
            return 0.0
        if first:
            return self._roots.of(spot.place, spot.position) - self.value.values(spot)
        if len(before) < len(spot.board):
            expected = self.value.expected(spot.dealt(before))
            found: Float64s = expected - self.value.values(spot)
            return found
        return 0.0


def _is_played(shares: Float64s | None, reach: Float64s) -> bool:
    """True if some hand that reaches this node takes the action with positive probability."""
    return shares is not None and bool((shares * reach).any())
