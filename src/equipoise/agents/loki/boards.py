"""Strengths of all hands on a board, computed once for the whole table.

They are public, and the shared arrays are read-only.
"""

from __future__ import annotations

from functools import lru_cache

import numpy as np

from equipoise.cards.combos import COMBO_COUNT, combo_cards
from equipoise.kernels.arrays import frozen
from equipoise.kernels.boards.order import crude_potential, order_board
from equipoise.kernels.types import Float64s, UInt32s

_RECENT = 16  # boards cached; all players at a table use the same one or two
_RIVER = 5
_VALUE_BITS, _COMBO_MASK = 11, 0x7FF


@lru_cache(maxsize=_RECENT)
def hands_in_order(board: tuple[int, ...]) -> UInt32s:
    """The hands on a board of 3 to 5 cards as ``value << 11 | combo``, weakest first."""
    order = np.zeros(COMBO_COUNT, dtype=np.uint32)
    count = order_board(np.array(board, dtype=np.uint8), order)
    return frozen(order[:count])


@lru_cache(maxsize=_RECENT)
def hand_ranks(board: tuple[int, ...]) -> Float64s:
    """The share of all hands below each hand, equal ones counted half; 0 if impossible."""
    order = hands_in_order(board)
    held = order >> _VALUE_BITS
    below = np.searchsorted(held, held, side="left")
    upto = np.searchsorted(held, held, side="right")
    ranks = np.zeros(COMBO_COUNT)
    ranks[order & _COMBO_MASK] = (below + upto) / (2 * len(order))
    return frozen(ranks)


@lru_cache(maxsize=_RECENT)
def crude_potentials(board: tuple[int, ...]) -> Float64s:
    """PPOTC of every hand (section 7.2.3), 0 on the river.

    The thesis says only that its estimate uses a few features; this one is ours: see
    ``kernels.boards.order.crude_potential``.
    """
    potential = np.zeros(COMBO_COUNT)
    if len(board) < _RIVER:
        cards = np.array(board, dtype=np.uint8)
        crude_potential(cards, combo_cards(), hands_in_order(board), potential)
    return frozen(potential)
