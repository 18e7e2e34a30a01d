"""The betting of a hand on plain arrays: the compiled twin of ``games/betting.py``.

Amounts are live chips (without antes), one entry a position in ``live``; ``room`` is what a
position has in when all-in. ``folded`` and ``acted`` are 0 or 1. Every rule here is written in the
readable engine too, and random hands of both are compared in the tests.
"""

from __future__ import annotations

import numpy as np

from equipoise.kernels.compile import inlined

FIXED_LIMIT, NO_LIMIT, POT_LIMIT, SPREAD_LIMIT = range(4)
NO_RAISE = -1


@inlined
def owes_or_waits(position, live, room, folded, acted, level, acpc):
    """Whether a position must act: it owes chips, or has not acted and could still decide."""
    if folded[position] or live[position] >= room[position]:
        return False
    if acted[position] and live[position] >= level:
        return False
    if acpc:
        return True
    for other in range(len(live)):
        if other != position and not folded[other] and room[other] > live[position]:
            return True
    return False


@inlined
def next_to_act(start, live, room, folded, acted, level, acpc):
    """The first position from ``start`` on that must act, or -1."""
    players = len(live)
    position = start
    for _ in range(players):
        if owes_or_waits(position, live, room, folded, acted, level, acpc):
            return position
        position += 1
        if position == players:
            position = 0
    return -1


@inlined
def can_raise(position, live, room, folded, acted, level, min_to, raises, cap, acpc):
    """Whether the betting allows a raise; ``cap`` below 0 is none."""
    if room[position] <= level or raises == cap:
        return False
    if not acpc and acted[position] and level - live[position] < min_to - level:
        return False  # only short all-ins since the player acted
    for other in range(len(live)):
        if other != position and not folded[other]:
            if acpc and live[other] < room[other]:
                return True
            if not acpc and room[other] > level:
                return True
    return False


@inlined
def largest_raise(kind, owed, level, pot, most, room):
    """The largest live amount to raise to, before it is compared with the smallest."""
    if kind == POT_LIMIT:
        return min(room, level + pot + owed)
    if kind == SPREAD_LIMIT:
        return min(room, level + most)
    return room


@inlined
def next_min_to(kind, size, to, level, min_to, acpc):
    """What the raise after one to ``to`` must reach."""
    if kind == FIXED_LIMIT:
        return to + size
    if acpc:
        return max(min_to, 2 * to - level)
    return to + max(min_to - level, to - level)


@inlined
def pay_pots(stakes, dead, folded, values, exact, won):
    """Add to ``won`` what each position takes from the main pot and the side pots.

    ``stakes`` are the layers' heights and ``dead`` belongs to the main pot. With ``exact`` pots are
    split into equal fractions; otherwise what does not divide goes to the first winner.
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
