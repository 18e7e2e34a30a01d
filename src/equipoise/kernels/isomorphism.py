"""Index of hands up to a renaming of suits, and back.

The cards are dealt in rounds. What one suit holds is described by how many cards it got in each
round (its shape) and by which ranks these are: a number in mixed radix with one digit a round, the
digit being the colexicographic index of the round's ranks among those the suit has not used yet.
Suits of the same shape can be exchanged, so their numbers form a multiset, which has a
colexicographic index too. A hand's index is the offset of its four shapes (sorted) plus the mixed
radix number of the groups' multiset indices. The idea is that of Waugh 2013, "A fast and optimal
hand isomorphism algorithm".
"""

from __future__ import annotations

from math import comb

import numpy as np

from equipoise.kernels.compile import inlined, kernel
from equipoise.kernels.evaluate import CARD_BITS
from equipoise.kernels.types import Int64s, UInt8s, UInt32s

_0, _1, _2, _3 = np.arange(4, dtype=np.uint64)
_16 = np.uint64(16)
_SUIT_MASK = np.uint64(0x1FFF)

_CHOOSE = np.array([[comb(n, k) for k in range(8)] for n in range(14)], dtype=np.int64)
_COUNT_BITS = np.array([mask.bit_count() for mask in range(2**13)], dtype=np.uint8)


@inlined
def _multiset_size(states: int, suits: int) -> int:
    """How many multisets of ``suits`` out of ``states`` there are."""
    size = states
    if suits >= 2:
        size = size * (states + 1) // 2
    if suits >= 3:
        size = size * (states + 2) // 3
    if suits >= 4:
        size = size * (states + 3) // 4
    return size


@inlined
def _round_digit(ranks: np.uint64, used: np.uint64) -> int:
    """Colexicographic index of a set of ranks among those not used, for one suit."""
    digit = 0
    position = 1
    while ranks != _0:
        lowest = ranks & (~ranks + _1)
        below = lowest - _1
        rank = _COUNT_BITS[below]
        free_below = np.int64(rank) - np.int64(_COUNT_BITS[used & below])
        digit += _CHOOSE[free_below, position]
        position += 1
        ranks ^= lowest
    return digit


@kernel
def index_rows(
    cards: UInt8s,
    round_starts: Int64s,
    shape_weights: UInt32s,
    shape_ids: UInt32s,
    suit_orders: UInt8s,
    offsets: Int64s,
    group_sizes: UInt8s,
    states: Int64s,
    out: Int64s,
) -> int:
    """Index of each row of ``cards`` ([n, cards dealt]) into ``out``.

    Stops at the first row that has a card twice or a number that is no card and returns that row;
    -1 where all are well.

    ``shape_weights[round, suit]`` summed over the cards gives a code of the four shapes;
    ``shape_ids`` and ``suit_orders`` (four 2-bit suits, packed) sort them. For each sorted
    combination ``offsets`` is where it starts, ``group_sizes[id, p]`` how many equal shapes start
    at place p, and ``states[id, p]`` how many ways the shape at place p can be filled.
    """
    rounds = len(round_starts) - 1
    numbers = np.zeros(4, dtype=np.int64)
    radices = np.zeros(4, dtype=np.int64)
    held = np.zeros(4, dtype=np.int64)
    for row in range(cards.shape[0]):
        code = np.uint32(0)
        used = _0
        for suit in range(4):
            numbers[suit] = 0
            radices[suit] = 1
            held[suit] = 0
        for deal in range(rounds):
            dealt = _0
            for place in range(round_starts[deal], round_starts[deal + 1]):
                card = cards[row, place]
                if card >= 52 or (dealt | used) & CARD_BITS[card] != _0:
                    return row
                dealt |= CARD_BITS[card]
                code += shape_weights[deal, card & 3]
            left = dealt
            suit = 0
            while left != _0:
                ranks = left & _SUIT_MASK
                if ranks != _0:
                    taken = (used >> (_16 * np.uint64(suit))) & _SUIT_MASK
                    numbers[suit] += radices[suit] * _round_digit(ranks, taken)
                    count = np.int64(_COUNT_BITS[ranks])
                    radices[suit] *= _CHOOSE[13 - held[suit], count]
                    held[suit] += count
                left >>= _16
                suit += 1
            used |= dealt
        shape = shape_ids[code]
        order = suit_orders[code]
        index = 0
        scale = 1
        place = 0
        while place < 4:
            a = numbers[(order >> (2 * place)) & 3]
            suits = group_sizes[shape, place]
            if suits > 1:
                b = numbers[(order >> (2 * place + 2)) & 3]
                if a < b:
                    a, b = b, a
                if suits == 2:
                    a = a * (a + 1) // 2 + b
                else:
                    c = numbers[(order >> (2 * place + 4)) & 3]
                    if b < c:
                        b, c = c, b
                        if a < b:
                            a, b = b, a
                    if suits == 3:
                        a = a * (a + 1) * (a + 2) // 6 + b * (b + 1) // 2 + c
                    else:
                        d = numbers[(order >> 6) & 3]
                        if c < d:
                            c, d = d, c
                            if b < c:
                                b, c = c, b
                                if a < b:
                                    a, b = b, a
                        a = (
                            a * (a + 1) * (a + 2) // 6 * (a + 3) // 4
                            + b * (b + 1) * (b + 2) // 6
                            + c * (c + 1) // 2
                            + d
                        )
            index += scale * a
            scale *= _multiset_size(states[shape, place], suits)
            place += suits
        out[row] = offsets[shape] + index
    return -1


@inlined
def _multiset_rank(states: int, suits: int, local: int) -> int:
    """The largest member of the multiset with this index: max a with size(a, suits) <= local."""
    low, high = 0, states
    while high - low > 1:
        middle = (low + high) // 2
        if _multiset_size(middle, suits) <= local:
            low = middle
        else:
            high = middle
    return low


@kernel
def unindex_rows(
    indices: Int64s,
    round_starts: Int64s,
    shape_counts: UInt8s,
    offsets: Int64s,
    group_sizes: UInt8s,
    states: Int64s,
    out: UInt8s,
) -> None:
    """The canonical hand of each index; ``shape_counts[id, place, round]`` cards a suit."""
    rounds = len(round_starts) - 1
    numbers = np.zeros(4, dtype=np.int64)
    filled = np.zeros(rounds, dtype=np.int64)
    for row in range(len(indices)):
        shape = np.searchsorted(offsets, indices[row], side="right") - 1
        rest = indices[row] - offsets[shape]
        place = 0
        while place < 4:
            suits = np.int64(group_sizes[shape, place])
            many = states[shape, place]
            size = _multiset_size(many, suits)
            local = rest % size
            rest //= size
            for member in range(suits):
                left = suits - member
                number = _multiset_rank(many, left, local)
                local -= _multiset_size(number, left)
                numbers[place + member] = number
            place += suits
        for deal in range(rounds):
            filled[deal] = round_starts[deal]
        for place in range(4):
            number = numbers[place]
            used = np.int64(0)
            held = 0
            for deal in range(rounds):
                count = np.int64(shape_counts[shape, place, deal])
                ways = _CHOOSE[13 - held, count]
                digit = number % ways
                number //= ways
                fresh = np.int64(0)
                free_rank = 12 - held
                for position in range(count, 0, -1):
                    while _CHOOSE[free_rank, position] > digit:
                        free_rank -= 1
                    digit -= _CHOOSE[free_rank, position]
                    # the free_rank-th rank that this suit has not used in earlier rounds
                    rank = 0
                    skipped = 0
                    while True:
                        if (used >> rank) & 1 == 0:
                            if skipped == free_rank:
                                break
                            skipped += 1
                        rank += 1
                    fresh |= np.int64(1) << rank
                    out[row, filled[deal]] = rank * 4 + (3 - place)
                    filled[deal] += 1
                    free_rank -= 1
                used |= fresh
                held += count
        # within a round the highest card comes first
        for deal in range(rounds):
            for i in range(round_starts[deal] + 1, round_starts[deal + 1]):
                card = out[row, i]
                j = i - 1
                while j >= round_starts[deal] and out[row, j] < card:
                    out[row, j + 1] = out[row, j]
                    j -= 1
                out[row, j + 1] = card
