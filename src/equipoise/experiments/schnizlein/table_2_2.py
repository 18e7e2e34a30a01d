"""Schnizlein 2009, Table 2.2: the same matches by DIVAT with the always-call baseline.

Also a match of limit hold'em, where the thesis says that DIVAT helps far more; there the baseline
bets for value.
"""

from __future__ import annotations

from math import sqrt
from pathlib import Path
from tempfile import TemporaryDirectory

import numpy as np

from equipoise.experiments.harness.experiment import Cell, Claim, Outcome, Scale, Setting
from equipoise.experiments.harness.kept_matches import kept_folder
from equipoise.experiments.schnizlein.variance_matches import (
    Deviation,
    Pair,
    pairs,
    rate_cell,
)
from equipoise.kernels.types import Float64s

#: DIVAT bankroll, std and duplicate std in sb/h, in the order of Table 2.1, and its plain std
PUBLISHED = (
    (-0.12, 15.48, 9.99, 18.04),
    (0.63, 24.76, 16.49, 31.46),
    (-0.63, 28.84, 18.65, 32.46),
    (-2.52, 35.35, 24.59, 45.30),
    (-2.11, 37.65, 25.77, 44.18),
    (-5.33, 63.50, 43.15, 73.20),
)
#: "standard deviations as low as 1.93 sb/h" of about 6, in limit matches of others
LIMIT_STD, LIMIT_DIVAT = 6.0, 1.93
LIMIT_GAME, LIMIT_AGENTS = "holdem-limit:2p", ("loki-bpm", "loki-bpt")
LIMIT_DEALS: dict[Scale, int] = {"quick": 2_000, "full": 50_000}
_SHARE = 0.85


def _limit(setting: Setting) -> tuple[Float64s, Float64s]:
    """Winnings and DIVAT of a limit match, in small bets per hand."""
    from equipoise.evaluation.variance.divat import bet_for_value
    from equipoise.evaluation.variance.matches import open_match
    from equipoise.matches.match import play_match
    from equipoise.matches.plan import MatchPlan

    plan = MatchPlan(LIMIT_GAME, LIMIT_AGENTS, LIMIT_DEALS[setting.scale], setting.seed).checked()
    kept, begun = kept_folder(setting, "limit", plan)
    with TemporaryDirectory(prefix="equipoise-") as temporary:
        folder = kept or Path(temporary) / "match"
        play_match(plan, None, folder, begun)
        hands = open_match(folder).hands
    first = bet_for_value(hands, setting.report)
    bet = hands.rules.betting.sizes[0]
    scores = hands.by_player(np.stack([first, -first], axis=1))[:, 0] / bet
    return hands.by_player(hands.won)[:, 0] / bet, scores


def run(setting: Setting) -> Outcome:
    """The six matches, and a limit match."""
    found, notes = pairs(setting.part("no-limit", 0.0, _SHARE))
    money, divat = _limit(setting.part("limit", _SHARE, 1 - _SHARE))
    cells = []
    for one in found:
        cells += [
            rate_cell(one.name, "bankroll", one.money),
            rate_cell(one.name, "DIVAT bankroll", one.divat),
            Deviation.of(one.money).cell(one.name, "std"),
            Deviation.of(one.divat).cell(one.name, "DIVAT std"),
            Deviation.of(one.divat.mean(axis=1)).cell(one.name, "DIVAT duplicate std (mean)"),
        ]
    name = " v ".join(LIMIT_AGENTS)
    cells += [
        rate_cell(f"limit: {name}", "bankroll", money),
        rate_cell(f"limit: {name}", "DIVAT bankroll", divat),
        Deviation.of(money).cell(f"limit: {name}", "std", LIMIT_STD),
        Deviation.of(divat).cell(f"limit: {name}", "DIVAT std", LIMIT_DIVAT),
    ]
    published = float(np.mean([divat_std / std for _, divat_std, _, std in PUBLISHED]))
    ratios = [Deviation.of(one.divat).value / Deviation.of(one.money).value for one in found]
    cells.append(Cell("all", "DIVAT std / std", published, float(np.mean(ratios))))
    notes += [
        f"Limit: {LIMIT_GAME}, {LIMIT_DEALS[setting.scale]:,} hands, small bets per hand, the "
        "baseline bets for value; the published figures are those the thesis quotes of others' "
        "limit matches.",
    ]
    return Outcome(cells, _claims(found, ratios, money, divat), notes, digits=2, unit="sb/h")


def _claims(
    found: list[Pair], ratios: list[float], money: Float64s, divat: Float64s
) -> list[Claim]:
    differences = [one.divat.mean(axis=1) - one.money.mean(axis=1) for one in found]
    differences.append(divat - money)
    apart = [_errors(values) for values in differences]
    in_limit = Deviation.of(divat).value / Deviation.of(money).value
    stacked = [
        Deviation.of(one.divat.mean(axis=1)).value
        < min(Deviation.of(one.money.mean(axis=1)).value, Deviation.of(one.divat).value)
        for one in found
    ]
    shown = ", ".join(f"{1 - ratio:.0%}" for ratio in ratios)
    return [
        Claim(
            "DIVAT has the mean of the money: no difference of more than three standard errors",
            max(apart) < 3.0,
            "differences of " + ", ".join(f"{value:.1f}" for value in apart) + " standard errors",
        ),
        Claim(
            "in no-limit DIVAT reduces the deviation by 10 to 20%",
            all(0.8 <= ratio <= 0.9 for ratio in ratios),
            f"by {shown}",
        ),
        Claim(
            "in limit the reduction is far larger than in no-limit",
            in_limit < min(ratios),
            f"{1 - in_limit:.0%} against {shown}",
        ),
        Claim(
            "duplicate play and DIVAT add up: together they leave less than either",
            all(stacked),
            f"in {sum(stacked)} of {len(stacked)} matches",
        ),
    ]


def _errors(values: Float64s) -> float:
    """The distance of a mean from 0 in standard errors."""
    error = float(values.std(ddof=1)) / sqrt(len(values))
    return abs(float(values.mean())) / error if error > 0.0 else 0.0
