"""A blueprint along one betting line: its abstract histories, for any number of hands."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

import numpy as np

from equipoise.games.action import Action, Kind
from equipoise.kernels.types import Bools, Float64s, Int32s, Int64s
from equipoise.policies.hands import Hands, fold_sums_one_by_one
from equipoise.policies.policy import RangeChances, merged
from equipoise.translation.histories import AbstractAction, Behaviour, WeightedHistories
from equipoise.translation.replay import Place
from equipoise.translation.situation import Situation

if TYPE_CHECKING:
    from equipoise.policies.blueprint import Blueprint

#: of bets: reading probabilities of each history [bets, histories], and for each history the index
#: of the previous one, the abstract node (-1: none) and the indices of its folds
_Readings = tuple[Float64s, list[tuple[int, int, tuple[int, ...]]]]


@dataclass(frozen=True)
class Cohort:
    """Hands with the same bet sizes so far, and their abstract histories."""

    columns: Int64s
    histories: WeightedHistories


@dataclass(frozen=True)
class Decision:
    """A decision of the player along a hand, for all hands in question."""

    real: Situation
    hands: int
    cohorts: list[Cohort]
    behaviours: list[Behaviour]

    def chances(self) -> RangeChances:
        """The probability of each real action for each hand."""
        parts = [
            RangeChances.of(cohort.histories.chances(self.real, behaviour))
            for cohort, behaviour in self._pairs()
        ]
        if len(parts) == 1:
            return parts[0]
        columns = [cohort.columns for cohort in self.cohorts]
        return merged(list(zip(parts, columns, strict=True)), self.hands)

    def meant(self, wanted: Callable[[AbstractAction], bool]) -> Float64s:
        """The probability that each hand intends one of the wanted abstract actions."""
        total = np.zeros(self.hands)
        for cohort, behaviour in self._pairs():
            found = cohort.histories.abstract_chances(self.real, behaviour)
            for action, chances in found.items():
                if wanted(action):
                    total[cohort.columns] += chances
        return total

    def acted(self, action: Action) -> tuple[Cohort, ...]:
        """The hands after an action of the player."""
        after = []
        for cohort, behaviour in self._pairs():
            histories = cohort.histories.copy()
            histories.act(self.real, action, behaviour)
            after.append(Cohort(cohort.columns, histories))
        return tuple(after)

    def _pairs(self) -> Iterator[tuple[Cohort, Behaviour]]:
        return zip(self.cohorts, self.behaviours, strict=True)


@dataclass(frozen=True, eq=False)
class BlueprintLine:
    """A blueprint at one point of the betting, for the player in ``position``.

    ``states`` [hands, rounds] are the card states of the hands, as far as the board goes;
    ``blocks`` the strategy at abstract nodes in these states, looked up once.
    """

    policy: Blueprint
    position: int
    place: Place
    states: Int32s
    cohorts: tuple[Cohort, ...]
    blocks: dict[int, Float64s] = field(default_factory=dict)

    @classmethod
    def start(cls, policy: Blueprint, position: int, place: Place, states: Int32s) -> BlueprintLine:
        """Before the first action."""
        histories = WeightedHistories(policy.steps[0], policy.translation, len(states))
        whole = Cohort(np.arange(len(states)), histories)
        return cls(policy, position, place, states, (whole,))

    def chances(self) -> RangeChances:
        """The probability of each real action for each hand; the player must be to act."""
        return self.decision().chances()

    def after(self, action: Action) -> BlueprintLine:
        """The line after an action of either player."""
        real = self.place.real
        if real.player == self.position:
            cohorts = self.decision().acted(action)
        else:
            cohorts = tuple(_observed(cohort, real, action) for cohort in self.cohorts)
        return replace(self, place=self.place.step(action), cohorts=cohorts)

    def dealt(self, hands: Hands, origins: Int64s) -> BlueprintLine:
        """The line after cards are dealt; hand i was hand ``origins[i]`` before."""
        states = self.policy.states_of(hands)
        cohorts = []
        for cohort in self.cohorts:
            place = np.full(len(self.states), -1, dtype=np.int64)
            place[cohort.columns] = np.arange(len(cohort.columns))
            columns = np.flatnonzero(place[origins] >= 0)
            part = cohort.histories.part(place[origins[columns]], cohort.histories.steps)
            cohorts.append(Cohort(columns, part))
        return replace(self, states=states, cohorts=tuple(cohorts), blocks={})

    def decision(self) -> Decision:
        """The decision at this point."""
        real = self.place.real
        cohorts = list(self.cohorts)
        if self.policy.sizing.looks_at_hands:
            good = self._good(real)
            cohorts = [part for cohort in cohorts for part in self._split(cohort, good)]
        behaviours = [self._behaviour(cohort.columns) for cohort in cohorts]
        return Decision(real, len(self.states), cohorts, behaviours)

    def _now(self, round_number: int) -> Int32s:
        # a strategy that ends before the flop has no menu after it, and needs no state
        now: Int32s = self.states[:, min(round_number, self.states.shape[1] - 1)]
        return now

    def _good(self, real: Situation) -> Bools:
        """Which hands are bet as good hands."""
        by_round = self.policy.strategy.good[real.player]
        if real.round >= len(by_round):
            return np.zeros(len(self.states), dtype=np.bool_)
        good: Bools = by_round[real.round][self._now(real.round)]
        return good

    def _split(self, cohort: Cohort, good: Bools) -> Iterator[Cohort]:
        """Split a cohort into bad and good hands, as far as it has both."""
        own = good[cohort.columns]
        for steps, wanted in zip(self.policy.steps, (~own, own), strict=True):
            chosen = np.flatnonzero(wanted)
            if len(chosen):
                yield Cohort(cohort.columns[chosen], cohort.histories.part(chosen, steps))

    def _behaviour(self, columns: Int64s) -> Behaviour:
        """The strategy at abstract nodes with these hands."""
        whole = len(columns) == len(self.states)
        return self._block if whole else lambda node: self._block(node)[:, columns]

    def _block(self, node: int) -> Float64s:
        if node not in self.blocks:
            number = int(self.policy.strategy.layout.tree.round[node])
            self.blocks[node] = self.policy.block(node, self._now(number))
        return self.blocks[node]

    def fold_sums(self, bets: Sequence[Action], weights: Float64s) -> Float64s:
        """For each bet of the opponent the folding hands' weights, summed for each row of weights.

        A bet moves each history to one or two others, with probabilities independent of the hand.
        So all bets mix the folds at a few abstract nodes, each of which is summed once. This
        requires a single cohort, and no rule that combines histories.
        """
        if len(self.cohorts) > 1 or self.cohorts[0].histories.dominated_below > 0.0:
            return fold_sums_one_by_one(self, bets, weights)
        histories = self.cohorts[0].histories
        key = histories.histories, tuple(bets)
        readings: _Readings | None = self.place.kept.get(key)
        if readings is None:
            readings = self.place.kept[key] = self._readings(histories, bets)
        mixed, sources = readings
        shares = histories.shares()
        sums = np.zeros((len(sources), len(weights)))
        for row, (before, node, folds) in zip(sums, sources, strict=True):
            if folds:
                chance = np.ones(len(self.states)) if node < 0 else self._block(node)[list(folds)]
                row[:] = weights @ (shares[before] * np.atleast_2d(chance).sum(axis=0))
        found: Float64s = mixed @ sums
        return found

    def _readings(self, histories: WeightedHistories, bets: Sequence[Action]) -> _Readings:
        real, steps = self.place.real, histories.steps
        rows: list[dict[int, float]] = []
        numbers: dict[tuple[int, int, tuple[int, ...]], int] = {}
        for bet in bets:
            rows.append({})
            answered = self.place.step(bet).real
            for before, history in enumerate(histories.histories):
                for step in steps.read(history, real, bet):
                    options = steps.options(step.history, answered)
                    folds = tuple(
                        place
                        for place, option in enumerate(options)
                        if option.action.kind == Kind.FOLD
                    )
                    node = -1 if options[0].place is None else step.history.node
                    key = (before, node, folds)
                    number = numbers.setdefault(key, len(numbers))
                    chance = step.probability(histories.mapping)
                    rows[-1][number] = rows[-1].get(number, 0.0) + chance
        mixed = np.zeros((len(bets), len(numbers)))
        for place, row in enumerate(rows):
            for number, chance in row.items():
                mixed[place, number] = chance
        return mixed, list(numbers)


def _observed(cohort: Cohort, real: Situation, action: Action) -> Cohort:
    histories = cohort.histories.copy()
    histories.observe(real, action)
    return Cohort(cohort.columns, histories)
