"""What all sampled walks over a betting tree share."""

from __future__ import annotations

from typing import NamedTuple

from equipoise.kernels.compile import inlined
from equipoise.kernels.passes.regret import match_state
from equipoise.kernels.types import Float64s, Int64s, UInt8s

DECISION = 0
#: columns of what waits to be visited, and of the decisions met: the node, where its values are to
#: go, and (of a decision) where the values of its children begin
NODE, HERE, BELOW = range(3)


class Walked(NamedTuple):
    """The betting tree as walks see it, one entry a node; layouts are those of ``spine.layout``.

    ``rows`` is ``player * rounds + round`` at a decision, ``round`` at a fold and
    ``rounds + round`` at a showdown: where a deal keeps what the node needs of it. ``gains`` is
    what player 1 wins there (a fold) or what is at stake (a showdown). ``enters`` marks the first
    node of a round, the root excepted. ``states[p * rounds + r]`` counts card states.
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
    """How iteration t counts: ``t**regret`` and ``t**average``; regrets are kept above ``floor``.

    Weighing both by t is linear CFR; a floor of zero, regret matching plus.
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
    """The action that a number from [0, 1) falls on."""
    for a in range(actions - 1):
        number -= chances[at + a]
        if number < 0.0:
            return a
    return actions - 1
