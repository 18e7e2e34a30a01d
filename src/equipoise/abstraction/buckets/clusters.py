"""Buckets by clustering distributions: waveforms, or earth mover's distance.

Kauth 2014 (section 3.2) puts a hand into the bucket with the closest average waveform: here
k-means on the bins of the distribution (``wave``), or on the cumulative distribution with the L1
distance (``emd``), separately in every group. Centres come from a large sample of hands drawn by
their probability, then every hand goes to the nearest centre.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise

import numpy as np

from equipoise.abstraction.buckets.grouping import Grouping
from equipoise.abstraction.buckets.kmeans import Clusters, flat, kmeans
from equipoise.abstraction.buckets.points import HandPoints, sample_hands
from equipoise.abstraction.buckets.rounds import SUIT_BITS, RoundBoards
from equipoise.abstraction.strength.boards import combo_columns
from equipoise.base.progress import Report, silent
from equipoise.base.workers import run_blocks
from equipoise.kernels.arrays import frozen
from equipoise.kernels.buckets.clusters import assign_hands
from equipoise.kernels.buckets.divide import NONE, split_labels
from equipoise.kernels.types import Float32s, Float64s, Int64s, UInt16s

#: sampled hands per group, and in total
_A_GROUP = 200_000
_IN_ALL = 1_000_000
#: with at most this many points the best of several seedings is taken
_FEW_POINTS = 2000
_TRIES = 20
_LOW_5 = np.uint32(31)


@dataclass(frozen=True, eq=False)
class Sample:
    """Points for finding centres, by group: those of g are ``starts[g]`` to ``starts[g + 1]``."""

    points: Float32s
    weights: Float64s
    starts: Int64s
    absolute: bool

    @classmethod
    def draw(
        cls, boards: RoundBoards, grouping: Grouping, points: HandPoints, seed: list[int]
    ) -> Sample:
        """Sample the hands of a round, or take all if they are few."""
        size = min(_IN_ALL, _A_GROUP * grouping.count)
        found, groups, weights = sample_hands(boards, grouping, points, size, seed)
        order = np.argsort(groups, kind="stable")
        starts = np.searchsorted(groups[order], np.arange(grouping.count + 1))
        return cls(found[order], weights[order], starts.astype(np.int64), points.absolute)

    def mass(self, number: int) -> float:
        """The weight of one group."""
        return float(self.weights[self.starts[number] : self.starts[number + 1]].sum())

    def limited(self, most: int) -> Sample:
        """The sample with at most ``most`` points per group, evenly spaced."""
        kept = [
            np.unique(np.linspace(first, stop - 1, min(most, stop - first)).astype(np.int64))
            if stop > first
            else np.zeros(0, dtype=np.int64)
            for first, stop in pairwise(self.starts.tolist())
        ]
        sizes = np.array([len(some) for some in kept])
        starts = np.concatenate([[0], np.cumsum(sizes)])
        chosen = np.concatenate(kept)
        return Sample(self.points[chosen], self.weights[chosen], starts, self.absolute)

    def cluster(
        self, number: int, count: int, seed: list[int], workers: int | None = 1
    ) -> Clusters:
        """Clusters of one group; a group without sampled hands gets a centre at zero."""
        here = slice(self.starts[number], self.starts[number + 1])
        points, weights = self.points[here], self.weights[here]
        if len(points) == 0:
            points = np.zeros((1, self.points.shape[1]), dtype=np.float32)
            weights = np.ones(1)
        tries = _TRIES if len(points) <= _FEW_POINTS else 1
        found = [
            kmeans(
                points, weights, count, [*seed, number, count, attempt], self.absolute,
                workers=workers,
            )
            for attempt in range(tries)
        ]  # fmt: skip
        return min(found, key=lambda clusters: clusters.error)


def split_by_clusters(
    boards: RoundBoards,
    grouping: Grouping,
    points: HandPoints,
    parts: int,
    seed: list[int],
    report: Report = silent,
    workers: int | None = None,
) -> None:
    """Divide each group into ``parts`` clusters, numbered by mean strength."""
    sample = Sample.draw(boards, grouping, points, seed)
    if grouping.count == 1:
        found = [sample.cluster(0, parts, seed, workers)]
    else:
        numbers = range(grouping.count)
        found = run_blocks(lambda g: sample.cluster(g, parts, seed), numbers, workers=workers)
    centres = [clusters.ordered(points.key).centres for clusters in found]
    split_by_centres(boards, grouping, points, centres, report, workers)


def split_by_centres(
    boards: RoundBoards,
    grouping: Grouping,
    points: HandPoints,
    centres: list[Float32s],
    report: Report = silent,
    workers: int | None = None,
) -> None:
    """Divide each group by its nearest centre; a group may have any number of centres."""
    sizes = np.array([len(some) for some in centres])
    if grouping.count == 1 and boards.number > 0:
        # results that do not depend on the order of the cards are computed once for all orders
        labels = nearest_labels(boards.strength_rows, points, centres[0], report, workers)

        def spread(rows: Int64s) -> None:
            split_labels(
                rows, boards.places, combo_columns(), grouping.groups, labels, int(sizes[0])
            )

        boards.in_blocks(spread, workers=workers)
    else:
        kept = frozen(np.concatenate([flat(some) for some in centres]))
        starts = np.concatenate([[0], np.cumsum(sizes)])
        # boards with the same cards in another order are adjacent, so that their points are
        # computed once
        source = boards.places[boards.rows] >> SUIT_BITS
        order = np.argsort(source, kind="stable")
        ends = np.flatnonzero(np.diff(source[order])) + 1

        def assign(rows: Int64s) -> None:
            here = frozen(points.board(boards.places[rows[0]] >> SUIT_BITS))
            for row in rows:
                names = combo_columns()[boards.places[row] & _LOW_5]
                assign_hands(here, int(row), names, grouping.groups, kept, starts, points.absolute)

        run_blocks(assign, np.split(boards.rows[order], ends), report, workers)
    grouping.divided(sizes)


def nearest_labels(
    rows: Int64s,
    points: HandPoints,
    centres: Float32s,
    report: Report = silent,
    workers: int | None = None,
) -> UInt16s:
    """The nearest centre of every hand on these rows of a table of points."""
    labels = np.full(points.counts.shape[:2], NONE, dtype=np.uint16)
    kept, starts = flat(centres), np.array([0, len(centres)])
    same = combo_columns()[0]

    def assign(row: int) -> None:
        here = points.counts[row]
        labels[row, here.any(axis=-1)] = 0
        assign_hands(frozen(points.of(here)), row, same, labels, kept, starts, points.absolute)

    run_blocks(assign, [int(row) for row in rows], report, workers)
    return labels
