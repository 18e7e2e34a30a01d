"""Dealing hold'em at random to two players who know buckets only.

A deal is a flop, a turn card, a river card and two hands, each deal afresh. Buckets are looked up
as in ``kernels.lookup``, but for the two hands alone, so that the strength on the river has to
stand in a table. Who wins the showdown is told by the hands themselves: strength against a random
hand does not always order two hands as the showdown does.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from equipoise.kernels.boards import set_index
from equipoise.kernels.compile import inlined, kernel
from equipoise.kernels.evaluate import CARD_BITS, CARD_KEYS, KEY_START, ROWS_7, hand_value
from equipoise.kernels.lookup import public_offset, river_bucket
from equipoise.kernels.random import next_below
from equipoise.kernels.types import Int8s, Int32s, UInt8s, UInt16s, UInt32s, UInt64s

ROUNDS = 4

_0, _1, _52, _CARDS = np.array([0, 1, 52, 6], dtype=np.uint64)
_5 = np.uint32(5)
_LOW_5 = np.uint32(31)


class BucketDeals(NamedTuple):
    """The tables of a bucketing as deals read them; ``abstraction.bucket_deals`` makes them.

    ``flops`` are the numbers (``kernels.boards.set_index``) of the real flops that are dealt,
    ``flop_cards`` the cards of every real flop. ``columns`` and the ``..._places`` lead from real
    boards and hands to the rows and columns of tables. ``values`` is the strength on the river, or
    what the bucketing knows there in its place; the rest is described in ``kernels.lookup``.
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
def deal_hands(deals, random, cards, states):
    """Deal a board and two hands; buckets of player p in round r to ``states[p * 4 + r]``.

    ``cards`` is room for nine: flop, turn, river, and the hands. Returns what player 1 wins of a
    unit stake: 1, 0 or -1.
    """
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
    key, bits = KEY_START, _0
    for i in range(5):
        key += CARD_KEYS[cards[i]]
        bits += CARD_BITS[cards[i]]
    flop = deals.flop_places[number]
    turn = deals.turn_places[number * _52 + cards[3]]
    river = deals.river_places[set_index(cards, 5)]
    flop_row, flop_names = np.uint64(flop >> _5), np.uint64(flop & _LOW_5)
    turn_row, turn_names = np.uint64(turn >> _5), np.uint64(turn & _LOW_5)
    river_row, river_names = np.uint64(river >> _5), np.uint64(river & _LOW_5)
    offset = public_offset(
        deals.turn_public, deals.river_public, deals.public_count, turn_row, river_row
    )
    result = 0
    for player in range(2):
        a, b = cards[5 + 2 * player], cards[6 + 2 * player]
        combo = _combo(a, b)
        bucket = deals.turn[turn_row, np.uint64(deals.columns[turn_names, combo])]
        value = deals.values[river_row, np.uint64(deals.columns[river_names, combo])]
        first = player * ROUNDS
        states[first] = deals.preflop[_0, combo]
        states[first + 1] = deals.flop[flop_row, np.uint64(deals.columns[flop_names, combo])]
        states[first + 2] = bucket
        states[first + 3] = river_bucket(
            deals.memory, deals.public_count, offset, deals.starts, deals.lookup, bucket, value
        )
        best = np.int64(
            hand_value(
                key + CARD_KEYS[a] + CARD_KEYS[b], bits + CARD_BITS[a] + CARD_BITS[b], ROWS_7
            )
        )
        result = best if player == 0 else result - best
    return np.sign(result)


@kernel
def sample_buckets(
    deals: BucketDeals, count: int, random: UInt64s, states: Int32s, results: Int8s, hands: UInt8s
) -> None:
    """Independent deals: buckets into ``states`` [n, 2, 4], results of player 1 into ``results``.

    ``hands`` [n, 9] gets the cards, or nothing if it has no rows.
    """
    cards = np.zeros(9, dtype=np.uint64)
    found = np.zeros(2 * ROUNDS, dtype=np.int64)
    for deal in range(count):
        results[deal] = deal_hands(deals, random, cards, found)
        for i in range(2 * ROUNDS):
            states[deal, i // ROUNDS, i % ROUNDS] = found[i]
        if len(hands) > 0:
            for i in range(9):
                hands[deal, i] = cards[i]
