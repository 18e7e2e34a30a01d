"""Small calls of the kernels that make and read the tables of strength; see ``warmup``."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from equipoise.kernels import boards, features, river
from equipoise.kernels.arrays import frozen

_COMBOS = np.array([(high, low) for high in range(52) for low in range(high)], dtype=np.uint8)
_BOARD = np.array([[0, 5, 10, 15, 20]], dtype=np.uint8)


def strength_kernels() -> dict[str, Callable[[], object]]:
    """The kernels of boards, river strengths and features, with a small call of each."""
    combos, board, turn = frozen(_COMBOS), frozen(_BOARD), frozen(_BOARD[:, :4].copy())
    columns = frozen(np.arange(1326, dtype=np.uint16)[None, :])
    one = frozen(np.zeros(1, dtype=np.uint32))
    sums = np.zeros((1, 1326), dtype=np.uint32)
    strengths = np.zeros((1, 1326), dtype=np.uint16)
    long_sums = np.zeros(1326, dtype=np.int64)
    bins = np.zeros(1981, dtype=np.uint8)
    totals = np.zeros((1326, 1), dtype=np.uint32)
    places = frozen(np.zeros(2598960, dtype=np.uint32))

    def counts(dtype: type[np.generic]) -> np.ndarray:
        return np.zeros((1, 1326, 1), dtype=dtype)

    def gather_counts() -> None:
        for dtype in (np.uint8, np.uint16):
            features.gather_counts(one, columns, frozen(counts(dtype)), totals)

    return {
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
    }  # fmt: skip
