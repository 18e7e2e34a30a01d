"""Standing of a hand against an opponent's weighted hands, now and after the next card."""

from __future__ import annotations

import numpy as np

from equipoise.kernels.cards.evaluate import CARD_BITS, CARD_KEYS, KEY_START, hand_value, rows_of
from equipoise.kernels.compile import inlined, kernel
from equipoise.kernels.types import Float64s, UInt8s

_0, _1, _52 = np.array([0, 1, 52], dtype=np.uint64)
#: table columns: after the next card, and the weight of the row
AHEAD, TIED, BEHIND, ALL = range(4)


@inlined
def _count(key, bits, mine, rows, keys, card_bits, first, last, place, ahead, tied):
    """Count showdowns against hands of one card with each of the cards ``first`` to ``last``."""
    for j in range(first, last):
        theirs = hand_value(key + keys[j], bits + card_bits[j], rows)
        ahead[place + j] += mine > theirs
        tied[place + j] += mine == theirs


@kernel
def weigh_outcomes(hole: UInt8s, board: UInt8s, weights: Float64s, table: Float64s) -> None:
    """Weight of hands we are ahead of, tied with and behind, now and after the next card.

    ``weights`` [1326] by combo; ``table`` [3, 4] has a row each for ahead, tied and behind now, and
    columns for ahead, tied and behind after each possible next card (zeros on the river), and for
    the weight of the row itself (Papp 1998, figures 5.1 and 5.2, with a look-ahead of one card).
    """
    key, bits, used = KEY_START, _0, _0
    for card in board:
        key += CARD_KEYS[card]
        bits += CARD_BITS[card]
        used |= _1 << np.uint64(card)
    my_key, my_bits = _0, _0
    for card in hole:
        my_key += CARD_KEYS[card]
        my_bits += CARD_BITS[card]
        used |= _1 << np.uint64(card)
    cards = np.zeros(52, dtype=np.uint64)
    keys = np.zeros(52, dtype=np.uint64)
    card_bits = np.zeros(52, dtype=np.uint64)
    live = _0
    for card in range(_52):
        if (used >> card) & _1 == _0:
            cards[live] = card
            keys[live] = CARD_KEYS[card]
            card_bits[live] = CARD_BITS[card]
            live += _1
    pairs = live * (live - _1) >> _1
    ahead_now = np.zeros(pairs, dtype=np.uint8)
    tied_now = np.zeros(pairs, dtype=np.uint8)
    ahead = np.zeros(pairs, dtype=np.uint8)
    tied = np.zeros(pairs, dtype=np.uint8)
    size = 2 + len(board)
    rows = rows_of(size)
    mine = hand_value(key + my_key, bits + my_bits, rows)
    for i in range(_1, live):
        place = i * (i - _1) >> _1
        _count(
            key + keys[i], bits + card_bits[i], mine, rows, keys, card_bits, _0, i, place,
            ahead_now, tied_now,
        )  # fmt: skip
    later = 0
    if size < 7:
        later = np.int64(live) - 2
        rows = rows_of(size + 1)
        for x in range(_0, live):
            next_key, next_bits = key + keys[x], bits + card_bits[x]
            mine = hand_value(next_key + my_key, next_bits + my_bits, rows)
            for i in range(_1, live):
                if i != x:
                    place = i * (i - _1) >> _1
                    key_i, bits_i = next_key + keys[i], next_bits + card_bits[i]
                    stop = x if x < i else i
                    _count(key_i, bits_i, mine, rows, keys, card_bits, _0, stop, place, ahead, tied)
                    _count(
                        key_i, bits_i, mine, rows, keys, card_bits, x + _1, i, place, ahead, tied
                    )
    table[:] = 0.0
    pair = _0
    for i in range(_1, live):
        start = cards[i] * (cards[i] - _1) >> _1
        for j in range(_0, i):
            weight = weights[start + cards[j]]
            row = 2 - 2 * np.int64(ahead_now[pair]) - np.int64(tied_now[pair])
            before, level = np.int64(ahead[pair]), np.int64(tied[pair])
            table[row, AHEAD] += weight * before
            table[row, TIED] += weight * level
            table[row, BEHIND] += weight * (later - before - level)
            table[row, ALL] += weight
            pair += _1
