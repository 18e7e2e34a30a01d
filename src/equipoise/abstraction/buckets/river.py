"""The river rule: the bucket from what is remembered, the board and the strength.

Hands are grouped by what is remembered of the turn, times the public bucket of the river board if
the notation has any. Within a group, ``lookup[group, strength]`` is the bucket of a strength (0 to
1,980). The frequency of each strength in each group is counted over all deals of flop, turn and
river. For opponent clusters the table ``values`` replaces the strength.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from equipoise.abstraction.buckets.allocate import allocate
from equipoise.abstraction.buckets.notation import PERCENTILES, Part, RoundSpec
from equipoise.abstraction.buckets.opponents import river_clusters
from equipoise.abstraction.buckets.own import is_own, own_buckets
from equipoise.abstraction.buckets.percentile import middle_buckets
from equipoise.abstraction.buckets.potential import most_children
from equipoise.abstraction.buckets.public import cluster_boards, river_base, transition_tables
from equipoise.abstraction.buckets.rounds import RoundBoards
from equipoise.abstraction.buckets.split_own import river_values
from equipoise.abstraction.buckets.strengths import Strengths
from equipoise.abstraction.strength.boards import combo_columns, rivers
from equipoise.abstraction.strength.features import FULL_STRENGTH
from equipoise.base.progress import Report, portion, silent
from equipoise.base.workers import run_blocks
from equipoise.cards.combos import COMBO_COUNT
from equipoise.kernels.arrays import frozen
from equipoise.kernels.buckets.divide import RiverGroups, count_river, count_river_boards
from equipoise.kernels.buckets.intervals import best_intervals
from equipoise.kernels.types import Float64s, Int32s, Int64s, UInt16s

LEVELS = FULL_STRENGTH + 1
_GROUPS_AT_ONCE = 2048
_SLICES = 8


@dataclass(frozen=True, eq=False)
class TurnMemory:
    """Input of the river: the turn's buckets, what is remembered of them, the boards."""

    boards: RoundBoards
    buckets: UInt16s
    memory: UInt16s
    memory_count: int
    public: UInt16s
    public_count: int


@dataclass(frozen=True, eq=False)
class RiverRule:
    """bucket = starts[group] + lookup[group, strength or value]."""

    starts: Int32s
    lookup: UInt16s
    public: UInt16s
    public_count: int
    values: UInt16s
    count: int

    @property
    def group_of(self) -> Int64s:
        """The group of each bucket."""
        sizes = np.diff(np.append(self.starts, self.count))
        return np.repeat(np.arange(len(self.starts)), sizes)


class RiverBuild:
    """Builds the river rule of one bucketing."""

    def __init__(
        self, spec: RoundSpec, turn: TurnMemory, strengths: Strengths, seed: int,
        report: Report = silent, workers: int | None = None,
    ) -> None:  # fmt: skip
        self.turn = turn
        self.strengths = strengths
        self.seed = seed
        self.report = report
        self.workers = workers
        public = spec.parts[0].kind == "pub"
        self.public_count = spec.parts[0].count if public else 1
        self.parts = spec.parts[1:] if public else spec.parts
        self.public = np.zeros((1, 1), dtype=np.uint16)
        self.groups = turn.memory_count * self.public_count

    def make(self, preflop_base: UInt16s | None) -> RiverRule:
        """The rule; ``preflop_base`` are the base buckets of the public buckets."""
        if preflop_base is not None:
            self.public = self._public_buckets(preflop_base)
        values = np.zeros((0, COMBO_COUNT), dtype=np.uint16)
        sizes = np.full(self.groups, int(np.prod([part.count for part in self.parts])))
        kind = self.parts[0].kind
        if kind == "ochs":
            count = self.parts[0].count
            weights = self._board_weights().sum(axis=0).astype(np.float64)
            values = river_clusters(
                self.strengths, weights, count, self.seed, self.report, self.workers
            )
            lookup = np.tile(np.arange(count, dtype=np.uint16), (self.groups, 1))
        elif is_own(kind):
            count = self.parts[0].count
            wanted = np.flatnonzero(self._board_weights().sum(axis=0))
            values = river_values(own_buckets(kind), rivers().cards, wanted, count, self.report)
            lookup = np.tile(np.arange(count, dtype=np.uint16), (self.groups, 1))
        elif kind == "pa":
            sizes, lookup = self._potential(self.parts[0].count)
        else:
            found = [
                strength_lookup(counts, self.parts, self.workers)
                for counts in self._strength_counts()
            ]
            lookup = np.concatenate(found)
        starts = np.concatenate([[0], np.cumsum(sizes)])
        return RiverRule(
            starts[:-1].astype(np.int32), lookup, self.public, self.public_count, values,
            int(starts[-1]),
        )  # fmt: skip

    def _strength_counts(self) -> Iterator[Int64s]:
        """The frequency of each strength in each group, [groups, 1981], in batches."""
        turn = self.turn
        slices = np.array_split(turn.boards.rows, _SLICES)
        by = RiverGroups(
            frozen(turn.buckets), frozen(turn.memory), frozen(turn.public), frozen(self.public),
            self.public_count,
        )  # fmt: skip
        for start in range(0, self.groups, _GROUPS_AT_ONCE):
            size = min(_GROUPS_AT_ONCE, self.groups - start)

            def count(rows: Int64s, start: int = start, size: int = size) -> Int64s:
                out = np.zeros((size, LEVELS), dtype=np.int64)
                count_river(
                    frozen(rows), turn.boards.cards, turn.boards.weights, by, rivers().places,
                    combo_columns(), self.strengths.river, start, out,
                )  # fmt: skip
                return out

            total: Int64s = np.zeros((size, LEVELS), dtype=np.int64)
            said = portion(self.report, start / self.groups, size / self.groups)
            for part in run_blocks(count, slices, said, self.workers):
                total += part
            yield total

    def _board_weights(self) -> Int64s:
        """Number of deals that lead to each river board, by remembered public bucket."""
        turn = self.turn
        out = np.zeros((turn.public_count, len(rivers())), dtype=np.int64)
        count_river_boards(
            turn.boards.rows, turn.boards.cards, turn.boards.weights, frozen(turn.public),
            rivers().places, out,
        )  # fmt: skip
        return out

    def _public_buckets(self, preflop_base: UInt16s) -> UInt16s:
        """For each remembered public bucket, the public bucket of each river board."""
        weights = self._board_weights()
        river = self.strengths.river
        wanted = frozen(np.flatnonzero(weights.sum(axis=0)))
        counts = np.zeros(LEVELS, dtype=np.int64)
        for row in wanted:
            counts += np.bincount(river[row], minlength=1 << 16)[:LEVELS] * weights[:, row].sum()
        base = river_base(river, counts)
        before = frozen(np.zeros(len(river), dtype=np.int64))
        tables = transition_tables(wanted, before, preflop_base, base, self.workers)
        public = np.zeros(weights.shape, dtype=np.uint16)
        one = np.zeros(len(wanted), dtype=np.int64)
        for number in range(len(weights)):
            public[number, wanted] = cluster_boards(
                tables, weights[number, wanted].astype(np.float64), one, self.public_count,
                [self.seed, 3, number], self.workers,
            )  # fmt: skip
        return public

    def _potential(self, parts: int) -> tuple[Int64s, UInt16s]:
        """Intervals of strength, their number per group allocated by integer programming."""
        most = min(parts if self.groups == 1 else most_children(parts), LEVELS)
        found = [
            divided
            for counts in self._strength_counts()
            for divided in intervals(counts, most, self.workers)
        ]
        errors = np.array([error for error, _ in found])
        sizes = np.full(1, most)
        if self.groups > 1:
            sizes = allocate(errors, parts * self.groups)
        lookup = [
            cut_lookup(cuts[size - 1, : size - 1])
            for (_, cuts), size in zip(found, sizes, strict=True)
        ]
        return sizes, np.array(lookup)


def intervals(
    counts: Int64s, most: int, workers: int | None = None
) -> list[tuple[Float64s, Int64s]]:
    """For each group (a row of counts) the errors and cuts of the best 1 to ``most`` intervals."""

    def one(row: Int64s) -> tuple[Float64s, Int64s]:
        errors = np.zeros(most)
        cuts = np.zeros((most, most), dtype=np.int64)
        best_intervals(row, errors, cuts)
        return errors, cuts

    return run_blocks(one, list(counts), workers=workers)


def cut_lookup(cuts: Int64s) -> UInt16s:
    """The interval of each strength."""
    return np.searchsorted(cuts, np.arange(LEVELS), side="right").astype(np.uint16)


def strength_lookup(counts: Int64s, parts: tuple[Part, ...], workers: int | None = None) -> UInt16s:
    """Divide the strengths of each group (a row) by one part after the other."""
    found = np.zeros(counts.shape, dtype=np.int64)
    so_far = 1
    for part in parts:
        inner = np.zeros_like(found)
        for number in range(so_far):
            here = found == number
            inner[here] = _divide(np.where(here, counts, 0), part, workers)[here]
        found = found * part.count + inner
        so_far *= part.count
    return found.astype(np.uint16)


def _divide(counts: Int64s, part: Part, workers: int | None) -> Int64s:
    if part.kind in PERCENTILES:
        return middle_buckets(counts, part.count)
    if part.kind == "eq":
        widths = np.minimum(np.arange(LEVELS) * part.count // FULL_STRENGTH, part.count - 1)
        return np.broadcast_to(widths, counts.shape)
    # wave and emd: on the river a distribution is one strength
    most = min(part.count, LEVELS)
    cuts = [cuts[most - 1, : most - 1] for _, cuts in intervals(counts, most, workers)]
    return np.array([cut_lookup(some) for some in cuts]).astype(np.int64)
