"""Walks of sampled CFR, by what they sample."""

from __future__ import annotations

from equipoise.kernels.buckets.dealing import BucketDeals
from equipoise.kernels.types import Floats, UInt64s
from equipoise.kernels.walks.all_actions import all_action_walks
from equipoise.kernels.walks.common import Walked
from equipoise.kernels.walks.dealing import Deals
from equipoise.kernels.walks.external import external_walks
from equipoise.kernels.walks.notes import Notes
from equipoise.kernels.walks.outcome import outcome_walks
from equipoise.solvers.sampling.kinds import Sampling


def sampled_walks(
    sampling: Sampling,
    tree: Walked,
    deals: Deals | BucketDeals,
    first: int,
    count: int,
    random: UInt64s,
    matched: Floats,
    regrets: Floats,
    sums: Floats,
    notes: Notes,
) -> int:
    """Run iterations ``first`` to ``first + count - 1``; returns the number of nodes visited.

    The strategy follows from ``matched`` by regret matching. Changes of regrets and sums go to
    ``notes`` if these have capacity, else they are applied at once.
    """
    arguments = (
        tree, deals, sampling.weights, first, count, random, matched, regrets, sums, notes,
    )  # fmt: skip
    if sampling.what == "outcome":
        return outcome_walks(*arguments, float(sampling.explore))
    if sampling.what == "external":
        return external_walks(*arguments)
    return all_action_walks(*arguments)
