"""Hands as points for clustering: distributions of final strength, histograms.

A table of points has integer counts for every board and combo ([boards, 1326, d]); a point is the
counts normalised, or cumulated and normalised, so that L1 distances are earth mover's distances.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from equipoise.abstraction.buckets.grouping import Grouping
from equipoise.abstraction.buckets.rounds import SUIT_BITS, RoundBoards
from equipoise.abstraction.strength.boards import combo_columns
from equipoise.kernels.buckets.divide import NONE
from equipoise.kernels.types import Float32s, Float64s, Int64s

_LOW_5 = np.uint32(31)


@dataclass(frozen=True, eq=False)
class HandPoints:
    """Points of all hands; the counts of each sum to ``total`` (None: varying sums)."""

    counts: npt.NDArray[np.integer]
    total: int | None
    cumulative: bool = False

    @property
    def absolute(self) -> bool:
        """True if distances are L1, on cumulative distributions."""
        return self.cumulative

    @property
    def key(self) -> Float64s:
        """Weights that order centres by strength: the distribution's mean, up to a constant."""
        size = self.counts.shape[-1]
        return -np.ones(size) if self.cumulative else np.arange(size, dtype=np.float64)

    def of(self, counts: npt.NDArray[np.integer]) -> Float32s:
        """Counts [..., d] as points."""
        total = counts.sum(axis=-1, keepdims=True) if self.total is None else self.total
        if self.cumulative:
            counts = np.cumsum(counts, axis=-1, dtype=np.int32)
        whole: Float32s = np.asarray(total, dtype=np.float32)
        shares: Float32s = counts.astype(np.float32) / whole
        return shares

    def board(self, row: int) -> Float32s:
        """All points of a board of the table: [1326, d]."""
        return self.of(self.counts[row])


def sample_hands(
    boards: RoundBoards, grouping: Grouping, points: HandPoints, size: int, seed: list[int]
) -> tuple[Float32s, Int64s, Float64s]:
    """Points of about ``size`` hands drawn by probability, with their groups and weights.

    All hands if there are no more than that.
    """
    combo_count = grouping.groups.shape[1]
    board_weights = boards.weights[boards.rows].astype(np.float64)
    if len(boards.rows) * combo_count <= size:
        rows = np.repeat(boards.rows, combo_count)
        combos = np.tile(np.arange(combo_count), len(boards.rows))
        weights = np.repeat(board_weights, combo_count)
    else:
        random = np.random.default_rng(np.random.SeedSequence(seed))
        shares = board_weights / board_weights.sum()
        rows = np.sort(random.choice(boards.rows, size=size, p=shares))
        combos = random.integers(combo_count, size=size)
        weights = np.ones(size)
    found = grouping.groups[rows, combos]
    kept = found != NONE
    rows, combos = rows[kept], combos[kept]
    places = boards.places[rows]
    names = combo_columns()[places & _LOW_5, combos]
    chosen = points.of(points.counts[places >> SUIT_BITS, names])
    return chosen, found[kept].astype(np.int64), weights[kept]
