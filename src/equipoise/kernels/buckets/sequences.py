"""How often two players' bucket sequences meet, and who wins, counted board by board.

In perfect-recall bucketings a river bucket is a whole bucket sequence. On a five-card board let
n[s] be how many of the 1,081 hands have sequence s. Of all n[s] n[t] pairs of hands with sequences
s and t, those that share a card are impossible; each hand shares one with 90 others, and these are
subtracted one by one. Wins are counted in one sweep over the hands in order of value, keeping for
every sequence the number of weaker minus stronger hands. That is a tenth of the work of comparing a
million pairs.

Both counts go into one integer matrix. Meetings are symmetric: those of s and t are at [max, min].
Wins minus losses are antisymmetric: for s < t those of s are at [s, t].
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from equipoise.kernels.boards.numbering import set_index
from equipoise.kernels.boards.river import board_strengths, strength_scratch
from equipoise.kernels.buckets.lookup import BucketTables, public_offset, river_bucket
from equipoise.kernels.compile import inlined, kernel
from equipoise.kernels.types import Int32s, Int64s, UInt8s, UInt32s

_1 = np.uint64(1)
_5 = np.uint32(5)
_LOW_5 = np.uint32(31)
_11 = np.uint32(11)
_LOW_11 = np.uint32(0x7FF)
_HANDS = 1081
_WITH_CARD = 46
_16 = np.uint32(16)
_LOW_16 = np.uint32(0xFFFF)


class _Room(NamedTuple):
    """Scratch arrays for one board.

    ``by_card`` [47, 52]: the number of hands with each card, then these as packed sequence and
    rank. By hand: ``places`` (sequence numbers), ``ranks`` (of values) and ``order`` (by sequence).
    By sequence: ``starts`` in that order, ``signed`` (weaker minus stronger hands), ``numbers`` of
    hands, and how ``many`` share a value.
    """

    by_card: UInt32s
    places: Int32s
    ranks: Int32s
    order: Int32s
    starts: Int32s
    signed: Int32s
    numbers: Int32s
    many: Int32s


@inlined
def _number_sequences(sequences, numbers_of, ids):
    """Number the sequences that occur, in increasing order; ``ids`` maps numbers back."""
    numbers_of[:] = -1
    for sequence in sequences.flat:
        numbers_of[sequence] = 0
    count = 0
    for sequence in range(len(numbers_of)):
        if numbers_of[sequence] == 0:
            numbers_of[sequence] = count
            ids[count] = sequence
            count += 1
    return count


@inlined
def _add_board(ordered, sequences, numbers_of, combos, room, local, size):
    """Add the counts of one board to ``local`` [size * size].

    ``ordered`` are the hands by value (``kernels.boards.river``), ``sequences`` their sequences, in
    the same order.
    """
    by_card, places, ranks, order = room.by_card, room.places, room.ranks, room.order
    starts, signed, numbers, many = room.starts, room.signed, room.numbers, room.many
    for s in range(size):
        numbers[s] = 0
        many[s] = 0
    held = by_card[0]
    held[:] = 0
    rank = -1
    last = np.uint32(0xFFFFFFFF)
    for i in range(_HANDS):
        value = ordered[i] >> _11
        if value != last:
            rank += 1
            last = value
        combo = ordered[i] & _LOW_11
        place = numbers_of[sequences[i]]
        places[i] = place
        ranks[i] = rank
        numbers[place] += 1
        packed = np.uint32(place) << _16 | np.uint32(rank)
        for side in range(2):
            card = np.uint64(combos[combo, side])
            by_card[1 + np.uint64(held[card]), card] = packed
            held[card] += 1
    # hands by sequence, so that a matrix row stays in the cache
    total = 0
    for s in range(size):
        starts[s] = total
        total += numbers[s]
        signed[s] = -numbers[s]
    for i in range(_HANDS):
        order[starts[places[i]]] = i
        starts[places[i]] += 1
    first = 0
    while first < _HANDS:
        stop = first
        while stop < _HANDS and ranks[stop] == ranks[first]:
            signed[places[stop]] += 1
            many[places[stop]] += 1
            stop += 1
        for i in range(first, stop):
            s = places[i]
            times = many[s]
            if times > 0:
                many[s] = 0
                row = local[s * size : (s + 1) * size]
                for t in range(s + 1, size):
                    row[t] += times * signed[t]
        for i in range(first, stop):
            signed[places[i]] += 1
        first = stop
    for s in range(size):
        if numbers[s] > 0:
            row = local[s * size : (s + 1) * size]
            for t in range(s + 1):
                row[t] += numbers[s] * numbers[t]
    for k in range(_HANDS):
        i = order[k]
        s, rank = places[i], ranks[i]
        combo = ordered[i] & _LOW_11
        row = local[s * size : (s + 1) * size]
        for side in range(2):
            card = np.uint64(combos[combo, side])
            for j in range(1, 1 + _WITH_CARD):
                packed = by_card[j, card]
                t = np.int32(packed >> _16)
                other = np.int32(packed & _LOW_16)
                won = np.int32(rank > other) - np.int32(rank < other)
                row[np.uint64(t)] -= np.int32(1) if t <= s else won
        row[s] += 1  # the hand itself was subtracted at both of its cards


@kernel
def count_sequences(
    rows: Int64s,
    boards: UInt8s,
    weights: Int64s,
    chosen: UInt8s,
    tables: BucketTables,
    counts: Int64s,
) -> None:
    """Add the counts of a batch of turn boards to ``counts`` [sequences, sequences].

    ``chosen`` [rows, n] lists which of the 48 remaining cards, in order, come on the river; a turn
    board is weighted by its number of real boards (``weights``).
    """
    rivers, combos = chosen.shape[1], tables.hands
    scratch = strength_scratch()
    strengths = np.zeros(len(combos), dtype=np.uint16)
    board = np.zeros(5, dtype=np.uint8)
    live = np.zeros(48, dtype=np.uint8)
    ordered = np.zeros((rivers, _HANDS), dtype=np.uint32)
    sequences = np.zeros((rivers, _HANDS), dtype=np.int32)
    numbers_of = np.zeros(len(counts), dtype=np.int32)
    ids = np.zeros(len(counts), dtype=np.int64)
    room = _Room(
        np.zeros((1 + _WITH_CARD, 52), dtype=np.uint32),
        np.zeros(_HANDS, dtype=np.int32),
        np.zeros(_HANDS, dtype=np.int32),
        np.zeros(_HANDS, dtype=np.int32),
        np.zeros(len(counts), dtype=np.int32),
        np.zeros(len(counts), dtype=np.int32),
        np.zeros(len(counts), dtype=np.int32),
        np.zeros(len(counts), dtype=np.int32),
    )
    local = np.zeros(1, dtype=np.int32)
    for i in range(len(rows)):
        row = rows[i]
        dead = np.uint64(0)
        for card in range(4):
            board[card] = boards[row, card]
            dead |= _1 << np.uint64(board[card])
        left = 0
        for card in range(52):
            if (dead >> np.uint64(card)) & _1 == np.uint64(0):
                live[left] = card
                left += 1
        for j in range(rivers):
            board[4] = live[chosen[i, j]]
            board_strengths(board, combos, scratch, strengths)
            place = tables.river_places[set_index(board, 5)]
            river_row, names = place >> _5, tables.columns[place & _LOW_5]
            offset = public_offset(tables, row, river_row)
            for hand in range(_HANDS):
                packed = scratch[0][1, hand]
                combo = packed & _LOW_11
                value = strengths[combo]
                if tables.values.shape[0] > 0:
                    value = tables.values[river_row, names[combo]]
                ordered[j, hand] = packed
                sequences[j, hand] = river_bucket(tables, offset, tables.turn[row, combo], value)
        size = _number_sequences(sequences, numbers_of, ids)
        if size * size > len(local):
            local = np.zeros(size * size, dtype=np.int32)
        local[: size * size] = 0
        for j in range(rivers):
            _add_board(ordered[j], sequences[j], numbers_of, combos, room, local, size)
        weight = weights[row]
        for s in range(size):
            into = counts[ids[s]]
            part = local[s * size : (s + 1) * size]
            for t in range(size):
                into[np.uint64(ids[t])] += weight * part[t]
