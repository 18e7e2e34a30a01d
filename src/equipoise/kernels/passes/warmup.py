"""Warm-up calls of the passes: a tree of one decision, two terminal nodes, one card state."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from equipoise.kernels.passes import reach_and_value as passes
from equipoise.kernels.passes import regret, soft, sweep, translate
from equipoise.kernels.types import Floats


def pass_kernels() -> dict[str, Callable[[], object]]:
    """Every pass kernel by name, in both precisions."""
    kind = np.array([0, 1, 1], dtype=np.uint8)
    zeros = np.zeros(3, dtype=np.uint8)
    child_starts = np.array([0, 2, 2, 2], dtype=np.int64)
    children = np.array([1, 2], dtype=np.int64)
    places = np.arange(3, dtype=np.int64)
    one = np.ones(1, dtype=np.int64)
    none = np.zeros(1, dtype=np.int64)
    pair = np.zeros(2, dtype=np.int64)
    over = (zeros, zeros, child_starts, children, places, 0, one, none, none)
    tree = (none, over, places)
    nodes = (none, zeros, child_starts, places, one)

    rule = regret.UpdateRule(1.0, 1.0, 1.0, 0.0, 1.0, False)

    return {
        "forward_reach": both(lambda x: passes.forward_reach(*tree, 0, x, x)),
        "backward_values": both(lambda x: passes.backward_values(*tree, 0, x, x)),
        "best_choices": both(lambda x: passes.best_choices(*tree, x, x)),
        "normalise": both(lambda x: regret.normalise(*nodes, x, x)),
        "discount_regrets": both(lambda x: regret.discount_regrets(none, one, rule, x)),
        "update_regrets": both(lambda x: regret.update_regrets(none, one, rule, x, x, x)),
        "cfr_sweep": both(lambda x: sweep.cfr_sweep(*tree, places, tuple(rule), x, x, x, x)),
        "soft_values": both(lambda x: soft.soft_values(*tree, x[0], x, x, x)),
        "largest_sums": both(
            lambda x: soft.largest_sums(*tree, kind, x, x)
        ),
        "follow_plan": lambda: translate.follow_plan(
            translate.PlanArrays(
                none, pair, none, pair, none, none, pair, none, none[:, None].repeat(2, axis=1), 1
            ),
            translate.PlanCards(one, none, none, none, none, one),
            np.ones(1), zeros, places, np.zeros(3), places, 0.0, np.zeros(3),
        ),
        "blend_plans": both(lambda x: soft.blend_plans(*tree, x[0], x, x, x, x)),
    }  # fmt: skip


def both(call: Callable[[Floats], object]) -> Callable[[], object]:
    """A call with an array of each precision."""
    return lambda: [call(np.ones(3)), call(np.ones(3, dtype=np.float32))]
