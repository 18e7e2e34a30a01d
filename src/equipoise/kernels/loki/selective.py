"""Value of actions by simulating hands to the end (Papp 1998, chapter 9).

Opponents' hands are drawn from their weights. In a simulation everybody acts by thresholds: with
frequencies f of fold, call and raise in the context, a hand raises from percentile 1 - f[raise] on,
calls from 1 - f[raise] - f[call] on, and otherwise checks or folds.
"""

from __future__ import annotations

import numpy as np

from equipoise.kernels.boards.order import middle_ranks
from equipoise.kernels.boards.river import evaluate_hands, strength_scratch
from equipoise.kernels.cards.evaluate import CARD_BITS, CARD_KEYS, KEY_START, hand_value, rows_of
from equipoise.kernels.compile import inlined, kernel
from equipoise.kernels.random import next_below, next_double
from equipoise.kernels.types import Float64s, Int64s, UInt8s, UInt64s

_0, _1, _52 = np.array([0, 1, 52], dtype=np.uint64)
_11 = np.uint32(11)
_COMBOS, _VALUES = 1326, 7464
_TRIES = 1000  # redraws before a deal is abandoned; nine random hands fit together in 1 of 34 draws
_FOLD, _CALL, _RAISE = 0, 1, 2
_RIVER = 3


@inlined
def _draw_combo(cumulative, state):
    """The index of a hand, drawn from cumulative weights."""
    mark = next_double(state) * cumulative[_COMBOS - 1]
    low, high = 0, _COMBOS - 1
    while low < high:
        middle = (low + high) // 2
        if cumulative[middle] > mark:
            high = middle
        else:
            low = middle + 1
    return low


@inlined
def _draw_hands(cumulative, combos, active, own, dead, state, held):
    """A hand for each active opponent without shared cards; the used cards, or 0 on failure.

    On a collision all hands are redrawn, so that the deal follows the product of the arrays
    conditioned on no shared card. Redrawing one hand alone would bias it towards the earlier ones.
    """
    for _ in range(_TRIES):
        used = dead
        fits = True
        for seat in range(len(active)):
            if not active[seat] or seat == own:
                continue
            combo = _draw_combo(cumulative[seat], state)
            cards = _1 << np.uint64(combos[combo, 0]) | _1 << np.uint64(combos[combo, 1])
            if cards & used != _0:
                fits = False
                break
            used |= cards
            held[seat, 0], held[seat, 1] = combos[combo, 0], combos[combo, 1]
        if fits:
            return used
    return _0


@inlined
def _value_of(board, size, cards):
    """The value of two cards with the first ``size`` cards of a board."""
    key, bits = KEY_START, _0
    for i in range(size):
        key += CARD_KEYS[board[i]]
        bits += CARD_BITS[board[i]]
    for i in range(2):
        key += CARD_KEYS[cards[i]]
        bits += CARD_BITS[cards[i]]
    return hand_value(key, bits, rows_of(size + 2))


@inlined
def _percentiles(board, size, active, held, scratch, counts, ranks, out):
    """The rank of each active seat's hand among all hands on a board."""
    hands, _, live, _ = scratch
    count = evaluate_hands(board[:size], np.uint64(size), rows_of(size + 2), hands[0], live)
    for i in range(_0, count):
        counts[np.uint64(hands[0, i] >> _11)] += np.uint16(1)
    scale = middle_ranks(counts, ranks)
    for seat in range(len(active)):
        if active[seat]:
            out[seat] = scale * ranks[np.uint64(_value_of(board, size, held[seat]))]


@inlined
def _next_seat(start, active, acted, put, level):
    """The next seat that must act, from ``start`` on; -1 if none."""
    seats = len(active)
    for step in range(seats):
        seat = (start + step) % seats
        if active[seat] and (acted[seat] == 0 or put[seat] < level):
            return seat
    return -1


@inlined
def _by_threshold(share, percentile):
    if percentile >= 1.0 - share[_RAISE]:
        return _RAISE
    if percentile >= 1.0 - share[_RAISE] - share[_CALL]:
        return _CALL
    return _FOLD


@inlined
def _showdown(board, held, active, own):
    """Our share of the pot."""
    mine = _value_of(board, 5, held[own])
    winners = 1
    for seat in range(len(active)):
        if active[seat] and seat != own:
            theirs = _value_of(board, 5, held[seat])
            if theirs > mine:
                return 0.0
            winners += theirs == mine
    return 1.0 / winners


@kernel
def sample_actions(
    hole: UInt8s,
    board: UInt8s,
    combos: UInt8s,
    weights: Float64s,
    shares: Float64s,
    betting: Int64s,
    seats: Int64s,
    sizes: Int64s,
    caps: Int64s,
    values: Float64s,
    trials: int,
    state: UInt64s,
    results: Float64s,
) -> int:
    """Sum the chips that a call and a raise win from here on, over ``trials`` deals.

    ``weights`` [seats, 1326]; ``shares`` [seats, round, bets to call, action]; ``betting`` is our
    seat, the round (1 to 3), its raises, and who acts first in later rounds; ``seats`` has a row
    each for who is active, who has acted in this round, and the chips put in; ``sizes`` and
    ``caps`` are by round; ``values`` [1326] rank the hands on the current board.
    ``results`` [2] get the sums for call and raise. Returns the number of deals; those in which the
    hands needed the same cards are left out.
    """
    own, now, raises_now, opener = betting[0], betting[1], betting[2], betting[3]
    many = seats.shape[1]
    known = len(board)
    mine = _1 << np.uint64(hole[0]) | _1 << np.uint64(hole[1])
    dead = mine
    full = np.zeros(5, dtype=np.uint8)
    for i in range(known):
        full[i] = board[i]
        dead |= _1 << np.uint64(board[i])
    cumulative = np.zeros((many, _COMBOS))
    for seat in range(many):
        total = 0.0
        for combo in range(_COMBOS):
            cards = _1 << np.uint64(combos[combo, 0]) | _1 << np.uint64(combos[combo, 1])
            if cards & dead == _0:
                total += weights[seat, combo]
            cumulative[seat, combo] = total
    scratch = strength_scratch()
    counts = np.zeros(_VALUES, dtype=np.uint16)
    ranks = np.zeros(_VALUES)
    held = np.zeros((many, 2), dtype=np.uint8)
    held[own, 0], held[own, 1] = hole[0], hole[1]
    percentiles = np.zeros((4, many))
    active = np.zeros(many, dtype=np.int64)
    acted = np.zeros(many, dtype=np.int64)
    put = np.zeros(many, dtype=np.int64)
    done = 0
    for _ in range(trials):
        used = _draw_hands(cumulative, combos, seats[0], own, dead, state, held)
        if used == _0:
            continue
        for i in range(known, 5):
            card = next_below(state, _52)
            while (used >> card) & _1 != _0:
                card = next_below(state, _52)
            used |= _1 << card
            full[i] = card
        for seat in range(many):
            high, low = np.int64(held[seat, 0]), np.int64(held[seat, 1])
            if high < low:
                high, low = low, high
            percentiles[now, seat] = values[high * (high - 1) // 2 + low] if seats[0, seat] else 0
        ready = now
        done += 1
        for option in range(_CALL, _RAISE + 1):
            active[:], acted[:], put[:] = seats[0], seats[1], seats[2]
            level = put.max()
            at, raises, seat = now, raises_now, own
            left = active.sum()
            first = True
            while True:
                if first:
                    action = option
                    first = False
                else:
                    bets = (level - put[seat] + sizes[at] - 1) // sizes[at]
                    bets = 2 if bets > 2 else bets
                    action = _by_threshold(shares[seat, at, bets], percentiles[at, seat])
                if action == _RAISE and raises >= caps[at]:
                    action = _CALL
                acted[seat] = 1
                if action == _RAISE:
                    level += sizes[at]
                    raises += 1
                    put[seat] = level
                elif action == _CALL or put[seat] == level:
                    put[seat] = level
                else:
                    active[seat] = 0
                    left -= 1
                    if left == 1 or seat == own:
                        break
                seat = _next_seat(seat + 1, active, acted, put, level)
                if seat < 0:
                    at += 1
                    if at > _RIVER:
                        break
                    if at > ready:
                        _percentiles(
                            full, at + 2, seats[0], held, scratch, counts, ranks, percentiles[at]
                        )
                        ready = at
                    acted[:] = 0
                    raises = 0
                    seat = _next_seat(opener, active, acted, put, level)
            won = 0.0
            if active[own]:
                share = 1.0 if left == 1 else _showdown(full, held, active, own)
                won = share * put.sum()
            gain = won - (put[own] - seats[2, own])
            results[option - 1] += gain
    return done
