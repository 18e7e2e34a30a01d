"""The betting of a hand on integers: the compiled twin of ``games/betting.py``.

Amounts are live chips (without antes); ``room`` is a position's total when all-in. Sets of
positions are the bits of an integer. Every rule here is also in the readable engine; the tests
compare random hands of both.
"""

from __future__ import annotations

import numpy as np

from equipoise.kernels.compile import inlined

FIXED_LIMIT, NO_LIMIT, POT_LIMIT, SPREAD_LIMIT = range(4)
NO_RAISE = -1


# The helpers of the inner loop take numbers, and sets as bits, not arrays: Numba counts references
# to arrays at every call, which made a hand take ten times as long.
@inlined
def next_position(waiting, start, players):
    """The first position of a set from ``start`` on, around the table; -1 for the empty set."""
    found = -1
    for step in range(players):
        position = start + step
        if position >= players:
            position -= players
        if waiting >> position & 1:
            found = position
            break
    return found


@inlined
def may_raise(owed, level, min_to, raises, cap, room, has_acted, acpc):
    """Whether a player with this room may raise, if anybody can answer; ``cap`` -1 means none.

    By casino rules a player who has acted may not if only short all-ins followed.
    """
    reopened = acpc or not has_acted or owed >= min_to - level
    return room > level and raises != cap and reopened


@inlined
def largest_raise(kind, owed, level, pot, most, room):
    """The largest live amount to raise to, before the comparison with the smallest."""
    if kind == POT_LIMIT:
        return min(room, level + pot + owed)
    if kind == SPREAD_LIMIT:
        return min(room, level + most)
    return room


@inlined
def next_min_to(kind, size, to, level, min_to, acpc):
    """The minimum of the next raise after one to ``to``."""
    if kind == FIXED_LIMIT:
        return to + size
    if acpc:
        return max(min_to, 2 * to - level)
    return to + max(min_to - level, to - level)


@inlined
def pay_pots(stakes, dead, folded, values, exact, won):
    """Add each position's winnings from the main pot and the side pots to ``won``.

    ``stakes`` are the layers' heights and ``dead`` belongs to the main pot. With ``exact`` pots are
    split into equal fractions; otherwise the odd chips go to the first winner.
    """
    players = len(stakes)
    top = np.int64(0)
    highest = np.int64(-1)
    for position in range(players):
        top = max(top, stakes[position])
        if not folded[position]:
            highest = max(highest, stakes[position])
    below = np.int64(-1)
    while below < highest:
        level = highest
        best = np.int64(-1)
        winners = 0
        for position in range(players):
            if not folded[position] and below < stakes[position] < level:
                level = stakes[position]
        ceiling = top if level == highest else level
        floor = max(below, 0)
        amount = dead
        dead = np.int64(0)
        for position in range(players):
            amount += min(stakes[position], ceiling) - min(stakes[position], floor)
            if not folded[position] and stakes[position] >= level:
                if values[position] > best:
                    best = values[position]
                    winners = 0
                if values[position] == best:
                    winners += 1
        if amount:
            rest = np.int64(0) if exact else amount % winners
            share = amount / winners if exact else np.float64(amount // winners)
            for position in range(players):
                if not folded[position] and stakes[position] >= level and values[position] == best:
                    won[position] += share + rest
                    rest = np.int64(0)
        below = level
