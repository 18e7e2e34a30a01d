"""Whether an array is a strategy for a layout: probabilities that sum to one everywhere."""

from __future__ import annotations

import numpy as np

from equipoise.errors import InputError
from equipoise.kernels.types import Float64s
from equipoise.trees.layout import Layout

_TOLERANCE = 1e-6


def check_probabilities(layout: Layout, strategy: Float64s, what: str = "strategy") -> None:
    """Refuse numbers that are not finite or negative, and information sets that do not sum to 1."""
    if strategy.shape != (layout.size,):
        raise InputError(
            f"{strategy.size:,} numbers", what=what, expected=f"its game has {layout.size:,}"
        )
    wrong = int(np.count_nonzero(~np.isfinite(strategy)))
    if wrong:
        raise InputError(f"{wrong:,} of its numbers are not finite", what=what)
    wrong = int(np.count_nonzero(strategy < 0))
    if wrong:
        raise InputError(f"{wrong:,} of its probabilities are negative", what=what)
    wrong, worst = _sums_off(layout, strategy)
    if wrong:
        raise InputError(
            f"its probabilities do not sum to 1 in {wrong:,} of {layout.infosets:,} information "
            f"sets, but for example to {worst:.6g}",
            what=what,
        )


def _sums_off(layout: Layout, strategy: Float64s) -> tuple[int, float]:
    """In how many information sets the sum is not 1, and the sum furthest from it."""
    tree = layout.tree
    nodes = tree.decision_nodes()
    states = np.array(layout.model.states, dtype=np.int64)[tree.player[nodes], tree.round[nodes]]
    actions = np.diff(tree.child_starts)[nodes]
    wrong, worst = 0, 1.0
    # blocks of one shape are looked at together
    for shape in np.unique(np.stack([actions, states], axis=1), axis=0).tolist():
        count, width = shape
        alike = nodes[(actions == count) & (states == width)]
        sums = np.zeros((len(alike), width))
        for action in range(count):
            first = layout.offsets[alike] + action * width
            sums += strategy[first[:, None] + np.arange(width)]
        errors = np.abs(sums - 1.0)
        wrong += int(np.count_nonzero(errors > _TOLERANCE))
        if errors.max(initial=0.0) > abs(worst - 1.0):
            worst = float(sums.ravel()[errors.argmax()])
    return wrong, worst
