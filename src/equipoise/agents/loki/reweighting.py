"""The re-weighting function of a threshold (Papp 1998, figures 7.1 to 7.4).

A player who acts with hands above mu probably holds one: a hand of value v gets the factor (v - mu
+ sigma) / (2 sigma), clipped to [0.01, 1]. It is a clipped line, stored as its height at 0 and its
slope.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from equipoise.kernels.types import Float64s

#: spread of income rates before the flop, in thousandths of a bet (section 7.2.2)
PREFLOP_SIGMA = 330.0
#: no re-weighting below this percentile before the flop (section 7.2.2)
LOWEST_PERCENTILE = 0.05
_SPREAD = 0.4
_NARROWEST = 1e-9


class Line(NamedTuple):
    """The factor ``start + slope * value``, to be clipped to [0.01, 1]."""

    start: float
    slope: float


#: factor 1 for every hand
FLAT = Line(1.0, 0.0)


def rising(mu: float, sigma: float) -> Line:
    """1/2 at mu, 0 below mu - sigma, 1 above mu + sigma (figure 7.2)."""
    sigma = max(sigma, _NARROWEST)
    return Line((sigma - mu) / (2 * sigma), 1 / (2 * sigma))


def falling(mu: float, sigma: float) -> Line:
    """The inverse: 1 below mu - sigma, 0 above mu + sigma (asked for in 7.4, 8.4.2 and 9)."""
    sigma = max(sigma, _NARROWEST)
    return Line((sigma + mu) / (2 * sigma), -1 / (2 * sigma))


def postflop_sigma(mu: float) -> float:
    """0.2 in the middle, wider for loose players and narrower for tight ones (section 7.2.3)."""
    return _SPREAD * (1 - mu)


def postflop_line(mu: float) -> Line:
    """The window on EHS' in [0, 1].

    If it would begin below 0 its area would be too small; it then begins at 0 with height r, so
    that the area is 1 - mu again (figure 7.4, equation 7.8).
    """
    sigma = postflop_sigma(mu)
    if mu >= sigma:
        return rising(mu, sigma)
    lowest = 1 - 2 * mu / (mu + sigma)
    return Line(lowest, (1 - lowest) / (mu + sigma))


def postflop_ceiling(mu: float) -> Line:
    """The falling window on EHS' in [0, 1], for a player who did not act with hands above mu.

    If it would begin below 0 even the weakest hand would lose weight; it then begins at 0 with
    height 1 and ends at 2 mu, so that the area is mu again: figure 7.4 mirrored.
    """
    sigma = postflop_sigma(mu)
    return falling(mu, sigma) if mu >= sigma else Line(1.0, -1 / max(2 * mu, _NARROWEST))


def rate_at(ordered: Float64s, percentile: float) -> float:
    """The income rate at a percentile of all 1,326 hands, sampled at the nearest (section 7.2.2).

    ``ordered`` are the rates of all hands from the lowest.
    """
    return float(ordered[round(percentile * (len(ordered) - 1))])


def preflop_line(ordered: Float64s, percentile: float) -> Line:
    """The window on income rates; none below the 5th percentile."""
    if percentile < LOWEST_PERCENTILE:
        return FLAT
    return rising(rate_at(ordered, percentile), PREFLOP_SIGMA)


def as_window(lower: Line, upper: Line = FLAT) -> Float64s:
    """Two lines in the layout of the kernels."""
    return np.array([*lower, *upper])
