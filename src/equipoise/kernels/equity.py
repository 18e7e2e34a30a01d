"""Showdown shares: every deal of given hands, sampled deals, and all hands against all at once."""

from __future__ import annotations

import numpy as np

from equipoise.kernels.compile import inlined, kernel
from equipoise.kernels.evaluate import CARD_BITS, CARD_KEYS, KEY_START, ROWS_7, hand_value
from equipoise.kernels.random import next_below, next_double
from equipoise.kernels.types import Float64s, Int64s, UInt8s, UInt64s

_0, _1, _52 = np.array([0, 1, 52], dtype=np.uint64)


@inlined
def _count_many(key, bits, keys, hand_bits, values, shares):
    """One showdown of any hands: ``shares[p, k]`` counts pots that p shares with k-1 others."""
    players = len(keys)
    best = np.int64(-1)
    winners = 0
    for p in range(players):
        value = np.int64(hand_value(key + keys[p], bits + hand_bits[p], ROWS_7))
        values[p] = value
        if value > best:
            best = value
            winners = 1
        elif value == best:
            winners += 1
    for p in range(players):
        if values[p] == best:
            shares[p, winners] += 1


@inlined
def _next_choice(chosen, size, cards, room):
    """Step ``chosen[:size]`` to the next combination with ``room`` places left; False at last."""
    level = size - 1
    while level >= 0 and chosen[level] == cards - room - size + level:
        level -= 1
    if level < 0:
        return False
    chosen[level] += 1
    for later in range(level + 1, size):
        chosen[later] = chosen[later - 1] + 1
    return True


@inlined
def _two_hands(key, bits, card_keys, card_bits, needed, keys, hand_bits, chosen, shares):
    """Showdowns of two hands over every choice of the ``needed`` (2 to 5) last board cards.

    All but the last two cards are stepped through like an odometer; these two run in loops, with
    nothing but numbers inside: an array handed to a function there costs as much as the showdown.
    """
    cards = len(card_keys)
    end = np.uint64(cards)
    outer = needed - 2
    for level in range(outer):
        chosen[level] = level
    wins = 0
    ties = 0
    boards = 0
    going = True
    while going:
        outer_key, outer_bits = key, bits
        for level in range(outer):
            outer_key += card_keys[chosen[level]]
            outer_bits += card_bits[chosen[level]]
        start = chosen[outer - 1] + 1 if outer else 0
        for i in range(np.uint64(start), end):
            key_0, key_1 = outer_key + card_keys[i] + keys[0], outer_key + card_keys[i] + keys[1]
            bits_0 = outer_bits + card_bits[i] + hand_bits[0]
            bits_1 = outer_bits + card_bits[i] + hand_bits[1]
            for j in range(i + _1, end):
                mine = hand_value(key_0 + card_keys[j], bits_0 + card_bits[j], ROWS_7)
                theirs = hand_value(key_1 + card_keys[j], bits_1 + card_bits[j], ROWS_7)
                wins += mine > theirs
                ties += mine == theirs
        boards += (cards - start) * (cards - start - 1) // 2
        going = _next_choice(chosen, outer, cards, 2)
    shares[0, 1] += wins
    shares[0, 2] += ties
    shares[1, 2] += ties
    shares[1, 1] += boards - wins - ties
    return boards


@inlined
def _all_boards(key, bits, used, needed, keys, hand_bits, deck, chosen, values, shares):
    """Showdowns over every board that completes ``needed`` cards; returns how many there were."""
    cards = 0
    for card in range(_52):
        if (used >> card) & _1 == _0:
            deck[0, cards] = CARD_KEYS[card]
            deck[1, cards] = CARD_BITS[card]
            cards += 1
    if len(keys) == 2 and needed >= 2:
        return _two_hands(
            key, bits, deck[0, :cards], deck[1, :cards], needed, keys, hand_bits, chosen, shares
        )
    for level in range(needed):
        chosen[level] = level
    boards = 0
    going = True
    while going:
        board_key, board_bits = key, bits
        for level in range(needed):
            board_key += deck[0, chosen[level]]
            board_bits += deck[1, chosen[level]]
        _count_many(board_key, board_bits, keys, hand_bits, values, shares)
        boards += 1
        going = _next_choice(chosen, needed, cards, 0)
    return boards


@kernel
def enumerate_deals(
    hands: UInt8s,
    weights: Float64s,
    starts: Int64s,
    first: int,
    last: int,
    board: UInt8s,
    dead: np.uint64,
    totals: Float64s,
) -> int:
    """Every way to deal the players hands from their lists, with every board that can follow.

    Player p holds one of ``hands[starts[p]:starts[p+1]]`` ([n, 2]) with its weight; of player 0
    only ``hands[first:last]`` are dealt, so that work can be shared out. ``dead`` has a bit for
    each card that is gone (the board among them). ``totals[p, k]`` receives the weight of the pots
    that p wins together with k-1 others. Returns the number of showdowns.
    """
    players = len(starts) - 1
    needed = 5 - len(board)
    keys = np.zeros(players, dtype=np.uint64)
    hand_bits = np.zeros(players, dtype=np.uint64)
    used = np.zeros(players + 1, dtype=np.uint64)
    weight = np.ones(players + 1)
    at = np.zeros(players, dtype=np.int64)
    deck = np.zeros((2, 52), dtype=np.uint64)
    chosen = np.zeros(5, dtype=np.int64)
    values = np.zeros(players, dtype=np.int64)
    shares = np.zeros((players, players + 1), dtype=np.int64)
    board_key, board_bits = KEY_START, _0
    for card in board:
        board_key += CARD_KEYS[card]
        board_bits += CARD_BITS[card]
    used[0] = dead
    showdowns = 0
    player = 0
    at[0] = first
    while player >= 0:
        end = last if player == 0 else starts[player + 1]
        if at[player] == end:
            player -= 1
            continue
        i = at[player]
        at[player] += 1
        a, b = np.uint64(hands[i, 0]), np.uint64(hands[i, 1])
        mask = (_1 << a) | (_1 << b)
        if used[player] & mask != _0:
            continue
        keys[player] = CARD_KEYS[a] + CARD_KEYS[b]
        hand_bits[player] = CARD_BITS[a] + CARD_BITS[b]
        used[player + 1] = used[player] | mask
        weight[player + 1] = weight[player] * weights[i]
        if player + 1 < players:
            player += 1
            at[player] = starts[player]
            continue
        shares[:] = 0
        showdowns += _all_boards(
            board_key, board_bits, used[players], needed, keys, hand_bits,
            deck, chosen, values, shares,
        )  # fmt: skip
        for p in range(players):
            for k in range(1, players + 1):
                totals[p, k] += weight[players] * shares[p, k]
    return showdowns


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
    """Random deals: hands drawn by weight, again if cards collide, and a random board.

    ``accept`` and ``alias`` are Walker's tables for each player's list. ``shares[p, k]`` counts
    the pots that p wins together with k-1 others. Returns how many deals were made; fewer than
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
        key, bits = board_key, board_bits
        left = needed
        while left:
            card = next_below(state, _52)
            if (used >> card) & _1 == _0:
                used |= _1 << card
                key += CARD_KEYS[card]
                bits += CARD_BITS[card]
                left -= 1
        _count_many(key, bits, keys, hand_bits, values, shares)
        made += 1
    return made
