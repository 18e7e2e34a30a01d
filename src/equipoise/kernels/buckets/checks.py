"""Numbers from files, looked through before anything is indexed or played with them."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from equipoise.kernels.buckets.divide import NONE
from equipoise.kernels.compile import kernel
from equipoise.kernels.types import Bools, Int64s, UInt8s, UInt16s

_1 = np.uint64(1)

_WIDTH = 1024

#: what is counted of a strategy
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
    """Information sets whose numbers are no probabilities, counted by the kind of their fault.

    Block i has ``actions[i]`` rows of ``states[i]`` numbers from ``offsets[i]`` on; in each column
    they sum to ``whole``. ``counts`` [3], and in ``places`` [3, 2] the first block and column.
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
                for i in range(size):  # contiguous, and without branches: the compiler's vectors
                    value = np.float64(values[start + i])
                    totals[i] += value
                    lows[i] = value if value < lows[i] else lows[i]
            for i in range(size):
                # not a number is neither within the tolerance nor outside of it
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
    """How many hands have no possible bucket in a table [boards, hands]; the first into ``place``.

    A hand that can be held on a board that was made has a bucket below ``count``; all others have
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
