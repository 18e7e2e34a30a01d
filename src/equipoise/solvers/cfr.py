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

from equipoise.kernels.sweep import cfr_sweep
from equipoise.kernels.types import Float64s
from equipoise.response.evaluate import Passes
from equipoise.solvers.average import average_strategy
from equipoise.solvers.solver import Arrays


@dataclass(frozen=True)
class Schedule:
    """What makes a variant.

    After iteration t regrets are multiplied by ``t**alpha / (t**alpha + 1)`` where positive and
    likewise with ``beta`` where negative (None: kept as they are); iteration t weighs ``t**gamma``
    in the average; ``clip`` keeps regrets from going below zero; ``predict`` adds the last regrets
    before matching; ``alternate`` updates one player after the other rather than both at once.
    """

    alpha: float | None = None
    beta: float | None = None
    gamma: float = 0.0
    clip: bool = False
    predict: bool = False
    alternate: bool = True

    def keep(self, exponent: float | None, iteration: int) -> float:
        """The factor for the regrets of all iterations before this one, counted from 1."""
        if exponent is None or iteration == 1:
            return 1.0
        iteration -= 1
        power = pow(float(iteration), exponent)
        return float(power / (power + 1.0))


SCHEDULES = {
    "cfr": Schedule(),
    "cfr+": Schedule(gamma=1.0, clip=True),
    "lcfr": Schedule(alpha=1.0, beta=1.0, gamma=1.0),
    "dcfr": Schedule(alpha=1.5, beta=0.0, gamma=2.0),
    "pcfr+": Schedule(gamma=2.0, clip=True, predict=True),
}


class CounterfactualRegret:
    """CFR on a betting tree times a card model, by a schedule."""

    finished = False

    def __init__(self, passes: Passes, schedule: Schedule) -> None:
        self.passes = passes
        self.schedule = schedule
        self.iterations = 0
        size = passes.layout.size
        self.regrets: Float64s = np.zeros(size)
        self.sums: Float64s = np.zeros(size)
        self.strategy: Float64s = passes.layout.uniform()
        self._reached = [-1, -1]

    def step(self, most: int | None = None) -> None:
        """One iteration: both players' regrets and averages."""
        self.iterations += 1
        if not self.schedule.alternate:
            self._reach(0)
            self._reach(1)
        for player in range(2):
            if self.schedule.alternate:
                self._reach(1 - player)
                self._reach(player)
            self._turn(player)
        if not self.schedule.alternate:
            self._reached = [-1, -1]

    def _reach(self, player: int) -> None:
        """The player's reach by his strategy, unless it is still there from the last turn."""
        if self._reached[player] != self.passes.forwards[player]:
            self.passes.forward(player, self.strategy)
            self._reached[player] = self.passes.forwards[player]

    def _turn(self, player: int) -> None:
        passes, schedule, t = self.passes, self.schedule, self.iterations
        passes.terminal_values(player)
        rule = (
            schedule.keep(schedule.alpha, t), schedule.keep(schedule.beta, t),
            0.0 if schedule.clip else -inf, pow(float(t), schedule.gamma), schedule.predict,
        )  # fmt: skip
        arrays = (
            passes.reach[player], passes.values[player], self.strategy, self.regrets, self.sums,
        )  # fmt: skip
        cfr_sweep(*passes.arrays(player), *rule, *arrays)
        if schedule.alternate:
            self._reached[player] = -1

    def average(self) -> Float64s:
        """The average strategy."""
        return average_strategy(self.passes, self.sums)

    def bounds(self) -> dict[str, float]:
        """CFR's bound is far above what it reaches; none is reported."""
        return {}

    def save(self) -> Arrays:
        """Regrets, sums and the current strategy."""
        return {
            "iterations": np.array(self.iterations),
            "regrets": self.regrets,
            "sums": self.sums,
            "strategy": self.strategy,
        }

    def load(self, arrays: Arrays) -> None:
        """Go on from saved arrays."""
        self.iterations = int(arrays["iterations"])
        for name in ("regrets", "sums", "strategy"):
            getattr(self, name)[:] = arrays[name]
        self._reached = [-1, -1]
