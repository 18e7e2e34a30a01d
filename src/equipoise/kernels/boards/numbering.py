"""Index of boards up to suit renaming, by one table lookup.

A board is described by the set of ranks of each suit. It is *canonical* if these sets, read as
binary numbers, are non-decreasing from clubs to spades; where the turn is distinguished from the
flop, the flop's ranks are compared first. So the flop of a canonical board is canonical too.
Canonical boards are numbered (their *rows*) in order of enumeration. For every real board the
table ``places`` holds ``row << 5 | renaming``: the row of its canonical board and the index of the
suit renaming (in the order of ``itertools.permutations``) that maps it to that board.
"""

from __future__ import annotations

from math import comb

import numpy as np

from equipoise.kernels.compile import inlined, kernel
from equipoise.kernels.types import Int64s, UInt8s, UInt32s

_1, _3, _13 = np.array([1, 3, 13], dtype=np.uint64)
_CHOOSE = np.array([[comb(card, k) for k in range(6)] for card in range(52)], dtype=np.uint64)
_COUNT = np.uint64(52)
_NO_ROW = np.uint32(0xFFFFFFFF)


@inlined
def set_index(cards, count):
    """The colexicographic number of the first ``count`` (at most 5) cards, in any order."""
    index = np.uint64(0)
    for i in range(count):
        card = cards[i]
        place = np.uint64(1)
        for j in range(count):
            place += np.uint64(cards[j] < card)
        index += _CHOOSE[np.uint64(card), place]
    return index


@inlined
def ordered_index(cards):
    """The index of a flop followed by a turn card; the turn's 52 values leave gaps."""
    return set_index(cards, 3) * _COUNT + np.uint64(cards[3])


@inlined
def _index(cards, count, ordered):
    return ordered_index(cards) if ordered else set_index(cards, count)


@inlined
def _to_canonical(board, count, ordered, keys, renaming):
    """Find the suit renaming that makes a board canonical; return the renaming's index."""
    for suit in range(4):
        keys[suit] = np.uint64(0)
    for i in range(count):
        card = np.uint64(board[i])
        shift = card >> np.uint64(2)
        if not ordered or i < 3:
            shift += _13
        keys[card & _3] |= _1 << shift
    number = 0
    for suit in range(4):
        # count the suits that sort before this one; equal suits keep their order, so that a
        # canonical board is renamed by the identity
        place = 0
        smaller_later = 0
        for other in range(4):
            before = keys[other] < keys[suit] or (keys[other] == keys[suit] and other < suit)
            place += before
            smaller_later += before and other > suit
        renaming[suit] = place
        number = number * (4 - suit) + smaller_later
    return number


@inlined
def _next_set(chosen, count):
    """Step to the next increasing set of cards in colexicographic order; False after the last."""
    for i in range(count):
        if i + 1 == count:
            chosen[i] += 1
            fits = chosen[i] < 52
        else:
            fits = chosen[i] + 1 < chosen[i + 1]
            if fits:
                chosen[i] += 1
        if fits:
            for j in range(i):
                chosen[j] = j
            return True
    return False


@kernel
def number_boards(
    count: int, ordered: bool, places: UInt32s, boards: UInt8s, weights: Int64s
) -> int:
    """Number the canonical boards of ``count`` cards; returns how many there are.

    ``ordered`` boards are a flop and then a turn card. ``boards`` gets the canonical boards, the
    highest card of a deal first, ``weights`` how many real boards each stands for.
    """
    places[:] = _NO_ROW
    chosen = np.zeros(5, dtype=np.int64)
    board = np.zeros(5, dtype=np.uint8)
    image = np.zeros(5, dtype=np.uint8)
    keys = np.zeros(4, dtype=np.uint64)
    renaming = np.zeros(4, dtype=np.uint8)
    first = 3 if ordered else count
    rows = 0
    for sweep in range(2):
        for i in range(first):
            chosen[i] = i
        more = True
        while more:
            for i in range(first):
                board[i] = chosen[first - 1 - i]
            for turn in range(52 if ordered else 1):
                if ordered:
                    if turn == chosen[0] or turn == chosen[1] or turn == chosen[2]:
                        continue
                    board[3] = turn
                number = _to_canonical(board, count, ordered, keys, renaming)
                if sweep == 0:
                    if number == 0:
                        places[_index(board, count, ordered)] = np.uint32(rows << 5)
                        for i in range(count):
                            boards[rows, i] = board[i]
                        rows += 1
                    continue
                for i in range(count):
                    image[i] = (board[i] & 0xFC) | renaming[board[i] & 3]
                row = places[_index(image, count, ordered)] >> np.uint32(5)
                places[_index(board, count, ordered)] = np.uint32((row << 5) | number)
                weights[row] += 1
            more = _next_set(chosen, first)
    return rows


@kernel
def find_boards(boards: UInt8s, ordered: bool, places: UInt32s, out: UInt32s) -> None:
    """The table entry (``row << 5 | renaming``) of each board (one per row of ``boards``)."""
    count = boards.shape[1]
    for i in range(boards.shape[0]):
        out[i] = places[_index(boards[i], count, ordered)]
