"""A player's turn of CFR in one backward sweep: values, regrets, average and new strategy.

All work on a decision node is done at once, so that the large arrays are read and written once per
iteration. A node's strategy may change immediately: its parents need only its values.
"""

from __future__ import annotations

import numpy as np

from equipoise.kernels.compile import kernel
from equipoise.kernels.passes.reach_and_value import Traversal, most_actions, sum_back
from equipoise.kernels.passes.regret import PlainRule, in_precision, matching_terms, updated_regret
from equipoise.kernels.types import Floats, Int64s

_0 = np.uint64(0)


@kernel
def cfr_sweep(
    nodes: Int64s,
    over: Traversal,
    starts: Int64s,
    reach_starts: Int64s,
    plain_rule: PlainRule,
    work: Floats,
    strategy: Floats,
    regrets: Floats,
    sums: Floats,
) -> None:
    """One turn of player ``who``; ``work`` holds his values at terminal nodes and his reach.

    The gain of an action is its value minus the node's. The played strategy is added to ``sums``
    with the rule's weight times the player's reach; the next one follows from the new regrets by
    regret matching.
    """
    player, rounds, child_starts, children, offsets, who, states, parents, parent_starts = over
    zero, one = work.dtype.type(0), work.dtype.type(1)
    endless = work.dtype.type(np.inf)
    rule = in_precision(plain_rule, work.dtype.type)
    most = max(most_actions(nodes, child_starts), 1)
    carried = np.zeros(most * states.max(), dtype=work.dtype)
    value, total, weights = np.zeros((3, states.max()), dtype=work.dtype)
    for number in range(len(nodes) - 1, -1, -1):
        node = nodes[number]
        # unsigned, so that no index is checked for being negative
        count = np.uint64(states[rounds[node]])
        here = np.uint64(starts[node])
        first_edge = child_starts[node]
        actions = child_starts[node + 1] - first_edge
        mine = player[node] == who
        block = np.uint64(offsets[node])
        at = _0
        for s in range(_0, count):
            value[s] = zero
        for edge in range(first_edge, first_edge + actions):
            child = children[edge]
            after = rounds[child]
            there = np.uint64(starts[child])
            if after == rounds[node]:
                for s in range(_0, count):
                    carried[at + s] = work[there + s]
            else:
                sum_back(
                    there, np.uint64(parent_starts[after]), np.uint64(states[after]), parents,
                    work, carried, at, count,
                )  # fmt: skip
            if mine:
                for s in range(_0, count):
                    value[s] += strategy[block + at + s] * carried[at + s]
                at += count
            else:
                for s in range(_0, count):
                    value[s] += carried[s]
        for s in range(_0, count):
            work[here + s] = value[s]
        if not mine:
            continue
        reached = np.uint64(reach_starts[node])
        for s in range(_0, count):
            total[s] = zero
            weights[s] = rule.weight * work[reached + s]
        at = _0
        for _ in range(actions):
            # short loops over few arrays each, so that few overlap checks are needed
            for s in range(_0, count):
                sums[block + at + s] += weights[s] * strategy[block + at + s]
            for s in range(_0, count):
                gain = rule.growth * (carried[at + s] - value[s])
                new = updated_regret(regrets[block + at + s], gain, rule)
                regrets[block + at + s] = new
                new = new + gain if rule.predict else new
                carried[at + s] = new if new > zero else zero
            for s in range(_0, count):
                total[s] += carried[at + s]
            at += count
        even = one / work.dtype.type(actions)
        for s in range(_0, count):
            weights[s], total[s] = matching_terms(total[s], one, even, endless)
        at = _0
        for _ in range(actions):
            for s in range(_0, count):
                strategy[block + at + s] = carried[at + s] * weights[s] + total[s]
            at += count
