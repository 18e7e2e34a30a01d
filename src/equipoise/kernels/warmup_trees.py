"""Small calls of the kernels that work on betting trees: one decision, two ends, one card state."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from equipoise.kernels import (
    all_actions,
    dealing,
    external,
    outcome,
    passes,
    regret,
    soft,
    sweep,
    translate,
)
from equipoise.kernels.random import seed_state
from equipoise.kernels.walks import Walked, Weights


def tree_kernels() -> dict[str, Callable[[], object]]:
    """Passes, regret matching and sampled walks, by name."""
    kind = np.array([0, 1, 1], dtype=np.uint8)
    zeros = np.zeros(3, dtype=np.uint8)
    child_starts = np.array([0, 2, 2, 2], dtype=np.int64)
    children = np.array([1, 2], dtype=np.int64)
    places = np.arange(3, dtype=np.int64)
    one = np.ones(1, dtype=np.int64)
    none = np.zeros(1, dtype=np.int64)
    pair = np.zeros(2, dtype=np.int64)
    numbers = [np.zeros(3) for _ in range(3)]
    tree = (kind, zeros, zeros, child_starts, children, places)
    player = (0, one, none, none, places)
    nodes = (none, zeros, child_starts, places, one)
    deals = dealing.Deals(
        np.ones(1), none, none, places, pair, pair, np.arange(2, dtype=np.int64), np.ones(2)
    )
    walk = (
        Walked(kind, zeros, child_starts, children, places, np.ones(3), zeros, one.repeat(2)),
        deals,
        Weights(0.0, 0.0, -np.inf),
    )
    batch = (1, 1, seed_state(0), *numbers)
    return {
        "forward_reach": lambda: passes.forward_reach(*tree, *player, numbers[0], numbers[1]),
        "backward_values": lambda: passes.backward_values(*tree, *player, False, *numbers),
        "best_choices": lambda: passes.best_choices(*nodes, numbers[0], numbers[1]),
        "normalise": lambda: regret.normalise(*nodes, numbers[0], numbers[1]),
        "cfr_sweep": lambda: sweep.cfr_sweep(
            *tree, *player, 1.0, 1.0, 0.0, 1.0, False, *(np.zeros(3) for _ in range(5))
        ),
        "soft_values": lambda: soft.soft_values(*tree, *player, 1.0, *numbers),
        "largest_sums": lambda: soft.largest_sums(*tree[:5], *player, numbers[0], numbers[1]),
        "blend_plans": lambda: soft.blend_plans(
            *nodes, places, 0.5, numbers[0], numbers[1], numbers[2], np.zeros(3)
        ),
        "follow_plan": lambda: translate.follow_plan(
            none, pair, none, pair, none, none, pair, none, none[:, None].repeat(2, axis=1), 1,
            np.ones(1), zeros, one, none, none, none, none, one, places, numbers[0], places, 0.0,
            np.zeros(3),
        ),
        "alias_table": lambda: dealing.alias_table(np.ones(1), np.ones(1), none.copy()),
        "external_walks": lambda: external.external_walks(*walk, *batch),
        "outcome_walks": lambda: outcome.outcome_walks(*walk, *batch, 0.6),
        "all_action_walks": lambda: all_actions.all_action_walks(*walk, *batch),
    }  # fmt: skip
