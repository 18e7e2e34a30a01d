"""A player's turn of CFR in one backward sweep: values, regrets, average and new strategy.

Everything of a decision node is done while it is at hand, so that the large arrays are read and
written once an iteration. A node's strategy may change at once: its parents need only its values.
"""

from __future__ import annotations

import numpy as np

from equipoise.kernels.compile import kernel
from equipoise.kernels.passes import sum_back
from equipoise.kernels.regret import match_in_place
from equipoise.kernels.types import Float64s, Int64s, UInt8s

_DECISION = 0


@kernel
def cfr_sweep(
    kind: UInt8s,
    player: UInt8s,
    rounds: UInt8s,
    child_starts: Int64s,
    children: Int64s,
    offsets: Int64s,
    who: int,
    states: Int64s,
    parents: Int64s,
    parent_starts: Int64s,
    starts: Int64s,
    keep_positive: float,
    keep_negative: float,
    floor: float,
    weight: float,
    predict: bool,
    reach: Float64s,
    values: Float64s,
    strategy: Float64s,
    regrets: Float64s,
    sums: Float64s,
) -> None:
    """One turn of player ``who``; ``values`` holds his values at terminal nodes.

    New regrets are the old ones, discounted by their sign, plus the action's value less the
    node's, cut at ``floor``. The strategy that was played goes into ``sums`` with ``weight`` times
    the player's ``reach``. The next strategy is in proportion to positive regrets, with the newest
    regret once more if ``predict``.
    """
    most = 0
    for node in range(len(kind)):
        most = max(most, child_starts[node + 1] - child_starts[node])
    widest = states.max()
    carried = np.zeros(most * widest)
    for node in range(len(kind) - 1, -1, -1):
        if kind[node] != _DECISION:
            continue
        count = states[rounds[node]]
        here = starts[node]
        first_edge = child_starts[node]
        actions = child_starts[node + 1] - first_edge
        mine = player[node] == who
        for s in range(count):
            values[here + s] = 0.0
        for a in range(actions):
            child = children[first_edge + a]
            there = starts[child]
            if rounds[child] == rounds[node]:
                for s in range(count):
                    carried[a * count + s] = values[there + s]
            else:
                sum_back(
                    there, parent_starts[rounds[child]], states[rounds[child]], parents,
                    values, carried, a * count, count,
                )  # fmt: skip
            if mine:
                block = offsets[node] + a * count
                for s in range(count):
                    values[here + s] += strategy[block + s] * carried[a * count + s]
            else:
                for s in range(count):
                    values[here + s] += carried[a * count + s]
        if not mine:
            continue
        for a in range(actions):
            block = offsets[node] + a * count
            for s in range(count):
                gain = carried[a * count + s] - values[here + s]
                old = regrets[block + s]
                new = old * (keep_positive if old > 0.0 else keep_negative) + gain
                new = new if new > floor else floor
                regrets[block + s] = new
                sums[block + s] += weight * reach[here + s] * strategy[block + s]
                strategy[block + s] = new + gain if predict else new
        for s in range(count):
            match_in_place(strategy, offsets[node] + s, count, actions)
