"""Outcome sampling (Lanctot et al. 2009, section 4.1): a walk is a single line of play."""

from __future__ import annotations

import numpy as np

from equipoise.kernels.compile import kernel
from equipoise.kernels.random import next_double
from equipoise.kernels.types import Floats, UInt64s
from equipoise.kernels.walks.common import DECISION, Walked, Weights, pick, read_strategy
from equipoise.kernels.walks.dealt import AnyDeals, deal_pair
from equipoise.kernels.walks.notes import Notes, change


@kernel
def outcome_walks(
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
    explore: float,
) -> int:
    """Run iterations ``first`` to ``first + count - 1``; returns the number of nodes visited.

    In each, each player in turn plays one deal against the other: the opponent by his strategy, the
    player uniformly with probability ``explore``. Let q be the sampling probability of all the
    player's choices on the line, x the probability of his choices after a node under his strategy
    s, u his winnings. With w = u x / q the sampled regret is w (1 - s(a)) for the action a taken
    there, and - w s(a) for every other: the sampling probabilities of chance and opponent cancel
    against their reach.

    At the opponent's nodes his strategy is added to ``sums`` with weight 1 / q', q' being the
    probability of the player's choices so far (stochastically weighted averaging): the node is
    visited as often as the opponent reaches it, times q'. Strategies follow from ``matched`` by
    regret matching, which is ``regrets`` itself when solving. Changes go to ``notes`` if these have
    capacity.
    """
    rounds = len(tree.states) // 2
    size = len(tree.kind)
    states = np.empty(2 * rounds, dtype=np.int64)
    payoffs = np.empty(2 * rounds)
    choices = np.empty((size, 2), dtype=np.int64)
    followed = np.empty(size)
    chances = np.empty(np.max(np.diff(tree.child_starts)))
    places, changes = notes.places, notes.changes
    used = notes.used[0]
    sums_at = len(regrets)
    visited = 0
    for t in range(first, first + count):
        regret_weight = float(t) ** weights.regret
        average_weight = float(t) ** weights.average
        for who in range(2):
            deal_pair(deals, rounds, random, states, payoffs)
            node = 0
            noted = 0
            sampled = 1.0
            while tree.kind[node] == DECISION:
                visited += 1
                row = tree.rows[node]
                edge = tree.child_starts[node]
                actions = tree.child_starts[node + 1] - edge
                step = tree.states[row]
                place = tree.offsets[node] + states[row]
                read_strategy(matched, place, step, actions, chances, 0)
                number = next_double(random)
                if (row >= rounds) == (who == 1):
                    if number < explore:
                        chosen = min(np.int64(number / explore * actions), actions - 1)
                    else:
                        chosen = pick(chances, 0, actions, (number - explore) / (1.0 - explore))
                    choices[noted, 0] = node
                    choices[noted, 1] = chosen
                    followed[noted] = chances[chosen]
                    noted += 1
                    sampled *= explore / actions + (1.0 - explore) * chances[chosen]
                else:
                    chosen = pick(chances, 0, actions, number)
                    for a in range(actions):
                        by = average_weight / sampled * chances[a]
                        used = change(
                            sums, place + a * step, by, -np.inf, places, changes, used, sums_at
                        )
                node = tree.children[edge + chosen]
            visited += 1
            value = (1.0 - 2.0 * who) * tree.gains[node] * payoffs[tree.rows[node]]
            value *= regret_weight / sampled
            for d in range(noted - 1, -1, -1):
                node = choices[d, 0]
                chosen = choices[d, 1]
                row = tree.rows[node]
                step = tree.states[row]
                place = tree.offsets[node] + states[row]
                after = value * followed[d]
                for a in range(tree.child_starts[node + 1] - tree.child_starts[node]):
                    gain = value - after if a == chosen else -after
                    used = change(
                        regrets, place + a * step, gain, weights.floor, places, changes, used, 0
                    )
                value = after
    notes.used[0] = used
    return visited
