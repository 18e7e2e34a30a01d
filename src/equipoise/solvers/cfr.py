"""Counterfactual regret minimization in vector form; its variants are small schedules.

Zinkevich et al. 2007 (CFR), Tammelin 2014 (CFR+), Brown and Sandholm 2019 (linear and discounted
CFR), Farina, Kroer and Sandholm 2021 (predictive CFR+). They differ only in how old regrets are
discounted, whether regrets are kept from going negative, whether the next regret is predicted, and
how iterations weigh in the average.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import inf

import numpy as np

from equipoise.kernels.regret import add_to_average, match_regrets, normalise, update_regrets
from equipoise.kernels.types import Float64s
from equipoise.response.evaluate import Passes
from equipoise.solvers.solver import Arrays


@dataclass(frozen=True)
class Schedule:
    """What makes a variant.

    Old regrets are multiplied by ``t**alpha / (t**alpha + 1)`` where positive and likewise with
    ``beta`` where negative (None: kept as they are); iteration t weighs ``t**gamma`` in the
    average; ``clip`` keeps regrets from going below zero; ``predict`` adds the last regrets before
    matching; ``alternate`` updates one player after the other rather than both at once.
    """

    alpha: float | None = None
    beta: float | None = None
    gamma: float = 0.0
    clip: bool = False
    predict: bool = False
    alternate: bool = True

    def keep(self, exponent: float | None, iteration: int) -> float:
        """The factor for old regrets at an iteration, counted from 1."""
        if exponent is None:
            return 1.0
        power = float(iteration) ** exponent
        return power / (power + 1.0)


SCHEDULES = {
    "cfr": Schedule(),
    "cfr+": Schedule(gamma=1.0, clip=True),
    "lcfr": Schedule(alpha=1.0, beta=1.0, gamma=1.0),
    "dcfr": Schedule(alpha=1.5, beta=0.0, gamma=2.0),
    "pcfr+": Schedule(gamma=2.0, clip=True, predict=True),
}


class CounterfactualRegret:
    """CFR on a betting tree times a card model, by a schedule."""

    def __init__(self, passes: Passes, schedule: Schedule) -> None:
        self.passes = passes
        self.schedule = schedule
        self.iterations = 0
        size = passes.layout.size
        self.regrets: Float64s = np.zeros(size)
        self.instant: Float64s = np.zeros(size)
        self.sums: Float64s = np.zeros(size)
        self.strategy: Float64s = passes.layout.uniform()
        self._none: Float64s = np.zeros(size)
        self._nodes = tuple(passes.tree.decision_nodes(player) for player in range(2))

    def step(self) -> None:
        """One iteration: both players' regrets and averages."""
        self.iterations += 1
        if self.schedule.alternate:
            for player in range(2):
                self.passes.forward(1 - player, self.strategy)
                self._update(player)
                self._average(player)
                self._match(player)
        else:
            for player in range(2):
                self.passes.forward(player, self.strategy)
            for player in range(2):
                self._update(player)
            for player in range(2):
                self._average(player)
                self._match(player)

    def _update(self, player: int) -> None:
        passes, schedule, t = self.passes, self.schedule, self.iterations
        tree, layout = passes.tree, passes.layout
        passes.terminal_values(player)
        passes.backward(player, self.strategy)
        update_regrets(
            self._nodes[player], tree.round, tree.child_starts, layout.offsets,
            passes.states[player], layout.starts[player], passes.action_values,
            passes.values[player], schedule.keep(schedule.alpha, t),
            schedule.keep(schedule.beta, t), 0.0 if schedule.clip else -inf,
            self.regrets, self.instant,
        )  # fmt: skip

    def _match(self, player: int) -> None:
        tree, layout = self.passes.tree, self.passes.layout
        match_regrets(
            self._nodes[player], tree.round, tree.child_starts, layout.offsets,
            self.passes.states[player], self.regrets,
            self.instant if self.schedule.predict else self._none, self.strategy,
        )  # fmt: skip

    def _average(self, player: int) -> None:
        tree, layout = self.passes.tree, self.passes.layout
        reach = self.passes.forward(player, self.strategy)
        add_to_average(
            self._nodes[player], tree.round, tree.child_starts, layout.offsets,
            self.passes.states[player], layout.starts[player],
            float(self.iterations) ** self.schedule.gamma, reach, self.strategy, self.sums,
        )  # fmt: skip

    def average(self) -> Float64s:
        """The average strategy."""
        tree, layout = self.passes.tree, self.passes.layout
        result = np.zeros(layout.size)
        for player in range(2):
            normalise(
                self._nodes[player], tree.round, tree.child_starts, layout.offsets,
                self.passes.states[player], self.sums, result,
            )  # fmt: skip
        return result

    def bounds(self) -> dict[str, float]:
        """CFR's bound is far above what it reaches; none is reported."""
        return {}

    def save(self) -> Arrays:
        """Regrets, sums and the current strategy."""
        return {
            "iterations": np.array(self.iterations),
            "regrets": self.regrets,
            "instant": self.instant,
            "sums": self.sums,
            "strategy": self.strategy,
        }

    def load(self, arrays: Arrays) -> None:
        """Go on from saved arrays."""
        self.iterations = int(arrays["iterations"])
        for name in ("regrets", "instant", "sums", "strategy"):
            getattr(self, name)[:] = arrays[name]
