"""Pluribus' win rate against five professionals, with reduced variance.

The hands were published as PHH files with everybody's cards (Kim et al., phh-dataset; the play is
of Brown and Sandholm 2019). They are not part of this package: set ``EQUIPOISE_PLURIBUS`` to the
file. No policy is known, so AIVAT cannot be used; MIVAT is fitted to one half of the hands and
applied to the other.
"""

from __future__ import annotations

import os
from math import sqrt
from pathlib import Path

from equipoise.base.errors import InputError
from equipoise.experiments.harness.experiment import Cell, Claim, Outcome, Setting

VARIABLE = "EQUIPOISE_PLURIBUS"
NAME = "Pluribus"
#: mb per hand over the 10,000 hands of the experiment with five humans, by AIVAT
PUBLISHED, PUBLISHED_ERROR = 48.0, 25.0


ABSENT = (
    f"Not run: the hands of Pluribus are not part of this package. Set {VARIABLE} to a .phhs "
    "file of them (phh-dataset, pluribus)."
)


def hands_file() -> Path | None:
    """The file of hands named by the variable; None if unset."""
    named = os.environ.get(VARIABLE)
    if not named:
        return None
    path = Path(named)
    if not path.is_file():
        raise InputError(f"there is no file {named!r}", VARIABLE, expected="a .phhs file of hands")
    return path


def run(setting: Setting) -> Outcome:
    """Winnings and MIVAT of all players of the file; the claims are about Pluribus."""
    from equipoise.evaluation.variance.assess import MIVAT, MONEY, assess
    from equipoise.evaluation.variance.sources import file_hands

    path = hands_file()
    if path is None:
        return Outcome([], [], [ABSENT])
    hands, notes = file_hands([path])
    if NAME not in hands.names:
        raise InputError(f"no player is called {NAME}", VARIABLE)
    money, mivat = assess(hands, [MONEY, MIVAT], report=setting.report)
    cells = []
    player = hands.names.index(NAME)
    for one in (money, mivat):
        rate = one.rates[player]
        half = rate.half or 0.0
        published = PUBLISHED if one is mivat else None
        cells.append(Cell(NAME, one.name, published, rate.mean, rate.mean - half, rate.mean + half))
        cells.append(Cell(NAME, f"std, {one.name}", None, one.hand_std[player]))
    ours, plain = mivat.rates[player], money.rates[player]
    low, high = PUBLISHED - 2 * PUBLISHED_ERROR, PUBLISHED + 2 * PUBLISHED_ERROR
    reduction = 1 - mivat.hand_std[player] / money.hand_std[player]
    both = mivat.values[:, player] - money.values[:, player]
    apart = abs(float(both.mean())) / (float(both.std(ddof=1)) / sqrt(len(both)))
    claims = [
        Claim(
            "MIVAT has the mean of the money: they differ by less than three standard errors",
            apart < 3.0,
            f"{apart:.1f} standard errors",
        ),
        Claim(
            "MIVAT reduces the deviation by 18% or more (its authors' figure for two players "
            "with one known)",
            reduction >= 0.18,
            f"by {reduction:.0%}",
        ),
        Claim(
            "the win rate agrees with the published 48 mb (two standard errors of 25)",
            (ours.half or 0.0) + high >= ours.mean >= low - (ours.half or 0.0),
            f"{ours.mean:+,.0f} ± {ours.half or 0.0:,.0f} mb/h",
        ),
        Claim(
            "Pluribus wins",
            ours.is_decided and ours.mean > 0.0,
            f"{ours.mean:+,.0f} ± {ours.half or 0.0:,.0f} mb/h, by money {plain.mean:+,.0f} ± "
            f"{plain.half or 0.0:,.0f}",
            is_open=not ours.is_decided,
        ),
    ]
    notes.append(
        f"{len(hands):,} hands of {len(hands.names)} players; mb/h, 95% intervals. The published "
        "rate is of all 10,000 hands of that experiment."
    )
    return Outcome(cells, claims, notes, unit="mb/h")
