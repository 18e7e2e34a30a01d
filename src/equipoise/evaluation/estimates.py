"""Means with 95% intervals."""

from __future__ import annotations

from dataclasses import dataclass
from math import ceil, sqrt

import numpy as np

from equipoise.kernels.types import Float64s, Int64s

_TAIL = 0.975
#: with fewer independent values than this nothing is called decided
FEWEST = 30
#: a mean below this part of its half-width would take a hundred million times the values
_TIE = 1e-4


@dataclass(frozen=True)
class Estimate:
    """A mean, the half-width of its 95% interval (None where one value is all there is).

    ``count`` values stand behind it and ``std`` is their standard deviation. ``groups`` are the
    independent ones among them: the values themselves, or blocks in which they depend on each
    other.
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
        """The standard error; infinite where it is not known."""
        if self.half is None:
            return float("inf")
        return self.half / t_quantile(self.groups - 1) if self.half else 0.0

    @property
    def is_decided(self) -> bool:
        """True if 0 lies outside the interval, and the sample is large enough."""
        return self.half is not None and self.groups >= FEWEST and abs(self.mean) > self.half

    def more_needed(self) -> int | None:
        """Number of further values that would decide it, all else equal; None if none would.

        The interval shrinks with the square root of the number of values. A mean that is nothing
        beside its interval is a tie, exact or but for rounding, of which no number can be told.
        """
        if self.is_decided:
            return 0
        if self.half is None or abs(self.mean) <= _TIE * self.half:
            return None
        needed = ceil(self.count * (self.half / abs(self.mean)) ** 2)
        fewest = ceil(FEWEST * self.count / self.groups)
        return max(needed - self.count, fewest - self.count, 1)


def t_quantile(degrees: float) -> float:
    """The 97.5% point of Student's t, which few values need and many need not.

    >>> round(t_quantile(9), 3), round(t_quantile(10**6), 3)
    (2.262, 1.96)
    """
    from scipy.special import stdtrit

    return float(stdtrit(degrees, _TAIL))


def estimate(values: Float64s, blocks: Int64s | None = None) -> Estimate:
    """The mean of some values with its interval.

    Values of one block may depend on each other (hands of a session in which an agent learns);
    then the sums of the blocks' deviations take the place of the deviations: Liang and Zeger
    (1986), with S / (S - 1) for S blocks.

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
    """The correlation of the first two columns [n, 2 or more]; 0 where one does not vary.

    >>> correlated(np.array([[1.0, -1.0], [2.0, -2.0], [4.0, -4.0]]))
    -1.0
    """
    first, second = (columns[:, i] - columns[:, i].mean() for i in range(2))
    spread = sqrt(float((first**2).sum()) * float((second**2).sum()))
    return round(float(first @ second) / spread, 12) if spread > 0.0 else 0.0
