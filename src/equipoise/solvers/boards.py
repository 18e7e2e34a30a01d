"""Public chance sampling on hold'em with any bucketing: all hands on a sampled board at once.

Johanson, Bard, Lanctot, Gibson and Bowling 2012. Each player walks with a board of his own; the
tree is cut into parts for threads, which changes nothing (``response.boards``).
"""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

from equipoise.abstraction.bucket_states import BucketStates
from equipoise.abstraction.sampled_boards import sample_boards
from equipoise.kernels.board_walks import TRAIN
from equipoise.kernels.types import Floats
from equipoise.response.boards import BoardWalks
from equipoise.solvers.average import average_strategy
from equipoise.solvers.sampling import Sampling
from equipoise.solvers.solver import Arrays
from equipoise.trees.layout import Layout


class BoardRegret:
    """CFR with sampled boards; ``nodes`` counts the tree nodes visited, each with 1,081 hands.

    The board of an iteration follows from the seed and its number alone.
    """

    finished = False

    def __init__(
        self,
        layout: Layout,
        states: BucketStates,
        sampling: Sampling,
        seed: int = 0,
        dtype: npt.DTypeLike | None = None,
        workers: int | None = None,
    ) -> None:
        self.layout, self.states, self.sampling, self.seed = layout, states, sampling, seed
        self.iterations = self.nodes = 0
        chosen: np.dtype[Any] = np.dtype(dtype or np.float32)
        self.regrets: Floats = np.zeros(layout.size, dtype=chosen)
        self.sums: Floats = np.zeros(layout.size, dtype=chosen)
        self._walks = BoardWalks(layout, states, workers)

    def step(self, most: int | None = None) -> None:
        """One iteration."""
        self.iterations += 1
        boards = sample_boards(self.states.bucketing, 2, self.seed, self.iterations)
        for who in range(2):
            hands = self._walks.arrange(boards[who : who + 1])
            _, visited = self._walks.walk(
                hands, who, TRAIN, self.regrets, iteration=self.iterations,
                weights=self.sampling.weights, regrets=self.regrets, sums=self.sums,
            )  # fmt: skip
            self.nodes += visited

    def average(self) -> Floats:
        """The average strategy."""
        return average_strategy(self.layout, self.sums)

    def weights(self) -> Floats:
        """The average strategy, not yet divided by its sums."""
        return self.sums

    def bounds(self) -> dict[str, float]:
        """None that would say anything."""
        return {}

    def save(self) -> Arrays:
        """Regrets and sums; boards follow from the number of the iteration."""
        return {
            "iterations": np.array(self.iterations),
            "nodes": np.array(self.nodes),
            "regrets": self.regrets,
            "sums": self.sums,
        }

    def load(self, arrays: Arrays) -> None:
        """Go on from saved arrays."""
        self.iterations = int(arrays["iterations"])
        self.nodes = int(arrays["nodes"])
        self.regrets[:] = arrays["regrets"]
        self.sums[:] = arrays["sums"]
