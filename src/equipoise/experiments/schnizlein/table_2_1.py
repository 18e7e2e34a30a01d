"""Schnizlein 2009, Table 2.1: standard deviation of a hand, plain and in duplicate play.

The programs of the published matches are not available; ours are of the same kind. The thesis
defines the value of a duplicate hand as the sum over both seatings; the mean is shown too, because
two independent hands would have 1.41 and 0.71 of the plain deviation.
"""

from __future__ import annotations

from math import sqrt

import numpy as np

from equipoise.evaluation.estimates import correlated
from equipoise.experiments.harness.experiment import Cell, Claim, Outcome, Setting
from equipoise.experiments.schnizlein.variance_matches import (
    Deviation,
    Pair,
    pairs,
    rate_cell,
)

#: bankroll, std, duplicate std in sb/h
PUBLISHED = {
    "Bluffbot v Hyperborean": (-0.11, 18.04, 11.38),
    "Bluffbot v Tartanian": (0.61, 31.46, 20.24),
    "Tartanian v Hyperborean": (-0.63, 32.46, 20.50),
    "Ballarat v Bluffbot": (-2.57, 45.30, 30.70),
    "Ballarat v Hyperborean": (-2.13, 44.18, 29.95),
    "Ballarat v Tartanian": (-5.37, 73.20, 48.00),
}


def _ratios(found: list[Pair]) -> list[float]:
    """The ratio of a deal sum's deviation to a hand's, by match."""
    return [
        Deviation.of(one.money.sum(axis=1)).value / Deviation.of(one.money).value for one in found
    ]


def run(setting: Setting) -> Outcome:
    """The six matches."""
    found, notes = pairs(setting)
    cells = []
    for one in found:
        hand, total = Deviation.of(one.money), Deviation.of(one.money.sum(axis=1))
        mean = Deviation.of(one.money.mean(axis=1))
        correlation = correlated(one.money)
        cells += [
            rate_cell(one.name, "bankroll", one.money),
            hand.cell(one.name, "std"),
            total.cell(one.name, "duplicate std (sum)"),
            mean.cell(one.name, "duplicate std (mean)"),
            Cell(one.name, "correlation", None, correlation),
        ]
    published = [duplicate / plain for _, plain, duplicate in PUBLISHED.values()]
    ratios = _ratios(found)
    cells.append(
        Cell("all", "duplicate std (sum) / std", float(np.mean(published)), float(np.mean(ratios)))
    )
    notes.append(
        "By the definition in the text (sums) the printed ratios imply a correlation of -0.8 "
        "between the seatings of a deal; were they means, independent hands would have 0.71."
    )
    return Outcome(cells, _claims(found, ratios), notes, digits=2, unit="sb/h")


def _claims(found: list[Pair], ratios: list[float]) -> list[Claim]:
    stds = [Deviation.of(one.money) for one in found]
    low, high = min(stds, key=lambda s: s.value), max(stds, key=lambda s: s.value)
    correlations = [correlated(one.money) for one in found]
    deals = len(found[0].money)
    edge = 1.96 / sqrt(deals)
    return [
        Claim(
            "the deviation depends on who plays: the largest is more than twice the smallest",
            high.value - high.half > 2 * (low.value + low.half),
            f"{low.value:.1f} ± {low.half:.1f} to {high.value:.1f} ± {high.half:.1f} sb/h",
        ),
        Claim(
            "duplicate play reduces the deviation in every match: seatings of a deal are "
            "negatively correlated",
            max(correlations) < -edge,
            "correlations " + ", ".join(f"{value:+.2f}" for value in correlations),
            is_open=-edge <= max(correlations) <= edge,
        ),
        Claim(
            "the duplicate deviation (of sums) is roughly two thirds of the plain one (0.55 to "
            "0.75), whatever the match",
            all(0.55 <= ratio <= 0.75 for ratio in ratios),
            ", ".join(f"{ratio:.2f}" for ratio in ratios)
            + f"; independent hands have {sqrt(2):.2f}, identical players 0",
        ),
    ]
