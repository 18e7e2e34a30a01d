"""Hand values by table lookup: the sum of the cards' keys leads to the value of the best five.

The key of a card holds its rank multiplier in the low 32 bits and a 4-bit suit counter above them.
Counters start at 3, so five cards of a suit set the counter's top bit and one mask detects a flush.
Values run from 0 to 7,461; higher wins, equal ties.
"""

from __future__ import annotations

from pathlib import Path

import numpy as np
from llvmlite import ir
from numba import types
from numba.core import cgutils
from numba.extending import intrinsic

from equipoise.kernels.compile import inlined, kernel
from equipoise.kernels.types import Int32s, Int64s, UInt8s

_TABLES = np.load(Path(__file__).parents[1] / "tables" / "evaluator.npz", allow_pickle=False)

_ROW_OFFSETS = _TABLES["row_offsets"]
_VALUES = _TABLES["values"]
_FLUSH_VALUES = _TABLES["flush_values"]
_ROWS = {
    size: np.uint64(start) for size, start in zip((5, 6, 7), _TABLES["row_starts"], strict=True)
}
ROWS_5, ROWS_6, ROWS_7 = _ROWS[5], _ROWS[6], _ROWS[7]

#: category and deciding ranks (padded with -1) of each value
CLASS_CATEGORY = _TABLES["class_category"]
CLASS_RANKS = _TABLES["class_ranks"]

_CARD = np.arange(52, dtype=np.uint64)
#: rank multiplier and suit counter of each card
CARD_KEYS = _TABLES["multipliers"].astype(np.uint64)[_CARD >> np.uint64(2)] + (
    np.uint64(1) << (np.uint64(32) + np.uint64(4) * (_CARD & np.uint64(3)))
)
_NO_CARD = np.uint64(0xF << 60)
_CHECKED_KEYS = np.full(256, 1 << 60, dtype=np.uint64)
_CHECKED_KEYS[:52] = CARD_KEYS
#: one bit per card, grouped by suit: index of the flush table
CARD_BITS = np.uint64(1) << (np.uint64(16) * (_CARD & np.uint64(3)) + (_CARD >> np.uint64(2)))
#: initial sum of keys: a flush then shows as the top bit of a counter
KEY_START = np.uint64(0x3333 << 32)

_FLUSH_MASK = np.uint64(0x8888 << 32)
_RANK_MASK = np.uint64(0xFFFFFFFF)
_ROW_BITS = np.uint64(10)
_COLUMN_MASK = np.uint64(1023)
_SUIT_MASK = np.uint64(0x1FFF)
#: the tables by name, for lookups with NumPy
ROW_OFFSETS, VALUES, FLUSH_VALUES, FLUSH_MASK = _ROW_OFFSETS, _VALUES, _FLUSH_VALUES, _FLUSH_MASK
_16, _32, _48 = np.uint64(16), np.uint64(32), np.uint64(48)
_SUIT_1, _SUIT_2, _SUIT_3 = np.uint64(8 << 36), np.uint64(8 << 40), np.uint64(8 << 44)
_0, _1, _2, _3, _4, _5, _6, _7 = np.arange(8, dtype=np.uint64)


@intrinsic
def _rarely(typing_context, condition):
    """Tell LLVM to expect the condition to be false, so that it keeps the branch."""

    def generate(context, builder, signature, arguments):
        bit = arguments[0]
        kind = ir.FunctionType(bit.type, [bit.type, bit.type])
        expect = cgutils.get_or_insert_function(
            builder.module, kind, f"llvm.expect.i{bit.type.width}"
        )
        return builder.call(expect, [bit, bit.type(0)])

    return types.boolean(types.boolean), generate


@inlined
def rank_value(key: np.uint64, rows: np.uint64) -> np.uint16:
    """The value of a hand without a flush, from its key sum."""
    ranks = key & _RANK_MASK
    row = rows + (ranks >> _ROW_BITS)
    return _VALUES[np.uint64(_ROW_OFFSETS[row]) + (ranks & _COLUMN_MASK)]


@inlined
def flush_value(key: np.uint64, bits: np.uint64) -> np.uint16:
    """The value of a hand with a flush, from its key and bit sums."""
    shift = _0
    if key & _SUIT_1 != _0:
        shift = _16
    if key & _SUIT_2 != _0:
        shift = _32
    if key & _SUIT_3 != _0:
        shift = _48
    return _FLUSH_VALUES[(bits >> shift) & _SUIT_MASK]


@inlined
def hand_value(key: np.uint64, bits: np.uint64, rows: np.uint64) -> np.uint16:
    """The value of a hand from its key and bit sums; ``rows`` is ``ROWS_n``."""
    if _rarely(key & _FLUSH_MASK != _0):
        return flush_value(key, bits)
    return rank_value(key, rows)


@inlined
def rows_of(size):
    """``ROWS_n`` for hands of 5 to 7 cards."""
    rows = ROWS_7
    if size == 5:
        rows = ROWS_5
    if size == 6:
        rows = ROWS_6
    return rows


@inlined
def _row_value(cards, i, size, key, rows):
    bits = _0
    if key & _FLUSH_MASK != _0:
        for j in range(size):
            bits += CARD_BITS[cards[i, j]]
    return hand_value(key, bits, rows)


@inlined
def _bit(card):
    return _1 << np.uint64(card)


# A fixed number of terms is three times as fast as a loop over the row. Cards are distinct exactly
# if the sum of their bits equals the union; an invalid card number sets a mark in its key. So the
# check costs no second loop.
@kernel
def evaluate_rows(cards: UInt8s, values: Int32s) -> int:
    """Values of the hands in the rows of ``cards`` ([n, 5..7]) into ``values``.

    Stops at the first row with a duplicate or invalid card and returns its index; -1 if all are
    valid.
    """
    count, size = np.uint64(cards.shape[0]), np.uint64(cards.shape[1])
    keys = _CHECKED_KEYS
    for i in range(_0, count):
        a, b, c = cards[i, _0], cards[i, _1], cards[i, _2]
        d, e = cards[i, _3], cards[i, _4]
        key = KEY_START + keys[a] + keys[b] + keys[c] + keys[d] + keys[e]
        union = _bit(a) | _bit(b) | _bit(c) | _bit(d) | _bit(e)
        total = _bit(a) + _bit(b) + _bit(c) + _bit(d) + _bit(e)
        if size == _7:
            f, g = cards[i, _5], cards[i, _6]
            key += keys[f] + keys[g]
            if (union | _bit(f) | _bit(g)) ^ (total + _bit(f) + _bit(g)) | key & _NO_CARD != _0:
                return np.int64(i)
            values[i] = _row_value(cards, i, _7, key, ROWS_7)
        elif size == _6:
            f = cards[i, _5]
            key += keys[f]
            if (union | _bit(f)) ^ (total + _bit(f)) | key & _NO_CARD != _0:
                return np.int64(i)
            values[i] = _row_value(cards, i, _6, key, ROWS_6)
        else:
            if union ^ total | key & _NO_CARD != _0:
                return np.int64(i)
            values[i] = _row_value(cards, i, _5, key, ROWS_5)
    return np.int64(-1)


@kernel
def count_values(counts: Int64s) -> None:
    """How many of all 133,784,560 seven-card hands have each value."""
    for a in range(np.uint64(6), np.uint64(52)):
        key_a, bits_a = KEY_START + CARD_KEYS[a], CARD_BITS[a]
        for b in range(np.uint64(5), a):
            key_b, bits_b = key_a + CARD_KEYS[b], bits_a + CARD_BITS[b]
            for c in range(np.uint64(4), b):
                key_c, bits_c = key_b + CARD_KEYS[c], bits_b + CARD_BITS[c]
                for d in range(np.uint64(3), c):
                    key_d, bits_d = key_c + CARD_KEYS[d], bits_c + CARD_BITS[d]
                    for e in range(np.uint64(2), d):
                        key_e, bits_e = key_d + CARD_KEYS[e], bits_d + CARD_BITS[e]
                        for f in range(np.uint64(1), e):
                            key_f, bits_f = key_e + CARD_KEYS[f], bits_e + CARD_BITS[f]
                            for g in range(np.uint64(0), f):
                                key, bits = key_f + CARD_KEYS[g], bits_f + CARD_BITS[g]
                                counts[hand_value(key, bits, ROWS_7)] += 1
