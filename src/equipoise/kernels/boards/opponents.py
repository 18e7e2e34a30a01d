"""Strength of river hands against classes of opponent hands.

Opponent-cluster hand strength (Johanson, Burch, Valenzano and Bowling 2013): the share of the hands
of a class that a hand beats, ties half. One sweep over the sorted hands with running
counts by class, and by class and card to remove shared cards.
"""

from __future__ import annotations

import numpy as np

from equipoise.kernels.cards.showdown import sort_board
from equipoise.kernels.compile import kernel
from equipoise.kernels.types import Float32s, Int64s, UInt8s

_11 = np.uint32(11)
_LOW_11 = np.uint32(0x7FF)


@kernel
def class_strengths(boards: UInt8s, hands: UInt8s, class_of: Int64s, out: Float32s) -> None:
    """Strength of every hand against every class on boards [n, 5] into ``out`` [n, hands, classes].

    0 if no hand of a class is possible, or if the hand shares a card with the board.
    """
    classes = out.shape[2]
    packed = np.zeros(len(hands), dtype=np.uint32)
    spare = np.zeros(len(hands), dtype=np.uint32)
    histogram = np.zeros(128, dtype=np.int64)
    # by card and class; the last row of the first axis is for all cards
    every = np.zeros((53, classes), dtype=np.int64)
    below = np.zeros((53, classes), dtype=np.int64)
    tied = np.zeros((53, classes), dtype=np.int64)
    for row in range(boards.shape[0]):
        out[row] = np.float32(0)
        count = sort_board(boards[row], hands, packed, spare, histogram)
        every[:] = 0
        below[:] = 0
        for i in range(count):
            combo = packed[i] & _LOW_11
            kind = class_of[combo]
            every[hands[combo, 0], kind] += 1
            every[hands[combo, 1], kind] += 1
            every[52, kind] += 1
        start = 0
        while start < count:
            value = packed[start] >> _11
            tied[:] = 0
            stop = start
            while stop < count and packed[stop] >> _11 == value:
                combo = packed[stop] & _LOW_11
                kind = class_of[combo]
                tied[hands[combo, 0], kind] += 1
                tied[hands[combo, 1], kind] += 1
                tied[52, kind] += 1
                stop += 1
            for i in range(start, stop):
                combo = packed[i] & _LOW_11
                a, b = hands[combo, 0], hands[combo, 1]
                for kind in range(classes):
                    own = np.int64(class_of[combo] == kind)
                    met = every[52, kind] - every[a, kind] - every[b, kind] + own
                    wins = below[52, kind] - below[a, kind] - below[b, kind]
                    ties = tied[52, kind] - tied[a, kind] - tied[b, kind] + own
                    if met > 0:
                        out[row, combo, kind] = np.float32((wins + 0.5 * ties) / met)
            below += tied
            start = stop
