"""All-in margins: probability to win minus probability to lose with no more betting.

Over all run-outs, from -1 to 1; a hand's equity is (1 + margin) / 2.
"""

from __future__ import annotations

import numpy as np

from equipoise.kernels.cards.evaluate import CARD_BITS, CARD_KEYS, KEY_START, ROWS_7, hand_value
from equipoise.kernels.compile import inlined, kernel
from equipoise.kernels.types import Float64s, Int64s, UInt8s

_0, _1, _2, _52 = np.array([0, 1, 2, 52], dtype=np.uint64)


@inlined
def _ahead(key, bits, key_a, bits_a, key_b, bits_b):
    """1, 0 or -1 as the first hand wins, ties or loses on a five-card board."""
    mine = hand_value(key + key_a, bits + bits_a, ROWS_7)
    theirs = hand_value(key + key_b, bits + bits_b, ROWS_7)
    return np.int64(mine > theirs) - np.int64(mine < theirs)


@inlined
def pair_margin(a, b, c, d, board, count, left):
    """The margin of the hand a, b against c, d on the first ``count`` (3 to 5) cards of a board."""
    key, bits = KEY_START, _0
    used = (_1 << a) | (_1 << b) | (_1 << c) | (_1 << d)
    for i in range(count):
        card = np.uint64(board[i])
        key += CARD_KEYS[card]
        bits += CARD_BITS[card]
        used |= _1 << card
    key_a, bits_a = CARD_KEYS[a] + CARD_KEYS[b], CARD_BITS[a] + CARD_BITS[b]
    key_b, bits_b = CARD_KEYS[c] + CARD_KEYS[d], CARD_BITS[c] + CARD_BITS[d]
    if count == 5:
        return np.float64(_ahead(key, bits, key_a, bits_a, key_b, bits_b))
    many = _0
    for card in range(_0, _52):
        if (used >> card) & _1 == _0:
            left[many] = card
            many += _1
    total = np.int64(0)
    cases = np.int64(0)
    if count == 4:
        for i in range(_0, many):
            card = left[i]
            total += _ahead(
                key + CARD_KEYS[card], bits + CARD_BITS[card], key_a, bits_a, key_b, bits_b
            )
            cases += 1
    else:
        for i in range(_1, many):
            first = left[i]
            key_i, bits_i = key + CARD_KEYS[first], bits + CARD_BITS[first]
            for j in range(_0, i):
                card = left[j]
                total += _ahead(
                    key_i + CARD_KEYS[card], bits_i + CARD_BITS[card],
                    key_a, bits_a, key_b, bits_b,
                )  # fmt: skip
            cases += np.int64(i)
    return np.float64(total) / np.float64(cases)


@kernel
def pair_margins(hands: UInt8s, boards: UInt8s, counts: Int64s, out: Float64s) -> None:
    """The margins of pairs of hands [n, 4] on the first ``counts`` (3 to 5) cards of boards."""
    left = np.zeros(52, dtype=np.uint64)
    for i in range(len(out)):
        a, b = np.uint64(hands[i, 0]), np.uint64(hands[i, 1])
        c, d = np.uint64(hands[i, 2]), np.uint64(hands[i, 3])
        out[i] = pair_margin(a, b, c, d, boards[i], counts[i], left)


@inlined
def _add_signs(key, bits, mine, used, combos, sums, cases):
    """The result of every hand against a hand of value ``mine`` on one five-card board."""
    combo = _0
    for high in range(_1, _52):
        if (used >> high) & _1 != _0:
            combo += high
            continue
        key_i, bits_i = key + CARD_KEYS[high], bits + CARD_BITS[high]
        for low in range(_0, high):
            if (used >> low) & _1 == _0:
                value = hand_value(key_i + CARD_KEYS[low], bits_i + CARD_BITS[low], ROWS_7)
                sums[combo] += np.int64(value > mine) - np.int64(value < mine)
                cases[combo] += 1
            combo += _1


@kernel
def margins_against(board: UInt8s, first: int, second: int, combos: UInt8s, out: Float64s) -> None:
    """The margin of each of the 1,326 combos against one hand on a board of 3 to 5 cards.

    0 for combos that share a card with the hand or the board.
    """
    sums = np.zeros(len(combos), dtype=np.int64)
    cases = np.zeros(len(combos), dtype=np.int64)
    a, b = np.uint64(first), np.uint64(second)
    key, bits = KEY_START, _0
    used = (_1 << a) | (_1 << b)
    for card in board:
        key += CARD_KEYS[card]
        bits += CARD_BITS[card]
        used |= _1 << np.uint64(card)
    key_o, bits_o = CARD_KEYS[a] + CARD_KEYS[b], CARD_BITS[a] + CARD_BITS[b]
    needed = 5 - len(board)
    if needed == 0:
        mine = hand_value(key + key_o, bits + bits_o, ROWS_7)
        _add_signs(key, bits, mine, used, combos, sums, cases)
    else:
        for one in range(_0, _52):
            if (used >> one) & _1 != _0:
                continue
            key_1, bits_1 = key + CARD_KEYS[one], bits + CARD_BITS[one]
            used_1 = used | (_1 << one)
            if needed == 1:
                mine = hand_value(key_1 + key_o, bits_1 + bits_o, ROWS_7)
                _add_signs(key_1, bits_1, mine, used_1, combos, sums, cases)
                continue
            for two in range(_0, one):
                if (used >> two) & _1 != _0:
                    continue
                key_2, bits_2 = key_1 + CARD_KEYS[two], bits_1 + CARD_BITS[two]
                used_2 = used_1 | (_1 << two)
                mine = hand_value(key_2 + key_o, bits_2 + bits_o, ROWS_7)
                _add_signs(key_2, bits_2, mine, used_2, combos, sums, cases)
    for combo in range(len(combos)):
        out[combo] = sums[combo] / cases[combo] if cases[combo] > 0 else 0.0
