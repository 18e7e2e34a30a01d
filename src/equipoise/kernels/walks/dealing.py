"""Chance sampling: one random number selects the card states dealt in all rounds.

In every round the pairs of card states that can meet are divided into *rectangles*: a set of
states of player 1 times a set of player 2. A deal is a rectangle of the last round, drawn by its
probability, with the rectangles of earlier rounds that contain it. Rectangles of one pair of states
give chance sampling; the states that share a board, public chance sampling.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from equipoise.kernels.compile import inlined, kernel
from equipoise.kernels.random import next_double
from equipoise.kernels.types import Float64s, Int64s, UInt64s


class Deals(NamedTuple):
    """Deals as flat arrays; ``spine.cards.deals`` builds them.

    ``thresholds`` and ``aliases`` are the alias table of the deals; ``rectangles[d * rounds + r]``
    is deal d's rectangle in round r. Player p's states in rectangle g are ``members[member_starts[2
    * g + p] : member_starts[2 * g + p + 1]]``, and ``origins`` gives the member of the previous
    rectangle that each comes from. The matrices of rectangle g, player 1's states times player 2's,
    start at ``block_starts[2 * g]`` (fold) and ``block_starts[2 * g + 1]`` (showdown) in
    ``blocks``; they are those of the card model divided by the probability of the rectangle, so
    that sampled values are unbiased.
    """

    thresholds: Float64s
    aliases: Int64s
    rectangles: Int64s
    member_starts: Int64s
    members: Int64s
    origins: Int64s
    block_starts: Int64s
    blocks: Float64s


@kernel
def alias_table(probabilities: Float64s, thresholds: Float64s, aliases: Int64s) -> None:
    """The alias table, which draws from n outcomes by one lookup (Walker 1977, Vose 1991)."""
    n = len(probabilities)
    small = np.empty(n, dtype=np.int64)
    large = np.empty(n, dtype=np.int64)
    smalls = 0
    larges = 0
    total = 0.0
    for i in range(n):
        total += probabilities[i]
    for i in range(n):
        thresholds[i] = probabilities[i] * n / total
        aliases[i] = i
        if thresholds[i] < 1.0:
            small[smalls] = i
            smalls += 1
        else:
            large[larges] = i
            larges += 1
    while smalls > 0 and larges > 0:
        smalls -= 1
        poor = small[smalls]
        rich = large[larges - 1]
        aliases[poor] = rich
        thresholds[rich] -= 1.0 - thresholds[poor]
        if thresholds[rich] < 1.0:
            larges -= 1
            small[smalls] = rich
            smalls += 1
    # the remaining ones differ from one only by rounding
    for i in range(smalls):
        thresholds[small[i]] = 1.0
    for i in range(larges):
        thresholds[large[i]] = 1.0


@inlined
def draw(thresholds: Float64s, aliases: Int64s, random: UInt64s) -> int:
    """A random outcome of an alias table: the integer part picks a column, the rest a side."""
    place = next_double(random) * len(thresholds)
    column = np.int64(place)
    return column if place - column < thresholds[column] else aliases[column]
