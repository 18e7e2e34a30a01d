"""How often two players' bucket sequences meet, over all flops and turn cards.

Every one of the 63,193 turn boards (up to suit renaming) is visited, so that nothing before the
river is sampled; of its 48 rivers some are drawn without replacement, or all are taken. Turn boards
are the strata of a stratified sample: the largest differences between deals, the flop and the turn,
add nothing to the error.

The rivers of a board are split into two halves of the sample, counted separately. With n of 48
rivers and S^2 the variance over the rivers of a board, half the difference of the halves' means has
variance S^2 / n, the mean of all has (1 - n / 48) S^2 / n (sampling without replacement; Cochran
1977, theorem 2.2). So half the difference, times the square root of 1 - n / 48, estimates the
error, and with all 48 rivers it is zero.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from math import sqrt
from threading import Lock
from time import monotonic

import numpy as np

from equipoise.abstraction.buckets.bucketing import Bucketing
from equipoise.abstraction.strength.boards import ordered_turns
from equipoise.base.errors import InputError
from equipoise.base.progress import Report, silent
from equipoise.base.workers import available_cores, available_memory, run_blocks
from equipoise.kernels.arrays import frozen
from equipoise.kernels.buckets.divide import NONE
from equipoise.kernels.buckets.sequences import count_sequences
from equipoise.kernels.types import Float64s, Int64s, UInt8s
from equipoise.spine.cards.sequences.model import SINGLE_FROM

#: cards left for the river
RIVERS = 48
#: ordered pairs of disjoint hands on a five-card board
PAIRS = 1081 * 990
_STEP = 64  # turn boards counted per batch
_STEPS_A_PIECE = 16
_PROFILES = 64
_ROWS = 512

#: called with the counts of both halves and the number of turn boards they cover
Keep = Callable[[Int64s, int], None]


@dataclass(frozen=True)
class SampleError:
    """The error of sampled matrices, estimated from the difference of the two halves.

    ``entry``: mean absolute error of an entry of the fold matrix; ``distance``: their sum (the
    matrix sums to 1); ``value``: root mean square error of a showdown of unit stakes in which each
    player folds a random half of his sequences, over several draws. All are 0 if all rivers were
    counted.
    """

    entry: float
    distance: float
    value: float


class PairCounts:
    """The sequence counts of a bucketing, counted board by board.

    ``halves`` [2, sequences, sequences], each as ``kernels.buckets.sequences`` lays them out. The
    counts depend on the bucketing, ``sampled`` rivers and the seed, not on the number of workers.
    """

    def __init__(self, bucketing: Bucketing, sampled: int = RIVERS, seed: int = 0) -> None:
        check_rivers(sampled)
        if bucketing.recall != "perfect":
            raise InputError(
                f"the card abstraction {bucketing.abstraction} has imperfect recall",
                expected="bucket sequences need perfect recall, such as 8.8.8.8",
            )
        self.bucketing = bucketing
        self.sampled = sampled
        self.size = bucketing.counts[3]
        self.rows: Int64s = np.arange(len(ordered_turns()))
        if bucketing.sampled:
            made = (np.asarray(bucketing.rounds[2].table) != NONE).any(axis=1)
            self.rows = np.flatnonzero(made)
        rng = np.random.default_rng([seed, sampled])
        left = np.tile(np.arange(RIVERS, dtype=np.uint8), (len(self.rows), 1))
        self._chosen: UInt8s = rng.permuted(left, axis=1)[:, :sampled]
        self.halves: Int64s = np.zeros((2, self.size, self.size), dtype=np.int64)
        self.done = 0  # turn boards

    @property
    def total(self) -> int:
        """Number of deals counted, turn boards weighted by their real boards: a divisor."""
        return int(ordered_turns().weights[self.rows].sum()) * self.sampled * PAIRS

    def count(
        self,
        report: Report = silent,
        workers: int | None = None,
        keep: Keep | None = None,
        keep_seconds: float = 60.0,
    ) -> None:
        """Count the remaining boards; ``keep`` is called periodically with the counts so far.

        The halves run in parallel, each on several cores if memory allows a matrix for each.
        """
        _check_memory(self.size, str(self.bucketing.abstraction))
        workers = workers or available_cores()
        memory = available_memory() or 0
        lanes = max(1, min(workers // 2, memory // 4 // self.halves.nbytes))
        kept = monotonic()
        piece = _STEP * _STEPS_A_PIECE * lanes
        said = _Said(report, 2 * len(self.rows), 2 * self.done)
        while self.done < len(self.rows):
            stop = min(self.done + piece, len(self.rows))
            parts = np.array_split(np.arange(self.done, stop), lanes)

            def work(
                lane: tuple[int, int], parts: list[Int64s] = parts
            ) -> tuple[int, Int64s | None]:
                half, number = lane
                into = self.halves[half] if number == 0 else np.zeros_like(self.halves[half])
                for start in range(0, len(parts[number]), _STEP):
                    step = parts[number][start : start + _STEP]
                    self.add(step, half, into)
                    said.more(len(step))
                return half, (into if number else None)

            blocks = [(half, lane) for lane in range(lanes) for half in range(2)]
            for half, extra in run_blocks(work, blocks, workers=workers):
                if extra is not None:
                    self.halves[half] += extra
            self.done = stop
            if keep is not None and monotonic() - kept > keep_seconds and stop < len(self.rows):
                keep(self.halves, self.done)
                kept = monotonic()

    def add(self, places: Int64s, half: int, into: Int64s) -> None:
        """Add a half's rivers of the turn boards at ``places`` of ``rows`` to a matrix."""
        middle = self.sampled // 2
        chosen = self._chosen[places, half * middle : (half + 1) * middle]
        count_sequences(
            frozen(self.rows[places]), ordered_turns().cards, ordered_turns().weights,
            frozen(np.ascontiguousarray(chosen)), self.bucketing.kernel_tables, into,
        )  # fmt: skip

    def error(self, seed: int = 0) -> SampleError:
        """Estimate the error of both halves together against all rivers."""
        left = sqrt(1 - self.sampled / RIVERS)
        if left == 0.0:
            return SampleError(0.0, 0.0, 0.0)
        rng = np.random.default_rng(seed)
        mine, theirs = rng.integers(0, 2, (2, _PROFILES, self.size)).astype(np.float64)
        distance = 0.0
        values: Float64s = np.zeros(_PROFILES)
        for start in range(0, self.size, _ROWS):
            span = slice(start, start + _ROWS)
            difference = (self.halves[0, span] - self.halves[1, span]) / self.total
            # an entry below the diagonal counts twice, one above it for a win and a loss
            distance += 2 * float(np.abs(np.tril(difference, start - 1)).sum())
            distance += float(np.abs(np.diagonal(difference, start)).sum())
            won = np.triu(difference, start + 1)
            values += ((mine[:, span] @ won) * theirs).sum(axis=1)
            values -= ((theirs[:, span] @ won) * mine).sum(axis=1)
        distance *= left
        return SampleError(
            distance / self.size**2, distance, left * float(np.sqrt((values**2).mean()))
        )


def counting_bytes(size: int) -> int:
    """Memory to count ``size`` sequences: two halves, then the two matrices."""
    return 2 * 8 * size**2 + 2 * (4 if size >= SINGLE_FROM else 8) * size**2


def _check_memory(size: int, name: str) -> None:
    free = available_memory()
    if free is not None and counting_bytes(size) > free:
        raise InputError(
            f"the matrices of {name} ({size:,} x {size:,} bucket sequences) need about "
            f"{counting_bytes(size) / 1024**3:.3g} GB to build, {free / 1024**3:.3g} GB are free",
            expected="use fewer buckets or a sampled method (mccfr-...)",
        )


def check_rivers(rivers: int) -> None:
    """Raise InputError if the rivers cannot be split into two halves."""
    if not (2 <= rivers <= RIVERS and rivers % 2 == 0):
        raise InputError(
            f"{rivers} rivers per turn board", expected=f"an even number from 2 to {RIVERS}"
        )


class _Said:
    """Sums the progress of several threads."""

    def __init__(self, report: Report, total: int, done: int) -> None:
        self._report, self._total, self._done = report, total, done
        self._lock = Lock()
        report(done, total)

    def more(self, done: int) -> None:
        with self._lock:
            self._done += done
            self._report(self._done, self._total)
