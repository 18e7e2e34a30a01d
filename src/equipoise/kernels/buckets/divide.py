"""Dividing the hands of many boards into buckets by strength, and bucket lookup.

Tables have a row per canonical board and a column per combo (1,326), as named on that board
(``kernels.boards.numbering``). If a board's strengths are in another table, ``places`` gives the
row and the suit renaming. Bucket numbers are 16 bits wide; ``NONE`` marks hands that share a card
with the board.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from equipoise.kernels.boards.numbering import set_index
from equipoise.kernels.compile import inlined, kernel
from equipoise.kernels.types import Int64s, UInt8s, UInt16s, UInt32s

NONE = np.uint16(0xFFFF)

_5 = np.uint32(5)
_LOW_5 = np.uint32(31)
_1 = np.uint64(1)


@inlined
def _level(value, levels, top):
    """The level of a strength: which of ``levels`` equal steps from 0 to ``top``."""
    return min(np.uint64(value) * levels // top, levels - _1)


@inlined
def _dead(cards, count):
    bits = np.uint64(0)
    for i in range(count):
        bits |= _1 << np.uint64(cards[i])
    return bits


@kernel
def inherit_groups(
    rows: Int64s,
    cards: UInt8s,
    before_rows: Int64s,
    before: UInt16s,
    memory: UInt16s,
    hands: UInt8s,
    out: UInt16s,
) -> None:
    """The remembered part of the previous round's bucket, for the hands of these boards.

    ``before`` are the buckets of the round before; board ``row`` continues its row
    ``before_rows[row]`` with the same suits. ``memory`` maps a bucket to what is remembered of it.
    """
    for i in range(len(rows)):
        row = rows[i]
        dead = _dead(cards[row], cards.shape[1])
        source = before[before_rows[row]]
        for combo in range(np.uint64(len(hands))):
            a, b = np.uint64(hands[combo, 0]), np.uint64(hands[combo, 1])
            if (dead >> a | dead >> b) & _1:
                out[row, combo] = NONE
            else:
                out[row, combo] = memory[source[combo]]


@kernel
def count_levels(
    rows: Int64s,
    places: UInt32s,
    columns: UInt16s,
    groups: UInt16s,
    table: UInt32s,
    top: np.uint64,
    weights: Int64s,
    first: int,
    out: Int64s,
) -> None:
    """Add the hands of these boards to ``out[group - first, level]``, with the boards' weights."""
    levels = np.uint64(out.shape[1])
    for i in range(len(rows)):
        row = rows[i]
        values = table[places[row] >> _5]
        names = columns[places[row] & _LOW_5]
        for combo in range(np.uint64(groups.shape[1])):
            # groups below the first wrap around and are out of range, like those above the last
            group = np.uint64(groups[row, combo]) - np.uint64(first)
            if group < np.uint64(out.shape[0]) and groups[row, combo] != NONE:
                out[group, _level(values[names[combo]], levels, top)] += weights[row]


@kernel
def split_levels(
    rows: Int64s,
    places: UInt32s,
    columns: UInt16s,
    groups: UInt16s,
    table: UInt32s,
    levels: np.uint64,
    top: np.uint64,
    cuts: UInt32s,
) -> None:
    """Divide each group at its cuts ([groups, parts - 1]); the part counts cuts <= level."""
    parts = cuts.shape[1] + 1
    for i in range(len(rows)):
        row = rows[i]
        values = table[places[row] >> _5]
        names = columns[places[row] & _LOW_5]
        for combo in range(np.uint64(groups.shape[1])):
            group = groups[row, combo]
            if group == NONE:
                continue
            level = _level(values[names[combo]], levels, top)
            low, high = 0, parts - 1
            while low < high:
                middle = (low + high) // 2
                if cuts[group, middle] <= level:
                    low = middle + 1
                else:
                    high = middle
            groups[row, combo] = np.uint16(np.int64(group) * parts + low)


@kernel
def split_labels(
    rows: Int64s,
    places: UInt32s,
    columns: UInt16s,
    groups: UInt16s,
    labels: UInt16s,
    parts: int,
) -> None:
    """Divide each group by a precomputed label of every hand ([boards, combos])."""
    for i in range(len(rows)):
        row = rows[i]
        values = labels[places[row] >> _5]
        names = columns[places[row] & _LOW_5]
        for combo in range(np.uint64(groups.shape[1])):
            group = groups[row, combo]
            if group != NONE:
                label = np.int64(values[names[combo]])
                groups[row, combo] = np.uint16(np.int64(group) * parts + label)


@kernel
def count_transitions(
    rows: Int64s, before_rows: Int64s, before: UInt16s, after: UInt16s, out: Int64s
) -> None:
    """For each board, how many hands move from bucket a to bucket b: ``out[board, a, b]``.

    ``after[row]`` are the buckets on a board, ``before[before_rows[row]]`` those before it.
    """
    for i in range(len(rows)):
        row = rows[i]
        source = before[before_rows[row]]
        for combo in range(np.uint64(after.shape[1])):
            if after[row, combo] != NONE:
                out[i, source[combo], after[row, combo]] += 1


@kernel
def count_next(
    boards: UInt8s, places: UInt32s, columns: UInt16s, labels: UInt16s, out: UInt8s
) -> None:
    """How often each hand of these flops ([n, 3]) gets each label with the turn card.

    ``places`` and ``labels`` are those of four-card boards.
    """
    cards = np.zeros(4, dtype=np.uint8)
    for row in range(boards.shape[0]):
        cards[:3] = boards[row]
        for card in range(52):
            if card == cards[0] or card == cards[1] or card == cards[2]:
                continue
            cards[3] = card
            place = places[set_index(cards, 4)]
            values = labels[place >> _5]
            names = columns[place & _LOW_5]
            for combo in range(np.uint64(len(names))):
                label = values[names[combo]]
                if label != NONE:
                    out[row, combo, label] += 1


class RiverGroups(NamedTuple):
    """Inputs that determine the group of a river hand.

    The group is the remembered part (``memory``) of its bucket in the table ``turn``, times the
    public bucket of the river board if there are several (``public_count`` > 1).
    """

    turn: UInt16s
    memory: UInt16s
    turn_public: UInt16s
    river_public: UInt16s
    public_count: int


@kernel
def count_river(
    rows: Int64s,
    cards: UInt8s,
    weights: Int64s,
    by: RiverGroups,
    places: UInt32s,
    columns: UInt16s,
    river: UInt16s,
    first: int,
    out: Int64s,
) -> None:
    """River strengths of each group over all rivers: ``out[group - first, strength]``.

    ``river`` holds the strengths of all boards.
    """
    turn, memory, public_count = by.turn, by.memory, by.public_count
    board = np.zeros(5, dtype=np.uint8)
    counted = np.zeros(turn.shape[1], dtype=np.uint64)
    group_of = np.zeros(turn.shape[1], dtype=np.uint64)
    step, start, size = np.uint64(public_count), np.uint64(first), np.uint64(out.shape[0])
    for i in range(len(rows)):
        row = rows[i]
        board[:4] = cards[row]
        hands = np.uint64(0)
        for combo in range(np.uint64(turn.shape[1])):
            if turn[row, combo] != NONE:
                counted[hands] = combo
                group_of[hands] = np.uint64(memory[turn[row, combo]]) * step - start
                hands += _1
        for card in range(52):
            if card == board[0] or card == board[1] or card == board[2] or card == board[3]:
                continue
            board[4] = card
            place = places[set_index(board, 5)]
            values = river[place >> _5]
            names = columns[place & _LOW_5]
            public = np.uint64(0)
            if public_count > 1:
                public = np.uint64(by.river_public[by.turn_public[row], place >> _5])
            for j in range(hands):
                strength = np.uint64(values[names[counted[j]]])
                # groups below the first wrap around and are out of range, like those above the last
                group = group_of[j] + public
                if strength != NONE and group < size:
                    out[group, strength] += weights[row]


@kernel
def count_river_boards(
    rows: Int64s,
    cards: UInt8s,
    weights: Int64s,
    turn_public: UInt16s,
    places: UInt32s,
    out: Int64s,
) -> None:
    """How many real deals of these turn boards reach each river board, by public bucket."""
    board = np.zeros(5, dtype=np.uint8)
    for i in range(len(rows)):
        row = rows[i]
        board[:4] = cards[row]
        for card in range(52):
            if card == board[0] or card == board[1] or card == board[2] or card == board[3]:
                continue
            board[4] = card
            out[turn_public[row], places[set_index(board, 5)] >> _5] += weights[row]
