"""Passes over a betting tree with a vector of card states at every node.

Forward: a player's reach, the product of his own action probabilities. Backward: a player's values,
the opponent's reach being already in the values of terminal nodes. Between rounds a vector is
carried to the states that follow, or summed back from them. Layouts are those of ``trees.layout``.
"""

from __future__ import annotations

import numpy as np

from equipoise.kernels.compile import inlined, kernel
from equipoise.kernels.types import Float64s, Int64s, UInt8s

_DECISION = 0


@kernel
def forward_reach(
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
    strategy: Float64s,
    reach: Float64s,
) -> None:
    """Reach of player ``who`` at every node into ``reach``; ones at the root.

    ``parents[parent_starts[r] + s]`` is the state of round r - 1 that state s of round r comes
    from.
    """
    for s in range(states[0]):
        reach[starts[0] + s] = 1.0
    for node in range(len(kind)):
        if kind[node] != _DECISION:
            continue
        count = states[rounds[node]]
        here = starts[node]
        mine = player[node] == who
        for edge in range(child_starts[node], child_starts[node + 1]):
            child = children[edge]
            there = starts[child]
            block = offsets[node] + (edge - child_starts[node]) * count
            if rounds[child] == rounds[node]:
                if mine:
                    for s in range(count):
                        reach[there + s] = reach[here + s] * strategy[block + s]
                else:
                    for s in range(count):
                        reach[there + s] = reach[here + s]
            else:
                first = parent_starts[rounds[child]]
                for s in range(states[rounds[child]]):
                    before = parents[first + s]
                    value = reach[here + before]
                    if mine:
                        value *= strategy[block + before]
                    reach[there + s] = value


@inlined
def sum_back(there, first, following, parents, values, out, at, count):
    """Set ``out[at:]`` to a child's values in the next round, summed over following states."""
    for s in range(count):
        out[at + s] = 0.0
    for s in range(following):
        out[at + parents[first + s]] += values[there + s]


@kernel
def backward_values(
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
    best: bool,
    strategy: Float64s,
    action_values: Float64s,
    values: Float64s,
) -> None:
    """Values of player ``who`` at every node, from those of terminal nodes in ``values``.

    At his own nodes he follows ``strategy``, or takes the best action in every state. The values of
    his actions go to ``action_values``, laid out like a strategy.
    """
    carried = np.zeros(states.max())
    for node in range(len(kind) - 1, -1, -1):
        if kind[node] != _DECISION:
            continue
        count = states[rounds[node]]
        here = starts[node]
        mine = player[node] == who
        first_edge = child_starts[node]
        for edge in range(first_edge, child_starts[node + 1]):
            child = children[edge]
            there = starts[child]
            block = offsets[node] + (edge - first_edge) * count
            same_round = rounds[child] == rounds[node]
            if not mine:
                if not same_round:
                    first = parent_starts[rounds[child]]
                    sum_back(
                        there, first, states[rounds[child]], parents, values, carried, 0, count
                    )
                    for s in range(count):
                        old = values[here + s] if edge > first_edge else 0.0
                        values[here + s] = old + carried[s]
                elif edge == first_edge:
                    for s in range(count):
                        values[here + s] = values[there + s]
                else:
                    for s in range(count):
                        values[here + s] += values[there + s]
                continue
            if same_round:
                for s in range(count):
                    action_values[block + s] = values[there + s]
            else:
                first = parent_starts[rounds[child]]
                sum_back(
                    there, first, states[rounds[child]], parents, values, action_values, block,
                    count,
                )  # fmt: skip
            if best:
                if edge == first_edge:
                    for s in range(count):
                        values[here + s] = action_values[block + s]
                else:
                    for s in range(count):
                        value = action_values[block + s]
                        old = values[here + s]
                        values[here + s] = value if value > old else old
            elif edge == first_edge:
                for s in range(count):
                    values[here + s] = strategy[block + s] * action_values[block + s]
            else:
                for s in range(count):
                    values[here + s] += strategy[block + s] * action_values[block + s]


@kernel
def best_choices(
    nodes: Int64s,
    rounds: UInt8s,
    child_starts: Int64s,
    offsets: Int64s,
    states: Int64s,
    action_values: Float64s,
    strategy: Float64s,
) -> None:
    """Write at these nodes the strategy that takes the (first) best action in every state."""
    for node in nodes:
        count = states[rounds[node]]
        actions = child_starts[node + 1] - child_starts[node]
        for s in range(count):
            top = 0
            for a in range(1, actions):
                place = offsets[node] + a * count + s
                if action_values[place] > action_values[offsets[node] + top * count + s]:
                    top = a
            for a in range(actions):
                strategy[offsets[node] + a * count + s] = 1.0 if a == top else 0.0
