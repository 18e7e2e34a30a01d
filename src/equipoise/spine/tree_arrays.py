"""A betting tree in the layout of sampled walks."""

from __future__ import annotations

import numpy as np

from equipoise.kernels.walks.common import Walked
from equipoise.spine.layout import Layout
from equipoise.spine.tree import DECISION, SHOWDOWN


def walked(layout: Layout) -> Walked:
    """The tree of a layout, for walks."""
    tree, model = layout.tree, layout.model
    gains = np.zeros(tree.size)
    for group in layout.groups:
        gains[group.nodes] = group.gains
    second = np.where(tree.kind == DECISION, tree.player == 1, tree.kind == SHOWDOWN)
    enters = tree.round != tree.round[tree.parents]
    enters[0] = False
    return Walked(
        tree.kind,
        (second * model.rounds + tree.round).astype(np.uint8),
        tree.child_starts,
        tree.children,
        layout.offsets,
        gains,
        enters.astype(np.uint8),
        np.array(model.states, dtype=np.int64).ravel(),
    )
