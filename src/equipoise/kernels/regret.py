"""Regret matching at the decision nodes of one player: small loops over flat strategy arrays."""

from __future__ import annotations

import numpy as np

from equipoise.kernels.compile import inlined, kernel
from equipoise.kernels.passes import set_totals
from equipoise.kernels.types import Float64s, Floats, Int64s, UInt8s

_0 = np.uint64(0)


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
    sums: Floats,
    strategy: Floats,
) -> None:
    """Sums as probabilities; uniform where a state was never reached."""
    zero, one = sums.dtype.type(0), sums.dtype.type(1)
    totals = np.zeros(states.max(), dtype=sums.dtype)
    for node in nodes:
        count = np.uint64(states[rounds[node]])
        actions = child_starts[node + 1] - child_starts[node]
        block = np.uint64(offsets[node])
        set_totals(sums, block, count, actions, totals)
        even = one / sums.dtype.type(actions)
        for _ in range(actions):
            for s in range(_0, count):
                strategy[block + s] = sums[block + s] / totals[s] if totals[s] > zero else even
            block += count
