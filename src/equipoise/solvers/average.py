"""The average strategy of solvers that add up weighted strategies."""

from __future__ import annotations

import numpy as np

from equipoise.kernels.regret import normalise
from equipoise.kernels.types import Floats
from equipoise.response.evaluate import Passes


def average_strategy(passes: Passes, sums: Floats) -> Floats:
    """Sums of weighted probabilities, made to sum to one in every information set.

    Where nothing was added up, every action is taken equally often.
    """
    tree, layout = passes.tree, passes.layout
    result: Floats = np.zeros(layout.size, dtype=sums.dtype)
    for player in range(2):
        normalise(
            tree.decision_nodes(player), tree.round, tree.child_starts, layout.offsets,
            passes.states[player], sums, result,
        )  # fmt: skip
    return result
