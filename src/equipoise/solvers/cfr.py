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
from equipoise.kernels.types import Floats
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
        size, dtype = passes.layout.size, passes.dtype
        self.regrets: Floats = np.zeros(size, dtype=dtype)
        self.sums: Floats = np.zeros(size, dtype=dtype)
        self.strategy: Floats = passes.layout.uniform().astype(dtype, copy=False)
        self._reached = [-1, -1]

    def step(self, most: int | None = None) -> None:
        """One iteration: both players' regrets and averages."""
        self.iterations += 1
        before = self.strategy if self.schedule.alternate else self.strategy.copy()
        for player in range(2):
            self._turn(player, before)

    def _turn(self, player: int, theirs: Floats) -> None:
        """Update one player, the other playing his part of ``theirs``."""
        passes, schedule, t = self.passes, self.schedule, self.iterations
        # his reach is still there from the other's turn, unless somebody else has used the buffer
        if self._reached[player] != passes.forwards[player]:
            passes.forward(player, self.strategy)
        passes.forward(1 - player, theirs)
        if theirs is self.strategy:
            self._reached[1 - player] = passes.forwards[1 - player]
        passes.terminal_values(player)
        number = passes.dtype.type
        rule = (
            number(schedule.keep(schedule.alpha, t)), number(schedule.keep(schedule.beta, t)),
            number(0.0 if schedule.clip else -inf), number(pow(float(t), schedule.gamma)),
            schedule.predict,
        )  # fmt: skip
        passes.over_tree(
            cfr_sweep, player, passes.layout.value_starts, passes.layout.reach_starts[player],
            *rule, passes.work, self.strategy, self.regrets, self.sums, down=False,
        )  # fmt: skip
        self._reached[player] = -1

    @property
    def nodes(self) -> int:
        """Both players' nodes in every iteration."""
        return self.iterations * self.passes.layout.nodes

    def weights(self) -> Floats:
        """The average strategy, not yet divided by its sums."""
        return self.sums

    def average(self) -> Floats:
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
