"""Statistics of players: VPIP, PFR, 3-bets, aggression and showdowns, with intervals.

Intervals are Wilson's (1927) at 95%, for k of n occasions taken as independent:
(k + z^2/2 +- z sqrt(k(n-k)/n + z^2/4)) / (n + z^2). Win rates use Student's t.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np

from equipoise.evaluation.estimates import t_quantile
from equipoise.evaluation.hand_rows import Columns
from equipoise.kernels.types import Int64s

_Z = 1.959963984540054  # two-sided 95%
#: the order in which positions are listed
POSITIONS = ("SB", "BB", "STR", *("UTG", *(f"UTG+{n}" for n in range(1, 6))), "HJ", "CO", "BTN")


@dataclass(frozen=True)
class Frequency:
    """A count out of a number of occasions."""

    count: int
    of: int

    @property
    def rate(self) -> float | None:
        """The share, or None without an occasion."""
        return self.count / self.of if self.of else None

    @property
    def interval(self) -> tuple[float, float] | None:
        """Wilson's interval at 95%.

        >>> low, high = Frequency(0, 10).interval
        >>> round(low, 4), round(high, 4)
        (0.0, 0.2775)
        """
        if not self.of:
            return None
        k, n = self.count, self.of
        half = _Z * math.sqrt(k * (n - k) / n + _Z * _Z / 4)
        middle, whole = k + _Z * _Z / 2, n + _Z * _Z
        return max(0.0, (middle - half) / whole), min(1.0, (middle + half) / whole)


@dataclass(frozen=True)
class Stats:
    """Results and frequencies of some rows; ``name`` is a player or a position.

    ``won`` (units of the files) and ``won_bb`` (big blinds) sum the ``results`` known results;
    ``bb_sd`` is the standard deviation of one result in big blinds.
    ``aggression`` is bets and raises of all bets, raises, calls and folds after the flop,
    ``aggression_factor`` bets and raises per call there.
    """

    name: str
    hands: int
    results: int
    won: float
    won_bb: float
    bb_sd: float
    vpip: Frequency
    pfr: Frequency
    threebet: Frequency
    aggression: Frequency
    aggression_factor: float | None
    wtsd: Frequency

    @property
    def bb100(self) -> float | None:
        """Big blinds won per 100 hands with a known result."""
        return 100 * self.won_bb / self.results if self.results else None

    @property
    def bb100_interval(self) -> tuple[float, float] | None:
        """The 95% interval of the win rate; None with fewer than two results."""
        rate = self.bb100
        if rate is None or self.results < 2:
            return None
        half = 100 * t_quantile(self.results - 1) * self.bb_sd / math.sqrt(self.results)
        return rate - half, rate + half


FREQUENCIES = ("vpip", "pfr", "threebet", "aggression", "wtsd")


def stats_of(name: str, columns: Columns, rows: Int64s) -> Stats:
    """The statistics of some rows."""

    def total(key: str) -> int:
        return int(columns[key][rows].astype(np.int64).sum())

    won, won_bb = (columns[key][rows].astype(np.float64) for key in ("won", "won_bb"))
    known = ~np.isnan(won)
    bets, calls, folds = total("bets"), total("calls"), total("folds")
    flops = columns["saw_flop"][rows].astype(np.bool_)
    shown = columns["showdown"][rows].astype(np.bool_) & flops  # some games have no flop
    return Stats(
        name=name,
        hands=len(rows),
        results=int(known.sum()),
        won=float(won[known].sum()),
        won_bb=float(won_bb[known].sum()),
        bb_sd=float(won_bb[known].std(ddof=1)) if known.sum() > 1 else 0.0,
        vpip=Frequency(total("vpip"), len(rows)),
        pfr=Frequency(total("pfr"), len(rows)),
        threebet=Frequency(total("threebet"), total("threebet_chance")),
        aggression=Frequency(bets, bets + calls + folds),
        aggression_factor=bets / calls if calls else None,
        wtsd=Frequency(int(shown.sum()), int(flops.sum())),
    )


def grouped(columns: Columns, rows: Int64s, by: str) -> list[Stats]:
    """Statistics for every value of a column: players by hands, positions in their order."""
    groups: dict[str, list[int]] = {}
    for row in rows:
        groups.setdefault(str(columns[by][row]), []).append(int(row))
    found = [stats_of(name, columns, np.array(group)) for name, group in groups.items()]
    if by == "position":
        return sorted(found, key=lambda one: POSITIONS.index(one.name))
    return sorted(found, key=lambda one: (-one.hands, one.name))


def hands_in(columns: Columns, rows: Int64s) -> int:
    """The number of different hands among the rows."""
    return len(np.unique(columns["number"][rows]))
