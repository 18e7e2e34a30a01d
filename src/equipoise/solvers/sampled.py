"""Monte-Carlo counterfactual regret minimization on betting tree times card model.

Lanctot, Waugh, Zinkevich and Bowling 2009; public chance sampling: Johanson, Bard, Lanctot, Gibson
and Bowling 2012. The methods differ in what they sample: the cards of both players (chance), only
the cards that both see (public), also the opponent's actions (external), or a single line of play
(outcome). The estimators are in ``docs/decisions/sampled-cfr.md``.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import inf
from typing import Literal

import numpy as np

from equipoise.abstraction.deals import deals_by_board, deals_by_state
from equipoise.errors import InputError
from equipoise.kernels.all_actions import all_action_walks
from equipoise.kernels.external import external_walks
from equipoise.kernels.outcome import outcome_walks
from equipoise.kernels.random import seed_state
from equipoise.kernels.types import Float64s, Floats, UInt64s
from equipoise.kernels.walks import Walked, Weights
from equipoise.response.evaluate import Passes
from equipoise.solvers.average import average_strategy
from equipoise.solvers.solver import Arrays
from equipoise.trees.layout import Layout
from equipoise.trees.tree import DECISION, SHOWDOWN

_NODES_A_STEP = 1_000_000


@dataclass(frozen=True)
class Sampling:
    """What is sampled, and how iterations weigh.

    Iteration t counts ``t**regret`` in the regrets and ``t**average`` in the average strategy: 1
    and 1 are linear CFR. ``clip`` keeps regrets from going below zero. ``explore`` is how often
    outcome sampling plays at random.
    """

    what: Literal["chance", "external", "outcome", "public"]
    regret: float = 0.0
    average: float = 0.0
    clip: bool = False
    explore: float = 0.6

    def __post_init__(self) -> None:
        if not 0 < self.explore <= 1:
            raise InputError(
                f"outcome sampling cannot explore with probability {self.explore:g}",
                expected="a number above 0, at most 1",
            )


SAMPLINGS = {
    "mccfr-chance": Sampling("chance"),
    "mccfr-external": Sampling("external"),
    "mccfr-outcome": Sampling("outcome"),
    "mccfr-public": Sampling("public"),
}


class SampledRegret:
    """CFR with sampled deals and actions, on one thread; a seed decides all that happens.

    An iteration updates each player's regrets once, by a walk of his own. A step does a fifth of
    the iterations so far, at least one and at most ``batch``; ``iterations`` counts iterations, not
    steps, and the results do not depend on how steps cut them. ``nodes`` counts the tree nodes
    visited.
    """

    finished = False

    def __init__(
        self, passes: Passes, sampling: Sampling, seed: int = 0, batch: int | None = None
    ) -> None:
        self.passes = passes
        self.sampling = sampling
        self.batch = batch or default_batch(passes, sampling)
        self.iterations = 0
        self.nodes = 0
        self.regrets: Float64s = np.zeros(passes.layout.size)
        self.sums: Float64s = np.zeros(passes.layout.size)
        self.random: UInt64s = seed_state(seed)
        self._walked = walked(passes.layout)
        self._deals = (deals_by_board if sampling.what == "public" else deals_by_state)(
            passes.model
        )

    def step(self, most: int | None = None) -> None:
        """A batch of sampled iterations."""
        count = min(self.batch, self.iterations // 5 + 1, most or self.batch)
        self.nodes += self.sample(count, self.regrets, self.regrets, self.sums)
        self.iterations += count

    def sample(self, count: int, matched: Float64s, regrets: Float64s, sums: Float64s) -> int:
        """Sampled updates of regrets and sums, by the strategy matched to some regrets.

        Returns how many nodes were visited.
        """
        sampling = self.sampling
        floor = 0.0 if sampling.clip else -inf
        weights = Weights(float(sampling.regret), float(sampling.average), floor)
        arguments = (
            self._walked, self._deals, weights, self.iterations + 1, count, self.random,
            matched, regrets, sums,
        )  # fmt: skip
        if sampling.what == "outcome":
            return outcome_walks(*arguments, float(sampling.explore))
        if sampling.what == "external":
            return external_walks(*arguments)
        return all_action_walks(*arguments)

    def average(self) -> Floats:
        """The average strategy."""
        return average_strategy(self.passes, self.sums)

    def weights(self) -> Floats:
        """The average strategy, not yet divided by its sums."""
        return self.sums

    def bounds(self) -> dict[str, float]:
        """The bounds hold only with a probability and are far above what is reached; none."""
        return {}

    def save(self) -> Arrays:
        """Regrets, sums, and the state of the random numbers."""
        return {
            "iterations": np.array(self.iterations),
            "nodes": np.array(self.nodes),
            "regrets": self.regrets,
            "sums": self.sums,
            "random": self.random,
        }

    def load(self, arrays: Arrays) -> None:
        """Go on from saved arrays."""
        self.iterations = int(arrays["iterations"])
        self.nodes = int(arrays["nodes"])
        for name in ("regrets", "sums", "random"):
            getattr(self, name)[:] = arrays[name]


def default_batch(passes: Passes, sampling: Sampling) -> int:
    """Iterations that visit very roughly a million nodes: tens of milliseconds.

    External sampling visits about the square root of the tree, outcome sampling a line.
    """
    power = {"external": 0.5, "outcome": 0.25}.get(sampling.what, 1.0)
    return max(1, int(_NODES_A_STEP / (2 * passes.tree.size**power)))


def walked(layout: Layout) -> Walked:
    """The tree of a layout as walks see it."""
    tree, model = layout.tree, layout.model
    gains = np.zeros(tree.size)
    for group in layout.groups:
        gains[group.nodes] = group.gains
    second = np.where(tree.kind == DECISION, tree.player == 1, tree.kind == SHOWDOWN)
    enters = tree.round != tree.round[tree.parents]
    enters[0] = False
    return Walked(
        tree.kind,
        (second * model.rounds + tree.round).astype(np.uint8),
        tree.child_starts,
        tree.children,
        layout.offsets,
        gains,
        enters.astype(np.uint8),
        np.array(model.states, dtype=np.int64).ravel(),
    )
