"""Smoothed best responses: the backward pass with a soft maximum in place of the maximum.

With the dilated entropy (Hoda, Gilpin, Pena and Sandholm 2010) ::

    d(x) = sum over information sets j of  w_j x_j (log n_j + sum over actions a of b_a log b_a)

where x_j is the player's own reach of j, n_j its number of actions and b his probabilities there,
the maximum of ``<g, x> - mu d(x)`` over all realisation plans separates: from the leaves up, with
q_a the value of an action, the value of an information set is ::

    mu w_j (log sum_a exp(q_a / (mu w_j)) - log n_j)

and ``b_a`` is in proportion to ``exp(q_a / (mu w_j))``. Layouts are those of ``spine.layout``.
"""

from __future__ import annotations

import numpy as np

from equipoise.kernels.compile import kernel
from equipoise.kernels.passes.reach_and_value import Traversal, sum_back
from equipoise.kernels.types import Floats, Int64s, UInt8s

_DECISION = 0
_0 = np.uint64(0)
_NOTHING = -60.0  # smaller terms are lost in any sum, and their products would be denormal and slow


@kernel
def soft_values(
    nodes: Int64s,
    over: Traversal,
    starts: Int64s,
    smoothing: float,
    weights: Floats,
    strategy: Floats,
    values: Floats,
) -> None:
    """Smoothed best response of player ``who``, into ``strategy`` and ``values``.

    ``values`` holds the terminal values on entry. ``weights`` holds w_j at the positions of a
    node's values in the work buffer; they are multiplied by ``smoothing``.
    """
    player, rounds, child_starts, children, offsets, who, states, parents, parent_starts = over
    zero, one = values.dtype.type(0), values.dtype.type(1)
    nothing = values.dtype.type(_NOTHING)
    carried, inverse, total = np.zeros((3, states.max()), dtype=values.dtype)
    for number in range(len(nodes) - 1, -1, -1):
        node = nodes[number]
        count = np.uint64(states[rounds[node]])
        here = np.uint64(starts[node])
        first_edge = child_starts[node]
        actions = child_starts[node + 1] - first_edge
        base = np.uint64(offsets[node])
        if player[node] != who:
            for s in range(_0, count):
                total[s] = zero
            for edge in range(first_edge, first_edge + actions):
                child = children[edge]
                after = rounds[child]
                there = np.uint64(starts[child])
                if after == rounds[node]:
                    for s in range(_0, count):
                        carried[s] = values[there + s]
                else:
                    sum_back(
                        there, np.uint64(parent_starts[after]), np.uint64(states[after]), parents,
                        values, carried, _0, count,
                    )  # fmt: skip
                for s in range(_0, count):
                    total[s] += carried[s]
            for s in range(_0, count):
                values[here + s] = total[s]
            continue
        block = base
        for edge in range(first_edge, first_edge + actions):
            child = children[edge]
            after = rounds[child]
            there = np.uint64(starts[child])
            if after == rounds[node]:
                for s in range(_0, count):
                    strategy[block + s] = values[there + s]
            else:
                sum_back(
                    there, np.uint64(parent_starts[after]), np.uint64(states[after]), parents,
                    values, strategy, block, count,
                )  # fmt: skip
            block += count
        for s in range(_0, count):
            carried[s] = strategy[base + s]
            inverse[s] = one / (smoothing * weights[here + s])
            total[s] = zero
        block = base + count
        for _ in range(1, actions):
            for s in range(_0, count):
                value = strategy[block + s]
                carried[s] = value if value > carried[s] else carried[s]
            block += count
        block = base
        for _ in range(actions):
            for s in range(_0, count):
                # exponents are at most 0: the sum is at least 1 and cannot overflow
                exponent = (strategy[block + s] - carried[s]) * inverse[s]
                share = np.exp(exponent) if exponent > nothing else zero
                strategy[block + s] = share
                total[s] += share
            block += count
        even = np.log(values.dtype.type(actions))
        for s in range(_0, count):
            values[here + s] = carried[s] + (np.log(total[s]) - even) / inverse[s]
            total[s] = one / total[s]
        block = base
        for _ in range(actions):
            for s in range(_0, count):
                strategy[block + s] *= total[s]
            block += count


@kernel
def largest_sums(
    nodes: Int64s,
    over: Traversal,
    starts: Int64s,
    kind: UInt8s,
    own: Floats,
    sums: Floats,
) -> None:
    """The maximum sum of ``own`` over the information sets that a pure plan reaches.

    ``own`` holds a number for every information set of player ``who``, at the positions of a
    decision node's values in the work buffer. The maximum from each node on, itself included, goes
    to ``sums``.
    """
    player, rounds, child_starts, children, _, who, states, parents, parent_starts = over
    zero = sums.dtype.type(0)
    carried = np.zeros(states.max(), dtype=sums.dtype)
    for number in range(len(nodes) - 1, -1, -1):
        node = nodes[number]
        count = np.uint64(states[rounds[node]])
        here = np.uint64(starts[node])
        for s in range(_0, count):
            sums[here + s] = zero
        mine = player[node] == who
        for edge in range(child_starts[node], child_starts[node + 1]):
            if kind[children[edge]] != _DECISION:
                continue
            child = children[edge]
            after = rounds[child]
            there = np.uint64(starts[child])
            if after == rounds[node]:
                for s in range(_0, count):
                    carried[s] = sums[there + s]
            else:
                sum_back(
                    there, np.uint64(parent_starts[after]), np.uint64(states[after]), parents,
                    sums, carried, _0, count,
                )  # fmt: skip
            for s in range(_0, count):
                old = sums[here + s]
                if not mine:
                    sums[here + s] = old + carried[s]
                elif carried[s] > old:
                    sums[here + s] = carried[s]
        if mine:
            for s in range(_0, count):
                sums[here + s] += own[here + s]


@kernel
def blend_plans(
    nodes: Int64s,
    over: Traversal,
    starts: Int64s,
    share: float,
    reach: Floats,
    strategy: Floats,
    plan: Floats,
    out: Floats,
) -> None:
    """Blend a realisation plan with a share of another, given as a strategy and its reach."""
    player, rounds, child_starts, _, offsets, who, states, _, _ = over
    rest = plan.dtype.type(1) - share
    for node in nodes:
        if player[node] != who:
            continue
        count = np.uint64(states[rounds[node]])
        here = np.uint64(starts[node])
        block = np.uint64(offsets[node])
        for _ in range(child_starts[node + 1] - child_starts[node]):
            for s in range(_0, count):
                place = block + s
                out[place] = rest * plan[place] + share * reach[here + s] * strategy[place]
            block += count
