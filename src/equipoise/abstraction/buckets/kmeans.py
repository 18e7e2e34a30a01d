"""Weighted k-means with the same clusters for a seed, whatever the number of workers.

Lloyd's algorithm (1982) from the seeding of Arthur and Vassilvitskii 2007 (k-means++), with squared
distances, or with L1 distances of cumulative distributions (the earth mover's distance); the centre
is the mean in both. Points are processed in fixed blocks and their sums added in block order.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from equipoise.base.workers import run_blocks
from equipoise.kernels.arrays import frozen
from equipoise.kernels.buckets.clusters import assign_points, lower_distances
from equipoise.kernels.types import Float32s, Float64s, Int64s

_BLOCK = 8192
ITERATIONS = 40


@dataclass(frozen=True, eq=False)
class Clusters:
    """Centres [k, d], the label of each point, and the weighted sum of distances to centres."""

    centres: Float32s
    labels: Int64s
    error: float

    def ordered(self, key: Float64s) -> Clusters:
        """The same clusters numbered by ``centre . key``, smallest first."""
        # summed row by row: a matrix product may round equal centres differently, by processor
        places = (self.centres.astype(np.float64) * key).sum(axis=1)
        order = np.argsort(places, kind="stable")
        new = np.empty_like(order)
        new[order] = np.arange(len(order))
        return Clusters(self.centres[order], new[self.labels], self.error)


def flat(centres: Float32s) -> Float32s:
    """Centres in the layout of the kernels: one coordinate per row, flattened."""
    return frozen(np.ascontiguousarray(centres.T).ravel())


def kmeans(
    points: Float32s,
    weights: Float64s,
    count: int,
    seed: Sequence[int],
    absolute: bool = False,
    iterations: int = ITERATIONS,
    workers: int | None = 1,
    start: Float32s | None = None,
) -> Clusters:
    """``count`` clusters of points [n, d]; ``start`` gives the first centres instead of the seed.

    If there are fewer distinct points than clusters, surplus centres repeat the last one and get no
    points.
    """
    points = frozen(np.ascontiguousarray(points, dtype=np.float32))
    weights = frozen(np.ascontiguousarray(weights, dtype=np.float64))
    centres = _seeded(points, weights, count, seed, absolute) if start is None else start.copy()
    labels = np.full(len(points), -1, dtype=np.int64)
    error = 0.0
    for _ in range(iterations):
        found = _step(points, weights, centres, absolute, workers)
        new_labels, distances, sums, masses, error = found
        if (new_labels == labels).all():
            break
        labels = new_labels
        filled = masses > 0
        centres[filled] = (sums[filled] / masses[filled, None]).astype(np.float32)
        _fill_empty(points, weights * distances, centres, ~filled)
    else:
        labels, _, _, _, error = _step(points, weights, centres, absolute, workers)
    return Clusters(centres, labels, error)


def _step(
    points: Float32s, weights: Float64s, centres: Float32s, absolute: bool, workers: int | None
) -> tuple[Int64s, Float32s, Float64s, Float64s, float]:
    """Labels, distances, sums and masses of the clusters, and the error, block by block."""
    count, coordinates = centres.shape
    kept = flat(centres)

    def one(first: int) -> tuple[Int64s, Float32s, Float64s, Float64s, float]:
        block = points[first : first + _BLOCK]
        labels = np.empty(len(block), dtype=np.int64)
        nearest = np.empty(len(block), dtype=np.float32)
        sums, masses = np.zeros((count, coordinates)), np.zeros(count)
        error = assign_points(
            block, weights[first : first + _BLOCK], kept, count, absolute,
            labels, nearest, sums, masses,
        )  # fmt: skip
        return labels, nearest, sums, masses, error

    blocks = run_blocks(one, range(0, len(points), _BLOCK), workers=workers)
    labels, nearest, sums, masses, errors = zip(*blocks, strict=True)
    return (
        np.concatenate(labels),
        np.concatenate(nearest),
        np.sum(sums, axis=0),
        np.sum(masses, axis=0),
        float(np.sum(errors)),
    )


def _seeded(
    points: Float32s, weights: Float64s, count: int, seed: Sequence[int], absolute: bool
) -> Float32s:
    """Initial centres, drawn with probability ~ weight times distance to the nearest centre.

    For squared distances that is k-means++; for L1 distances its analogue for medians.
    """
    random = np.random.default_rng(np.random.SeedSequence(list(seed)))
    centres = np.empty((count, points.shape[1]), dtype=np.float32)
    nearest = np.full(len(points), np.inf, dtype=np.float32)
    turned = frozen(np.ascontiguousarray(points.T))
    odds = weights
    for number in range(count):
        cumulative = np.cumsum(odds)
        if cumulative[-1] <= 0:  # every point is a centre already
            centres[number:] = centres[number - 1]
            break
        chosen = int(np.searchsorted(cumulative, random.random() * cumulative[-1], side="right"))
        centres[number] = points[min(chosen, len(points) - 1)]
        lower_distances(turned, frozen(centres[number]), absolute, nearest)
        odds = weights * nearest
    return centres


def _fill_empty(points: Float32s, costs: Float64s, centres: Float32s, empty: np.ndarray) -> None:
    """Move centres without points to the points with the largest cost."""
    where = np.flatnonzero(empty)
    if len(where) == 0:
        return
    worst = np.argsort(-costs, kind="stable")[: len(where)]
    for centre, point in zip(where, worst, strict=False):
        if costs[point] > 0:
            centres[centre] = points[point]
