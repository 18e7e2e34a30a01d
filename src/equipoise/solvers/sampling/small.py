"""Monte-Carlo counterfactual regret minimization on a betting tree and card model.

Lanctot, Waugh, Zinkevich and Bowling 2009; public chance sampling: Johanson, Bard, Lanctot, Gibson
and Bowling 2012. The methods differ in what they sample: the cards of both players (chance), only
the cards that both see (public), also the opponent's actions (external), or a single line of play
(outcome). The estimators are in ``docs/decisions/sampled-cfr.md``.
"""

from __future__ import annotations

import numpy as np

from equipoise.kernels.random import seed_state
from equipoise.kernels.types import Float64s, Floats, UInt64s
from equipoise.kernels.walks.notes import no_notes
from equipoise.solvers.sampling.kinds import Sampling
from equipoise.solvers.sampling.walks import sampled_walks
from equipoise.solvers.solver import Arrays
from equipoise.spine.average import average_strategy
from equipoise.spine.engine import Engine
from equipoise.spine.tree import BettingTree
from equipoise.spine.tree_arrays import walked

_NODES_A_STEP = 1_000_000


class SampledRegret:
    """CFR with sampled deals and actions, on one thread; deterministic given the seed.

    An iteration updates each player's regrets once, by a separate walk. A step does a fifth of
    the iterations so far, at least one and at most ``batch``; ``iterations`` counts iterations, not
    steps, and results do not depend on the step sizes. ``nodes`` counts the tree nodes
    visited.
    """

    finished = False

    def __init__(
        self, engine: Engine, sampling: Sampling, seed: int = 0, batch: int | None = None
    ) -> None:
        self.engine, self.layout = engine, engine.layout
        self.sampling = sampling
        self.batch = batch or default_batch(engine.tree, sampling)
        self.iterations = 0
        self.nodes = 0
        self.regrets: Float64s = np.zeros(engine.layout.size)
        self.sums: Float64s = np.zeros(engine.layout.size)
        self.random: UInt64s = seed_state(seed)
        self._walked = walked(engine.layout)
        self._deals = engine.deals(public=sampling.what == "public")

    def step(self, most: int | None = None) -> None:
        """Run a batch of sampled iterations."""
        count = min(self.batch, self.iterations // 5 + 1, most or self.batch)
        self.nodes += self.sample(count, self.regrets, self.regrets, self.sums)
        self.iterations += count

    def sample(self, count: int, matched: Float64s, regrets: Float64s, sums: Float64s) -> int:
        """Run sampled updates of regrets and sums, with the strategy from ``matched``.

        Returns the number of nodes visited.
        """
        return sampled_walks(
            self.sampling, self._walked, self._deals, self.iterations + 1, count, self.random,
            matched, regrets, sums, no_notes(),
        )  # fmt: skip

    def average(self) -> Floats:
        """The average strategy."""
        return average_strategy(self.layout, self.sums)

    def weights(self) -> Floats:
        """The unnormalised average strategy."""
        return self.sums

    def bounds(self) -> dict[str, float]:
        """None: the bounds hold only with a probability, and are far above what is reached."""
        return {}

    def save(self) -> Arrays:
        """Regrets, sums, and the state of the random generator."""
        return {
            "iterations": np.array(self.iterations),
            "nodes": np.array(self.nodes),
            "regrets": self.regrets,
            "sums": self.sums,
            "random": self.random,
        }

    def load(self, arrays: Arrays) -> None:
        """Restore the state from saved arrays."""
        self.iterations = int(arrays["iterations"])
        self.nodes = int(arrays["nodes"])
        for name in ("regrets", "sums", "random"):
            getattr(self, name)[:] = arrays[name]


def default_batch(tree: BettingTree, sampling: Sampling) -> int:
    """Iterations that visit very roughly a million nodes: tens of milliseconds.

    External sampling visits about the square root of the tree, outcome sampling a line.
    """
    power = {"external": 0.5, "outcome": 0.25}.get(sampling.what, 1.0)
    return max(1, int(_NODES_A_STEP / (2 * tree.size**power)))
