"""Checks of numbers read from files, before they are used as indices or probabilities."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from equipoise.kernels.buckets.divide import NONE
from equipoise.kernels.compile import kernel
from equipoise.kernels.types import Bools, Int64s, UInt8s, UInt16s

_1 = np.uint64(1)

_WIDTH = 1024

#: kinds of faults counted in a strategy
NOT_FINITE, NEGATIVE, WRONG_SUM = range(3)


@kernel
def check_blocks(
    values: npt.NDArray[np.generic],
    offsets: Int64s,
    actions: Int64s,
    states: Int64s,
    whole: float,
    tolerance: float,
    counts: Int64s,
    places: Int64s,
) -> None:
    """Count information sets whose numbers are not probabilities, by kind of fault.

    Block i has ``actions[i]`` rows of ``states[i]`` numbers starting at ``offsets[i]``; each column
    must sum to ``whole``. ``counts`` [3]; ``places`` [3, 2] gets the first faulty block and column.
    """
    totals = np.zeros(_WIDTH)
    lows = np.zeros(_WIDTH)
    for block in range(len(offsets)):
        width = states[block]
        for first in range(0, width, _WIDTH):
            size = min(_WIDTH, width - first)
            totals[:size] = 0.0
            lows[:size] = 0.0
            for action in range(actions[block]):
                start = offsets[block] + action * width + first
                # contiguous and branch-free, so that the compiler vectorises it
                for i in range(size):
                    value = np.float64(values[start + i])
                    totals[i] += value
                    lows[i] = value if value < lows[i] else lows[i]
            for i in range(size):
                # NaN compares false either way
                if abs(totals[i] - whole) <= tolerance and lows[i] >= 0.0:
                    continue
                fault = WRONG_SUM
                for action in range(actions[block]):
                    value = np.float64(values[offsets[block] + action * width + first + i])
                    if not np.isfinite(value):
                        fault = NOT_FINITE
                    elif value < 0.0 and fault != NOT_FINITE:
                        fault = NEGATIVE
                if counts[fault] == 0:
                    places[fault, 0] = block
                    places[fault, 1] = first + i
                counts[fault] += 1


@kernel
def check_buckets(
    table: UInt16s, cards: UInt8s, hands: UInt8s, made: Bools, count: int, place: Int64s
) -> int:
    """Count hands with an invalid bucket in a table [boards, hands]; the first goes to ``place``.

    A hand that is possible on a board that was built has a bucket below ``count``; all others have
    ``NONE``.
    """
    wrong = 0
    for row in range(table.shape[0]):
        dead = np.uint64(0)
        for i in range(cards.shape[1]):
            dead |= _1 << np.uint64(cards[row, i])
        for combo in range(table.shape[1]):
            a, b = np.uint64(hands[combo, 0]), np.uint64(hands[combo, 1])
            free = made[row] and (dead >> a | dead >> b) & _1 == np.uint64(0)
            bucket = table[row, combo]
            if (np.int64(bucket) >= count) if free else (bucket != NONE):
                if wrong == 0:
                    place[0], place[1] = row, combo
                wrong += 1
    return wrong
