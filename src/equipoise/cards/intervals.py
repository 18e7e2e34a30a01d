"""95% intervals of means of numbers between 0 and 1, such as shares of a pot."""

from __future__ import annotations

import numpy as np

from equipoise.kernels.types import Float64s

Z95 = 1.959964


def share_half_width(mean: Float64s, variance: Float64s, count: float) -> Float64s:
    """Half-widths of intervals around the means of ``count`` shares with these variances.

    If all cases have the same outcome the variance is 0, but nothing is certain yet. So z**2 cases
    are added, half of them 0 and half of them 1, as Agresti and Coull (1998) do for proportions;
    the shift of the mean is part of the width.

    >>> float(share_half_width(np.ones(1), np.zeros(1), 20)[0].round(2))
    0.19
    """
    added = Z95**2
    total = count + added
    moved = (count * mean + added / 2) / total
    spread = (count * (variance + mean**2) + added / 2) / total - moved**2
    half: Float64s = np.abs(moved - mean) + Z95 * np.sqrt(np.maximum(spread, 0) / total)
    return half
