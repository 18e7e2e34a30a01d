"""Showdowns of single hands on every board with NumPy alone, before kernels are compiled.

The kernel takes seconds to compile and milliseconds to run; this takes half a second without
compilation. Both count the same showdowns, so results are identical.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from equipoise.kernels.cards.evaluate import (
    CARD_BITS,
    CARD_KEYS,
    FLUSH_MASK,
    FLUSH_VALUES,
    KEY_START,
    ROW_OFFSETS,
    ROWS_7,
    VALUES,
)
from equipoise.kernels.types import Float64s, Int64s, UInt64s

_RANKS, _COLUMNS, _ROW_BITS = np.uint64(0xFFFFFFFF), np.uint64(1023), np.uint64(10)
_SUIT_BITS, _SUIT = np.uint64(16), np.uint64(0x1FFF)


def count_single_hands(
    hands: Sequence[Sequence[int]], board: Sequence[int], gone: Sequence[int]
) -> tuple[Float64s, int]:
    """``totals[p, k]``, the pots that p splits k ways, and the number of boards.

    ``gone`` are the unavailable cards, including the board.
    """
    held = {card for hand in hands for card in hand}
    live = np.array([card for card in range(52) if card not in held.union(gone)], dtype=np.int64)
    keys, bits = _boards(live, 5 - len(board))
    keys = keys + _total(CARD_KEYS, board) + KEY_START
    bits = bits + _total(CARD_BITS, board)
    values = np.empty((len(hands), len(keys)), dtype=np.int64)
    for player, hand in enumerate(hands):
        values[player] = _values(keys + _total(CARD_KEYS, hand), bits + _total(CARD_BITS, hand))
    won = values == values.max(axis=0)
    sharing = won.sum(axis=0)
    totals = np.zeros((len(hands), len(hands) + 1))
    for player in range(len(hands)):
        totals[player] = np.bincount(sharing[won[player]], minlength=len(hands) + 1)
    return totals, len(keys)


def _total(table: UInt64s, cards: Sequence[int]) -> np.uint64:
    return np.uint64(sum(int(table[card]) for card in cards))


def _boards(live: Int64s, count: int) -> tuple[UInt64s, UInt64s]:
    """Key and bit sums of every choice of ``count`` cards, one card added at a time."""
    keys, bits = np.zeros(1, dtype=np.uint64), np.zeros(1, dtype=np.uint64)
    after = np.zeros(1, dtype=np.int64)  # smallest index in ``live`` of the next card
    for _ in range(count):
        choices = len(live) - after
        starts = np.cumsum(choices) - choices
        steps = np.arange(int(choices.sum())) - np.repeat(starts, choices)
        chosen = np.repeat(after, choices) + steps
        cards = live[chosen]
        keys = np.repeat(keys, choices) + CARD_KEYS[cards]
        bits = np.repeat(bits, choices) + CARD_BITS[cards]
        after = chosen + 1
    return keys, bits


def _values(keys: UInt64s, bits: UInt64s) -> Int64s:
    """The values of seven cards from their sums, as in ``kernels.cards.evaluate``."""
    ranks = keys & _RANKS
    rows = ROW_OFFSETS[ROWS_7 + (ranks >> _ROW_BITS)].astype(np.uint64)
    values: Int64s = VALUES[rows + (ranks & _COLUMNS)].astype(np.int64)
    flushes = np.flatnonzero(keys & FLUSH_MASK)
    # the flush suit is the one whose counter has reached eight
    suit = np.zeros(len(flushes), dtype=np.uint64)
    for number in range(1, 4):
        bit = np.uint64(8 << (32 + 4 * number))
        suit[keys[flushes] & bit != 0] = number
    values[flushes] = FLUSH_VALUES[(bits[flushes] >> (suit * _SUIT_BITS)) & _SUIT]
    return values
