"""Small calls of the kernels that work on betting trees: one decision, two ends, one card state."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from equipoise.kernels import (
    all_actions,
    checks,
    dealing,
    external,
    outcome,
    passes,
    regret,
    soft,
    sweep,
    translate,
)
from equipoise.kernels.arrays import frozen
from equipoise.kernels.notes import Notes
from equipoise.kernels.random import seed_state
from equipoise.kernels.types import Floats
from equipoise.kernels.walks import Weights
from equipoise.kernels.warmup_boards import small_walked
from equipoise.kernels.warmup_buckets import small_bucket_deals


def tree_kernels() -> dict[str, Callable[[], object]]:
    """Passes, regret matching and sampled walks, by name.

    Passes are compiled for both precisions.
    """
    kind = np.array([0, 1, 1], dtype=np.uint8)
    zeros = np.zeros(3, dtype=np.uint8)
    child_starts = np.array([0, 2, 2, 2], dtype=np.int64)
    children = np.array([1, 2], dtype=np.int64)
    places = np.arange(3, dtype=np.int64)
    one = np.ones(1, dtype=np.int64)
    none = np.zeros(1, dtype=np.int64)
    pair = np.zeros(2, dtype=np.int64)
    numbers = [np.zeros(3) for _ in range(3)]
    player = (0, one, none, none, places)
    tree = (none, zeros, zeros, child_starts, children, places, *player)
    nodes = (none, zeros, child_starts, places, one)
    deals = dealing.Deals(
        np.ones(1), none, none, places, pair, pair, np.arange(2, dtype=np.int64), np.ones(2)
    )
    weights = Weights(0.0, 0.0, -np.inf)

    def walks(walk: Callable[..., object], *rest: object) -> Callable[[], object]:
        """A walk with the tables of a model in double precision, and with cards dealt in single."""

        def call(rounds: int, dealt: object, dtype: type) -> object:
            room = Notes(np.zeros(99, dtype=np.uint32), np.zeros(99, dtype=dtype), one.copy())
            arrays: list[Floats] = [np.zeros(3, dtype=dtype) for _ in range(3)]
            tree, state = small_walked(rounds), seed_state(0)
            return walk(tree, dealt, weights, 1, 1, state, *arrays, room, *rest)

        kinds = (
            (1, deals, np.float64),
            (4, small_bucket_deals(), np.float32),
        )
        return lambda: [call(*kind) for kind in kinds]

    return {
        "forward_reach": both(lambda x: passes.forward_reach(*tree, 0, x, x)),
        "backward_values": both(lambda x: passes.backward_values(*tree, 0, x, x)),
        "best_choices": both(lambda x: passes.best_choices(*tree, x, x)),
        "normalise": both(lambda x: regret.normalise(*nodes, x, x)),
        "cfr_sweep": both(lambda x: sweep.cfr_sweep(*tree, places, *x, x[0], False, x, x, x, x)),
        "soft_values": both(lambda x: soft.soft_values(*tree, x[0], x, x, x)),
        "largest_sums": both(
            lambda x: soft.largest_sums(
                none, kind, zeros, zeros, child_starts, children, *player, x, x
            )
        ),
        "follow_plan": lambda: translate.follow_plan(
            none, pair, none, pair, none, none, pair, none, none[:, None].repeat(2, axis=1), 1,
            np.ones(1), zeros, one, none, none, none, none, one, places, numbers[0], places, 0.0,
            np.zeros(3),
        ),
        "blend_plans": both(lambda x: soft.blend_plans(*tree, x[0], x, x, x, x)),
        "check_blocks": lambda: [
            checks.check_blocks(
                frozen(np.ones(1, dtype=dtype)), frozen(none), frozen(one), frozen(one), 1.0, 0.0,
                none.copy(), np.zeros((3, 2), dtype=np.int64),
            )
            for dtype in (np.float64, np.uint16, np.uint8)
        ],
        "alias_table": lambda: dealing.alias_table(np.ones(1), np.ones(1), none.copy()),
        "external_walks": walks(external.external_walks),
        "outcome_walks": walks(outcome.outcome_walks, 0.6),
        "all_action_walks": walks(all_actions.all_action_walks),
    }  # fmt: skip


def both(call: Callable[[Floats], object]) -> Callable[[], object]:
    """A call with an array of each precision."""
    return lambda: [call(np.ones(3)), call(np.ones(3, dtype=np.float32))]
