"""The hands possible on five-card boards, sorted by strength.

A board leaves 47 cards, so 1,081 hands. Vectors over hands are stored board by board, weakest hand
first: showdown values then follow from running sums of the opponent's reach (in total and per
card), with shared cards removed by inclusion and exclusion.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from equipoise.kernels.cards.showdown import sort_board
from equipoise.kernels.compile import inlined, kernel
from equipoise.kernels.types import Int32s, Int64s, UInt8s, UInt32s

HANDS = 1081
#: opponent hands compatible with a hand on a board
OPPONENTS = 990

_11 = np.uint32(11)
_LOW_11 = np.uint32(0x7FF)


class BoardHands(NamedTuple):
    """Hands on boards, ``HANDS`` per board.

    ``first`` and ``second`` are a hand's cards, ``values`` its rank on the board. In round r it is
    in the card state ``members[r, places[r, hand]]``; ``counts[r]`` members are in use.
    """

    first: UInt8s
    second: UInt8s
    values: UInt32s
    places: UInt32s
    members: Int32s
    counts: Int64s


@kernel
def arrange_hands(
    boards: UInt8s,
    hands: UInt8s,
    buckets: Int32s,
    first: UInt8s,
    second: UInt8s,
    values: UInt32s,
    states: UInt32s,
) -> None:
    """Sort the hands of boards [n, 5]; ``buckets`` [n, rounds, combos] go to ``states``."""
    packed = np.zeros(len(hands), dtype=np.uint32)
    spare = np.zeros(len(hands), dtype=np.uint32)
    histogram = np.zeros(128, dtype=np.int64)
    for board in range(boards.shape[0]):
        sort_board(boards[board], hands, packed, spare, histogram)
        start = board * HANDS
        for i in range(HANDS):
            combo = packed[i] & _LOW_11
            first[start + i] = hands[combo, 0]
            second[start + i] = hands[combo, 1]
            values[start + i] = packed[i] >> _11
            for r in range(states.shape[0]):
                states[r, start + i] = buckets[board, r, combo]


@inlined
def fold_values(hands, gain, reach, out, by_card):
    """Values of each hand at a fold: gain times the opponent's compatible reach."""
    scale = gain / OPPONENTS
    for start in range(0, len(hands.first), HANDS):
        by_card[:] = 0.0
        total = 0.0
        for i in range(start, start + HANDS):
            weight = np.float64(reach[i])
            total += weight
            by_card[hands.first[i]] += weight
            by_card[hands.second[i]] += weight
        for i in range(start, start + HANDS):
            met = total - by_card[hands.first[i]] - by_card[hands.second[i]] + reach[i]
            out[i] = scale * met


@inlined
def showdown_values(hands, gain, reach, out, by_card):
    """Values of each hand at a showdown: gain times the reach of weaker minus stronger hands.

    An upward sweep adds the weaker hands, a downward one subtracts the stronger ones; a group of
    equal hands is evaluated before any of them is added.
    """
    scale = gain / OPPONENTS
    for start in range(0, len(hands.first), HANDS):
        stop = start + HANDS
        by_card[:] = 0.0
        total = 0.0
        low = start
        while low < stop:
            high = low
            value = hands.values[low]
            while high < stop and hands.values[high] == value:
                met = total - by_card[hands.first[high]] - by_card[hands.second[high]]
                out[high] = scale * met
                high += 1
            for i in range(low, high):
                weight = np.float64(reach[i])
                total += weight
                by_card[hands.first[i]] += weight
                by_card[hands.second[i]] += weight
            low = high
        by_card[:] = 0.0
        total = 0.0
        high = stop - 1
        while high >= start:
            low = high
            value = hands.values[high]
            while low >= start and hands.values[low] == value:
                met = total - by_card[hands.first[low]] - by_card[hands.second[low]]
                out[low] -= scale * met
                low -= 1
            for i in range(low + 1, high + 1):
                weight = np.float64(reach[i])
                total += weight
                by_card[hands.first[i]] += weight
                by_card[hands.second[i]] += weight
            high = low
