"""Means with 95% intervals."""

from __future__ import annotations

from dataclasses import dataclass
from math import ceil, sqrt

import numpy as np

from equipoise.kernels.types import Float64s, Int64s

_TAIL = 0.975
#: fewest independent values for a significant result
FEWEST = 30
#: below this ratio of mean to half-width, significance would need 1e8 times the values
_TIE = 1e-4


@dataclass(frozen=True)
class Estimate:
    """A mean and the half-width of its 95% interval (None for a single value).

    ``count``: number of values; ``std``: their standard deviation; ``groups``: number of
    independent values, or of blocks of dependent ones.
    """

    mean: float
    half: float | None
    std: float
    count: int
    groups: int

    @property
    def interval(self) -> tuple[float | None, float | None]:
        """The ends of the interval."""
        if self.half is None:
            return None, None
        return self.mean - self.half, self.mean + self.half

    @property
    def error(self) -> float:
        """The standard error; infinite if unknown."""
        if self.half is None:
            return float("inf")
        return self.half / t_quantile(self.groups - 1) if self.half else 0.0

    @property
    def is_decided(self) -> bool:
        """True if 0 lies outside the interval, and the sample is large enough."""
        return self.half is not None and self.groups >= FEWEST and abs(self.mean) > self.half

    def more_needed(self) -> int | None:
        """Number of further values for significance, all else equal; None if no number would do.

        The interval shrinks with the square root of the number of values. A mean that is negligible
        against its interval is a tie, exact or up to rounding: None.
        """
        if self.is_decided:
            return 0
        if self.half is None or abs(self.mean) <= _TIE * self.half:
            return None
        needed = ceil(self.count * (self.half / abs(self.mean)) ** 2)
        fewest = ceil(FEWEST * self.count / self.groups)
        return max(needed - self.count, fewest - self.count, 1)


def t_quantile(degrees: float) -> float:
    """The 97.5% quantile of Student's t with ``degrees`` degrees of freedom.

    >>> round(t_quantile(9), 3), round(t_quantile(10**6), 3)
    (2.262, 1.96)
    """
    from scipy.special import stdtrit

    return float(stdtrit(degrees, _TAIL))


def estimate(values: Float64s, blocks: Int64s | None = None) -> Estimate:
    """The mean of some values with its interval.

    Values of one block may be dependent (hands of a session in which an agent learns); then the
    variance is that of the blocks' sums of deviations: Liang and Zeger (1986), with S / (S - 1) for
    S blocks.

    >>> seen = estimate(np.array([1.0, 3.0, 2.0, 2.0]))
    >>> round(seen.mean, 3), round(seen.std, 3), round(seen.half or 0, 3)
    (2.0, 0.816, 1.299)
    """
    count = len(values)
    mean = float(values.mean())
    std = float(values.std(ddof=1)) if count > 1 else 0.0
    if blocks is None:
        groups, squares = count, std**2 * (count - 1)
    else:
        sums = np.bincount(blocks, weights=values - mean)
        groups, squares = len(sums), float((sums**2).sum())
    if groups < 2:
        return Estimate(mean, None, std, count, groups)
    error = sqrt(squares * groups / (groups - 1)) / count
    return Estimate(mean, t_quantile(groups - 1) * error, std, count, groups)


def correlated(columns: Float64s) -> float:
    """The correlation of the first two columns [n, 2 or more]; 0 if one is constant.

    >>> correlated(np.array([[1.0, -1.0], [2.0, -2.0], [4.0, -4.0]]))
    -1.0
    """
    first, second = (columns[:, i] - columns[:, i].mean() for i in range(2))
    spread = sqrt(float((first**2).sum()) * float((second**2).sum()))
    return round(float(first @ second) / spread, 12) if spread > 0.0 else 0.0
