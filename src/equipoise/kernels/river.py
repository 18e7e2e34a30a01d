"""The strength of all hands on a board with five cards, in whole numbers.

Strength is 2 x wins + ties against the 990 hands an opponent may hold: 0 to 1,980.
"""

from __future__ import annotations

import numpy as np

from equipoise.kernels.compile import inlined, kernel
from equipoise.kernels.showdown import sort_board
from equipoise.kernels.types import UInt8s, UInt16s

#: stands in place of a strength for hands that share a card with the board
NO_STRENGTH = np.uint16(0xFFFF)

_11 = np.uint32(11)
_LOW_11 = np.uint32(0x7FF)


@inlined
def board_strengths(board, hands, packed, spare, histogram, below_by_card, tied_by_card, out):
    """Strengths of all hands on one board into ``out``; the other arrays are scratch."""
    out[:] = NO_STRENGTH
    count = sort_board(board, hands, packed, spare, histogram)
    below_by_card[:] = 0
    tied_by_card[:] = 0
    start = 0
    while start < count:
        value = packed[start] >> _11
        stop = start
        while stop < count and packed[stop] >> _11 == value:
            combo = packed[stop] & _LOW_11
            tied_by_card[hands[combo, 0]] += 1
            tied_by_card[hands[combo, 1]] += 1
            stop += 1
        for i in range(start, stop):
            combo = packed[i] & _LOW_11
            a, b = hands[combo, 0], hands[combo, 1]
            # cards in common with the hand are taken out; the hand itself was so twice
            wins = start - below_by_card[a] - below_by_card[b]
            ties = stop - start - tied_by_card[a] - tied_by_card[b] + 1
            out[combo] = 2 * wins + ties
        for i in range(start, stop):
            combo = packed[i] & _LOW_11
            a, b = hands[combo, 0], hands[combo, 1]
            # a card's first visit moves its ties, the later ones find none
            below_by_card[a] += tied_by_card[a]
            tied_by_card[a] = 0
            below_by_card[b] += tied_by_card[b]
            tied_by_card[b] = 0
        start = stop


@kernel
def river_strengths(boards: UInt8s, hands: UInt8s, out: UInt16s) -> None:
    """Strengths of all hands on each of ``boards`` ([n, 5]) into ``out`` ([n, hands])."""
    packed = np.zeros(len(hands), dtype=np.uint32)
    spare = np.zeros(len(hands), dtype=np.uint32)
    histogram = np.zeros(128, dtype=np.int64)
    below_by_card = np.zeros(52, dtype=np.int32)
    tied_by_card = np.zeros(52, dtype=np.int32)
    for row in range(boards.shape[0]):
        board_strengths(
            boards[row], hands, packed, spare, histogram, below_by_card, tied_by_card, out[row]
        )
