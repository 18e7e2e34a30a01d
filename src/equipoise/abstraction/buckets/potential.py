"""Potential-aware abstraction (Gilpin, Sandholm and Sorensen 2007), as Tartanian5 used it.

Bottom-up: a turn hand is represented by the histogram of its river strengths; turn hands are
clustered, and a flop hand is the histogram of the turn clusters it can reach; likewise the
pre-flop. Distances are squared differences of histograms. Top-down: in each round the hands of
every bucket of the round before are clustered by these histograms, and the number of children per
bucket is chosen by integer programming, to minimise the sum of errors for the round's total number
of buckets.
"""

from __future__ import annotations

from functools import cached_property

import numpy as np

from equipoise.abstraction.buckets.allocate import allocate
from equipoise.abstraction.buckets.clusters import (
    Sample,
    nearest_labels,
    split_by_centres,
    split_by_clusters,
)
from equipoise.abstraction.buckets.grouping import Grouping
from equipoise.abstraction.buckets.points import HandPoints
from equipoise.abstraction.buckets.rounds import RoundBoards, Universe
from equipoise.abstraction.buckets.strengths import Strengths
from equipoise.abstraction.strength.boards import FLOP, PREFLOP, TURN, combo_columns, turns
from equipoise.base.progress import Report, portion, silent
from equipoise.base.workers import run_blocks
from equipoise.cards.combos import TYPE_COUNT, combo_types
from equipoise.kernels.buckets.divide import NONE, count_next
from equipoise.kernels.types import Float32s, UInt16s

#: clusters of the turn and the flop in the bottom-up pass
BOTTOM_UP = 64
_TURN_CARDS = 47  # turn cards a player on the flop may see
_FOR_ERRORS = 4000  # points of a parent used to measure the errors of 1, 2, ... children


class Potential:
    """Histograms of future hands, built bottom-up; the top-down pass uses them."""

    def __init__(
        self, universe: Universe, strengths: Strengths, seed: int, workers: int | None = None
    ) -> None:
        self.universe = universe
        self.strengths = strengths
        self.seed = seed
        self.workers = workers

    def points(self, number: int) -> HandPoints:
        """The histograms of a round before the river."""
        if number == PREFLOP:
            return self._preflop
        return self._flop if number == FLOP else self._turn

    @cached_property
    def _turn(self) -> HandPoints:
        return self.strengths.distributions(TURN)

    @cached_property
    def _flop(self) -> HandPoints:
        labels = self._labels(TURN, self._turn)
        boards = self.universe.boards(FLOP)
        counts = np.zeros((*boards.shape, BOTTOM_UP), dtype=np.uint8)

        def count(row: int) -> None:
            count_next(
                boards.cards[row : row + 1], turns().places, combo_columns(), labels,
                counts[row : row + 1],
            )  # fmt: skip

        run_blocks(count, [int(row) for row in boards.rows], workers=self.workers)
        return HandPoints(counts, _TURN_CARDS)

    @cached_property
    def _preflop(self) -> HandPoints:
        """Hands of one type see the same flops up to suits, so types are counted as a whole."""
        labels = self._labels(FLOP, self._flop)
        boards = self.universe.boards(FLOP)
        counts = np.zeros((TYPE_COUNT, BOTTOM_UP), dtype=np.int64)
        types = combo_types()
        for row in boards.rows:
            possible = labels[row] != NONE
            np.add.at(counts, (types[possible], labels[row][possible]), boards.weights[row])
        return HandPoints(counts[types][None], None)

    def _labels(self, number: int, points: HandPoints) -> UInt16s:
        """The bottom-up clusters of all hands of a round, numbered by strength."""
        boards = self.universe.boards(number)
        grouping = Grouping.whole(boards, self.workers)
        seed = [self.seed, number, 0x77]
        clusters = Sample.draw(boards, grouping, points, seed).cluster(
            0, BOTTOM_UP, seed, self.workers
        )
        centres = clusters.ordered(points.key).centres
        return nearest_labels(boards.strength_rows, points, centres, workers=self.workers)

    def split(
        self, boards: RoundBoards, grouping: Grouping, parts: int, seed: list[int],
        report: Report = silent,
    ) -> None:  # fmt: skip
        """Divide the groups into ``parts`` times as many clusters, allocated by their errors."""
        points = self.points(boards.number)
        if grouping.count == 1 or parts == 1:
            split_by_clusters(boards, grouping, points, parts, seed, report, self.workers)
            return
        sample = Sample.draw(boards, grouping, points, seed)
        most = most_children(parts)
        small = sample.limited(_FOR_ERRORS)
        tasks = [(group, count + 1) for group in range(grouping.count) for count in range(most)]

        def error(task: tuple[int, int]) -> float:
            group, count = task
            share = sample.mass(group) / max(small.mass(group), 1.0)
            return small.cluster(group, count, seed).error * share

        measuring = portion(report, 0, 0.5)
        errors = np.array(run_blocks(error, tasks, measuring, self.workers))
        sizes = allocate(errors.reshape(grouping.count, most), parts * grouping.count)

        def final(group: int) -> Float32s:
            clusters = sample.cluster(group, int(sizes[group]), seed)
            return clusters.ordered(points.key).centres

        centres = run_blocks(final, range(grouping.count), workers=self.workers)
        assigning = portion(report, 0.5, 0.5)
        split_by_centres(boards, grouping, points, centres, assigning, self.workers)


def most_children(parts: int) -> int:
    """Maximum number of children of one parent if ``parts`` is the average."""
    return 2 * parts
