"""Helpers shared by all sampled walks over a betting tree."""

from __future__ import annotations

from typing import NamedTuple

from equipoise.kernels.compile import inlined
from equipoise.kernels.passes.regret import match_state
from equipoise.kernels.types import Float64s, Int64s, UInt8s

DECISION = 0
#: columns of the stack of nodes to visit and of the list of decisions: the node, where its values
#: go, and (of a decision) where the values of its children begin
NODE, HERE, BELOW = range(3)


class Walked(NamedTuple):
    """The betting tree for walks, one entry per node; layouts are those of ``spine.layout``.

    ``rows`` is ``player * rounds + round`` at a decision, ``round`` at a fold and ``rounds +
    round`` at a showdown: the row of a deal's data that the node needs. ``gains`` is player 1's
    chips (fold) or the stake (showdown). ``enters`` marks the first node of a round, the root
    excepted. ``states[p * rounds + r]`` is the number of card states.
    """

    kind: UInt8s
    rows: UInt8s
    child_starts: Int64s
    children: Int64s
    offsets: Int64s
    gains: Float64s
    enters: UInt8s
    states: Int64s


class Weights(NamedTuple):
    """Weights of iteration t, ``t**regret`` and ``t**average``; regrets stay above ``floor``.

    Both weights t: linear CFR; a floor of zero: regret matching plus.
    """

    regret: float
    average: float
    floor: float


@inlined
def read_strategy(
    regrets: Float64s, first: int, step: int, actions: int, chances: Float64s, at: int
) -> None:
    """The strategy of one card state, by regret matching, to ``chances[at:]``."""
    for a in range(actions):
        chances[at + a] = regrets[first + a * step]
    match_state(chances, at, 1, actions)


@inlined
def pick(chances: Float64s, at: int, actions: int, number: float) -> int:
    """The action selected by a number from [0, 1)."""
    for a in range(actions - 1):
        number -= chances[at + a]
        if number < 0.0:
            return a
    return actions - 1
