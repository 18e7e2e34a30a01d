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
_0 = np.uint64(0)


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
    carried = np.zeros(most * states.max())
    for node in range(len(kind) - 1, -1, -1):
        if kind[node] != _DECISION:
            continue
        # unsigned, so that no index is checked for being negative
        count = np.uint64(states[rounds[node]])
        here = np.uint64(starts[node])
        first_edge = child_starts[node]
        actions = child_starts[node + 1] - first_edge
        mine = player[node] == who
        block = np.uint64(offsets[node])
        at = _0
        for s in range(_0, count):
            values[here + s] = 0.0
        for edge in range(first_edge, first_edge + actions):
            child = children[edge]
            there = np.uint64(starts[child])
            if rounds[child] == rounds[node]:
                for s in range(_0, count):
                    carried[at + s] = values[there + s]
            else:
                sum_back(
                    starts[child], parent_starts[rounds[child]], states[rounds[child]], parents,
                    values, carried, np.int64(at), np.int64(count),
                )  # fmt: skip
            if mine:
                for s in range(_0, count):
                    values[here + s] += strategy[block + at + s] * carried[at + s]
            else:
                for s in range(_0, count):
                    values[here + s] += carried[at + s]
            at += count
        if not mine:
            continue
        at = _0
        for _ in range(actions):
            for s in range(_0, count):
                place = block + at + s
                gain = carried[at + s] - values[here + s]
                old = regrets[place]
                new = old * (keep_positive if old > 0.0 else keep_negative) + gain
                new = new if new > floor else floor
                regrets[place] = new
                sums[place] += weight * reach[here + s] * strategy[place]
                strategy[place] = new + gain if predict else new
            at += count
        for s in range(_0, count):
            match_in_place(strategy, block + s, count, np.uint64(actions))
