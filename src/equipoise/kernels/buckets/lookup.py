"""The buckets of all hands on a real board, in all rounds.

Up to the turn a bucket is a table lookup under the suit renaming that maps the real board to its
canonical one. On the river it follows from the remembered part of the turn bucket (and the board's
public bucket): ``starts[group] + lookup[group, value]``, where the value is the hand's strength (0
to 1,980) or its label in a river table.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from equipoise.kernels.boards.numbering import ordered_index, set_index
from equipoise.kernels.boards.river import board_strengths, strength_scratch
from equipoise.kernels.buckets.divide import NONE
from equipoise.kernels.compile import inlined, kernel
from equipoise.kernels.types import Int32s, UInt8s, UInt16s, UInt32s

_1 = np.uint64(1)
_5 = np.uint32(5)
_LOW_5 = np.uint32(31)
_IMPOSSIBLE = np.int32(-1)


class BucketTables(NamedTuple):
    """The tables of a bucketing; built by ``abstraction.buckets.bucketing``.

    ``hands`` are the cards of the combos. ``columns`` and the ``..._places`` map real boards and
    hands to columns and rows of the tables ``preflop``, ``flop`` and ``turn``. ``memory`` is the
    remembered part of a turn bucket; ``turn_public`` and ``river_public`` are the public buckets of
    boards, ``public_count`` of them; ``starts`` and ``lookup`` map a value to its river bucket.
    ``values`` has no rows if the value is the strength.
    """

    hands: UInt8s
    columns: UInt16s
    flop_places: UInt32s
    turn_places: UInt32s
    river_places: UInt32s
    preflop: UInt16s
    flop: UInt16s
    turn: UInt16s
    memory: UInt16s
    turn_public: UInt16s
    river_public: UInt16s
    public_count: int
    starts: Int32s
    lookup: UInt16s
    values: UInt16s


@inlined
def public_offset(tables, turn_row, river_row):
    """The public bucket of a river board; 0 if the notation has none."""
    if tables.public_count > 1:
        return np.uint64(tables.river_public[tables.turn_public[turn_row], river_row])
    return np.uint64(0)


@inlined
def river_bucket(tables, offset, turn_bucket, value):
    """A hand's river bucket, from its turn bucket and its strength (or label)."""
    remembered = np.uint64(tables.memory[np.uint64(turn_bucket)])
    group = remembered * np.uint64(tables.public_count) + offset
    return tables.starts[group] + np.int32(tables.lookup[group, np.uint64(value)])


@inlined
def fill_buckets(board, cards, tables, scratch, strengths, out):
    """Buckets of all hands into ``out`` [rounds, hands] for the first ``cards`` of a board.

    -1 if a hand shares a card with the board, or if the board is not in the tables. ``scratch`` is
    that of ``kernels.boards.river``; ``strengths`` receives the strengths (or labels) on a river
    board.
    """
    count = np.uint64(len(tables.hands))
    dead = np.uint64(0)
    for i in range(cards):
        dead |= _1 << np.uint64(board[i])
    for combo in range(count):
        a, b = np.uint64(tables.hands[combo, 0]), np.uint64(tables.hands[combo, 1])
        free = (dead >> a | dead >> b) & _1 == np.uint64(0)
        out[0, combo] = np.int32(tables.preflop[0, combo]) if free else _IMPOSSIBLE
    if cards < 3:
        return
    place = tables.flop_places[set_index(board, 3)]
    row, names = place >> _5, tables.columns[place & _LOW_5]
    for combo in range(count):
        bucket = tables.flop[row, names[combo]]
        held = out[0, combo] < 0 or bucket == NONE
        out[1, combo] = _IMPOSSIBLE if held else np.int32(bucket)
    if cards < 4:
        return
    place = tables.turn_places[ordered_index(board)]
    turn_row, names = place >> _5, tables.columns[place & _LOW_5]
    for combo in range(count):
        bucket = tables.turn[turn_row, names[combo]]
        held = out[0, combo] < 0 or bucket == NONE
        out[2, combo] = _IMPOSSIBLE if held else np.int32(bucket)
    if cards < 5:
        return
    place = tables.river_places[set_index(board, 5)]
    row, names = place >> _5, tables.columns[place & _LOW_5]
    if tables.values.shape[0] > 0:
        for combo in range(count):
            strengths[combo] = tables.values[row, names[combo]]
    else:
        board_strengths(board, tables.hands, scratch, strengths)
    offset = public_offset(tables, turn_row, row)
    for combo in range(count):
        bucket = out[2, combo]
        found = _IMPOSSIBLE
        if bucket >= 0:
            found = river_bucket(tables, offset, bucket, strengths[combo])
        out[3, combo] = found


@kernel
def buckets_on_boards(boards: UInt8s, tables: BucketTables, out: Int32s) -> None:
    """Buckets of all hands on boards [n, 0, 3, 4 or 5 cards] into ``out`` [n, rounds, hands]."""
    scratch = strength_scratch()
    strengths = np.zeros(len(tables.hands), dtype=np.uint16)
    for row in range(boards.shape[0]):
        fill_buckets(boards[row], boards.shape[1], tables, scratch, strengths, out[row])
