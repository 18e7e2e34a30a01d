"""Sampled CFR on hold'em with any bucketing: parallel walks over shared arrays.

A batch of iterations is divided among a fixed number of lanes, each with its own random stream. All
lanes of a batch read the regrets from before it and note their changes; then the changes are
applied, in the order of the lanes (``kernels.walks.notes``). The result depends on the seed, not on
the number of threads.

The cost: a walk does not see the changes of its own batch, and each change is written twice. After
T iterations an information set that is visited with probability q has regrets of about sqrt(q T)
gains; a batch of B adds q B gains under one strategy. So that this stays small, B is kept below an
eighth of sqrt(T / q), with q of the round with the fewest card states.
"""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from math import sqrt
from typing import Any

import numpy as np
import numpy.typing as npt

from equipoise.base.errors import InputError
from equipoise.base.workers import available_cores
from equipoise.kernels.buckets.dealing import BucketDeals
from equipoise.kernels.random import seed_state
from equipoise.kernels.types import Floats, Int64s, UInt32s, UInt64s
from equipoise.kernels.walks.notes import Notes, make_changes
from equipoise.solvers.sampling.kinds import Sampling
from equipoise.solvers.sampling.walks import sampled_walks
from equipoise.solvers.solver import Arrays
from equipoise.spine.average import average_strategy
from equipoise.spine.layout import Layout
from equipoise.spine.tree import DECISION, BettingTree
from equipoise.spine.tree_arrays import walked

LANES = 8
_MOST_A_LANE = 128  # iterations of a lane per batch
_SMALL = 1 / 8
_ROOM = 1 << 21  # changes that a lane can note
_NODES_A_STEP = 2_000_000
_MOST_NUMBERS = 1 << 32  # regrets and sums; notes index them with 32 bits


class DealtRegret:
    """CFR with deals sampled from a bucketing; ``nodes`` counts the tree nodes visited.

    Regrets and sums are in single precision by default.
    """

    finished = False

    def __init__(
        self,
        layout: Layout,
        deals: BucketDeals,
        sampling: Sampling,
        seed: int = 0,
        dtype: npt.DTypeLike | None = None,
        workers: int | None = None,
    ) -> None:
        if 2 * layout.size > _MOST_NUMBERS:
            raise InputError(
                f"a strategy of {layout.size:,} numbers",
                expected=(
                    f"this method supports at most {_MOST_NUMBERS // 2:,}; mccfr-public has no "
                    "limit"
                ),
            )
        self.layout, self.sampling = layout, sampling
        self.workers = min(workers or available_cores(), LANES)
        self.iterations = self.nodes = 0
        chosen: np.dtype[Any] = np.dtype(dtype or np.float32)
        self.numbers: Floats = np.zeros(2 * layout.size, dtype=chosen)
        self.regrets, self.sums = np.split(self.numbers, 2)
        self.random: UInt64s = np.stack([seed_state(seed, lane) for lane in range(LANES)])
        self._walked, self._deals = walked(layout), deals
        rounds = layout.tree.round[layout.tree.decision_nodes()]
        self._fewest = min(layout.model.states[0][number] for number in rounds)
        most = sum(most_changes(layout.tree, who, sampling.what) for who in range(2))
        self._most_a_lane = max(1, min(_MOST_A_LANE, _ROOM // most))
        self._places: UInt32s = np.zeros((LANES, self._most_a_lane * most), dtype=np.uint32)
        self._changes: Floats = np.zeros(self._places.shape, dtype=chosen)
        self._used: Int64s = np.zeros(LANES, dtype=np.int64)
        self._pool = ThreadPoolExecutor(self.workers) if self.workers > 1 else None

    def step(self, most: int | None = None) -> None:
        """Batches of about two million nodes, at most a fifth of the iterations so far.

        If ``most`` cuts a batch short, its changes are applied earlier.
        """
        before = self.nodes
        last = self.iterations + min(self.iterations // 5 + 1, most or self.iterations + 1)
        while self.iterations < last and self.nodes - before < _NODES_A_STEP:
            self._batch(last - self.iterations)

    def _batch(self, most: int) -> None:
        size = _SMALL * sqrt(self.iterations * self._fewest)
        each = max(1, min(self._most_a_lane, int(size / LANES)))
        count = min(each * LANES, most)
        first = self.iterations + 1
        self._used[:] = 0

        def walk(lane: int) -> int:
            start = first + lane * each
            todo = min(each, first + count - start)
            return self._walk(lane, start, todo) if todo > 0 else 0

        def make(worker: int) -> None:
            make_changes(
                self.numbers, len(self.regrets), self.sampling.weights.floor, self._places,
                self._changes, self._used, worker, self.workers, first,
            )  # fmt: skip

        self.nodes += sum(self._each(walk, LANES))
        self._each(make, self.workers)
        self.iterations += count

    def _each(self, work: Any, count: int) -> list[Any]:
        if self._pool is None:
            return [work(number) for number in range(count)]
        return list(self._pool.map(work, range(count)))

    def _walk(self, lane: int, first: int, count: int) -> int:
        notes = Notes(self._places[lane], self._changes[lane], self._used[lane : lane + 1])
        return sampled_walks(
            self.sampling, self._walked, self._deals, first, count, self.random[lane],
            self.regrets, self.regrets, self.sums, notes,
        )  # fmt: skip

    def average(self) -> Floats:
        """The average strategy."""
        return average_strategy(self.layout, self.sums)

    def weights(self) -> Floats:
        """The unnormalised average strategy."""
        return self.sums

    def bounds(self) -> dict[str, float]:
        """None: no useful bound is known."""
        return {}

    def save(self) -> Arrays:
        """Regrets and sums, and the state of the random generator."""
        return {
            "iterations": np.array(self.iterations),
            "nodes": np.array(self.nodes),
            "numbers": self.numbers,
            "random": self.random,
        }

    def load(self, arrays: Arrays) -> None:
        """Restore the state from saved arrays."""
        self.iterations = int(arrays["iterations"])
        self.nodes = int(arrays["nodes"])
        self.numbers[:] = arrays["numbers"]
        self.random[:] = arrays["random"]


def most_changes(tree: BettingTree, who: int, what: str) -> int:
    """An upper bound on the numbers that one player's walk can change.

    At the opponent's sampled actions the child with the most changes is counted.
    """
    actions = np.diff(tree.child_starts)
    below = np.where(tree.kind == DECISION, actions, 0)
    for node in range(tree.size - 1, -1, -1):
        if tree.kind[node] == DECISION:
            after = below[tree.children_of(node)]
            one = what == "outcome" or (what == "external" and tree.player[node] != who)
            below[node] += after.max() if one else after.sum()
    return int(below[0])
