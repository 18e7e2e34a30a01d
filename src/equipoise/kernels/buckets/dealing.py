"""Random hold'em deals for two players, as buckets.

A deal is a flop, a turn, a river and two hands, drawn afresh each time. Buckets are looked up as in
``kernels.buckets.lookup``, but for the two hands only, so the river strength must be tabulated. The
showdown is decided by the hands themselves: strength against a random hand does not always order
two hands as the showdown does.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from equipoise.kernels.boards.numbering import set_index
from equipoise.kernels.buckets.lookup import public_offset, river_bucket
from equipoise.kernels.cards.evaluate import CARD_BITS, CARD_KEYS, KEY_START, ROWS_7, hand_value
from equipoise.kernels.compile import inlined, kernel
from equipoise.kernels.random import next_below
from equipoise.kernels.types import Int8s, Int32s, UInt8s, UInt16s, UInt32s, UInt64s

ROUNDS = 4

_0, _1, _5, _LOW_5, _52 = np.array([0, 1, 5, 31, 52], dtype=np.uint64)
_AT_ONCE = 64


class BucketDeals(NamedTuple):
    """The tables of a bucketing as needed for dealing; built by ``spine.cards.bucket_deals``.

    ``flops`` are the indices (``kernels.boards.numbering.set_index``) of the real flops that are
    dealt, ``flop_cards`` the cards of every real flop. ``columns`` and the ``..._places`` map real
    boards and hands to table rows and columns. ``values`` is the strength on the river, or the
    label the bucketing stores there instead; the rest is described in ``kernels.buckets.lookup``.
    """

    flops: UInt32s
    flop_cards: UInt8s
    columns: UInt16s
    flop_places: UInt32s
    turn_places: UInt32s
    river_places: UInt32s
    preflop: UInt16s
    flop: UInt16s
    turn: UInt16s
    memory: UInt16s
    turn_public: UInt16s
    river_public: UInt16s
    public_count: int
    starts: Int32s
    lookup: UInt16s
    values: UInt16s


@inlined
def _combo(a, b):
    high, low = max(a, b), min(a, b)
    return (high * (high - _1) >> _1) + low


@inlined
def _deal_cards(deals, random, cards):
    """Deal nine cards: flop, turn, river and the hands; returns the index of the flop."""
    number = np.uint64(deals.flops[next_below(random, np.uint64(len(deals.flops)))])
    used = _0
    for i in range(3):
        card = np.uint64(deals.flop_cards[number, i])
        cards[i] = card
        used |= _1 << card
    dealt = 3
    while dealt < 9:
        card = next_below(random, _52)
        if (used >> card) & _1 == _0:
            used |= _1 << card
            cards[dealt] = card
            dealt += 1
    return number


@inlined
def _find_board(deals, number, cards, found):
    """The table entries of the board on the flop, the turn and the river."""
    found[0] = deals.flop_places[number]
    found[1] = deals.turn_places[number * _52 + cards[3]]
    found[2] = deals.river_places[set_index(cards, 5)]


@inlined
def _read_tables(deals, cards, found, read):
    """Table values of each hand on the flop, the turn and the river: ``read[3 * p + r]``."""
    for player in range(2):
        combo = _combo(cards[5 + 2 * player], cards[6 + 2 * player])
        for r in range(3):
            row, names = found[r] >> _5, found[r] & _LOW_5
            column = np.uint64(deals.columns[names, combo])
            if r == 0:
                value = deals.flop[row, column]
            elif r == 1:
                value = deals.turn[row, column]
            else:
                value = deals.values[row, column]
            read[3 * player + r] = value


@inlined
def _finish(deals, cards, found, read, states):
    """The buckets of both hands in all rounds, and the showdown result."""
    key, bits = KEY_START, _0
    for i in range(5):
        key += CARD_KEYS[cards[i]]
        bits += CARD_BITS[cards[i]]
    offset = public_offset(deals, found[1] >> _5, found[2] >> _5)
    result = 0
    for player in range(2):
        a, b = cards[5 + 2 * player], cards[6 + 2 * player]
        first, at = player * ROUNDS, 3 * player
        states[first] = deals.preflop[_0, _combo(a, b)]
        states[first + 1] = read[at]
        states[first + 2] = read[at + 1]
        states[first + 3] = river_bucket(deals, offset, read[at + 1], read[at + 2])
        value = hand_value(
            key + CARD_KEYS[a] + CARD_KEYS[b], bits + CARD_BITS[a] + CARD_BITS[b], ROWS_7
        )
        result = np.int64(value) if player == 0 else result - np.int64(value)
    return np.sign(result)


@inlined
def deal_hands(deals, random, states):
    """Deal a board and two hands; player p's bucket in round r goes to ``states[p * 4 + r]``.

    Returns player 1's result at a unit stake: 1, 0 or -1.
    """
    room = np.empty(18, dtype=np.uint64)
    cards, found, read = room[:9], room[9:12], room[12:]
    _find_board(deals, _deal_cards(deals, random, cards), cards, found)
    _read_tables(deals, cards, found, read)
    return _finish(deals, cards, found, read, states)


@kernel
def sample_buckets(
    deals: BucketDeals, count: int, random: UInt64s, states: Int32s, results: Int8s, hands: UInt8s
) -> None:
    """Independent deals: buckets into ``states`` [n, 2, 4], player 1's results into ``results``.

    ``hands`` [n, 9] gets the cards, unless it has no rows. The tables are far larger than the
    processor's caches, so each step runs over a batch of deals to overlap many memory accesses.
    """
    cards = np.empty((_AT_ONCE, 9), dtype=np.uint64)
    found = np.empty((_AT_ONCE, 3), dtype=np.uint64)
    read = np.empty((_AT_ONCE, 6), dtype=np.uint64)
    numbers = np.empty(_AT_ONCE, dtype=np.uint64)
    both = np.empty(2 * ROUNDS, dtype=np.int64)
    for first in range(0, count, _AT_ONCE):
        many = min(_AT_ONCE, count - first)
        for i in range(many):
            numbers[i] = _deal_cards(deals, random, cards[i])
        for i in range(many):
            _find_board(deals, numbers[i], cards[i], found[i])
        for i in range(many):
            _read_tables(deals, cards[i], found[i], read[i])
        for i in range(many):
            deal = first + i
            results[deal] = _finish(deals, cards[i], found[i], read[i], both)
            for j in range(2 * ROUNDS):
                states[deal, j // ROUNDS, j % ROUNDS] = both[j]
            if len(hands) > 0:
                for j in range(9):
                    hands[deal, j] = cards[i, j]


@kernel
def hand_buckets(deals: BucketDeals, rows: UInt8s, states: Int32s) -> None:
    """Buckets of given hands into ``states`` [n, 2, 4].

    A row has both hands, two cards each, and then the board. As in :func:`sample_buckets` each step
    runs over a batch of deals.
    """
    cards = np.empty((_AT_ONCE, 9), dtype=np.uint64)
    found = np.empty((_AT_ONCE, 3), dtype=np.uint64)
    read = np.empty((_AT_ONCE, 6), dtype=np.uint64)
    both = np.empty(2 * ROUNDS, dtype=np.int64)
    for first in range(0, len(rows), _AT_ONCE):
        many = min(_AT_ONCE, len(rows) - first)
        for i in range(many):
            for j in range(5):
                cards[i, j] = rows[first + i, 4 + j]
            for j in range(4):
                cards[i, 5 + j] = rows[first + i, j]
            _find_board(deals, set_index(cards[i], 3), cards[i], found[i])
        for i in range(many):
            _read_tables(deals, cards[i], found[i], read[i])
        for i in range(many):
            _finish(deals, cards[i], found[i], read[i], both)
            for j in range(2 * ROUNDS):
                states[first + i, j // ROUNDS, j % ROUNDS] = both[j]
