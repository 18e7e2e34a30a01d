"""Hands of two ranges against each other on given boards, in time linear in the hands.

States are a player's hands on each board, board after board (a *block*); on the river they are
sorted by strength, weakest first. Compatible reach follows from running sums of the opponent's
reach, in total and per card, by inclusion and exclusion of the two cards.

A state may stand for several hands that suit renamings map to each other; cards mapped to each
other then form one class, and the sum of a class is that of any one of its cards.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from equipoise.kernels.compile import kernel
from equipoise.kernels.types import Float64s, Floats, Int64s, UInt8s


class HandBlocks(NamedTuple):
    """One player's hands on boards: the classes of two cards each, and their strength there.

    ``starts`` bounds the blocks; ``same`` is the opponent's state with the same hand on the same
    board, or -1. ``sizes`` is the number of hands of a state; ``first_share`` and ``second_share``
    are that number divided by the number of cards in each class: how many of the hands hold a given
    card. Values are multiplied by ``factors``.
    """

    first: UInt8s
    second: UInt8s
    values: Int64s
    starts: Int64s
    same: Int64s
    sizes: Float64s
    first_share: Float64s
    second_share: Float64s
    factors: Float64s


@kernel
def fold_matchups(
    mine: HandBlocks, theirs: HandBlocks, scale: float, reach: Floats, out: Floats
) -> None:
    """The opponent's compatible reach for every state: rows of reach to rows of values."""
    by_card = np.zeros(52)
    for row in range(reach.shape[0]):
        for block in range(len(mine.starts) - 1):
            by_card[:] = 0.0
            total = 0.0
            for t in range(theirs.starts[block], theirs.starts[block + 1]):
                weight = np.float64(reach[row, t])
                total += theirs.sizes[t] * weight
                by_card[theirs.first[t]] += theirs.first_share[t] * weight
                by_card[theirs.second[t]] += theirs.second_share[t] * weight
            for s in range(mine.starts[block], mine.starts[block + 1]):
                met = total - by_card[mine.first[s]] - by_card[mine.second[s]]
                if mine.same[s] >= 0:
                    met += reach[row, mine.same[s]]
                out[row, s] = scale * mine.factors[s] * met


@kernel
def showdown_matchups(
    mine: HandBlocks, theirs: HandBlocks, scale: float, reach: Floats, out: Floats
) -> None:
    """The reach of weaker minus stronger opponent hands for every state, times ``scale``."""
    by_card = np.zeros(52)
    for row in range(reach.shape[0]):
        for block in range(len(mine.starts) - 1):
            first, last = mine.starts[block], mine.starts[block + 1]
            low, high = theirs.starts[block], theirs.starts[block + 1]
            by_card[:] = 0.0
            total = 0.0
            t = low
            for s in range(first, last):
                while t < high and theirs.values[t] < mine.values[s]:
                    weight = np.float64(reach[row, t])
                    total += theirs.sizes[t] * weight
                    by_card[theirs.first[t]] += theirs.first_share[t] * weight
                    by_card[theirs.second[t]] += theirs.second_share[t] * weight
                    t += 1
                met = total - by_card[mine.first[s]] - by_card[mine.second[s]]
                out[row, s] = scale * mine.factors[s] * met
            by_card[:] = 0.0
            total = 0.0
            t = high - 1
            for s in range(last - 1, first - 1, -1):
                while t >= low and theirs.values[t] > mine.values[s]:
                    weight = np.float64(reach[row, t])
                    total += theirs.sizes[t] * weight
                    by_card[theirs.first[t]] += theirs.first_share[t] * weight
                    by_card[theirs.second[t]] += theirs.second_share[t] * weight
                    t -= 1
                met = total - by_card[mine.first[s]] - by_card[mine.second[s]]
                out[row, s] -= scale * mine.factors[s] * met
