"""Showdown shares of given hands over all deals and boards."""

from __future__ import annotations

from math import comb

import numpy as np

from equipoise.kernels.cards.evaluate import (
    CARD_BITS,
    CARD_KEYS,
    KEY_START,
    ROWS_7,
    hand_value,
    rank_value,
)
from equipoise.kernels.compile import inlined, kernel
from equipoise.kernels.types import Float64s, Int64s, UInt8s

_0, _1 = np.array([0, 1], dtype=np.uint64)
_SUIT_MASK = np.uint64(0x1FFF)
_CHOOSE = np.array([[comb(n, k) for k in range(5)] for n in range(5)], dtype=np.int64)


@inlined
def _count_bits(mask):
    """Number of set bits."""
    count = 0
    while mask != _0:
        mask &= mask - _1
        count += 1
    return count


@inlined
def share_pot(values, shares, weight):
    """Add ``weight`` pots: ``shares[p, k]`` counts those that p splits k ways (1: wins alone)."""
    best = values[0]
    winners = 1
    for p in range(1, len(values)):
        if values[p] > best:
            best = values[p]
            winners = 1
        elif values[p] == best:
            winners += 1
    for p in range(len(values)):
        if values[p] == best:
            shares[p, winners] += weight


@inlined
def count_showdown(key, bits, keys, hand_bits, values, shares):
    """Count one showdown on a board with these sums of keys and bits."""
    for p in range(len(keys)):
        values[p] = hand_value(key + keys[p], bits + hand_bits[p], ROWS_7)
    share_pot(values, shares, 1)


@inlined
def _count_ranks(key, keys, values, shares, weight):
    """Count ``weight`` showdowns on boards with these ranks, ignoring flushes."""
    for p in range(len(keys)):
        values[p] = rank_value(key + keys[p], ROWS_7)
    share_pot(values, shares, weight)


@inlined
def _recount_two(batch_keys, batch_bits, count, keys, hand_bits, shares):
    """Showdowns of two hands on a batch of boards, minus their rank-only results."""
    key_0, key_1, bits_0, bits_1 = keys[0], keys[1], hand_bits[0], hand_bits[1]
    wins, losses, ties = 0, 0, 0
    for i in range(count):
        key, bits = batch_keys[i], batch_bits[i]
        mine = rank_value(key + key_0, ROWS_7)
        theirs = rank_value(key + key_1, ROWS_7)
        wins -= mine > theirs
        losses -= mine < theirs
        ties -= mine == theirs
        mine = hand_value(key + key_0, bits + bits_0, ROWS_7)
        theirs = hand_value(key + key_1, bits + bits_1, ROWS_7)
        wins += mine > theirs
        losses += mine < theirs
        ties += mine == theirs
    shares[0, 1] += wins
    shares[1, 1] += losses
    shares[0, 2] += ties
    shares[1, 2] += ties


@inlined
def _next_choice(chosen, size, cards):
    """Step ``chosen[:size]`` to the next combination of indices; False at the end."""
    level = size - 1
    while level >= 0 and chosen[level] == cards - size + level:
        level -= 1
    if level < 0:
        return False
    chosen[level] += 1
    for later in range(level + 1, size):
        chosen[later] = chosen[later - 1] + 1
    return True


@inlined
def _boards_by_rank(key, left, needed, keys, chosen, values, shares):
    """Count all boards by rank, ignoring flushes; returns how many there are.

    At most 6,175 rank multisets, each weighted by the number of ways to pick its cards from the
    ``left[rank]`` remaining ones.
    """
    boards = 0
    for level in range(needed):
        chosen[level] = 0
    going = True
    while going:
        board_key = key
        ways = 1
        level = 0
        while level < needed:
            rank = chosen[level]
            count = 1
            while level + count < needed and chosen[level + count] == rank:
                count += 1
            ways *= _CHOOSE[left[rank], count] if count <= 4 else 0
            board_key += np.uint64(count) * CARD_KEYS[4 * rank]
            level += count
        if ways:
            _count_ranks(board_key, keys, values, shares, ways)
            boards += ways
        # the next non-decreasing sequence of ranks
        level = needed - 1
        while level >= 0 and chosen[level] == 12:
            level -= 1
        going = level >= 0
        if going:
            rank = chosen[level] + 1
            for later in range(level, needed):
                chosen[later] = rank
    return boards


@inlined
def _fill_batch(key, bits, others, deck, few, batch_keys, batch_bits):
    """Sums of a board with each choice of ``few`` (0 to 2) cards of other suits."""
    if few == 0:
        batch_keys[0] = key
        batch_bits[0] = bits
        return 1
    count = 0
    for i in range(others):
        key_i, bits_i = key + CARD_KEYS[deck[1, i]], bits + CARD_BITS[deck[1, i]]
        if few == 1:
            batch_keys[count] = key_i
            batch_bits[count] = bits_i
            count += 1
        else:
            for j in range(i):
                batch_keys[count] = key_i + CARD_KEYS[deck[1, j]]
                batch_bits[count] = bits_i + CARD_BITS[deck[1, j]]
                count += 1
    return count


@inlined
def _correct_flushes(
    key, bits, used, needed, suit, fewest, keys, hand_bits, deck, chosen, batch, values, shares
):
    """Recount the boards with at least ``fewest`` more cards of a suit, now with flushes.

    A player holds at most two cards of the suit, so at most two board cards are of other suits.
    """
    suited, others = 0, 0
    for card in range(52):
        if (used >> np.uint64(card)) & _1 == _0:
            if card & 3 == suit:
                deck[0, suited] = card
                suited += 1
            else:
                deck[1, others] = card
                others += 1
    batch_keys, batch_bits = batch[0], batch[1]
    for many in range(fewest, min(needed, suited) + 1):
        for level in range(many):
            chosen[level] = level
        going = True
        while going:
            suit_key, suit_bits = key, bits
            for level in range(many):
                suit_key += CARD_KEYS[deck[0, chosen[level]]]
                suit_bits += CARD_BITS[deck[0, chosen[level]]]
            count = _fill_batch(
                suit_key, suit_bits, others, deck, needed - many, batch_keys, batch_bits
            )
            if len(keys) == 2:
                _recount_two(batch_keys, batch_bits, count, keys, hand_bits, shares)
            else:
                for i in range(count):
                    _count_ranks(batch_keys[i], keys, values, shares, -1)
                    count_showdown(batch_keys[i], batch_bits[i], keys, hand_bits, values, shares)
            going = _next_choice(chosen, many, suited)


@inlined
def _all_boards(
    key, bits, used, needed, keys, hand_bits, left, deck, chosen, batch, values, shares
):
    """Showdowns over every board that needs ``needed`` more cards; returns how many there were.

    All boards by rank first, then those with a flush are corrected.
    """
    for rank in range(13):
        left[rank] = 0
    for card in range(52):
        if (used >> np.uint64(card)) & _1 == _0:
            left[card >> 2] += 1
    boards = _boards_by_rank(key, left, needed, keys, chosen, values, shares)
    for suit in range(4):
        shift = np.uint64(16 * suit)
        most = 0
        for p in range(len(keys)):
            most = max(most, _count_bits(((bits + hand_bits[p]) >> shift) & _SUIT_MASK))
        fewest = max(0, 5 - most)
        if fewest <= needed:
            _correct_flushes(
                key, bits, used, needed, suit, fewest, keys, hand_bits,
                deck, chosen, batch, values, shares,
            )  # fmt: skip
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

    Player p holds one of ``hands[starts[p]:starts[p+1]]`` ([n, 2]) with its weight; for player 0
    only ``hands[first:last]``, so that the work can be split. ``dead`` has a bit for each
    unavailable card (board included). ``totals[p, k]`` receives the weight of the pots that p
    splits k ways. Returns the number of showdowns.
    """
    players = len(starts) - 1
    needed = 5 - len(board)
    keys = np.zeros(players, dtype=np.uint64)
    hand_bits = np.zeros(players, dtype=np.uint64)
    used = np.zeros(players + 1, dtype=np.uint64)
    weight = np.ones(players + 1)
    at = np.zeros(players, dtype=np.int64)
    left = np.zeros(13, dtype=np.int64)
    deck = np.zeros((2, 52), dtype=np.int64)
    chosen = np.zeros(5, dtype=np.int64)
    batch = np.zeros((2, 39 * 38 // 2), dtype=np.uint64)
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
            left, deck, chosen, batch, values, shares,
        )  # fmt: skip
        for p in range(players):
            for k in range(1, players + 1):
                totals[p, k] += weight[players] * shares[p, k]
    return showdowns
