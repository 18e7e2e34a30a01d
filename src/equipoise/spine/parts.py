"""A betting tree divided into parts that can be processed in parallel.

Below the *top*, a few nodes around the root, are independent subtrees. Small ones are grouped, so
that all parts take about the same work.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from equipoise.kernels.types import Int64s
from equipoise.spine.layout import Layout

_WORTH_CUTTING = 1_000_000  # strategy numbers below which threads cost more than they save
_PARTS = 32


@dataclass(frozen=True)
class Parts:
    """Decision nodes in preorder: those of the top, and those of each part below it."""

    top: Int64s
    below: tuple[Int64s, ...]


def cut_tree(layout: Layout, smallest: int = _WORTH_CUTTING) -> Parts:
    """The parts of a layout's tree; for a small strategy everything is the top."""
    tree = layout.tree
    nodes = tree.decision_nodes()
    if layout.size < smallest:
        return Parts(nodes, ())
    # strategy numbers from a node on, and the node after its subtree
    below = np.diff(np.append(layout.offsets, layout.size))
    after = np.arange(1, tree.size + 1)
    for node in range(tree.size - 1, 0, -1):
        parent = tree.parents[node]
        below[parent] += below[node]
        after[parent] = max(after[parent], after[node])
    share = layout.size / _PARTS
    top: list[int] = []
    parts: list[list[Int64s]] = [[]]
    filled = 0
    node = 0
    while node < tree.size:
        if below[node] > share:
            top.append(node)
            node += 1
            continue
        if filled + below[node] > share:
            parts.append([])
            filled = 0
        first, last = np.searchsorted(nodes, (node, after[node]))
        parts[-1].append(nodes[first:last])
        filled += int(below[node])
        node = int(after[node])
    joined = [np.concatenate(part) for part in parts if part]
    return Parts(np.array(top, dtype=np.int64), tuple(part for part in joined if len(part)))
