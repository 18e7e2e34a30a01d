"""External sampling (Lanctot et al. 2009, section 4.2): chance and the opponent are sampled."""

from __future__ import annotations

import numpy as np

from equipoise.kernels.compile import kernel
from equipoise.kernels.random import next_double
from equipoise.kernels.types import Floats, UInt64s
from equipoise.kernels.walks.common import (
    BELOW,
    DECISION,
    HERE,
    NODE,
    Walked,
    Weights,
    pick,
    read_strategy,
)
from equipoise.kernels.walks.dealt import AnyDeals, deal_pair
from equipoise.kernels.walks.notes import Notes, change


@kernel
def external_walks(
    tree: Walked,
    deals: AnyDeals,
    weights: Weights,
    first: int,
    count: int,
    random: UInt64s,
    matched: Floats,
    regrets: Floats,
    sums: Floats,
    notes: Notes,
) -> int:
    """Run iterations ``first`` to ``first + count - 1``; returns the number of nodes visited.

    In each, each player in turn walks all his actions against one deal and one sampled action of
    the opponent at each of the opponent's decisions. The sampled value of an action is then its
    expected value for the cards dealt, and its gain over the node's value is added to ``regrets``:
    the importance weights cancel. The opponent's nodes are visited as often as he reaches them, so
    his strategy is added to ``sums`` unweighted (stochastically weighted averaging). Strategies
    follow from ``matched`` by regret matching, which is ``regrets`` itself when solving. Changes go
    to ``notes`` if these have capacity.

    The stack holds nodes to visit; each has a slot for its value, and the slots of a node's
    children are adjacent. Decisions are listed in visiting order, so that the reverse visits
    children before parents.
    """
    rounds = len(tree.states) // 2
    size = len(tree.kind)
    states = np.empty(2 * rounds, dtype=np.int64)
    payoffs = np.empty(2 * rounds)
    stack = np.empty((size, 2), dtype=np.int64)
    decisions = np.empty((size, 3), dtype=np.int64)
    values = np.empty(size)
    chances = np.empty(size)
    theirs = np.empty(np.max(np.diff(tree.child_starts)))
    places, changes = notes.places, notes.changes
    used = notes.used[0]
    sums_at = len(regrets)
    visited = 0
    for t in range(first, first + count):
        regret_weight = float(t) ** weights.regret
        average_weight = float(t) ** weights.average
        for who in range(2):
            deal_pair(deals, rounds, random, states, payoffs)
            sign = 1.0 - 2.0 * who
            stack[0, NODE] = 0
            stack[0, HERE] = 0
            waiting = 1
            slots = 1
            noted = 0
            while waiting > 0:
                waiting -= 1
                node = stack[waiting, NODE]
                slot = stack[waiting, HERE]
                while True:
                    visited += 1
                    row = tree.rows[node]
                    if tree.kind[node] != DECISION:
                        values[slot] = sign * tree.gains[node] * payoffs[row]
                        break
                    edge = tree.child_starts[node]
                    actions = tree.child_starts[node + 1] - edge
                    step = tree.states[row]
                    place = tree.offsets[node] + states[row]
                    if (row >= rounds) == (who == 1):
                        read_strategy(matched, place, step, actions, chances, slots)
                        decisions[noted, NODE] = node
                        decisions[noted, HERE] = slot
                        decisions[noted, BELOW] = slots
                        noted += 1
                        for a in range(actions - 1, -1, -1):
                            stack[waiting, NODE] = tree.children[edge + a]
                            stack[waiting, HERE] = slots + a
                            waiting += 1
                        slots += actions
                        break
                    read_strategy(matched, place, step, actions, theirs, 0)
                    for a in range(actions):
                        by = average_weight * theirs[a]
                        used = change(
                            sums, place + a * step, by, -np.inf, places, changes, used, sums_at
                        )
                    node = tree.children[edge + pick(theirs, 0, actions, next_double(random))]
            for d in range(noted - 1, -1, -1):
                node = decisions[d, NODE]
                below = decisions[d, BELOW]
                actions = tree.child_starts[node + 1] - tree.child_starts[node]
                row = tree.rows[node]
                step = tree.states[row]
                place = tree.offsets[node] + states[row]
                value = 0.0
                for a in range(actions):
                    value += chances[below + a] * values[below + a]
                values[decisions[d, HERE]] = value
                for a in range(actions):
                    by = regret_weight * (values[below + a] - value)
                    used = change(
                        regrets, place + a * step, by, weights.floor, places, changes, used, 0
                    )
    notes.used[0] = used
    return visited
