"""``SubgameSolver``: CFR in a subgame that the opponent enters through a gadget."""

from __future__ import annotations

import numpy as np

from equipoise.kernels.passes.reach_and_value import PROBABILITIES
from equipoise.kernels.types import Float64s, Floats
from equipoise.solvers.cfr import SCHEDULES, CounterfactualRegret, Schedule
from equipoise.solvers.solver import Arrays
from equipoise.solvers.subgames.gadgets import Gadget
from equipoise.spine.engine import Engine, Exploitability
from equipoise.spine.tree import BettingTree


class SubgameSolver:
    """Solves a subgame for the player ``us``; the other is the opponent of the gadget.

    Our reach at the root is the engine's (its card model's range, or ``Engine.set_root_reach``)
    and is fixed. Our part of the average is the strategy to play; the opponent's is the response in
    the gadget's game. On sampled boards only gadgets with a fixed reach work.
    """

    finished = False

    def __init__(
        self,
        engine: Engine,
        us: int,
        gadget: Gadget,
        schedule: Schedule = SCHEDULES["cfr+"],
        seed: int = 0,
    ) -> None:
        self.engine, self.us, self.gadget = engine, us, gadget
        self.opponent = 1 - us
        self.iterations = 0
        self.cfr = CounterfactualRegret(engine, schedule, seed, self._turned)
        states = len(engine.root_reach_of(self.opponent))
        # averaged like strategies: the opponent's reach at the root and its values
        self.entered, self.values = np.zeros(states), np.zeros(states)
        self.weight = 0.0
        self._enter()

    def _enter(self) -> None:
        self.engine.set_root_reach(self.opponent, self.gadget.reach())

    def _turned(self, player: int) -> None:
        if player != self.opponent or self.gadget.is_fixed:
            return
        values = self.engine.root_values(self.opponent)
        weight = self.cfr.schedule.rule(self.cfr.iterations).weight
        self.entered += weight * self.gadget.reach()
        self.values += weight * values
        self.weight += weight
        self.gadget.observe(values)
        self._enter()

    @property
    def nodes(self) -> int:
        """Nodes visited."""
        return self.cfr.nodes

    def step(self, most: int | None = None) -> None:
        """One iteration: both players' turns, and the gadget's after the opponent's."""
        self.cfr.step(most)
        self.iterations = self.cfr.iterations

    def run(self, iterations: int) -> Floats:
        """Iterate, and return the average strategy."""
        for _ in range(iterations):
            self.step()
        return self.average()

    def average(self) -> Floats:
        """The average strategies of both players; ours is the one to play."""
        return self.cfr.average()

    def weights(self) -> Floats:
        """The average strategies before normalisation."""
        return self.cfr.weights()

    def average_values(self) -> Float64s:
        """The opponent's counterfactual values at the root, averaged like strategies.

        The opponent's best response to our average strategy has somewhat higher values
        (``Engine.best_values``).
        """
        return self.values / self.weight if self.weight else self.values

    def average_reach(self) -> Float64s:
        """The opponent's average reach at the root."""
        return self.entered / self.weight if self.weight else self.gadget.reach()

    def bounds(self) -> dict[str, float]:
        """None is reported."""
        return {}

    def save(self) -> Arrays:
        """The state of CFR, of the gadget, and the averages at the root."""
        return {
            **self.cfr.save(),
            **self.gadget.save(),
            "root_entered": self.entered,
            "root_values": self.values,
            "root_weight": np.array(self.weight),
        }

    def load(self, arrays: Arrays) -> None:
        """Restore a saved state."""
        self.cfr.load(arrays)
        self.iterations = self.cfr.iterations
        self.gadget.load(arrays)
        self.entered = arrays["root_entered"].astype(np.float64)
        self.values = arrays["root_values"].astype(np.float64)
        self.weight = float(arrays["root_weight"])
        self._enter()


class GadgetGame:
    """A subgame with its gadget, as the run loop measures it.

    Its exploitability is that of the gadget's game: the opponent's best response value, alternative
    values included, minus the opponent's value against our best response.
    """

    is_slow = False

    def __init__(self, solver: SubgameSolver) -> None:
        self.solver = solver

    @property
    def tree(self) -> BettingTree:
        """The betting tree of the subgame."""
        return self.solver.engine.tree

    def exploitability(self, strategy: Floats, form: int = PROBABILITIES) -> Exploitability:
        """Best responses of both players in the gadget's game; no value of the game is given."""
        solver = self.solver
        engine, us, gadget = solver.engine, solver.us, solver.gadget
        theirs = gadget.best(engine.best_values(1 - us, strategy, form))
        reach = solver.average_reach()
        engine.set_root_reach(1 - us, reach)
        ours = float(engine.best_values(us, strategy, form) @ engine.root_reach_of(us))
        engine.set_root_reach(1 - us, gadget.reach())
        ours -= gadget.outside(reach)
        pair = (ours, theirs) if us == 0 else (theirs, ours)
        return Exploitability(0.0, pair)
