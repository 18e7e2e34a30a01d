"""Small calls of the kernels that solve hold'em on bucketings: a board, a tree of one decision."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from equipoise.kernels import board_hands, board_walks, notes, watching
from equipoise.kernels.arrays import frozen
from equipoise.kernels.random import seed_state
from equipoise.kernels.types import Floats
from equipoise.kernels.walks import Walked, Weights
from equipoise.kernels.warmup_buckets import small_bucket_deals

ROUNDS = 4


def small_walked(rounds: int) -> Walked:
    """One decision with two ends, one card state in every round."""
    zeros = np.zeros(3, dtype=np.uint8)
    return Walked(
        np.array([0, 1, 1], dtype=np.uint8), zeros, np.array([0, 2, 2, 2], dtype=np.int64),
        np.array([1, 2], dtype=np.int64), np.arange(3, dtype=np.int64), np.ones(3), zeros,
        np.ones(2 * rounds, dtype=np.int64),
    )  # fmt: skip


def board_kernels() -> dict[str, Callable[[], object]]:
    """Walks over all hands on boards, noted changes and watched hands, in both precisions."""
    n = board_hands.HANDS
    cards = np.array([(a, b) for a in range(52) for b in range(a)], dtype=np.uint8)
    first, second = np.zeros(n, dtype=np.uint8), np.ones(n, dtype=np.uint8)
    values = np.zeros(n, dtype=np.uint32)
    places = np.zeros((ROUNDS, n), dtype=np.uint32)
    hands = board_hands.BoardHands(
        first, second, values, places, np.zeros((ROUNDS, 1), dtype=np.int32),
        np.ones(ROUNDS, dtype=np.int64),
    )  # fmt: skip
    part = board_walks.Part(
        0, 1, np.array([0, -1, -1]), np.ones((1, n), dtype=np.float32),
        np.ones((1, n), dtype=np.float32),
    )  # fmt: skip
    lanes = np.zeros((1, 1), dtype=np.uint32)
    one = np.ones(1, dtype=np.int64)
    weights = Weights(0.0, 0.0, -np.inf)

    def both(call: Callable[[Floats], object]) -> Callable[[], object]:
        return lambda: [call(np.ones(3)), call(np.ones(3, dtype=np.float32))]

    return {
        "arrange_hands": lambda: board_hands.arrange_hands(
            frozen(np.arange(5, dtype=np.uint8)[None, :]), frozen(cards),
            np.zeros((1, ROUNDS, len(cards)), dtype=np.int32), first, second, values, places,
        ),
        "board_walk": both(
            lambda x: board_walks.board_walk(
                small_walked(ROUNDS), hands, part, 0, board_walks.TRAIN, 1, weights, 0.0, x, x, x,
                np.zeros(3, dtype=np.uint8),
            )
        ),
        "make_changes": both(
            lambda x: notes.make_changes(x, 1, 0.0, lanes, x[:1, None], one, 0, 1, 1)
        ),
        "watch_hands": both(
            lambda x: watching.watch_hands(
                small_walked(ROUNDS), small_bucket_deals(), 1, 1.0, seed_state(0), x, x
            )
        ),
    }  # fmt: skip
