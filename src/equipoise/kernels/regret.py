"""Regret matching at the decision nodes of one player: small loops over flat strategy arrays."""

from __future__ import annotations

from equipoise.kernels.compile import inlined, kernel
from equipoise.kernels.types import Float64s, Int64s, UInt8s


@inlined
def match_in_place(values: Float64s, first: int, step: int, actions: int) -> None:
    """Turn the values of a state's actions, ``step`` apart, into a strategy.

    In proportion to the positive part (Hart and Mas-Colell 2000); uniform where there is none.
    """
    total = 0.0
    for a in range(actions):
        value = values[first + a * step]
        value = value if value > 0.0 else 0.0
        values[first + a * step] = value
        total += value
    if total > 0.0:
        scale = 1.0 / total
        for a in range(actions):
            values[first + a * step] *= scale
    else:
        even = 1.0 / actions
        for a in range(actions):
            values[first + a * step] = even


@kernel
def normalise(
    nodes: Int64s,
    rounds: UInt8s,
    child_starts: Int64s,
    offsets: Int64s,
    states: Int64s,
    sums: Float64s,
    strategy: Float64s,
) -> None:
    """Sums as probabilities; uniform where a state was never reached."""
    for node in nodes:
        count = states[rounds[node]]
        actions = child_starts[node + 1] - child_starts[node]
        first = offsets[node]
        for s in range(count):
            total = 0.0
            for a in range(actions):
                total += sums[first + a * count + s]
            for a in range(actions):
                place = first + a * count + s
                strategy[place] = sums[place] / total if total > 0.0 else 1.0 / actions
