"""The hands of a round in groups, which one part of the notation after the other divides."""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np

from equipoise.abstraction.buckets.notation import MOST_BUCKETS
from equipoise.errors import InputError
from equipoise.kernels.types import Int64s, UInt16s


@dataclass(eq=False)
class Grouping:
    """Numbers of groups for the hands of all boards of a round ([boards, 1326]).

    ``parents`` has an array for each part: the group that each of its groups was divided from.
    """

    groups: UInt16s
    count: int
    parents: list[Int64s] = field(default_factory=list)

    def divided(self, parts: int | Int64s) -> None:
        """Note that every group g was divided into ``parts`` (or ``parts[g]``) groups, in order."""
        sizes = np.full(self.count, parts) if isinstance(parts, int) else parts
        total = int(sizes.sum())
        if total > MOST_BUCKETS[0]:
            raise InputError(f"{total:,} buckets", expected=f"at most {MOST_BUCKETS[0]:,}")
        self.parents.append(np.repeat(np.arange(self.count), sizes))
        self.count = total

    def ancestors(self, parts: int) -> Int64s:
        """For each group the one it belonged to when only the first ``parts`` parts were there."""
        found = np.arange(self.count)
        for step in reversed(self.parents[parts:]):
            found = step[found]
        return found
