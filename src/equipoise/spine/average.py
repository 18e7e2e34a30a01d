"""The average strategy of solvers that add up weighted strategies."""

from __future__ import annotations

import numpy as np

from equipoise.kernels.passes.regret import normalise
from equipoise.kernels.types import Floats
from equipoise.spine.engine import Tables
from equipoise.spine.layout import Layout

_AT_ONCE = 1 << 20


def average_strategy(layout: Layout, sums: Floats) -> Floats:
    """Sums of weighted probabilities, made to sum to one in every information set.

    Where nothing was added up, every action is taken equally often.
    """
    if not np.issubdtype(sums.dtype, np.floating):  # 16 bits
        wide = sums.astype(np.float32)
        return _normalised(layout, wide, wide)
    return _normalised(layout, sums, np.zeros(layout.size, dtype=sums.dtype))


def final_average(layout: Layout, tables: Tables) -> Floats:
    """The same in the memory of the tables, which are of no use after it.

    16-bit sums, which lie before the regrets, become 32-bit numbers in the place of both, from the
    end on: a number goes where sums behind it were, or its own.
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
