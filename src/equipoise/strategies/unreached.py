"""Actions of a strategy at information sets that it never reaches.

An equilibrium says nothing about information sets that its own player avoids, but a translated
strategy may be led there, so the choice is made explicit: uniform, call, or fold (where it can).
"""

from __future__ import annotations

import numpy as np

from equipoise.base.errors import InputError
from equipoise.games.action import Kind
from equipoise.kernels.types import Float64s
from equipoise.spine.passes import Passes
from equipoise.spine.tree import BettingTree

RULES = ("uniform", "call", "fold")
NEVER = 1e-12  # own reach below this counts as zero


def check_rule(rule: str) -> None:
    """Raise InputError for an unknown rule."""
    if rule not in RULES:
        raise InputError(
            "no such rule for unreached information sets",
            what="rule",
            text=rule,
            expected=f"one of {', '.join(RULES)}",
        )


def habit(tree: BettingTree, node: int, rule: str) -> Float64s:
    """The action probabilities of a rule at a node; fold means check if that is free."""
    kinds = [action.kind for action in tree.actions_of(node)]
    if rule == "uniform":
        return np.full(len(kinds), 1 / len(kinds))
    wanted = Kind.FOLD if rule == "fold" and Kind.FOLD in kinds else Kind.CALL
    chances = np.zeros(len(kinds))
    chances[kinds.index(wanted) if wanted in kinds else 0] = 1.0
    return chances


def fill_unreached(passes: Passes, strategy: Float64s, rule: str) -> Float64s:
    """The strategy with its own unreached information sets played by a rule."""
    check_rule(rule)
    filled = np.array(strategy, dtype=np.float64)
    layout, tree = passes.layout, passes.tree
    for player in range(2):
        reach = passes.forward(player, filled)
        for node in tree.decision_nodes(player).tolist():
            block = layout.block(filled, node)
            start = int(layout.reach_starts[player][node])
            never = reach[start : start + block.shape[1]] <= NEVER
            block[:, never] = habit(tree, node, rule)[:, None]
    return filled
