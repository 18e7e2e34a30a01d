"""A weighted subset of flops that represents all 22,100.

Up to suit renaming there are 1,755 flops. They are divided into six textures (by suits and pairs),
each represented in proportion to its number of flops, at least once. Within a texture, flops are
clustered (k-means) by the equity of each of the 169 starting hands against a random hand
(``cards.flops``). One flop represents its cluster, with the number of flops in it as its weight; so
weights sum to 22,100. The representatives are chosen so that mean equities over the subset are
closest to those over all flops: one cluster after the other takes its best flop, the others fixed,
until nothing changes.

For suit-symmetric ranges isomorphic flops are equivalent; for others one flop represents all
isomorphic ones.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from equipoise.abstraction.buckets.kmeans import kmeans
from equipoise.base.errors import InputError, argument
from equipoise.cards.card import cards_text
from equipoise.cards.flops import DISTINCT, FLOPS, distinct_flops, flop_table
from equipoise.kernels.types import Float64s, Int64s, UInt8s

_SEED = 1755
_MOST_ROUNDS = 50


@dataclass(frozen=True)
class WeightedFlop:
    """A flop and how many of the 22,100 it represents."""

    board: str
    weight: int


def textures(flops: UInt8s) -> Int64s:
    """A number for the suits and pairs of each flop: 1 to 3 suits, and 1 to 3 ranks."""
    cards = flops.astype(np.int64)
    found: Int64s = 10 * _different(cards & 3) + _different(cards >> 2)
    return found


def _different(rows: Int64s) -> Int64s:
    found: Int64s = 1 + (np.diff(np.sort(rows, axis=1), axis=1) != 0).sum(axis=1)
    return found


def flop_subset(count: int) -> list[WeightedFlop]:
    """``count`` flops that represent all, heaviest first; 1,755 are all of them.

    >>> [len(flop_subset(count)) for count in (6, 25, 1755)]
    [6, 25, 1755]
    """
    flops, weights = distinct_flops()
    names, kinds = np.unique(textures(flops), return_inverse=True)
    if not len(names) <= count <= DISTINCT:
        raise InputError(
            f"{count} flops", argument("flops"),
            expected=f"{len(names)} (one of each texture) to {DISTINCT:,} (all)",
        )  # fmt: skip
    if count == DISTINCT:
        return _listed(flops, weights)
    clusters: list[Int64s] = []
    for kind, places in enumerate(_shared(count, kinds, weights)):
        members = np.flatnonzero(kinds == kind)
        points = flop_table()[members].astype(np.float32)
        found = kmeans(points, weights[members].astype(np.float64), places, (_SEED, kind))
        clusters += [members[found.labels == at] for at in range(places)]
    masses = np.array([weights[own].sum() for own in clusters])
    chosen = _nearest_mean(clusters, masses, flop_table(), weights)
    return _listed(flops[chosen], masses)


def _nearest_mean(
    clusters: list[Int64s], masses: Int64s, table: Float64s, weights: Int64s
) -> Int64s:
    """A flop of each cluster such that their weighted mean is close to that of all flops."""
    wanted = weights @ table
    chosen = np.array([_middle(own, table, weights) for own in clusters])
    total = masses @ table[chosen]
    for _ in range(_MOST_ROUNDS):
        before = chosen.copy()
        for at, own in enumerate(clusters):
            rest = total - masses[at] * table[chosen[at]]
            miss = ((rest + masses[at] * table[own] - wanted) ** 2).sum(axis=1)
            chosen[at] = own[int(miss.argmin())]
            total = rest + masses[at] * table[chosen[at]]
        if (chosen == before).all():
            break
    return chosen


def _middle(own: Int64s, table: Float64s, weights: Int64s) -> int:
    centre = weights[own] @ table[own] / weights[own].sum()
    return int(own[int(((table[own] - centre) ** 2).sum(axis=1).argmin())])


def _shared(count: int, kinds: Int64s, weights: Int64s) -> list[int]:
    """The number of flops of each texture: by weight, at least one, at most all."""
    mass, most = np.bincount(kinds, weights), np.bincount(kinds)
    places = np.ones(len(mass), dtype=np.int64)
    while places.sum() < count:
        # the next flop goes to the texture with most flops per selected one (D'Hondt)
        quotas = np.where(places < most, mass / (places + 1), 0.0)
        places[int(quotas.argmax())] += 1
    return [int(number) for number in places]


def _listed(flops: UInt8s, weights: Int64s) -> list[WeightedFlop]:
    assert int(weights.sum()) == FLOPS
    order = np.argsort(-weights, kind="stable")
    return [WeightedFlop(cards_text(sorted(flops[at])[::-1]), int(weights[at])) for at in order]
