"""Bankrolls over a match, with 95% bands of the expected ones."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from equipoise.evaluation.estimates import t_quantile
from equipoise.kernels.types import Float64s, Int64s
from equipoise.matches.match import MatchResult

_POINTS = 1000
#: with fewer deals the bands are too wide and too uncertain to show
_FEWEST_DEALS = 30


@dataclass(frozen=True)
class Bankrolls:
    """All players' bankrolls during a match, in big blinds.

    ``totals`` and ``halves`` [points, players]; ``halves`` are half-widths of 95% intervals of the
    expected bankroll; ``known`` marks the points with enough deals to show them.
    """

    names: tuple[str, ...]
    hands: Int64s
    totals: Float64s
    halves: Float64s
    known: npt.NDArray[np.bool_]


def bankrolls_over(result: MatchResult) -> Bankrolls:
    """The bankrolls at up to a thousand points of a match.

    After n deals the expected bankroll lies within t s sqrt(n) of the played one with 95%
    confidence: s is the standard deviation of a deal's result so far, t Student's quantile.
    """
    deals = result.millis().sum(axis=1) / 1000
    count = len(deals)
    steps = np.unique(np.linspace(1, count, min(count, _POINTS)).astype(np.int64))
    total = np.cumsum(deals, axis=0)[steps - 1]
    squares = np.cumsum(deals**2, axis=0)[steps - 1]
    number = steps[:, None]
    spread = np.maximum(squares - total**2 / number, 0.0)
    variance = spread / np.maximum(number - 1, 1)
    quantiles = np.array([t_quantile(max(int(n) - 1, 1)) for n in steps])
    return Bankrolls(
        names=result.names,
        hands=steps * result.parts.shape[1],
        totals=total,
        halves=quantiles[:, None] * np.sqrt(variance * number),
        known=steps >= min(_FEWEST_DEALS, count),
    )
