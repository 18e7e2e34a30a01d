"""Building a bucketing round by round; each part of the notation divides the groups so far."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import numpy as np

from equipoise.abstraction.buckets.clusters import split_by_clusters
from equipoise.abstraction.buckets.grouping import Grouping
from equipoise.abstraction.buckets.notation import (
    PERCENTILES,
    STARTING_HANDS,
    CardAbstraction,
    Part,
    RoundSpec,
)
from equipoise.abstraction.buckets.own import is_own, own_buckets
from equipoise.abstraction.buckets.percentile import split_by_percentile, split_by_width
from equipoise.abstraction.buckets.potential import Potential
from equipoise.abstraction.buckets.public import (
    BASE_BUCKETS,
    cluster_boards,
    split_by_public,
    transition_tables,
)
from equipoise.abstraction.buckets.river import RiverBuild, RiverRule, TurnMemory
from equipoise.abstraction.buckets.rounds import RoundBoards, Universe
from equipoise.abstraction.buckets.split_own import split_by_function
from equipoise.abstraction.buckets.strengths import Strengths
from equipoise.abstraction.strength.boards import PREFLOP, RIVER, TURN
from equipoise.base.progress import Report, silent
from equipoise.cards.combos import combo_types
from equipoise.kernels.arrays import frozen
from equipoise.kernels.types import Int64s, UInt16s


@dataclass(frozen=True, eq=False)
class RoundBuckets:
    """The buckets of a round before the river.

    ``table`` [boards, 1326]; ``memory`` [buckets], the remembered part of a bucket; ``before``
    [buckets], the remembered group it was divided from; ``public`` [boards], the remembered public
    buckets.
    """

    table: UInt16s
    count: int
    memory: UInt16s
    memory_count: int
    before: UInt16s
    public: UInt16s
    public_count: int


class Maker:
    """Builds the rounds of one bucketing from the strength tables."""

    def __init__(
        self,
        abstraction: CardAbstraction,
        strengths: Strengths,
        seed: int,
        universe: Universe,
        workers: int | None = None,
    ) -> None:
        self.abstraction = abstraction
        self.strengths = strengths
        self.seed = seed
        self.universe = universe
        self.workers = workers

    @cached_property
    def _potential(self) -> Potential:
        return Potential(self.universe, self.strengths, self.seed, self.workers)

    def round(
        self, number: int, previous: RoundBuckets | None, report: Report = silent
    ) -> RoundBuckets:
        """The buckets of a round before the river, given the previous round."""
        spec = self.abstraction.rounds[number]
        boards = self.universe.boards(number)
        public = np.zeros(len(boards.cards), dtype=np.int64)
        public_count = 1
        if previous is None:
            grouping = Grouping.whole(boards, self.workers)
        else:
            grouping = Grouping.inherited(
                boards, previous.table, previous.memory, previous.memory_count, self.workers
            )
            public = previous.public[boards.before_rows].astype(np.int64)
            public_count = previous.public_count
        for place, part in enumerate(spec.parts):
            seed = [self.seed, number, place]
            if part.kind == "pub":
                found = self._public(boards, public, part.count, seed)
                split_by_public(boards, grouping, found, part.count)
                if spec.remembered:
                    public = public * part.count + found
                    public_count *= part.count
            else:
                self._split(boards, grouping, part, seed, report)
        memory, memory_count = _remembered(spec, grouping)
        return RoundBuckets(
            frozen(grouping.groups),
            grouping.count,
            frozen(memory.astype(np.uint16)),
            memory_count,
            frozen(grouping.ancestors(0).astype(np.uint16)),
            frozen(public.astype(np.uint16)),
            public_count,
        )

    def _split(
        self, boards: RoundBoards, grouping: Grouping, part: Part, seed: list[int], report: Report
    ) -> None:
        number = boards.number
        if number == PREFLOP and part.count == STARTING_HANDS:
            grouping.groups[0] = combo_types()
            grouping.divided(STARTING_HANDS)
        elif part.kind in PERCENTILES:
            table, top = self.strengths.metric(number, part.kind)
            split_by_percentile(boards, grouping, table, top, part.count, self.workers)
        elif part.kind == "eq":
            table, top = self.strengths.metric(number, "hs")
            split_by_width(boards, grouping, table, top, part.count, self.workers)
        elif is_own(part.kind):
            split_by_function(boards, grouping, own_buckets(part.kind), part.count, report)
        elif part.kind == "pa":
            self._potential.split(boards, grouping, part.count, seed, report)
        else:
            points = self.strengths.distributions(number, cumulative=part.kind == "emd")
            split_by_clusters(boards, grouping, points, part.count, seed, report, self.workers)

    def _base(self, number: int) -> UInt16s:
        """The base buckets of public buckets: percentiles of hs2, each round separately."""
        boards = self.universe.boards(number)
        grouping = Grouping.whole(boards, self.workers)
        table, top = self.strengths.metric(number, "hs2")
        split_by_percentile(boards, grouping, table, top, BASE_BUCKETS, self.workers)
        return frozen(grouping.groups)

    def _public(self, boards: RoundBoards, within: Int64s, parts: int, seed: list[int]) -> Int64s:
        """The public bucket of each board, [boards]."""
        tables = transition_tables(
            boards.rows, boards.before_rows, self._base(boards.number - 1),
            self._base(boards.number), self.workers,
        )  # fmt: skip
        weights = boards.weights[boards.rows].astype(np.float64)
        found = np.zeros(len(boards.cards), dtype=np.int64)
        found[boards.rows] = cluster_boards(
            tables, weights, within[boards.rows], parts, seed, self.workers
        )
        return found

    def river(self, turn: RoundBuckets, report: Report = silent) -> RiverRule:
        """The river rule."""
        spec = self.abstraction.rounds[RIVER]
        memory = TurnMemory(
            self.universe.boards(TURN), turn.table, turn.memory, turn.memory_count,
            turn.public, turn.public_count,
        )  # fmt: skip
        base = self._base(PREFLOP) if spec.parts[0].kind == "pub" else None
        build = RiverBuild(spec, memory, self.strengths, self.seed, report, self.workers)
        return build.make(base)


def _remembered(spec: RoundSpec, grouping: Grouping) -> tuple[Int64s, int]:
    """The remembered part of each bucket, and the number of such parts."""
    kept = len(spec.remembered)
    memory = grouping.ancestors(kept)
    count = grouping.count_after(kept)
    if kept:
        known, coarser = spec.parts[kept - 1].count, spec.remembered[-1].count
        if coarser != known:  # a percentile in fewer parts: neighbours are merged
            memory = memory // known * coarser + memory % known // (known // coarser)
            count = count // known * coarser
    return memory, count
