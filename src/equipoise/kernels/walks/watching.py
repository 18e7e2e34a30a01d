"""Hands of an average strategy against itself, to see how well trained it is where it goes."""

from __future__ import annotations

import numpy as np

from equipoise.kernels.buckets.dealing import BucketDeals
from equipoise.kernels.compile import kernel
from equipoise.kernels.random import next_double
from equipoise.kernels.types import Floats, UInt64s
from equipoise.kernels.walks.common import DECISION, Walked, pick, read_strategy
from equipoise.kernels.walks.dealt import deal_pair


@kernel
def watch_hands(
    tree: Walked,
    deals: BucketDeals,
    count: int,
    enough: float,
    random: UInt64s,
    sums: Floats,
    before: Floats,
) -> tuple[int, int, float]:
    """Play hands by the sums of an average strategy.

    Returns how many decisions were made, how many of them in information sets whose sums are at
    least ``enough``, and the sum over all decisions of the L1 distance to the strategy of earlier
    sums: 2, the maximum, if either has none.
    """
    rounds = len(tree.states) // 2
    states = np.empty(2 * rounds, dtype=np.int64)
    payoffs = np.empty(2 * rounds)
    most = np.max(np.diff(tree.child_starts))
    now, then = np.empty(most), np.empty(most)
    decisions = 0
    known = 0
    distance = 0.0
    for _ in range(count):
        deal_pair(deals, rounds, random, states, payoffs)
        node = 0
        while tree.kind[node] == DECISION:
            row = tree.rows[node]
            edge = tree.child_starts[node]
            actions = tree.child_starts[node + 1] - edge
            step = tree.states[row]
            place = tree.offsets[node] + states[row]
            read_strategy(sums, place, step, actions, now, 0)
            read_strategy(before, place, step, actions, then, 0)
            total = 0.0
            earlier = 0.0
            apart = 0.0
            for a in range(actions):
                total += sums[place + a * step]
                earlier += before[place + a * step]
                apart += abs(now[a] - then[a])
            distance += apart if total > 0.0 and earlier > 0.0 else 2.0
            decisions += 1
            known += total >= enough
            node = tree.children[edge + pick(now, 0, actions, next_double(random))]
    return decisions, known, distance
