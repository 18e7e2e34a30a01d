"""Showdown shares over random deals of hands from weighted lists, with random boards."""

from __future__ import annotations

import numpy as np

from equipoise.kernels.cards.draw import draw_cards
from equipoise.kernels.cards.equity import count_showdown, share_pot
from equipoise.kernels.cards.evaluate import CARD_BITS, CARD_KEYS, KEY_START, ROWS_7, hand_value
from equipoise.kernels.compile import kernel
from equipoise.kernels.random import next_below, next_double
from equipoise.kernels.types import Float64s, Int64s, UInt8s, UInt64s

_0, _1 = np.array([0, 1], dtype=np.uint64)


@kernel
def sample_deals(
    hands: UInt8s,
    accept: Float64s,
    alias: Int64s,
    starts: Int64s,
    board: UInt8s,
    dead: np.uint64,
    samples: int,
    attempts: int,
    state: UInt64s,
    shares: Int64s,
) -> int:
    """Random deals: hands drawn by weight, all redrawn if cards collide, and a random board.

    ``accept`` and ``alias`` are Walker's tables for each player's list. ``shares[p, k]`` counts
    the pots that p splits k ways. Returns the number of deals made; fewer than
    ``samples`` only if ``attempts`` draws were not enough.
    """
    players = len(starts) - 1
    keys = np.zeros(players, dtype=np.uint64)
    hand_bits = np.zeros(players, dtype=np.uint64)
    values = np.zeros(players, dtype=np.int64)
    board_key, board_bits = KEY_START, _0
    for card in board:
        board_key += CARD_KEYS[card]
        board_bits += CARD_BITS[card]
    needed = 5 - len(board)
    made = 0
    for _ in range(attempts):
        if made == samples:
            break
        used = dead
        collision = False
        for player in range(players):
            size = np.uint64(starts[player + 1] - starts[player])
            i = starts[player] + np.int64(next_below(state, size))
            if next_double(state) >= accept[i]:
                i = alias[i]
            a, b = np.uint64(hands[i, 0]), np.uint64(hands[i, 1])
            mask = (_1 << a) | (_1 << b)
            if used & mask != _0:
                collision = True
                break
            used |= mask
            keys[player] = CARD_KEYS[a] + CARD_KEYS[b]
            hand_bits[player] = CARD_BITS[a] + CARD_BITS[b]
        if collision:
            continue
        _, key, bits = draw_cards(state, used, needed, board_key, board_bits)
        count_showdown(key, bits, keys, hand_bits, values, shares)
        made += 1
    return made


@kernel
def sample_in_turn(
    hands: UInt8s,
    weights: Float64s,
    starts: Int64s,
    board: UInt8s,
    dead: np.uint64,
    samples: int,
    state: UInt64s,
    totals: Float64s,
    squares: Float64s,
) -> int:
    """Random deals in which each player draws from the hands that earlier draws leave possible.

    Nothing collides, but the deals are not uniform; each is weighted by the product of the
    remaining shares of the lists (importance sampling). ``totals[p, k]`` receives the weight of the
    pots that p splits k ways, ``squares`` the squared weights. Returns how many deals left every
    player a hand.
    """
    players = len(starts) - 1
    keys = np.zeros(players, dtype=np.uint64)
    hand_bits = np.zeros(players, dtype=np.uint64)
    values = np.zeros(players, dtype=np.int64)
    whole = np.zeros(players)
    for player in range(players):
        for i in range(starts[player], starts[player + 1]):
            whole[player] += weights[i]
    board_key, board_bits = KEY_START, _0
    for card in board:
        board_key += CARD_KEYS[card]
        board_bits += CARD_BITS[card]
    made = 0
    for _ in range(samples):
        used = dead
        weight = 1.0
        for player in range(players):
            free = 0.0
            for i in range(starts[player], starts[player + 1]):
                if (used >> np.uint64(hands[i, 0]) | used >> np.uint64(hands[i, 1])) & _1 == _0:
                    free += weights[i]
            weight *= free / whole[player]
            if free == 0.0:
                break
            left = next_double(state) * free
            drawn = starts[player]
            for i in range(starts[player], starts[player + 1]):
                if (used >> np.uint64(hands[i, 0]) | used >> np.uint64(hands[i, 1])) & _1 == _0:
                    drawn = i
                    left -= weights[i]
                    if left < 0.0:
                        break
            a, b = np.uint64(hands[drawn, 0]), np.uint64(hands[drawn, 1])
            used |= (_1 << a) | (_1 << b)
            keys[player] = CARD_KEYS[a] + CARD_KEYS[b]
            hand_bits[player] = CARD_BITS[a] + CARD_BITS[b]
        if weight == 0.0:
            continue
        _, key, bits = draw_cards(state, used, 5 - len(board), board_key, board_bits)
        for player in range(players):
            values[player] = hand_value(key + keys[player], bits + hand_bits[player], ROWS_7)
        share_pot(values, totals, weight)
        share_pot(values, squares, weight * weight)
        made += 1
    return made
