"""All hands on a board by strength, and their potential with the next card.

Both depend on the board alone, so they are computed once per board for all seats.
"""

from __future__ import annotations

import numpy as np

from equipoise.kernels.boards.river import evaluate_hands, sort_by_value, strength_scratch
from equipoise.kernels.cards.evaluate import rows_of
from equipoise.kernels.compile import inlined, kernel
from equipoise.kernels.types import Float64s, UInt8s, UInt32s

_0, _1, _2, _3, _4, _13 = np.array([0, 1, 2, 3, 4, 13], dtype=np.uint64)
_11 = np.uint32(11)
_LOW_11 = np.uint32(0x7FF)
_COMBOS = 1326
_VALUES = 7464  # a multiple of four above the largest hand value


@kernel
def order_board(board: UInt8s, order: UInt32s) -> int:
    """The hands possible on a board of 3 to 5 cards as ``value << 11 | combo``, weakest first.

    Returns how many there are.
    """
    hands, places, live, _ = strength_scratch()
    size = np.uint64(len(board))
    count = evaluate_hands(board, size, rows_of(len(board) + 2), hands[0], live)
    sort_by_value(hands[0], hands[1], count, places)
    order[:count] = hands[1, :count]
    return count


@inlined
def middle_ranks(counts, ranks):
    """For each value that occurs, the share of hands below it, equal ones counted half.

    ``counts`` is reset to zeros. Few values occur, so zeros are skipped four at a time.
    """
    fours = counts.view(np.uint64)
    below = 0
    for block in range(np.uint64(len(fours))):
        if fours[block] != _0:
            for value in range(_4 * block, _4 * block + _4):
                many = np.int64(counts[value])
                ranks[value] = 2 * below + many
                below += many
            fours[block] = _0
    return 0.5 / np.float64(below)


@inlined
def _add_card(longer, free, combos, scratch, counts, ranks, now, passed):
    """Add every hand's gain in rank from the cards ``free``, which are equivalent for all hands.

    The last card of ``longer`` is one of them; each hand counts once per free card it does not
    hold. The board must hold at most one card of that rank if there are several: no rank occurs
    five times.
    """
    hands, _, live, _ = scratch
    size = len(longer)
    all_free = (free & _1) + ((free >> _1) & _1) + ((free >> _2) & _1) + ((free >> _3) & _1)
    first = np.uint64(longer[size - 1]) & ~_3
    barred = np.uint64(size) if all_free == _1 else np.uint64(size - 1)
    count = evaluate_hands(longer, barred, rows_of(size + 2), hands[0], live)
    left = hands[1]
    for i in range(_0, count):
        combo = np.uint64(hands[0, i] & _LOW_11)
        many = all_free
        for k in range(_0, _2):
            card = np.uint64(combos[combo, k])
            if card & ~_3 == first:
                many -= (free >> (card & _3)) & _1
        left[i] = np.uint32(many)
        counts[np.uint64(hands[0, i] >> _11)] += np.uint16(many)
    scale = middle_ranks(counts, ranks)
    for i in range(_0, count):
        combo = np.uint64(hands[0, i] & _LOW_11)
        gain = scale * ranks[np.uint64(hands[0, i] >> _11)] - now[combo]
        passed[combo] += left[i] * gain if gain > 0.0 else 0.0


@kernel
def crude_potential(board: UInt8s, combos: UInt8s, order: UInt32s, potential: Float64s) -> None:
    """PPOTC of all hands on a board of 3 or 4 cards; ``order`` is that of :func:`order_board`.

    A card lifts a hand from rank r to r'. If all others kept their ranks, the hand would overtake
    the share (r' - r) / (1 - r) of those ahead of it; the mean of that over the next card is the
    estimate. Cards of one rank are evaluated together if the board holds that rank and their suits
    at most once, so that none makes a flush.
    """
    size = np.uint64(len(board))
    scratch = strength_scratch()
    counts = np.zeros(_VALUES, dtype=np.uint16)
    ranks = np.zeros(_VALUES)
    now = np.ones(_COMBOS)
    for i in range(np.uint64(len(order))):
        counts[np.uint64(order[i] >> _11)] += np.uint16(1)
    scale = middle_ranks(counts, ranks)
    for i in range(np.uint64(len(order))):
        now[np.uint64(order[i] & _LOW_11)] = scale * ranks[np.uint64(order[i] >> _11)]
    dead = _0
    in_suit = np.zeros(4, dtype=np.int64)
    of_rank = np.zeros(13, dtype=np.int64)
    longer = np.zeros(size + _1, dtype=np.uint8)
    for i in range(size):
        card = np.uint64(board[i])
        longer[i] = card
        dead |= _1 << card
        in_suit[card & _3] += 1
        of_rank[card >> _2] += 1
    passed = np.zeros(_COMBOS)
    for rank in range(_0, _13):
        together = _0
        for suit in range(_0, _4):
            card = _4 * rank + suit
            if (dead >> card) & _1 == _0:
                longer[size] = card
                if in_suit[suit] > 1 or of_rank[rank] > 1:
                    _add_card(longer, _1 << suit, combos, scratch, counts, ranks, now, passed)
                else:
                    together |= _1 << suit
        if together != _0:
            for suit in range(_0, _4):
                if (together >> suit) & _1 != _0:
                    longer[size] = _4 * rank + suit
            _add_card(longer, together, combos, scratch, counts, ranks, now, passed)
    cards = np.float64(52 - len(board) - 2)
    potential[:] = 0.0
    for i in range(np.uint64(len(order))):
        combo = np.uint64(order[i] & _LOW_11)
        potential[combo] = passed[combo] / (cards * (1.0 - now[combo]))
