"""What a strategy does where it never comes by itself.

An equilibrium says nothing about information sets that its own player avoids, but a translated
strategy may be led there, so the choice is made explicit: call, fold (where it can), or uniform.
"""

from __future__ import annotations

import numpy as np

from equipoise.errors import InputError
from equipoise.games.action import Kind
from equipoise.kernels.types import Float64s
from equipoise.response.evaluate import Passes

RULES = ("call", "fold", "uniform")
_NEVER = 1e-12


def fill_unreached(passes: Passes, strategy: Float64s, rule: str) -> Float64s:
    """The strategy with its own unreached information sets played by a rule."""
    if rule not in RULES:
        raise InputError(f"unknown rule {rule!r}", "--unreached", expected=", ".join(RULES))
    filled = np.array(strategy, dtype=np.float64)
    layout, tree = passes.layout, passes.tree
    for player in range(2):
        reach = passes.forward(player, filled)
        for node in tree.decision_nodes(player):
            block = layout.block(filled, int(node))
            start = int(layout.starts[player][node])
            never = reach[start : start + block.shape[1]] < _NEVER
            if rule == "uniform":
                block[:, never] = 1 / len(block)
                continue
            kinds = [action.kind for action in tree.actions_of(int(node))]
            wanted = Kind.FOLD if rule == "fold" and Kind.FOLD in kinds else Kind.CALL
            place = kinds.index(wanted) if wanted in kinds else 0
            block[:, never] = 0.0
            block[place, never] = 1.0
    return filled
