"""Strength of a hand against every opponent hand, now and after more cards."""

from __future__ import annotations

import numpy as np

from equipoise.kernels.cards.evaluate import CARD_BITS, CARD_KEYS, KEY_START, hand_value, rows_of
from equipoise.kernels.compile import inlined, kernel
from equipoise.kernels.types import Float64s, Int64s, UInt8s

_0, _1, _52 = np.array([0, 1, 52], dtype=np.uint64)


@inlined
def _compare_all(key, bits, mine, rows, cards, keys, card_bits, ahead, tied):
    """Count one showdown of our value against each pair of cards, in the pair's cell."""
    count = np.uint64(len(cards))
    for i in range(_1, count):
        key_i, bits_i = key + keys[i], bits + card_bits[i]
        row = cards[i]
        for j in range(_0, i):
            theirs = hand_value(key_i + keys[j], bits_i + card_bits[j], rows)
            ahead[row, cards[j]] += mine > theirs
            tied[row, cards[j]] += mine == theirs


@kernel
def count_outcomes(hole: UInt8s, board: UInt8s, more: int, ahead: Int64s, tied: Int64s) -> None:
    """Number of boards with ``more`` (0 to 2) further cards on which we beat or tie with a hand.

    ``ahead`` and ``tied`` are [52, 52]; the hand of cards a > b is counted at [a, b].
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
    rows = rows_of(len(hole) + len(board) + more)
    cards = np.zeros(52, dtype=np.uint64)
    keys = np.zeros(52, dtype=np.uint64)
    card_bits = np.zeros(52, dtype=np.uint64)
    last = _52 if more > 0 else _1
    for x in range(_0, last):
        if more > 0 and (used >> x) & _1 != _0:
            continue
        for y in range(_0, x if more > 1 else _1):
            gone, board_key, board_bits = used, key, bits
            if more > 1:
                if (used >> y) & _1 != _0:
                    continue
                gone |= _1 << y
                board_key += CARD_KEYS[y]
                board_bits += CARD_BITS[y]
            if more > 0:
                gone |= _1 << x
                board_key += CARD_KEYS[x]
                board_bits += CARD_BITS[x]
            live = 0
            for card in range(_52):
                if (gone >> card) & _1 == _0:
                    cards[live] = card
                    keys[live] = CARD_KEYS[card]
                    card_bits[live] = CARD_BITS[card]
                    live += 1
            mine = hand_value(board_key + my_key, board_bits + my_bits, rows)
            _compare_all(
                board_key, board_bits, mine, rows, cards[:live], keys, card_bits, ahead, tied
            )


@kernel
def disjoint_sum_two(hands: UInt8s, a: Float64s, b: Float64s) -> float:
    """Sum of a[x] * b[y] over all hands x, y without a card in common."""
    total = 0.0
    by_card = np.zeros(52)
    for i in range(len(hands)):
        total += b[i]
        by_card[hands[i, 0]] += b[i]
        by_card[hands[i, 1]] += b[i]
    result = 0.0
    for i in range(len(hands)):
        result += a[i] * (total - by_card[hands[i, 0]] - by_card[hands[i, 1]] + b[i])
    return result


@kernel
def disjoint_sum_three(hands: UInt8s, a: Float64s, b: Float64s, c: Float64s) -> float:
    """Sum of a[x] * b[y] * c[z] over all hands x, y, z without a card in common.

    For x and y fixed, the weight of the hands z without their four cards is the total minus the
    four cards' weights, plus the hands within the four cards, which were subtracted twice.
    """
    total = 0.0
    by_card = np.zeros(52)
    of_pair = np.zeros((52, 52))
    for i in range(len(hands)):
        p, q = hands[i, 0], hands[i, 1]
        total += c[i]
        by_card[p] += c[i]
        by_card[q] += c[i]
        of_pair[p, q] = c[i]
        of_pair[q, p] = c[i]
    result = 0.0
    for i in range(len(hands)):
        if a[i] == 0.0:
            continue
        p, q = hands[i, 0], hands[i, 1]
        avoiding = total - by_card[p] - by_card[q] + c[i]
        inner = 0.0
        for j in range(len(hands)):
            r, s = hands[j, 0], hands[j, 1]
            if r != p and r != q and s != p and s != q:
                left = avoiding - by_card[r] - by_card[s] + c[j]
                left += of_pair[p, r] + of_pair[p, s] + of_pair[q, r] + of_pair[q, s]
                inner += b[j] * left
        result += a[i] * inner
    return result
