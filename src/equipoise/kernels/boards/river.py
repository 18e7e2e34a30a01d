"""The strength of all hands on a five-card board, in integers.

Strength is 2 x wins + ties against the 990 hands an opponent may hold: 0 to 1,980. The hands are
sorted once by counting sort (there are 7,462 hand values), then one sweep from weakest to strongest
gives every hand's wins and ties, with shared cards removed by inclusion and exclusion.
"""

from __future__ import annotations

import numpy as np

from equipoise.kernels.cards.evaluate import CARD_BITS, CARD_KEYS, KEY_START, ROWS_7, hand_value
from equipoise.kernels.compile import inlined, kernel
from equipoise.kernels.types import UInt8s, UInt16s

#: marks hands that share a card with the board, in place of a strength
NO_STRENGTH = np.uint16(0xFFFF)

_0, _1, _5, _52, _VALUES = np.array([0, 1, 5, 52, 7463], dtype=np.uint64)
_COMBOS = 1326
_11 = np.uint32(11)
_LOW_11 = np.uint32(0x7FF)
_ONE = np.uint16(1)


@inlined
def strength_scratch():
    """Scratch arrays of :func:`board_strengths`, allocated once for many boards."""
    return (
        np.zeros((2, _COMBOS), dtype=np.uint32),
        np.zeros(_VALUES, dtype=np.uint16),
        np.zeros((3, 52), dtype=np.uint64),
        np.zeros((2, 52), dtype=np.int32),
    )


@inlined
def evaluate_hands(board, barred, rows, hands, live):
    """All hands without the first ``barred`` cards of a board, as ``value << 11 | combo``.

    The board has 3 to 5 cards; ``rows`` is ``ROWS_n`` for two more. Returns how many there are.
    """
    key, bits, dead = KEY_START, _0, _0
    for i in range(np.uint64(len(board))):
        card = np.uint64(board[i])
        key += CARD_KEYS[card]
        bits += CARD_BITS[card]
        if i < barred:
            dead |= _1 << card
    cards, keys, card_bits = live[0], live[1], live[2]
    many = _0
    for card in range(_0, _52):
        if (dead >> card) & _1 == _0:
            cards[many] = card
            keys[many] = CARD_KEYS[card]
            card_bits[many] = CARD_BITS[card]
            many += _1
    count = _0
    for i in range(_1, many):
        high = cards[i]
        first = np.uint32(high * (high - _1) >> _1)
        key_i, bits_i = key + keys[i], bits + card_bits[i]
        for j in range(_0, i):
            value = hand_value(key_i + keys[j], bits_i + card_bits[j], rows)
            hands[count] = (np.uint32(value) << _11) | (first + np.uint32(cards[j]))
            count += _1
    return count


@inlined
def sort_by_value(hands, ordered, count, places):
    """Counting sort of ``value << 11 | combo``; ``places`` has one slot per value."""
    places[:] = np.uint16(0)
    for i in range(_0, count):
        places[np.uint64(hands[i] >> _11)] += _ONE
    position = np.uint16(0)
    for value in range(_0, _VALUES):
        many = places[value]
        places[value] = position
        position += many
    for i in range(_0, count):
        value = np.uint64(hands[i] >> _11)
        place = places[value]
        ordered[np.uint64(place)] = hands[i]
        places[value] = place + _ONE


@inlined
def board_strengths(board, combos, scratch, out):
    """Strengths of all 1,326 ``combos`` (their cards) on one board, into ``out``."""
    hands, places, live, by_card = scratch
    ordered = hands[1]
    count = evaluate_hands(board, _5, ROWS_7, hands[0], live)
    sort_by_value(hands[0], ordered, count, places)
    below, tied = by_card[0], by_card[1]  # per card: weaker hands, equally strong hands
    below[:] = 0
    tied[:] = 0
    out[:] = NO_STRENGTH
    start = _0
    while start < count:
        value = ordered[start] >> _11
        stop = start
        while stop < count and ordered[stop] >> _11 == value:
            combo = np.uint64(ordered[stop] & _LOW_11)
            tied[combos[combo, _0]] += 1
            tied[combos[combo, _1]] += 1
            stop += _1
        # 2 x start + (stop - start), plus 1 because the hand is counted twice among its cards' ties
        all_hands = np.int32(start + stop) + 1
        for i in range(start, stop):
            combo = np.uint64(ordered[i] & _LOW_11)
            a, b = combos[combo, _0], combos[combo, _1]
            out[combo] = all_hands - 2 * (below[a] + below[b]) - tied[a] - tied[b]
        for i in range(start, stop):
            combo = np.uint64(ordered[i] & _LOW_11)
            a, b = combos[combo, _0], combos[combo, _1]
            # the first visit of a card moves its ties; later visits find none
            below[a] += tied[a]
            tied[a] = 0
            below[b] += tied[b]
            tied[b] = 0
        start = stop


@kernel
def river_strengths(boards: UInt8s, combos: UInt8s, out: UInt16s) -> None:
    """Strengths of all 1,326 combos on each of ``boards`` ([n, 5]) into ``out`` ([n, 1326])."""
    scratch = strength_scratch()
    for row in range(boards.shape[0]):
        board_strengths(boards[row], combos, scratch, out[row])
