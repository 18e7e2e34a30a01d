"""Percentile buckets: hands ordered by strength, in buckets of equal size.

Equal hands are never split: all hands of one strength level go to the bucket that contains their
median, so a bucket's share is off by at most one level's weight at either end. Up to the turn there
are 65,536 equal levels, on the river 1,981. Bucket 0 holds the weakest hands.
"""

from __future__ import annotations

import numpy as np

from equipoise.abstraction.buckets.grouping import Grouping
from equipoise.abstraction.buckets.rounds import RoundBoards
from equipoise.abstraction.strength.boards import combo_columns
from equipoise.base.workers import run_blocks
from equipoise.kernels.buckets.divide import count_levels, split_levels
from equipoise.kernels.types import Int64s, UInt32s

LEVELS = 1 << 16
_GROUPS_AT_ONCE = 128  # groups whose levels are counted in one pass over the hands
_SLICES = 4  # threads at most, each with its own counts


def middle_buckets(counts: Int64s, parts: int) -> Int64s:
    """For each row of counts by level, the bucket of each level, by its median.

    >>> middle_buckets(np.array([[1, 1, 1, 1], [0, 6, 1, 1]]), 2).tolist()
    [[0, 0, 1, 1], [0, 0, 1, 1]]
    """
    below = np.cumsum(counts, axis=-1) - counts
    total = counts.sum(axis=-1, keepdims=True)
    buckets: Int64s = parts * (2 * below + counts) // np.maximum(2 * total, 1)
    return np.minimum(buckets, parts - 1)


def cuts_of(buckets: Int64s, parts: int) -> UInt32s:
    """The first level of each bucket but the lowest, given the bucket of each level (rows)."""
    wanted = np.arange(1, parts)
    return np.searchsorted(buckets, wanted).astype(np.uint32)


def level_counts(
    boards: RoundBoards,
    grouping: Grouping,
    table: UInt32s,
    top: int,
    groups: range,
    workers: int | None = None,
) -> Int64s:
    """The weight of these groups on each level: [groups, 65536]."""
    slices = np.array_split(boards.rows, _SLICES)

    def count(rows: Int64s) -> Int64s:
        out = np.zeros((len(groups), LEVELS), dtype=np.int64)
        count_levels(
            rows, boards.places, combo_columns(), grouping.groups, table, np.uint64(top),
            boards.weights, groups.start, out,
        )  # fmt: skip
        return out

    total: Int64s = np.sum(run_blocks(count, slices, workers=workers), axis=0)
    return total


def split_by_percentile(
    boards: RoundBoards,
    grouping: Grouping,
    table: UInt32s,
    top: int,
    parts: int,
    workers: int | None = None,
) -> None:
    """Divide each group into ``parts`` of equal weight by a table of strengths up to ``top``."""
    cuts = np.empty((grouping.count, parts - 1), dtype=np.uint32)
    for start in range(0, grouping.count, _GROUPS_AT_ONCE):
        chosen = range(start, min(start + _GROUPS_AT_ONCE, grouping.count))
        counts = level_counts(boards, grouping, table, top, chosen, workers)
        for number, row in zip(chosen, counts, strict=True):
            cuts[number] = cuts_of(middle_buckets(row, parts), parts)
    split_at(boards, grouping, table, top, LEVELS, cuts, workers)


def split_by_width(
    boards: RoundBoards,
    grouping: Grouping,
    table: UInt32s,
    top: int,
    parts: int,
    workers: int | None = None,
) -> None:
    """Divide each group into strength intervals of equal width (Kauth 2014, section 2.6.2)."""
    cuts = np.tile(np.arange(1, parts, dtype=np.uint32), (grouping.count, 1))
    split_at(boards, grouping, table, top, parts, cuts, workers)


def split_at(
    boards: RoundBoards,
    grouping: Grouping,
    table: UInt32s,
    top: int,
    levels: int,
    cuts: UInt32s,
    workers: int | None = None,
) -> None:
    """Divide each group at its cuts ([groups, parts - 1])."""

    def split(rows: Int64s) -> None:
        split_levels(
            rows, boards.places, combo_columns(), grouping.groups, table, np.uint64(levels),
            np.uint64(top), cuts,
        )  # fmt: skip

    boards.in_blocks(split, workers=workers)
    grouping.divided(cuts.shape[1] + 1)
