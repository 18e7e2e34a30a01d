"""Small calls of the kernels that solve hold'em on bucketings: a board, a tree of one decision."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from equipoise.kernels import board_hands, board_walks, notes, watching
from equipoise.kernels.arrays import frozen
from equipoise.kernels.random import seed_state
from equipoise.kernels.types import Float32s
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
    """Walks over all hands on boards, noted changes and watched hands, in single precision."""
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
    numbers: Float32s = np.ones(3, dtype=np.float32)
    return {
        "arrange_hands": lambda: board_hands.arrange_hands(
            frozen(np.arange(5, dtype=np.uint8)[None, :]), frozen(cards),
            np.zeros((1, ROUNDS, len(cards)), dtype=np.int32), first, second, values, places,
        ),
        "board_walk": lambda: board_walks.board_walk(
            small_walked(ROUNDS), hands, part, 0, board_walks.TRAIN, 1, weights, 0.0, numbers,
            numbers, numbers, np.zeros(3, dtype=np.uint8),
        ),
        "make_changes": lambda: notes.make_changes(
            numbers, 1, 0.0, lanes, numbers[:1, None], one, 0, 1, 1
        ),
        "watch_hands": lambda: watching.watch_hands(
            small_walked(ROUNDS), small_bucket_deals(), 1, 1.0, seed_state(0), numbers, numbers
        ),
    }  # fmt: skip
