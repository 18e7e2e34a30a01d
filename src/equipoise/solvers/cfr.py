"""Counterfactual regret minimization with vectors of card states; variants are small schedules.

Zinkevich et al. 2007 (CFR), Tammelin 2014 (CFR+), Brown and Sandholm 2019 (linear and discounted
CFR), Farina, Kroer and Sandholm 2021 (predictive CFR+). They differ only in how old regrets are
discounted, whether negative regrets are clipped, whether the next regret is predicted, and how
iterations are weighted in the average.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from math import inf

import numpy as np

from equipoise.kernels.passes.regret import UpdateRule
from equipoise.kernels.types import Floats
from equipoise.solvers.solver import Arrays
from equipoise.spine.average import average_strategy, final_average
from equipoise.spine.engine import Engine


@dataclass(frozen=True)
class Schedule:
    """The parameters of a CFR variant.

    After iteration t regrets are multiplied by ``t**alpha / (t**alpha + 1)`` where positive and
    likewise with ``beta`` where negative (None: not discounted); iteration t has weight
    ``t**gamma`` in the average; ``clip`` clips regrets at zero; ``predict`` adds the last regrets
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

    @property
    def grows(self) -> bool:
        """True if weighting new gains is equivalent to discounting old regrets.

        The discount factors t / (t + 1) of linear CFR multiply to 1 / (T + 1): up to a scale, the
        gains of iteration t have weight t.
        """
        return self.alpha == self.beta and self.alpha in (None, 1.0)

    def rule(self, iteration: int, by_growth: bool = False) -> UpdateRule:
        """The update rule of this iteration.

        ``by_growth``, if the schedule ``grows``, is for engines whose turns do not visit every
        information set.
        """
        t = float(iteration)
        grown = by_growth and self.grows
        return UpdateRule(
            1.0 if grown else self.keep(self.alpha, iteration),
            1.0 if grown else self.keep(self.beta, iteration),
            pow(t, self.alpha or 0.0) if grown else 1.0,
            0.0 if self.clip else -inf,
            pow(t, self.gamma),
            self.predict,
        )


SCHEDULES = {
    "cfr": Schedule(),
    "cfr+": Schedule(gamma=1.0, clip=True),
    "lcfr": Schedule(alpha=1.0, beta=1.0, gamma=1.0),
    "dcfr": Schedule(alpha=1.5, beta=0.0, gamma=2.0),
    "dcfr4": Schedule(alpha=1.5, beta=0.0, gamma=4.0),
    "pcfr+": Schedule(gamma=2.0, clip=True, predict=True),
}


class CounterfactualRegret:
    """CFR with a schedule on any engine: over all card states, or the hands on sampled boards.

    ``turned`` is called with the player after each turn: the reach that enters a subgame may then
    change (``solvers.subgames``).
    """

    finished = False

    def __init__(
        self,
        engine: Engine,
        schedule: Schedule,
        seed: int = 0,
        turned: Callable[[int], None] | None = None,
    ) -> None:
        self.engine, self.schedule, self._turned = engine, schedule, turned
        self.iterations = self.nodes = 0
        self.tables = engine.tables(schedule.predict, seed)

    @property
    def regrets(self) -> Floats:
        """Cumulative regrets, laid out like a strategy."""
        return self.tables.regrets

    @property
    def sums(self) -> Floats:
        """The weighted sum of the strategies so far, each multiplied by its player's reach."""
        return self.tables.sums

    def step(self, most: int | None = None) -> None:
        """One iteration: update both players' regrets and averages."""
        self.iterations += 1
        tables = self.tables
        theirs = tables.current if self.schedule.alternate else tables.current.copy()
        rule = self.schedule.rule(self.iterations, by_growth=not self.engine.is_exact)
        for player in range(2):
            self.nodes += self.engine.turn(player, self.iterations, rule, tables, theirs)
            if self._turned is not None:
                self._turned(player)

    def weights(self) -> Floats:
        """The unnormalised average strategy."""
        return self.sums

    def average(self) -> Floats:
        """The average strategy."""
        return average_strategy(self.engine.layout, self.sums)

    def finish(self) -> Floats:
        """The average strategy, computed in place: the solver cannot be used afterwards."""
        return final_average(self.engine.layout, self.tables)

    def bounds(self) -> dict[str, float]:
        """No bound is reported: CFR's is far above the exploitability it reaches."""
        return {}

    def save(self) -> Arrays:
        """Regrets, sums, and the current strategy if it does not follow from the regrets."""
        arrays: Arrays = {
            "iterations": np.array(self.iterations),
            "regrets": self.regrets,
            "sums": self.sums,
        }
        if not self.engine.is_exact:  # exact engines visit all states in every iteration
            arrays["nodes"] = np.array(self.nodes)
        if self.tables.current is not self.regrets:
            arrays["strategy"] = self.tables.current
        if self.tables.scales is not None:
            arrays["scales"] = self.tables.scales
        return arrays

    def load(self, arrays: Arrays) -> None:
        """Restore the state from saved arrays."""
        self.iterations = int(arrays["iterations"])
        known = arrays.get("nodes")
        self.nodes = self.iterations * self.engine.layout.nodes if known is None else int(known)
        self.regrets[:] = arrays["regrets"]
        self.sums[:] = arrays["sums"]
        if self.tables.current is not self.regrets:
            self.tables.current[:] = arrays["strategy"]
        if self.tables.scales is not None:
            self.tables.scales[:] = arrays["scales"]
        self.tables.reached = [-1, -1]
