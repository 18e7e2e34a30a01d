"""Intervals of strength with the least squared error: k-means in one dimension, solved exactly.

In one dimension clusters are intervals, and the best division into k consists of the last interval
and the best division into k - 1 of what is below it (Fisher 1958). The squared error of an interval
comes from running sums of weight, weight x level and weight x level^2.
"""

from __future__ import annotations

import numpy as np

from equipoise.kernels.compile import inlined, kernel
from equipoise.kernels.types import Float64s, Int64s


@inlined
def _error(masses, sums, squares, low, high):
    """The squared error of levels low to high - 1 about their mean."""
    mass = masses[high] - masses[low]
    if mass <= 0.0:
        return 0.0
    total = sums[high] - sums[low]
    return max(squares[high] - squares[low] - total * total / mass, 0.0)


@kernel
def best_intervals(counts: Int64s, errors: Float64s, cuts: Int64s) -> None:
    """The best divisions of levels into 1, 2, ... ``len(errors)`` intervals.

    ``errors[k - 1]`` is the squared error of k intervals, and ``cuts[k - 1, :k - 1]`` are the first
    levels of all but the lowest interval.
    """
    levels = len(counts)
    masses = np.zeros(levels + 1)
    sums = np.zeros(levels + 1)
    squares = np.zeros(levels + 1)
    for level in range(levels):
        weight = np.float64(counts[level])
        masses[level + 1] = masses[level] + weight
        sums[level + 1] = sums[level] + weight * level
        squares[level + 1] = squares[level] + weight * level * level
    parts = len(errors)
    best = np.zeros(levels + 1)
    following = np.zeros(levels + 1)
    last = np.zeros((parts, levels + 1), dtype=np.int64)
    for high in range(levels + 1):
        best[high] = _error(masses, sums, squares, 0, high)
    errors[0] = best[levels]
    for number in range(1, parts):
        for high in range(levels + 1):
            following[high] = best[high]
            last[number, high] = high
            for low in range(high - 1, -1, -1):
                own = _error(masses, sums, squares, low, high)
                if own >= following[high]:
                    break  # the last interval's error only grows as it gets wider
                error = best[low] + own
                if error < following[high]:
                    following[high] = error
                    last[number, high] = low
        best[:] = following
        errors[number] = best[levels]
        high = levels
        for place in range(number, 0, -1):
            high = last[place, high]
            cuts[number, place - 1] = high
