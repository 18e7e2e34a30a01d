"""Index of hands up to suit renaming, and its inverse.

The cards are dealt in rounds. A suit is described by how many cards it got in each round (its
shape) and by which ranks these are: a number in mixed radix with one digit per round, the
digit being the colexicographic index of the round's ranks among those the suit has not used yet.
Suits of the same shape are interchangeable, so their numbers form a multiset, which has a
colexicographic index too. A hand's index is the offset of its four shapes (sorted) plus the mixed
radix number of the groups' multiset indices. After Waugh 2013, "A fast and optimal hand isomorphism
algorithm".
"""

from __future__ import annotations

from math import comb

import numpy as np

from equipoise.kernels.cards.evaluate import CARD_BITS
from equipoise.kernels.compile import inlined, kernel
from equipoise.kernels.types import Int64s, UInt8s, UInt32s, UInt64s

_0, _1, _2, _3, _4, _5, _6 = np.arange(7, dtype=np.uint64)
_13, _16, _52 = np.array([13, 16, 52], dtype=np.uint64)
_SUIT_MASK = np.uint64(0x1FFF)

_CHOOSE = np.array([[comb(n, k) for k in range(9)] for n in range(14)], dtype=np.uint64)
_COUNT_BITS = np.array([mask.bit_count() for mask in range(2**13)], dtype=np.uint64)
_BELOW_HIGHEST = np.array(
    [(1 << max(mask.bit_length() - 1, 0)) - 1 for mask in range(2**13)], dtype=np.uint64
)
_COLEX = np.array(
    [
        sum(
            comb(rank, (mask & (2 << rank) - 1).bit_count())
            for rank in range(13)
            if mask >> rank & 1
        )
        for mask in range(2**13)
    ],
    dtype=np.uint64,
)


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
def _round_digit(ranks: np.uint64, used: np.uint64) -> np.uint64:
    """Colexicographic index of a set of ranks among those not used, for one suit."""
    while used != _0:
        # close the gap left by the highest used rank
        below = _BELOW_HIGHEST[used]
        ranks = (ranks & below) | ((ranks >> _1) & ~below)
        used &= below
    return _COLEX[ranks]


@inlined
def _multiset_index(numbers: UInt64s, order: np.uint64, suits: np.uint64) -> np.uint64:
    """Colexicographic index of the multiset of the first ``suits`` numbers in the given order."""
    a = numbers[order & _3]
    if suits == _1:
        return a
    b = numbers[(order >> _2) & _3]
    a, b = max(a, b), min(a, b)
    if suits == _2:
        return (a * (a + _1) >> _1) + b
    c = numbers[(order >> _4) & _3]
    b, c = max(b, c), min(b, c)
    a, b = max(a, b), min(a, b)
    if suits == _3:
        return a * (a + _1) * (a + _2) // _6 + (b * (b + _1) >> _1) + c
    d = numbers[order >> _6]
    c, d = max(c, d), min(c, d)
    b, c = max(b, c), min(b, c)
    a, b = max(a, b), min(a, b)
    quadruples = a * (a + _1) * (a + _2) // _6 * (a + _3) >> _2
    return quadruples + b * (b + _1) * (b + _2) // _6 + (c * (c + _1) >> _1) + d


@kernel
def index_rows(
    cards: UInt8s,
    round_starts: UInt64s,
    shape_weights: UInt64s,
    shape_ids: UInt32s,
    suit_orders: UInt8s,
    offsets: UInt64s,
    group_sizes: UInt64s,
    group_scales: UInt64s,
    out: Int64s,
) -> int:
    """Index of each row of ``cards`` ([n, cards dealt]) into ``out``.

    ``shape_weights[round, suit]`` summed over the cards encodes the four shapes; ``shape_ids`` and
    ``suit_orders`` (four 2-bit suits, packed) sort them. For each sorted combination ``offsets`` is
    where it starts, ``group_sizes[id, p]`` how many equal shapes start at place p, and
    ``group_scales[id, p]`` the factor of their multiset index. Stops at the first row with a
    duplicate or invalid card and returns its index; -1 if all are valid.
    """
    rounds = np.uint64(len(round_starts)) - _1
    numbers = np.zeros(4, dtype=np.uint64)
    radices = np.zeros(4, dtype=np.uint64)
    for row in range(_0, np.uint64(cards.shape[0])):
        code = _0
        used = _0
        numbers[:] = _0
        radices[:] = _1
        for deal in range(_0, rounds):
            dealt = _0
            for place in range(round_starts[deal], round_starts[deal + _1]):
                card = np.uint64(cards[row, place])
                if card >= _52 or (dealt | used) & CARD_BITS[card] != _0:
                    return np.int64(row)
                dealt |= CARD_BITS[card]
                code += shape_weights[deal, card & _3]
            if round_starts[deal + _1] - round_starts[deal] == _1:
                # one card: only its suit changes, and the digit is a rank
                suit = np.uint64(cards[row, round_starts[deal]]) & _3
                taken = (used >> (_16 * suit)) & _SUIT_MASK
                below = (dealt >> (_16 * suit)) - _1
                numbers[suit] += radices[suit] * _COUNT_BITS[below & ~taken]
                radices[suit] *= _13 - _COUNT_BITS[taken]
            else:
                for suit in range(_0, _4):
                    ranks = (dealt >> (_16 * suit)) & _SUIT_MASK
                    taken = (used >> (_16 * suit)) & _SUIT_MASK
                    numbers[suit] += radices[suit] * _round_digit(ranks, taken)
                    radices[suit] *= _CHOOSE[_13 - _COUNT_BITS[taken], _COUNT_BITS[ranks]]
            used |= dealt
        shape = np.uint64(shape_ids[code])
        order = np.uint64(suit_orders[code])
        index = offsets[shape]
        place = _0
        while place < _4:
            suits = group_sizes[shape, place]
            local = _multiset_index(numbers, order >> (place + place), suits)
            index += group_scales[shape, place] * local
            place += suits
        out[row] = index
    return np.int64(-1)


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
    round_starts: UInt64s,
    shape_counts: UInt8s,
    offsets: UInt64s,
    group_sizes: UInt64s,
    states: Int64s,
    out: UInt8s,
) -> None:
    """The canonical hand of each index; ``shape_counts[id, place, round]`` cards per suit."""
    rounds = len(round_starts) - 1
    numbers = np.zeros(4, dtype=np.int64)
    filled = np.zeros(rounds, dtype=np.int64)
    for row in range(len(indices)):
        shape = np.searchsorted(offsets, np.uint64(indices[row]), side="right") - 1
        rest = indices[row] - np.int64(offsets[shape])
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
            filled[deal] = np.int64(round_starts[deal])
        for place in range(4):
            number = numbers[place]
            used = np.int64(0)
            held = 0
            for deal in range(rounds):
                count = np.int64(shape_counts[shape, place, deal])
                ways = np.int64(_CHOOSE[13 - held, count])
                digit = number % ways
                number //= ways
                fresh = np.int64(0)
                free_rank = 12 - held
                for position in range(count, 0, -1):
                    while np.int64(_CHOOSE[free_rank, position]) > digit:
                        free_rank -= 1
                    digit -= np.int64(_CHOOSE[free_rank, position])
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
            start, stop = np.int64(round_starts[deal]), np.int64(round_starts[deal + 1])
            for i in range(start + 1, stop):
                card = out[row, i]
                j = i - 1
                while j >= start and out[row, j] < card:
                    out[row, j + 1] = out[row, j]
                    j -= 1
                out[row, j + 1] = card
