"""Values of terminal nodes on one board, sixteen nodes at once.

Fold: the opponent's total reach minus that of hands with one of my cards, plus the identical hand.
Showdown: reach of weaker minus stronger hands, by two sweeps over the hands in order of strength
with running sums in total and per card (or card class).
"""

from __future__ import annotations

import numpy as np

from equipoise.kernels.compile import inlined
from equipoise.kernels.spots.plan import FOLDS, RAKES, SHOWDOWNS
from equipoise.kernels.spots.vectors import (
    WIDTH,
    lanes_to_rows,
    load,
    rows_to_lanes,
    spread,
    store,
)

_0, _1, _2, _3, _8, _16 = np.array([0, 1, 2, 3, 8, WIDTH], dtype=np.uint64)
#: size of the running sums over card classes
SUMS = 52 * WIDTH
_NONE = np.uint64(65535)
_ZERO = np.float32(0)


@inlined
def _clear(sums):
    nothing = spread(_ZERO)
    for at in range(_0, np.uint64(SUMS), _16):
        store(sums, at, nothing)


@inlined
def _add(sums, firsts, seconds, state, reach, place):
    """Add an opponent's hand to the running sums of its cards; returns its reach."""
    first = np.uint64(firsts[state]) * _16
    second = np.uint64(seconds[state]) * _16
    held = load(reach, place)
    store(sums, first, load(sums, first) + held)
    store(sums, second, load(sums, second) + held)
    return held


@inlined
def _add_shares(sums, firsts, seconds, shares, state, reach, place):
    """Add an opponent's state that stands for several hands."""
    first = np.uint64(firsts[state]) * _16
    second = np.uint64(seconds[state]) * _16
    held = load(reach, place)
    at = _3 * state
    store(sums, first, load(sums, first) + held * spread(shares[at + _1]))
    store(sums, second, load(sums, second) + held * spread(shares[at + _2]))
    return held * spread(shares[at])


@inlined
def _add_up(sums, total, firsts, seconds, shares, plain, low, start, stop, reach):
    """Add the opponent's states ``start`` to ``stop`` of the board; returns the new total.

    Returned as a value, since a store and reload takes twice the time of an addition.
    """
    if plain:
        for t in range(start, stop):
            total = total + _add(sums, firsts, seconds, low + t, reach, t * _16)
    else:
        for t in range(start, stop):
            total = total + _add_shares(sums, firsts, seconds, shares, low + t, reach, t * _16)
    return total


@inlined
def _rest(sums, total, firsts, seconds, state):
    """The total minus the sums of a hand's cards."""
    first = np.uint64(firsts[state]) * _16
    second = np.uint64(seconds[state]) * _16
    return total - load(sums, first) - load(sums, second)


@inlined
def _turn_rows(rows, width, chosen, group, count, lanes, begins):
    """Transpose rows of a group into lanes."""
    for k in range(_0, _16):
        begins[k] = chosen[group * _16 + k] * width
    for hand in range(_0, count, _8):
        for half in range(_0, _16, _8):
            rows_to_lanes(rows, begins, half, hand, lanes, hand * _16 + half)


@inlined
def _turn_lanes(lanes, count, rows, width, chosen, group, begins):
    """Transpose lanes of a group into rows."""
    for k in range(_0, _16):
        begins[k] = chosen[group * _16 + k] * width
    for hand in range(_0, count, _8):
        for half in range(_0, _16, _8):
            lanes_to_rows(lanes, hand * _16 + half, rows, begins, half, hand)


@inlined
def _sweep_up(sums, mine, theirs, plain, first, count, low, held, shown):
    """The reach of weaker hands, for every hand; returns the states added and their total."""
    firsts, seconds, below = mine.first, mine.second, mine.below
    their_firsts, their_seconds, shares = theirs.first, theirs.second, theirs.shares
    t = _0
    total = spread(_ZERO)
    for s in range(_0, count):
        stop = np.uint64(below[first + s])
        if t < stop:
            total = _add_up(
                sums, total, their_firsts, their_seconds, shares, plain, low, t, stop, held
            )  # fmt: skip
            t = stop
        store(shown, s * _16, _rest(sums, total, firsts, seconds, first + s))
    return t, total


@inlined
def _sweep_down(sums, mine, theirs, plain, first, count, low, others, held, gains, shown):
    """Subtract the reach of stronger hands, and multiply by the stake."""
    firsts, seconds, upto = mine.first, mine.second, mine.upto
    their_firsts, their_seconds, shares = theirs.first, theirs.second, theirs.shares
    t = others
    s = count
    total = spread(_ZERO)
    while s > _0:
        s -= _1
        stop = np.uint64(upto[first + s])
        if t > stop:
            total = _add_up(
                sums, total, their_firsts, their_seconds, shares, plain, low, stop, t, held
            )  # fmt: skip
            t = stop
        won = load(shown, s * _16) - _rest(sums, total, firsts, seconds, first + s)
        store(shown, s * _16, won * gains)


@inlined
def _meet(sums, total, mine, first, count, held, folded):
    """The reach of all opponent hands compatible with each of mine."""
    firsts, seconds, sames = mine.first, mine.second, mine.same
    for s in range(_0, count):
        met = _rest(sums, total, firsts, seconds, first + s)
        same = np.uint64(sames[first + s])
        if same != _NONE:
            met = met + load(held, same * _16)
        store(folded, s * _16, met)


@inlined
def _multiply(lanes, count, factors, out):
    for place in range(_0, count * _16, _16):
        store(out, place, load(lanes, place) * factors)


@inlined
def _add_all(lanes, count, out):
    for place in range(_0, count * _16, _16):
        store(out, place, load(out, place) + load(lanes, place))


@inlined
def end_values(street, mine, theirs, board, width, reach, values, scratch):
    """Write the values of all terminal nodes of a street on a board.

    ``scratch``: running sums, four arrays of lanes, and sixteen row starts.
    """
    sums, held, folded, raked, shown, begins = scratch
    first = np.uint64(mine.starts[board])
    count = np.uint64(mine.starts[board + 1]) - first
    low = np.uint64(theirs.starts[board])
    others = np.uint64(theirs.starts[board + 1]) - low
    plain = theirs.plain[board] != 0
    for group in range(np.uint64(len(street.lane_needs))):
        needs = street.lane_needs[group]
        _turn_rows(reach, width, street.lane_reach, group, others, held, begins)
        _clear(sums)
        t = _0
        total = spread(_ZERO)
        if needs & SHOWDOWNS:
            t, total = _sweep_up(sums, mine, theirs, plain, first, count, low, held, shown)
        if needs & (FOLDS | RAKES):
            total = _add_up(
                sums, total, theirs.first, theirs.second, theirs.shares, plain, low, t, others, held
            )
            _meet(sums, total, mine, first, count, held, folded)
            if needs & RAKES:
                _multiply(folded, count, load(street.rakes, group * _16), raked)
            if needs & FOLDS:
                _multiply(folded, count, load(street.fold_gains, group * _16), folded)
                _turn_lanes(folded, count, values, width, street.lane_fold, group, begins)
        if needs & SHOWDOWNS:
            _clear(sums)
            gains = load(street.showdown_gains, group * _16)
            _sweep_down(
                sums, mine, theirs, plain, first, count, low, others, held, gains, shown
            )  # fmt: skip
            if needs & RAKES:
                _add_all(raked, count, shown)
            _turn_lanes(shown, count, values, width, street.lane_showdown, group, begins)
