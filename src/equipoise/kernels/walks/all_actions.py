"""Chance sampling and public chance sampling: the cards are sampled, all actions are walked.

Zinkevich et al. 2007 (one pair of card states a deal) and Johanson et al. 2012 (all states that
share the sampled board). Both are vector-form CFR restricted to the states of the deal; only the
deals differ.
"""

from __future__ import annotations

import numpy as np

from equipoise.kernels.compile import inlined, kernel
from equipoise.kernels.types import Floats, UInt64s
from equipoise.kernels.walks.common import (
    BELOW,
    DECISION,
    HERE,
    NODE,
    Walked,
    Weights,
    read_strategy,
)
from equipoise.kernels.walks.dealt import AnyDeals, deal_rectangles, deal_room, deal_width
from equipoise.kernels.walks.notes import Notes, change


@inlined
def _carry(vector, at, origins, first, count, spare):
    """Expand a vector over the previous round's states, in place, to the states that follow."""
    for s in range(count):
        spare[s] = vector[at + origins[first + s]]
    for s in range(count):
        vector[at + s] = spare[s]


@inlined
def _sum_back(vector, at, origins, first, count, before, spare):
    """Sum a vector over a round's states, in place, into the states they come from."""
    for s in range(before):
        spare[s] = 0.0
    for s in range(count):
        spare[origins[first + s]] += vector[at + s]
    for s in range(before):
        vector[at + s] = spare[s]


@kernel
def all_action_walks(
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

    In each, for each player in turn, a deal is drawn. The downward pass carries the opponent's
    reach for each of his states in the deal, and adds his strategy to ``sums`` with that weight:
    the missing factor, the deal's probability, scales all visits alike. The upward pass computes
    the player's values, the matrices of the deal being divided by its probability, and from them
    his regrets. Strategies follow from ``matched`` by regret matching, which is ``regrets`` itself
    when solving. Changes go to ``notes`` if these have capacity.

    The stack holds nodes to visit; each has a slot for its two vectors, and the slots of a node's
    children are adjacent. Nodes that the opponent reaches in no state of the deal are skipped.
    Decisions are listed in visiting order, so that the reverse visits children before parents.
    """
    rounds = len(tree.states) // 2
    size = len(tree.kind)
    width = deal_width(deals)
    room = deal_room(deals)
    members, origins, blocks = room
    starts = np.empty(2 * rounds, dtype=np.int64)
    counts = np.empty(2 * rounds, dtype=np.int64)
    block_starts = np.empty(2 * rounds, dtype=np.int64)
    stack = np.empty((size, 2), dtype=np.int64)
    decisions = np.empty((size, 3), dtype=np.int64)
    values = np.empty(size * width)
    reach = np.empty(size * width)
    chances = np.empty(np.max(np.diff(tree.child_starts)))
    spare = np.empty(width)
    places, changes = notes.places, notes.changes
    used = notes.used[0]
    sums_at = len(regrets)
    visited = 0
    for t in range(first, first + count):
        regret_weight = float(t) ** weights.regret
        average_weight = float(t) ** weights.average
        for who in range(2):
            sign = 1.0 - 2.0 * who
            deal_rectangles(deals, rounds, random, room, starts, counts, block_starts)
            my_first, their_first = starts[who * rounds :], starts[(1 - who) * rounds :]
            mine, theirs = counts[who * rounds :], counts[(1 - who) * rounds :]
            reach[: theirs[0]] = 1.0
            stack[0] = 0
            waiting = 1
            slots = 1
            noted = 0
            while waiting > 0:
                waiting -= 1
                visited += 1
                node = stack[waiting, NODE]
                here = stack[waiting, HERE] * width
                row = tree.rows[node]
                now = row % rounds
                if tree.enters[node]:
                    _carry(reach, here, origins, their_first[now], theirs[now], spare)
                if tree.kind[node] != DECISION:
                    block = block_starts[row]
                    across = theirs[now] if who == 0 else 1
                    along = 1 if who == 0 else mine[now]
                    for s in range(mine[now]):
                        total = 0.0
                        for o in range(theirs[now]):
                            total += blocks[block + s * across + o * along] * reach[here + o]
                        values[here + s] = sign * tree.gains[node] * total
                    continue
                decisions[noted, NODE] = node
                decisions[noted, HERE] = here
                decisions[noted, BELOW] = slots * width
                noted += 1
                edge = tree.child_starts[node]
                actions = tree.child_starts[node + 1] - edge
                below = slots * width
                if (row >= rounds) == (who == 1):
                    for a in range(actions):
                        for o in range(theirs[now]):
                            reach[below + a * width + o] = reach[here + o]
                else:
                    step = tree.states[row]
                    for o in range(theirs[now]):
                        place = tree.offsets[node] + members[their_first[now] + o]
                        read_strategy(matched, place, step, actions, chances, 0)
                        for a in range(actions):
                            arriving = reach[here + o] * chances[a]
                            reach[below + a * width + o] = arriving
                            by = average_weight * arriving
                            used = change(
                                sums, place + a * step, by, -np.inf, places, changes, used, sums_at
                            )
                for a in range(actions - 1, -1, -1):
                    total = 0.0
                    for o in range(theirs[now]):
                        total += reach[below + a * width + o]
                    if total > 0.0:
                        stack[waiting, NODE] = tree.children[edge + a]
                        stack[waiting, HERE] = slots + a
                        waiting += 1
                    else:
                        for s in range(mine[now]):
                            values[below + a * width + s] = 0.0
                slots += actions
            for d in range(noted - 1, -1, -1):
                node = decisions[d, NODE]
                here = decisions[d, HERE]
                below = decisions[d, BELOW]
                actions = tree.child_starts[node + 1] - tree.child_starts[node]
                row = tree.rows[node]
                now = row % rounds
                if (row >= rounds) == (who == 1):
                    step = tree.states[row]
                    for s in range(mine[now]):
                        place = tree.offsets[node] + members[my_first[now] + s]
                        read_strategy(matched, place, step, actions, chances, 0)
                        value = 0.0
                        for a in range(actions):
                            value += chances[a] * values[below + a * width + s]
                        values[here + s] = value
                        for a in range(actions):
                            gain = values[below + a * width + s] - value
                            by = regret_weight * gain
                            used = change(
                                regrets,
                                place + a * step,
                                by,
                                weights.floor,
                                places,
                                changes,
                                used,
                                0,
                            )
                else:
                    for s in range(mine[now]):
                        value = 0.0
                        for a in range(actions):
                            value += values[below + a * width + s]
                        values[here + s] = value
                if tree.enters[node]:
                    _sum_back(values, here, origins, my_first[now], mine[now], mine[now - 1], spare)
    notes.used[0] = used
    return visited
