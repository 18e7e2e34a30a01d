"""Passes over a betting tree with a vector of card states at every node.

Forward: a player's reach, the product of his own action probabilities. Backward: a player's
counterfactual values; the terminal values contain the opponent's reach. Between rounds a vector is
expanded to the next round's states, or summed back from them. Layouts are those of
``spine.layout``.

All take decision nodes in preorder, of the whole tree or of a part of it: a node needs only the
vector of its parent (forward) or those of its children (backward), so that subtrees under different
nodes can be processed in parallel. Number arrays are all single or all double precision.
"""

from __future__ import annotations

import numpy as np

from equipoise.kernels.compile import inlined, kernel
from equipoise.kernels.types import Floats, Int64s, UInt8s

#: form of a strategy array: probabilities; a realisation plan (a player's own reach after each
#: action); or weights proportional to the probabilities, where all 0 means uniform
PROBABILITIES, PLAN, WEIGHTS = range(3)
#: in place of a form: take the best action
BEST = 3

_0 = np.uint64(0)


#: A betting tree and the card states of one player, ``who``, as the passes need them. One entry per
#: node: ``player``, ``rounds``, ``child_starts`` into ``children``, ``offsets`` of strategy blocks;
#: then ``who``; ``states[r]`` is the number of the player's card states in round r, and
#: ``parents[parent_starts[r] + s]`` is the state of round r - 1 that state s of round r comes from.
#: A plain tuple: a named one costs a microsecond more per kernel call, 5% of an iteration on Leduc.
Traversal = tuple[UInt8s, UInt8s, Int64s, Int64s, Int64s, int, Int64s, Int64s, Int64s]


@inlined
def most_actions(nodes, child_starts):
    """The largest number of actions at one of the nodes."""
    most = 0
    for node in nodes:
        most = max(most, child_starts[node + 1] - child_starts[node])
    return most


@inlined
def set_totals(weights, block, count, actions, totals):
    """The sum over actions of every state's weights."""
    zero = totals.dtype.type(0)
    for s in range(_0, count):
        totals[s] = zero
    at = block
    for _ in range(actions):
        for s in range(_0, count):
            totals[s] += weights[at + s]
        at += count


@kernel
def forward_reach(
    nodes: Int64s,
    over: Traversal,
    starts: Int64s,
    form: int,
    strategy: Floats,
    reach: Floats,
) -> None:
    """Reach of player ``who`` at the children of the nodes into ``reach``.

    Children that share their parent's vector are skipped.
    """
    player, rounds, child_starts, children, offsets, who, states, parents, parent_starts = over
    zero, one = reach.dtype.type(0), reach.dtype.type(1)
    after, factor, even = np.zeros((3, states.max()), dtype=reach.dtype)
    for node in nodes:
        count = np.uint64(states[rounds[node]])
        here = np.uint64(starts[node])
        first_edge = child_starts[node]
        actions = child_starts[node + 1] - first_edge
        block = np.uint64(offsets[node])
        mine = player[node] == who
        if mine and form == WEIGHTS:
            set_totals(strategy, block, count, actions, factor)
            share = one / reach.dtype.type(actions)
            for s in range(_0, count):
                some = factor[s] > zero
                even[s] = zero if some else reach[here + s] * share
                factor[s] = reach[here + s] / factor[s] if some else zero
        for edge in range(first_edge, first_edge + actions):
            child = children[edge]
            there = np.uint64(starts[child])
            if there == here:
                continue
            if not mine:
                for s in range(_0, count):
                    after[s] = reach[here + s]
            elif form == PROBABILITIES:
                for s in range(_0, count):
                    after[s] = reach[here + s] * strategy[block + s]
            elif form == WEIGHTS:
                for s in range(_0, count):
                    after[s] = factor[s] * strategy[block + s] + even[s]
            else:
                for s in range(_0, count):
                    after[s] = strategy[block + s]
            if rounds[child] == rounds[node]:
                for s in range(_0, count):
                    reach[there + s] = after[s]
            else:
                first = np.uint64(parent_starts[rounds[child]])
                for s in range(_0, np.uint64(states[rounds[child]])):
                    reach[there + s] = after[np.uint64(parents[first + s])]
            block += count


@inlined
def sum_back(there, first, following, parents, values, out, at, count):
    """Set ``out[at:]`` to a child's values in the next round, summed over following states."""
    for s in range(_0, count):
        out[at + s] = out.dtype.type(0)
    for s in range(_0, following):
        out[at + np.uint64(parents[first + s])] += values[there + s]


@kernel
def backward_values(
    nodes: Int64s,
    over: Traversal,
    starts: Int64s,
    form: int,
    strategy: Floats,
    values: Floats,
) -> None:
    """Values of player ``who`` at the nodes, from those of their children in ``values``.

    At his own nodes he plays ``strategy``, given in ``form``, or the best action in every state.
    """
    player, rounds, child_starts, children, offsets, who, states, parents, parent_starts = over
    zero, one = values.dtype.type(0), values.dtype.type(1)
    carried, totals, plain = np.zeros((3, states.max()), dtype=values.dtype)
    for number in range(len(nodes) - 1, -1, -1):
        node = nodes[number]
        count = np.uint64(states[rounds[node]])
        here = np.uint64(starts[node])
        first_edge = child_starts[node]
        actions = child_starts[node + 1] - first_edge
        block = np.uint64(offsets[node])
        mine = player[node] == who
        weighted = mine and form == WEIGHTS
        if weighted:
            set_totals(strategy, block, count, actions, totals)
            for s in range(_0, count):
                plain[s] = zero
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
            begins = edge == first_edge
            if mine and form == BEST:
                for s in range(_0, count):
                    old = carried[s] if begins else values[here + s]
                    values[here + s] = carried[s] if carried[s] > old else old
            elif mine:
                for s in range(_0, count):
                    old = zero if begins else values[here + s]
                    values[here + s] = old + strategy[block + s] * carried[s]
            else:
                for s in range(_0, count):
                    old = zero if begins else values[here + s]
                    values[here + s] = old + carried[s]
            if weighted:
                for s in range(_0, count):
                    plain[s] += carried[s]
            block += count
        if weighted:
            share = one / values.dtype.type(actions)
            for s in range(_0, count):
                some = totals[s] > zero
                values[here + s] = values[here + s] / totals[s] if some else plain[s] * share


@kernel
def best_choices(
    nodes: Int64s,
    over: Traversal,
    starts: Int64s,
    values: Floats,
    strategy: Floats,
) -> None:
    """Write the first best action by ``values`` in every state of the nodes of ``who``."""
    player, rounds, child_starts, children, offsets, who, states, parents, parent_starts = over
    zero, one = values.dtype.type(0), values.dtype.type(1)
    carried = np.zeros(states.max(), dtype=values.dtype)
    best = np.zeros(states.max(), dtype=values.dtype)
    top = np.zeros(states.max(), dtype=np.int64)
    for node in nodes:
        if player[node] != who:
            continue
        count = np.uint64(states[rounds[node]])
        first_edge = child_starts[node]
        actions = child_starts[node + 1] - first_edge
        for a in range(actions):
            child = children[first_edge + a]
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
                if a == 0 or carried[s] > best[s]:
                    best[s] = carried[s]
                    top[s] = a
        block = np.uint64(offsets[node])
        for a in range(actions):
            for s in range(_0, count):
                strategy[block + s] = one if top[s] == a else zero
            block += count
