"""Warm-up calls of the board kernels."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from equipoise.kernels.arrays import frozen
from equipoise.kernels.boards import features, matchups, opponents, order, river
from equipoise.kernels.boards import hands as board_hands
from equipoise.kernels.boards import numbering as boards

_COMBOS = np.array([(high, low) for high in range(52) for low in range(high)], dtype=np.uint8)
_BOARD = np.array([[0, 5, 10, 15, 20]], dtype=np.uint8)
_FLOP = np.array([0, 5, 10], dtype=np.uint8)


def board_kernels() -> dict[str, Callable[[], object]]:
    """Every board kernel by name, with a small call."""
    combos, board, turn = frozen(_COMBOS), frozen(_BOARD), frozen(_BOARD[:, :4].copy())
    columns = frozen(np.arange(1326, dtype=np.uint16)[None, :])
    one = frozen(np.zeros(1, dtype=np.uint32))
    sums = np.zeros((1, 1326), dtype=np.uint32)
    strengths = np.zeros((1, 1326), dtype=np.uint16)
    long_sums = np.zeros(1326, dtype=np.int64)
    bins = np.zeros(1981, dtype=np.uint8)
    totals = np.zeros((1326, 1), dtype=np.uint32)
    places = frozen(np.zeros(2598960, dtype=np.uint32))
    low = np.zeros(board_hands.HANDS, dtype=np.uint8)
    ordered = np.zeros(1176, dtype=np.uint32)

    hands = matchups.HandBlocks(
        np.zeros(1, dtype=np.uint8), np.ones(1, dtype=np.uint8), np.zeros(1, dtype=np.int64),
        np.array([0, 1]), np.zeros(1, dtype=np.int64), *np.ones((4, 1)),
    )  # fmt: skip

    def met(kernel: Callable[..., object]) -> Callable[[], object]:
        """A call with rows of reach in both precisions."""
        return lambda: [
            kernel(hands, hands, 1.0, np.ones((1, 1), dtype=dtype), np.ones((1, 1), dtype=dtype))
            for dtype in (np.float64, np.float32)
        ]

    def counts(dtype: type[np.generic]) -> np.ndarray:
        return np.zeros((1, 1326, 1), dtype=dtype)

    def gather_counts() -> None:
        for dtype in (np.uint8, np.uint16):
            features.gather_counts(one, columns, frozen(counts(dtype)), totals)

    return {
        "fold_matchups": met(matchups.fold_matchups),
        "showdown_matchups": met(matchups.showdown_matchups),
        "number_boards": lambda: boards.number_boards(
            1, False, np.zeros(52, dtype=np.uint32), np.zeros((13, 1), dtype=np.uint8),
            np.zeros(13, dtype=np.int64),
        ),
        "find_boards": lambda: boards.find_boards(
            board, False, places, np.zeros(1, dtype=np.uint32)
        ),
        "river_strengths": lambda: river.river_strengths(board, combos, strengths),
        "turn_features": lambda: features.turn_features(
            turn, places, columns, frozen(strengths), bins, sums, sums, counts(np.uint8)
        ),
        "runout_features": lambda: features.runout_features(
            turn, combos, columns[0], bins, sums, sums, counts(np.uint16)
        ),
        "preflop_totals": lambda: features.preflop_totals(
            board, frozen(np.ones(1, dtype=np.int64)), combos, bins, long_sums, long_sums,
            np.zeros((1326, 1), dtype=np.int64),
        ),
        "gather_sums": lambda: features.gather_sums(one, columns, frozen(sums), long_sums),
        "gather_counts": gather_counts,
        "class_strengths": lambda: opponents.class_strengths(
            board, frozen(np.array([[51, 50], [49, 48]], dtype=np.uint8)),
            frozen(np.zeros(2, dtype=np.int64)), np.zeros((1, 2, 1), dtype=np.float32),
        ),
        "arrange_hands": lambda: board_hands.arrange_hands(
            board, combos, np.zeros((1, 4, len(combos)), dtype=np.int32), low, low,
            np.zeros(board_hands.HANDS, dtype=np.uint32),
            np.zeros((4, board_hands.HANDS), dtype=np.uint32),
        ),
        "order_board": lambda: order.order_board(_FLOP, ordered),
        "crude_potential": lambda: order.crude_potential(
            _FLOP, combos, frozen(ordered), np.zeros(1326)
        ),
    }  # fmt: skip
