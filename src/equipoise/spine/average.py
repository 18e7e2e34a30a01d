"""The average strategy from weighted strategy sums."""

from __future__ import annotations

import numpy as np

from equipoise.kernels.passes.regret import normalise
from equipoise.kernels.types import Floats
from equipoise.spine.engine import Tables
from equipoise.spine.layout import Layout

_AT_ONCE = 1 << 20


def average_strategy(layout: Layout, sums: Floats) -> Floats:
    """Normalise weighted strategy sums in every information set.

    Information sets with zero sums become uniform.
    """
    if not np.issubdtype(sums.dtype, np.floating):  # 16-bit integers
        wide = sums.astype(np.float32)
        return _normalised(layout, wide, wide)
    return _normalised(layout, sums, np.zeros(layout.size, dtype=sums.dtype))


def final_average(layout: Layout, tables: Tables) -> Floats:
    """The same in place: the tables cannot be used afterwards.

    16-bit sums, stored before the regrets, are expanded to 32-bit numbers over both, from the end
    backwards, so that no unread sum is overwritten.
    """
    values = tables.sums
    if tables.room is not None:
        sums, values = tables.sums, tables.room.view(np.float32)
        for stop in range(len(sums), 0, -_AT_ONCE):
            start = max(0, stop - _AT_ONCE)
            values[start:stop] = sums[start:stop].astype(np.float32)
    return _normalised(layout, values, values)


def _normalised(layout: Layout, sums: Floats, result: Floats) -> Floats:
    tree = layout.tree
    for player in range(2):
        normalise(
            tree.decision_nodes(player), tree.round, tree.child_starts, layout.offsets,
            np.array(layout.model.states[player], dtype=np.int64), sums, result,
        )  # fmt: skip
    return result
