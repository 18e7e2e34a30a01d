"""Warm-up calls of the walks: a tree of one decision, one deal or one board."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from equipoise.kernels.boards import hands as board_hands
from equipoise.kernels.buckets.warmup import small_bucket_deals
from equipoise.kernels.passes.regret import UpdateRule
from equipoise.kernels.random import seed_state
from equipoise.kernels.types import Float32s, Floats
from equipoise.kernels.walks import (
    all_actions,
    board_walks,
    dealing,
    external,
    notes,
    outcome,
    watching,
)
from equipoise.kernels.walks.common import Walked, Weights
from equipoise.kernels.walks.notes import Notes

ROUNDS = 4


def small_walked(rounds: int) -> Walked:
    """A tree with one decision and two terminal nodes, one card state per round."""
    zeros = np.zeros(3, dtype=np.uint8)
    return Walked(
        np.array([0, 1, 1], dtype=np.uint8), zeros, np.array([0, 2, 2, 2], dtype=np.int64),
        np.array([1, 2], dtype=np.int64), np.arange(3, dtype=np.int64), np.ones(3), zeros,
        np.ones(2 * rounds, dtype=np.int64),
    )  # fmt: skip


def walk_kernels() -> dict[str, Callable[[], object]]:
    """Every walk kernel by name.

    Walks over hands on boards use single precision, walks over deals the precision of their tables.
    """
    n = board_hands.HANDS
    first, second = np.zeros(n, dtype=np.uint8), np.ones(n, dtype=np.uint8)
    values = np.zeros(n, dtype=np.uint32)
    places = np.zeros((ROUNDS, n), dtype=np.uint32)
    hands = board_hands.BoardHands(
        first, second, values, places, np.zeros((ROUNDS, 1), dtype=np.int32),
        np.ones(ROUNDS, dtype=np.int64),
    )  # fmt: skip
    part = board_walks.Part(
        0, 1, np.array([0, -1, -1]), np.ones((1, n), dtype=np.float32),
        np.ones((1, n), dtype=np.float32), np.ones(0, dtype=np.float32),
    )  # fmt: skip
    lanes = np.zeros((1, 1), dtype=np.uint32)
    one = np.ones(1, dtype=np.int64)
    rule = UpdateRule(1.0, 1.0, 1.0, -np.inf, 1.0, False)
    weights = Weights(0.0, 0.0, -np.inf)
    numbers: Float32s = np.ones(3, dtype=np.float32)
    none, pair = np.zeros(1, dtype=np.int64), np.zeros(2, dtype=np.int64)
    deals = dealing.Deals(
        np.ones(1),
        none,
        none,
        np.arange(3, dtype=np.int64),
        pair,
        pair,
        np.arange(2, dtype=np.int64),
        np.ones(2),
    )

    def walks(walk: Callable[..., object], *rest: object) -> Callable[[], object]:
        """A walk with a card model's tables in double precision, and with dealt cards in single."""

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
        "board_walk": lambda: board_walks.board_walk(
            small_walked(ROUNDS), hands, part, 0, board_walks.TRAIN, rule, 0.0, numbers,
            numbers, numbers, numbers, np.zeros(3, dtype=np.uint8),
        ),
        "make_changes": lambda: notes.make_changes(
            numbers, 1, 0.0, lanes, numbers[:1, None], one, 0, 1, 1
        ),
        "watch_hands": lambda: watching.watch_hands(
            small_walked(ROUNDS), small_bucket_deals(), 1, 1.0, seed_state(0), numbers, numbers
        ),
        "alias_table": lambda: dealing.alias_table(np.ones(1), np.ones(1), none.copy()),
        "external_walks": walks(external.external_walks),
        "outcome_walks": walks(outcome.outcome_walks, 0.6),
        "all_action_walks": walks(all_actions.all_action_walks),
    }  # fmt: skip
