"""DIVAT scores of many heads-up hold'em hands (Billings and Kan 2006).

Two baselines. *Always-call*: a hand's value on a street is its all-in margin times the chips at
stake, so that the score is linear in the margins of the streets, with coefficients that depend only
on the betting line. *Bet-for-value* (limit): both players bet good hands and fold bad ones by fixed
thresholds; the value at the start of a round is what that betting and then the margin give.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from equipoise.kernels.cards.draw import draw_cards
from equipoise.kernels.cards.evaluate import (
    CARD_BITS,
    CARD_KEYS,
    KEY_START,
    ROWS_7,
    hand_value,
    rows_of,
)
from equipoise.kernels.cards.margins import pair_margin
from equipoise.kernels.compile import inlined, kernel
from equipoise.kernels.random import start_stream
from equipoise.kernels.types import Float64s, Int64s, UInt8s

_0, _1, _52 = np.array([0, 1, 52], dtype=np.uint64)
_STREETS = 4
_RIVER_CASES = 2.0 * 990  # hands of 45 cards, two halves each
_BETS = 4


@inlined
def _combo(a, b):
    high, low = max(a, b), min(a, b)
    return (high * (high - _1) >> _1) + low


@kernel
def always_call_scores(
    cards: UInt8s,
    line_of: Int64s,
    factors: Float64s,
    constants: Float64s,
    preflop: Float64s,
    out: Float64s,
) -> None:
    """Position 0's score of each hand: a constant plus, for each street, a factor times the margin.

    ``cards`` [n, 9] are both hands and the board; ``factors`` [lines, 4] and ``constants`` [lines];
    ``preflop`` [1326, 1326] the margins before the flop.
    """
    left = np.zeros(52, dtype=np.uint64)
    for i in range(len(out)):
        line = line_of[i]
        a, b = np.uint64(cards[i, 0]), np.uint64(cards[i, 1])
        c, d = np.uint64(cards[i, 2]), np.uint64(cards[i, 3])
        total = constants[line]
        if factors[line, 0] != 0.0:
            total += factors[line, 0] * preflop[_combo(a, b), _combo(c, d)]
        for street in range(1, _STREETS):
            if factors[line, street] != 0.0:
                margin = pair_margin(a, b, c, d, cards[i, 4:], street + 2, left)
                total += factors[line, street] * margin
        out[i] = total


class Baseline(NamedTuple):
    """The bet-for-value baseline of a limit game.

    ``thresholds`` [4]: the strength needed for the first, second, ... raise of a round. ``offset``
    is subtracted from the fold threshold (a share of the pot), except on the river. ``sizes``,
    ``caps`` and ``first`` [4]: the bet size, the maximum number of raises and the position that
    acts first, by round. ``blinds`` [2]: chips of both before the first action. ``starting``
    [1326]: the strength of starting hands. ``samples``: run-outs averaged for a strength before the
    river.
    """

    thresholds: Float64s
    offset: float
    sizes: Int64s
    caps: Int64s
    first: Int64s
    blinds: Int64s
    starting: Float64s
    samples: int


@inlined
def _sampled_strengths(a, b, board, count, samples, state, out):
    """Probability to beat a random hand, ties half: ``out[0]`` now, ``out[1]`` after the river.

    By run-outs seeded from the cards, so that a hand on a board always has the same strength.
    """
    key, bits = KEY_START, _0
    used = (_1 << a) | (_1 << b)
    name = _0
    for i in range(count):
        card = np.uint64(board[i])
        key += CARD_KEYS[card]
        bits += CARD_BITS[card]
        name |= _1 << card
    used |= name
    key_a, bits_a = CARD_KEYS[a] + CARD_KEYS[b], CARD_BITS[a] + CARD_BITS[b]
    rows = rows_of(2 + count)
    now = hand_value(key + key_a, bits + bits_a, rows)
    ahead = np.int64(0)
    won = np.int64(0)
    start_stream(name, _combo(a, b), state)
    for _ in range(samples):
        # the opponent's hand, then the run-out
        gone, key_o, bits_o = draw_cards(state, used, 2, _0, _0)
        theirs = hand_value(key + key_o, bits + bits_o, rows)
        ahead += 2 * np.int64(now > theirs) + np.int64(now == theirs)
        _, key_s, bits_s = draw_cards(state, gone, 5 - count, key, bits)
        mine = hand_value(key_s + key_a, bits_s + bits_a, ROWS_7)
        theirs = hand_value(key_s + key_o, bits_s + bits_o, ROWS_7)
        won += 2 * np.int64(mine > theirs) + np.int64(mine == theirs)
    out[0] = np.float64(ahead) / np.float64(2 * samples)
    out[1] = np.float64(won) / np.float64(2 * samples)


@inlined
def _river_strengths(a, b, c, d, board, out):
    """Both players' chances to beat a random hand on the river, ties half: exact, in one pass."""
    key, bits, dead = KEY_START, _0, _0
    for i in range(5):
        card = np.uint64(board[i])
        key += CARD_KEYS[card]
        bits += CARD_BITS[card]
        dead |= _1 << card
    first = hand_value(
        key + CARD_KEYS[a] + CARD_KEYS[b], bits + CARD_BITS[a] + CARD_BITS[b], ROWS_7
    )
    other = hand_value(
        key + CARD_KEYS[c] + CARD_KEYS[d], bits + CARD_BITS[c] + CARD_BITS[d], ROWS_7
    )
    of_first, of_other = (_1 << a) | (_1 << b), (_1 << c) | (_1 << d)
    won_first = np.int64(0)
    won_other = np.int64(0)
    for high in range(_1, _52):
        if (dead >> high) & _1 != _0:
            continue
        key_i, bits_i = key + CARD_KEYS[high], bits + CARD_BITS[high]
        for low in range(_0, high):
            if (dead >> low) & _1 != _0:
                continue
            value = hand_value(key_i + CARD_KEYS[low], bits_i + CARD_BITS[low], ROWS_7)
            if (of_first >> high | of_first >> low) & _1 == _0:
                won_first += 2 * np.int64(first > value) + np.int64(first == value)
            if (of_other >> high | of_other >> low) & _1 == _0:
                won_other += 2 * np.int64(other > value) + np.int64(other == value)
    out[0] = np.float64(won_first) / _RIVER_CASES
    out[1] = np.float64(won_other) / _RIVER_CASES


@inlined
def _strengths(a, b, c, d, board, count, samples, state, out):
    """Both players' strengths, now and after the river, [2, 2]."""
    if count == 5:
        _river_strengths(a, b, c, d, board, out)
    else:
        _sampled_strengths(a, b, board, count, samples, state, out[0])
        _sampled_strengths(c, d, board, count, samples, state, out[1])


@inlined
def _start_value(base, street, stake, strengths, margin):
    """Position 0's expected chips after the baseline's betting of a round, then the all-in margin.

    ``stake``: chips of each player at the start of the round; before the flop the blinds.
    """
    mine, theirs = stake, stake
    if street == 0:
        mine, theirs = base.blinds[0], base.blinds[1]
    actor = base.first[street]
    raises = 0
    asked = 0
    while True:
        owed = max(mine, theirs) - (mine if actor == 0 else theirs)
        later = strengths[actor, 1]
        strength = max(strengths[actor, 0], later)
        wants = raises < base.caps[street] and raises < _BETS
        if wants and strength >= base.thresholds[raises]:
            top = max(mine, theirs) + base.sizes[street]
            raises += 1
            asked = 1
            if actor == 0:
                mine = top
            else:
                theirs = top
        else:
            share = np.float64(owed) / np.float64(mine + theirs + owed)
            if street < _STREETS - 1:
                share -= base.offset
            if owed > 0 and raises > 0 and later < share:
                return np.float64(-mine) if actor == 0 else np.float64(theirs)
            if actor == 0:
                mine += owed
            else:
                theirs += owed
            asked += 1
            if asked >= 2:
                return margin * np.float64(mine)
        actor = 1 - actor


@kernel
def start_values(
    base: Baseline,
    street: int,
    stake: int,
    hands: UInt8s,
    boards: UInt8s,
    preflop: Float64s,
    out: Float64s,
) -> None:
    """Position 0's value at the start of a round for pairs of hands [n, 4] on boards [n, 0..5]."""
    left = np.zeros(52, dtype=np.uint64)
    state = np.zeros(4, dtype=np.uint64)
    strengths = np.zeros((2, 2))
    count = 0 if street == 0 else street + 2
    for i in range(len(out)):
        a, b = np.uint64(hands[i, 0]), np.uint64(hands[i, 1])
        c, d = np.uint64(hands[i, 2]), np.uint64(hands[i, 3])
        if street == 0:
            strengths[0] = base.starting[_combo(a, b)]
            strengths[1] = base.starting[_combo(c, d)]
            margin = preflop[_combo(a, b), _combo(c, d)]
        else:
            _strengths(a, b, c, d, boards[i], count, base.samples, state, strengths)
            margin = pair_margin(a, b, c, d, boards[i], count, left)
        out[i] = _start_value(base, street, stake, strengths, margin)


@kernel
def bet_for_value_scores(
    base: Baseline,
    cards: UInt8s,
    line_of: Int64s,
    stakes: Int64s,
    rounds: Int64s,
    won: Float64s,
    preflop: Float64s,
    mean: float,
    flops: UInt8s,
    drawn: int,
    first: int,
    out: Float64s,
) -> None:
    """Position 0's winnings minus the baseline value of the cards dealt, hand by hand.

    ``stakes`` [lines, 4]: chips of each player at the start of a round; ``rounds`` [lines]: betting
    rounds of a line. ``mean``: the preflop value averaged over all deals. ``flops`` is a list of
    random flops; hand i uses the next ``drawn`` possible ones, from an offset of its own; ``first``
    is the index of the first hand.
    """
    left = np.zeros(52, dtype=np.uint64)
    state = np.zeros(4, dtype=np.uint64)
    strengths = np.zeros((2, 2))
    board = np.zeros(5, dtype=np.uint8)
    for i in range(len(out)):
        a, b = np.uint64(cards[i, 0]), np.uint64(cards[i, 1])
        c, d = np.uint64(cards[i, 2]), np.uint64(cards[i, 3])
        held = (_1 << a) | (_1 << b) | (_1 << c) | (_1 << d)
        line = line_of[i]
        strengths[0] = base.starting[_combo(a, b)]
        strengths[1] = base.starting[_combo(c, d)]
        margin = preflop[_combo(a, b), _combo(c, d)]
        total = won[i] + mean - _start_value(base, 0, 0, strengths, margin)
        for street in range(1, rounds[line]):
            stake = stakes[line, street]
            count = street + 2
            used = held
            for j in range(5):
                board[j] = cards[i, 4 + j]
            for j in range(count - 1 if street > 1 else 0):
                used |= _1 << np.uint64(board[j])
            expected = 0.0
            cases = 0
            place = ((first + i) * 2 * drawn) % (len(flops) - 4 * drawn)
            card = _0
            while True:
                if street == 1:
                    if cases == drawn or place == len(flops):
                        break
                    taken = _0
                    for j in range(3):
                        board[j] = flops[place, j]
                        taken |= _1 << np.uint64(board[j])
                    place += 1
                    if taken & held != _0:
                        continue
                else:
                    if card == _52:
                        break
                    card += _1
                    if (used >> (card - _1)) & _1 != _0:
                        continue
                    board[count - 1] = np.uint8(card - _1)
                _strengths(a, b, c, d, board, count, base.samples, state, strengths)
                margin = pair_margin(a, b, c, d, board, count, left)
                expected += _start_value(base, street, stake, strengths, margin)
                cases += 1
            for j in range(5):
                board[j] = cards[i, 4 + j]
            _strengths(a, b, c, d, board, count, base.samples, state, strengths)
            margin = pair_margin(a, b, c, d, board, count, left)
            value = _start_value(base, street, stake, strengths, margin)
            total += expected / np.float64(cases) - value
        out[i] = total
