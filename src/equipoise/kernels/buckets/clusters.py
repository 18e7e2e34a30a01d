"""Nearest cluster centres, by squared (L2) or absolute (L1) distance.

The L1 distance of two cumulative distributions over the same ordered bins is their earth mover's
distance, in bins. Centres are stored one coordinate per row, so that the loop over them vectorises.
"""

from __future__ import annotations

import numpy as np

from equipoise.kernels.buckets.divide import NONE
from equipoise.kernels.compile import inlined, kernel
from equipoise.kernels.types import Float32s, Float64s, Int64s, UInt16s

_ZERO = np.float32(0)
_0, _1 = np.uint64(0), np.uint64(1)
_TILE = np.uint64(512)


@inlined
def _nearest(points, row, centres, start, count, absolute, distances):
    """The nearest of ``count`` centres, stored from ``start`` on as [coordinates, count].

    Ties go to the first one; ``distances`` is scratch and receives all distances.
    """
    for i in range(count):
        distances[i] = _ZERO
    base = start
    for j in range(np.uint64(points.shape[1])):
        value = points[row, j]
        if absolute:
            for i in range(count):
                distances[i] += abs(centres[base + i] - value)
        else:
            for i in range(count):
                difference = centres[base + i] - value
                distances[i] += difference * difference
        base += count
    best = _0
    for i in range(count):
        if distances[i] < distances[best]:
            best = i
    return best


@kernel
def assign_points(
    points: Float32s,
    weights: Float64s,
    centres: Float32s,
    count: int,
    absolute: bool,
    labels: Int64s,
    nearest: Float32s,
    sums: Float64s,
    masses: Float64s,
) -> float:
    """One step of k-means on points [n, d]: labels, distances, and the sums for the new centres.

    ``centres`` is [d, count], flat; ``sums`` [count, d] and ``masses`` [count] must be zero on
    entry. Returns the weighted sum of distances.
    """
    distances = np.zeros(count, dtype=np.float32)
    total = 0.0
    for i in range(np.uint64(points.shape[0])):
        best = _nearest(points, i, centres, _0, np.uint64(count), absolute, distances)
        labels[i] = best
        nearest[i] = distances[best]
        total += weights[i] * np.float64(distances[best])
        masses[best] += weights[i]
        for j in range(np.uint64(points.shape[1])):
            sums[best, j] += weights[i] * np.float64(points[i, j])
    return total


@kernel
def lower_distances(turned: Float32s, centre: Float32s, absolute: bool, nearest: Float32s) -> None:
    """Update each point's distance to its nearest centre with one more centre.

    The points are passed as [d, n], so that the loop over them vectorises.
    """
    distances = np.zeros(_TILE, dtype=np.float32)
    points = np.uint64(turned.shape[1])
    for start in range(_0, points, _TILE):
        size = min(_TILE, points - start)
        for i in range(size):
            distances[i] = _ZERO
        for j in range(np.uint64(turned.shape[0])):
            value = centre[j]
            if absolute:
                for i in range(size):
                    distances[i] += abs(turned[j, start + i] - value)
            else:
                for i in range(size):
                    difference = turned[j, start + i] - value
                    distances[i] += difference * difference
        for i in range(size):
            nearest[start + i] = min(nearest[start + i], distances[i])


@kernel
def assign_hands(
    points: Float32s,
    row: int,
    names: UInt16s,
    groups: UInt16s,
    centres: Float32s,
    starts: Int64s,
    absolute: bool,
) -> None:
    """Divide the hands of one board by the nearest centre of their group.

    ``points`` is [combos, d], hand c at ``names[c]``; the centres of group g are numbers
    ``starts[g]`` to ``starts[g + 1] - 1``, and so are the resulting buckets.
    """
    coordinates = np.uint64(points.shape[1])
    most = 0
    for group in range(len(starts) - 1):
        most = max(most, starts[group + 1] - starts[group])
    distances = np.zeros(most, dtype=np.float32)
    for combo in range(np.uint64(groups.shape[1])):
        group = np.uint64(groups[row, combo])
        if group == NONE:
            continue
        start = np.uint64(starts[group])
        count = np.uint64(starts[group + _1]) - start
        best = _nearest(
            points, np.uint64(names[combo]), centres, start * coordinates, count, absolute,
            distances,
        )  # fmt: skip
        groups[row, combo] = np.uint16(start + best)
