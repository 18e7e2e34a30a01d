"""Smoothed best responses: the backward pass with a soft maximum in place of the maximum.

With the dilated entropy (Hoda, Gilpin, Pena and Sandholm 2010) ::

    d(x) = sum over information sets j of  w_j x_j (log n_j + sum over actions a of b_a log b_a)

where x_j is the player's own reach of j, n_j its number of actions and b his probabilities there,
the maximum of ``<g, x> - mu d(x)`` over all realisation plans falls apart: from the leaves up, with
q_a the value of an action, an information set is worth ::

    mu w_j (log sum_a exp(q_a / (mu w_j)) - log n_j)

and ``b_a`` is in proportion to ``exp(q_a / (mu w_j))``. Layouts are those of ``trees.layout``.
"""

from __future__ import annotations

from math import exp, log

import numpy as np

from equipoise.kernels.compile import kernel
from equipoise.kernels.passes import sum_back
from equipoise.kernels.types import Float64s, Int64s, UInt8s

_DECISION = 0
_NOTHING = -60.0  # exp of less is lost in any sum, and its products would be denormal, thus slow


@kernel
def soft_values(
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
    smoothing: float,
    weights: Float64s,
    strategy: Float64s,
    values: Float64s,
) -> None:
    """Smoothed best response of player ``who``, into ``strategy`` and ``values``.

    Terminal values are in ``values`` already. ``weights`` holds w_j where a work buffer holds the
    vector of a node; they are multiplied by ``smoothing``.
    """
    carried, inverse, total = np.zeros((3, states.max()))
    for node in range(len(kind) - 1, -1, -1):
        if kind[node] != _DECISION:
            continue
        count = states[rounds[node]]
        here = starts[node]
        first_edge = child_starts[node]
        actions = child_starts[node + 1] - first_edge
        base = offsets[node]
        mine = player[node] == who
        for edge in range(first_edge, first_edge + actions):
            child = children[edge]
            there = starts[child]
            block = base + (edge - first_edge) * count
            if rounds[child] != rounds[node]:
                sum_back(
                    there, parent_starts[rounds[child]], states[rounds[child]], parents, values,
                    carried, 0, count,
                )  # fmt: skip
                if mine:
                    for s in range(count):
                        strategy[block + s] = carried[s]
                else:
                    for s in range(count):
                        old = values[here + s] if edge > first_edge else 0.0
                        values[here + s] = old + carried[s]
            elif mine:
                for s in range(count):
                    strategy[block + s] = values[there + s]
            elif edge == first_edge:
                for s in range(count):
                    values[here + s] = values[there + s]
            else:
                for s in range(count):
                    values[here + s] += values[there + s]
        if not mine:
            continue
        even = log(actions)
        for s in range(count):
            carried[s] = strategy[base + s]
            inverse[s] = 1.0 / (smoothing * weights[here + s])
            total[s] = 0.0
        for block in range(base + count, base + actions * count, count):
            for s in range(count):
                value = strategy[block + s]
                carried[s] = value if value > carried[s] else carried[s]
        for block in range(base, base + actions * count, count):
            for s in range(count):
                # exponents are at most 0: the sum is at least 1 and cannot overflow
                exponent = (strategy[block + s] - carried[s]) * inverse[s]
                share = exp(exponent) if exponent > _NOTHING else 0.0
                strategy[block + s] = share
                total[s] += share
        for s in range(count):
            values[here + s] = carried[s] + (log(total[s]) - even) / inverse[s]
            total[s] = 1.0 / total[s]
        for block in range(base, base + actions * count, count):
            for s in range(count):
                strategy[block + s] *= total[s]


@kernel
def largest_sums(
    kind: UInt8s,
    player: UInt8s,
    rounds: UInt8s,
    child_starts: Int64s,
    children: Int64s,
    who: int,
    states: Int64s,
    parents: Int64s,
    parent_starts: Int64s,
    starts: Int64s,
    own: Float64s,
    sums: Float64s,
) -> None:
    """The most that ``own`` can add up to over the information sets a pure plan reaches.

    ``own`` holds a number for every information set of player ``who``, where a work buffer holds
    the vector of a node. The most from each node on, itself included, goes to ``sums``.
    """
    carried = np.zeros(states.max())
    for node in range(len(kind) - 1, -1, -1):
        count = states[rounds[node]]
        here = starts[node]
        for s in range(count):
            sums[here + s] = 0.0
        if kind[node] != _DECISION:
            continue
        mine = player[node] == who
        for edge in range(child_starts[node], child_starts[node + 1]):
            child = children[edge]
            if rounds[child] == rounds[node]:
                for s in range(count):
                    carried[s] = sums[starts[child] + s]
            else:
                sum_back(
                    starts[child], parent_starts[rounds[child]], states[rounds[child]], parents,
                    sums, carried, 0, count,
                )  # fmt: skip
            for s in range(count):
                old = sums[here + s]
                if not mine:
                    sums[here + s] = old + carried[s]
                elif carried[s] > old:
                    sums[here + s] = carried[s]
        if mine:
            for s in range(count):
                sums[here + s] += own[here + s]


@kernel
def blend_plans(
    nodes: Int64s,
    rounds: UInt8s,
    child_starts: Int64s,
    offsets: Int64s,
    states: Int64s,
    starts: Int64s,
    share: float,
    reach: Float64s,
    strategy: Float64s,
    plan: Float64s,
    out: Float64s,
) -> None:
    """A realisation plan with a share of another, which is given as a strategy and its reach."""
    rest = 1.0 - share
    for node in nodes:
        count = states[rounds[node]]
        here = starts[node]
        for a in range(child_starts[node + 1] - child_starts[node]):
            block = offsets[node] + a * count
            for s in range(count):
                place = block + s
                out[place] = rest * plan[place] + share * reach[here + s] * strategy[place]
