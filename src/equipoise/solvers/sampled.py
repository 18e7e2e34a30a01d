"""Monte-Carlo counterfactual regret minimization on betting tree times card model.

Lanctot, Waugh, Zinkevich and Bowling 2009; public chance sampling: Johanson, Bard, Lanctot, Gibson
and Bowling 2012. The methods differ in what they sample: only the cards of both players (chance),
only the cards that both see (public), also the opponent's actions (external), or a single line of
play (outcome). See ``docs/decisions/sampled-cfr.md`` for the estimators.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import inf

import numpy as np

from equipoise.abstraction.deals import deals_by_board, deals_by_state
from equipoise.kernels.dealing import Deals
from equipoise.kernels.external import external_walks
from equipoise.kernels.random import seed_state
from equipoise.kernels.regret import normalise
from equipoise.kernels.types import Float64s
from equipoise.kernels.walks import Walked, Weights
from equipoise.response.evaluate import Passes
from equipoise.solvers.solver import Arrays
from equipoise.trees.layout import Layout
from equipoise.trees.tree import SHOWDOWN


def walked(layout: Layout) -> Walked:
    """The tree of a layout as walks see it."""
    tree, model = layout.tree, layout.model
    rounds = model.rounds
    gains = np.zeros(tree.size)
    for group in layout.groups:
        gains[group.nodes] = group.gains
    second = np.where(tree.kind == 0, tree.player == 1, tree.kind == SHOWDOWN)
    return Walked(
        tree.kind,
        (second * rounds + tree.round).astype(np.uint8),
        tree.child_starts,
        tree.children,
        layout.offsets,
        gains,
        np.array(model.states, dtype=np.int64).ravel(),
    )
