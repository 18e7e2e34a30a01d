"""All hands against all hands on a board, by sorting them once.

On a river board an opponent's hand matters only by its rank in strength. With the hands sorted,
running sums of the opponent's weights (in total and per card) give every hand's winning and tying
weight in one sweep, with shared cards removed by inclusion and exclusion.
"""

from __future__ import annotations

import numpy as np

from equipoise.kernels.cards.evaluate import CARD_BITS, CARD_KEYS, KEY_START, ROWS_7, hand_value
from equipoise.kernels.compile import inlined, kernel
from equipoise.kernels.types import Float64s, Int64s, UInt8s, UInt32s

_0, _1, _2, _3, _52 = np.array([0, 1, 2, 3, 52], dtype=np.uint64)
_7, _11 = np.uint32(7), np.uint32(11)
_LOW_7, _LOW_11 = np.uint32(0x7F), np.uint32(0x7FF)
_PLANE = np.uint64(0x1111111111111)


@inlined
def _sort_hands(packed: UInt32s, spare: UInt32s, count: int, histogram: Int64s) -> None:
    """Sort ``value << 11 | combo`` by value: radix sort on 2 x 7 bits (values are below 2**13)."""
    for turn in range(2):
        shift = _11 + _7 * np.uint32(turn)
        histogram[:] = 0
        for i in range(count):
            histogram[(packed[i] >> shift) & _LOW_7] += 1
        position = 0
        for digit in range(128):
            occurrences = histogram[digit]
            histogram[digit] = position
            position += occurrences
        for i in range(count):
            digit = (packed[i] >> shift) & _LOW_7
            spare[histogram[digit]] = packed[i]
            histogram[digit] += 1
        packed, spare = spare, packed


@inlined
def sort_board(board, hands, packed, spare, histogram):
    """The hands possible on a five-card board, weakest first, as value << 11 | combo.

    ``hands`` are the cards of all combos; returns how many are possible.
    """
    key, bits, dead = KEY_START, _0, _0
    for i in range(5):
        card = np.uint64(board[i])
        key += CARD_KEYS[card]
        bits += CARD_BITS[card]
        dead |= _1 << card
    count = 0
    for combo in range(np.uint64(len(hands))):
        a, b = np.uint64(hands[combo, _0]), np.uint64(hands[combo, _1])
        if (dead >> a | dead >> b) & _1 == _0:
            value = hand_value(
                key + CARD_KEYS[a] + CARD_KEYS[b], bits + CARD_BITS[a] + CARD_BITS[b], ROWS_7
            )
            packed[count] = (np.uint32(value) << _11) | np.uint32(combo)
            count += 1
    _sort_hands(packed, spare, count, histogram)
    return count


@kernel
def range_outcomes(
    boards: UInt8s,
    board_weights: Float64s,
    hands: UInt8s,
    weights: Float64s,
    wins: Float64s,
    ties: Float64s,
    totals: Float64s,
) -> None:
    """For every combo, the weight of the opponent's hands it beats, ties with and can meet.

    Summed over ``boards`` ([n, 5]) with their weights; ``weights`` is the opponent's range.
    """
    packed = np.zeros(len(hands), dtype=np.uint32)
    spare = np.zeros(len(hands), dtype=np.uint32)
    histogram = np.zeros(128, dtype=np.int64)
    all_by_card = np.zeros(52)
    below_by_card = np.zeros(52)
    tied_by_card = np.zeros(52)
    for row in range(boards.shape[0]):
        count = sort_board(boards[row], hands, packed, spare, histogram)
        all_by_card[:] = 0.0
        below_by_card[:] = 0.0
        all_weight = 0.0
        for i in range(count):
            combo = packed[i] & _LOW_11
            weight = weights[combo]
            all_weight += weight
            all_by_card[hands[combo, 0]] += weight
            all_by_card[hands[combo, 1]] += weight
        below_weight = 0.0
        start = 0
        while start < count:
            value = packed[start] >> _11
            tied_weight = 0.0
            stop = start
            while stop < count and packed[stop] >> _11 == value:
                combo = packed[stop] & _LOW_11
                a, b = hands[combo, 0], hands[combo, 1]
                tied_by_card[a] = 0.0
                tied_by_card[b] = 0.0
                stop += 1
            for i in range(start, stop):
                combo = packed[i] & _LOW_11
                weight = weights[combo]
                tied_weight += weight
                tied_by_card[hands[combo, 0]] += weight
                tied_by_card[hands[combo, 1]] += weight
            for i in range(start, stop):
                combo = packed[i] & _LOW_11
                a, b = hands[combo, 0], hands[combo, 1]
                own = weights[combo]
                scale = board_weights[row]
                wins[combo] += scale * (below_weight - below_by_card[a] - below_by_card[b])
                ties[combo] += scale * (tied_weight - tied_by_card[a] - tied_by_card[b] + own)
                totals[combo] += scale * (all_weight - all_by_card[a] - all_by_card[b] + own)
            for i in range(start, stop):
                combo = packed[i] & _LOW_11
                weight = weights[combo]
                below_weight += weight
                below_by_card[hands[combo, 0]] += weight
                below_by_card[hands[combo, 1]] += weight
            start = stop


@inlined
def _rename_suits(cards, renaming, number):
    """Rename the suits of a set of cards (one bit per card)."""
    renamed = _0
    for suit in range(_0, _0 + np.uint64(4)):
        plane = (cards >> suit) & _PLANE
        renamed |= plane << np.uint64(renaming[number, suit])
    return renamed


@kernel
def distinct_boards(
    board: UInt8s, dead: np.uint64, renamings: UInt8s, boards: UInt8s, sizes: Float64s
) -> int:
    """Five-card boards that are distinct under the given suit renamings.

    Completes ``board`` with cards that are not ``dead``; ``renamings`` ([n, 4]) must be a group
    that maps the board and the dead cards to themselves. Of each orbit the board with the smallest
    bit set is kept, with the orbit's size. Returns how many were written.
    """
    needed = 5 - len(board)
    fixed = _0
    for card in board:
        fixed |= _1 << np.uint64(card)
    live = np.zeros(52, dtype=np.uint8)
    cards = 0
    for card in range(_52):
        if (dead >> card) & _1 == _0:
            live[cards] = card
            cards += 1
    chosen = np.zeros(6, dtype=np.int64)
    for level in range(needed):
        chosen[level] = level
    count = 0
    while True:
        mask = fixed
        for level in range(needed):
            mask |= _1 << np.uint64(live[chosen[level]])
        same = 0
        smallest = True
        for number in range(renamings.shape[0]):
            image = _rename_suits(mask, renamings, number)
            if image < mask:
                smallest = False
                break
            if image == mask:
                same += 1
        if smallest:
            for i in range(len(board)):
                boards[count, i] = board[i]
            for level in range(needed):
                boards[count, len(board) + level] = live[chosen[level]]
            sizes[count] = renamings.shape[0] / same
            count += 1
        level = needed - 1
        while level >= 0 and chosen[level] == cards - needed + level:
            level -= 1
        if level < 0:
            break
        chosen[level] += 1
        for later in range(level + 1, needed):
            chosen[later] = chosen[later - 1] + 1
    return count
