"""The hands of a round in groups, divided by one part of the notation after the other."""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np

from equipoise.abstraction.buckets.notation import MOST_BUCKETS
from equipoise.abstraction.buckets.rounds import RoundBoards
from equipoise.base.errors import InputError
from equipoise.cards.combos import COMBO_COUNT, combo_cards
from equipoise.kernels.arrays import frozen
from equipoise.kernels.buckets.divide import NONE, inherit_groups
from equipoise.kernels.types import Int64s, UInt16s


@dataclass(eq=False)
class Grouping:
    """Group numbers of the hands on all boards of a round ([boards, 1326]).

    ``parents`` has an array for each part: the group that each of its groups was divided from.
    """

    groups: UInt16s
    count: int
    parents: list[Int64s] = field(default_factory=list)

    @classmethod
    def inherited(
        cls, boards: RoundBoards, before: UInt16s, memory: UInt16s, count: int,
        workers: int | None = None,
    ) -> Grouping:  # fmt: skip
        """The hands of a round by what is remembered of the buckets of the round before.

        ``before`` [boards before, 1326], ``memory`` the remembered part of each bucket.
        """
        groups = np.full(boards.shape, NONE, dtype=np.uint16)
        before, memory = frozen(before), frozen(memory)

        def fill(rows: Int64s) -> None:
            inherit_groups(
                rows, boards.cards, boards.before_rows, before, memory, combo_cards(), groups
            )

        boards.in_blocks(fill, workers=workers)
        return cls(groups, count)

    @classmethod
    def whole(cls, boards: RoundBoards, workers: int | None = None) -> Grouping:
        """All hands of a round in one group."""
        none = np.zeros((int(boards.before_rows.max()) + 1, COMBO_COUNT), dtype=np.uint16)
        return cls.inherited(boards, none, none[0, :1], 1, workers)

    def divided(self, parts: int | Int64s) -> None:
        """Record that group g was divided into ``parts`` (or ``parts[g]``) groups, in order."""
        sizes = np.full(self.count, parts) if isinstance(parts, int) else parts
        total = int(sizes.sum())
        if total > MOST_BUCKETS[0]:
            raise InputError(f"{total:,} buckets", expected=f"at most {MOST_BUCKETS[0]:,}")
        self.parents.append(np.repeat(np.arange(self.count), sizes))
        self.count = total

    def count_after(self, parts: int) -> int:
        """Number of groups after the first ``parts`` parts."""
        if parts < len(self.parents):
            return int(self.parents[parts].max()) + 1
        return self.count

    def ancestors(self, parts: int) -> Int64s:
        """For each group its ancestor after the first ``parts`` parts."""
        found = np.arange(self.count)
        for step in reversed(self.parents[parts:]):
            found = step[found]
        return found
