"""One player's CFR turn on a spot, board by board, with everything below a board in small buffers.

A *level* is a street with the hands of both players on the boards of its round and the row width.
What a turn reads and updates is one tuple, ``play``: the opponent's weights and mine; regrets, sums
and their scales; locks; the update rule, and the mode if nothing is learnt.
"""

from __future__ import annotations

import numpy as np

from equipoise.kernels.compile import inlined, kernel
from equipoise.kernels.spots.ends import end_values
from equipoise.kernels.spots.street import reach_down, values_up
from equipoise.kernels.types import Float32s, Float64s, Int64s

_0 = np.uint64(0)


@inlined
def _carry(above, below, board, reach, after):
    """Copy the opponent's reach from a street's exits to the next one's entries on a board."""
    street, _, _, width = above
    _, _, theirs, wide = below
    first = np.uint64(theirs.starts[board])
    count = np.uint64(theirs.starts[board + 1]) - first
    for entry in range(np.uint64(len(street.exit_reach))):
        row, here = street.exit_reach[entry] * width, entry * wide
        for hand in range(_0, count):
            after[here + hand] = reach[row + np.uint64(theirs.parent[first + hand])]


@inlined
def _sum_back(above, below, board, values, sums):
    """Add my values at the entries of a street on a board to those at the exits of the one before.

    In double precision: there are many boards.
    """
    width = above[3]
    street, mine, _, wide = below
    first = np.uint64(mine.starts[board])
    count = np.uint64(mine.starts[board + 1]) - first
    for entry in range(np.uint64(len(street.entry_value))):
        row, there = street.entry_value[entry] * wide, entry * width
        for hand in range(_0, count):
            state = first + hand
            value = np.float64(mine.back[state]) * np.float64(values[row + hand])
            sums[there + np.uint64(mine.parent[state])] += value


@inlined
def _set_exits(level, board, sums, values):
    street, mine, _, width = level
    count = np.uint64(mine.starts[board + 1] - mine.starts[board])
    for place in range(np.uint64(len(street.exit_value))):
        row, here = street.exit_value[place] * width, place * width
        for hand in range(_0, count):
            values[row + hand] = np.float32(sums[here + hand])


@inlined
def _down(level, board, weights, locks, reach, values, scratch):
    street, mine, theirs, width = level
    reach_down(street, theirs, board, width, weights, locks, reach)
    end_values(street, mine, theirs, board, width, reach, values, scratch)


@inlined
def _up(level, board, play, values, spare):
    street, mine, _, width = level
    _, weights, regrets, sums, scales, locks, rule, mode = play
    values_up(
        street, mine, board, width, mode, rule, weights, regrets, sums, scales, locks, values, spare
    )


@inlined
def _rivers(above, river, low, high, play, reach, sums, buffers):
    """Process the river on several boards; add values to the exits of the street before."""
    own_reach, values, scratch, spare = buffers
    for board in range(low, high):
        _carry(above, river, board, reach, own_reach)
        _down(river, board, play[0], play[5], own_reach, values, scratch)
        _up(river, board, play, values, spare)
        _sum_back(above, river, board, values, sums)


@kernel
def street_down(level, board, weights, locks, reach: Float32s, values: Float32s, scratch) -> None:
    """Reach over the first street of a spot from its root down, terminal values included."""
    _down(level, board, weights, locks, reach, values, scratch)


@kernel
def street_up(level, board, play, sums: Float64s, values: Float32s, spare: Float32s) -> None:
    """Values over the first street of a spot up to the root; ``sums`` [parts, exits] in order."""
    if len(level[0].exit_value):
        for part in range(1, sums.shape[0]):
            for place in range(sums.shape[1]):
                sums[0, place] += sums[part, place]
        _set_exits(level, board, sums[0], values)
    _up(level, board, play, values, spare)


@kernel
def carry_reach(above, below, board: int, reach: Float32s, after: Float32s) -> None:
    """Copy the opponent's reach from a street's exits to the next one's entries on a board."""
    _carry(above, below, board, reach, after)


@kernel
def boards_below(
    above,
    turn,
    river,
    rivers: Int64s,
    low: int,
    high: int,
    play,
    reach: Float32s,
    sums: Float64s,
    buffers,
    river_buffers,
) -> None:
    """The boards ``low`` to ``high`` below the first street of a spot.

    They are turns with all of their rivers, bounded by ``rivers``; or, if that is empty, rivers,
    and ``turn`` and ``buffers`` are not used. One kernel for both: most of the compilation time
    goes into what they have in common.
    """
    sums[:] = 0.0
    if len(rivers) == 0:
        _rivers(above, river, low, high, play, reach, sums, river_buffers)
        return
    own_reach, values, scratch, spare, exits = buffers
    for board in range(low, high):
        _carry(above, turn, board, reach, own_reach)
        _down(turn, board, play[0], play[5], own_reach, values, scratch)
        exits[:] = 0.0
        _rivers(
            turn, river, rivers[board], rivers[board + 1], play, own_reach, exits, river_buffers
        )
        _set_exits(turn, board, exits, values)
        _up(turn, board, play, values, spare)
        _sum_back(above, turn, board, values, sums)
