"""Schnizlein 2009, Table 3.4: the effect of each fix of translation on fcpa.

The row of BluffBot 2.0 is left out: the program is not available.
"""

from __future__ import annotations

import numpy as np

from equipoise.experiments.harness.duels import Won, more
from equipoise.experiments.harness.experiment import Cell, Claim, Outcome, Setting
from equipoise.experiments.schnizlein.leduc_translation import (
    DRAWS,
    GAME,
    inside,
    losses,
    ranged,
    sample_note,
    shared,
)
from equipoise.experiments.schnizlein.polaris_duels import ALL_DOWN, NAIVE, PLUS_MINUS, attacks

BETS = "fcpa"
ROW = "Leduc BR"
#: column: the fixes, and the published value in mb/h
PUBLISHED = {
    "Unfixed": ("none", 1634),
    "CisC": ("call-is-call", 710),
    "EC": ("extend-call", 1063),
    "AA": ("abstract-actions", 1634),
    "EC,CisC": ("extend-call,call-is-call", 1087),
    "AA,CisC": ("abstract-actions,call-is-call", 693),
    "AA,EC": ("abstract-actions,extend-call", 783),
    "All": ("all", 881),
}
#: the hold'em rows, in the order of the columns
HOLDEM = {
    PLUS_MINUS: (1061, 1324, 1540, 1363, 1630, 1707, 1450, 1623),
    ALL_DOWN: (1884, 29, 1276, 2008, 26, 62, 2021, 50),
    NAIVE: (12652, 12652, 12649, 12252, 12649, 12252, 12252, 12252),
}
#: from the text below the table: with all fixes and an additional ten-pot bet
TEN_POT, TEN_POT_BETS = "All, fcpta", "fcpta"
TEN_POT_PUBLISHED = {PLUS_MINUS: 324, NAIVE: 451}
_SAME = 1.0  # mb/h
_ALMOST_ALL = 6  # of seven combinations
_LEDUC = 0.1  # share of the time


def run(setting: Setting) -> Outcome:
    """Hold'em against exploiters, Leduc against an exact best response."""
    cells, claims, notes = leduc_row(setting.part("leduc", 0.0, _LEDUC))
    more_cells, more_claims, more_notes = holdem_rows(setting.part("holdem", _LEDUC, 1 - _LEDUC))
    return Outcome(
        more_cells + cells, more_claims + claims, more_notes + notes, sampled=True, heat_map=True,
        unit="mb/h",
    )  # fmt: skip


def holdem_rows(setting: Setting) -> tuple[list[Cell], list[Claim], list[str]]:
    """Every combination of fixes against the exploiters, who have the same ones."""
    from equipoise.translation.options import Translation

    fixed = {
        name: Translation.parse("hard", "abstract", fixes) for name, (fixes, _) in PUBLISHED.items()
    }
    wanted = [(name, BETS, row, fixed[name]) for row in HOLDEM for name in PUBLISHED]
    wanted += [(TEN_POT, TEN_POT_BETS, row, fixed["All"]) for row in TEN_POT_PUBLISHED]
    found, notes = attacks(setting, wanted)
    cells = []
    for row, theirs in HOLDEM.items():
        cells += [found[row, n].cell(row, n, v) for n, v in zip(PUBLISHED, theirs, strict=True)]
        if row in TEN_POT_PUBLISHED:
            cells.append(found[row, TEN_POT].cell(row, TEN_POT, TEN_POT_PUBLISHED[row]))
    notes.append(
        "The row of BluffBot 2.0 is left out: the program is not available. In hold'em low and "
        "high are 95% intervals over boards, in Leduc ranges over equilibria."
    )
    return cells, _holdem_claims(found), notes


def _holdem_claims(found: dict[tuple[str, str], Won]) -> list[Claim]:
    names = list(PUBLISHED)
    kept = [name for name in names if "CisC" in name or name == "All"]
    return [
        _worse([found[PLUS_MINUS, name] - found[PLUS_MINUS, names[0]] for name in names[1:]]),
        _taken(
            [found[ALL_DOWN, name] for name in names if name not in kept],
            [found[ALL_DOWN, name] for name in kept],
        ),
        _level([found[NAIVE, name] for name in names]),
        more(
            "a ten-pot bet is effective against naïvePA",
            found[NAIVE, "All"],
            found[NAIVE, TEN_POT],
        ),
        more("and helps against +-", found[PLUS_MINUS, "All"], found[PLUS_MINUS, TEN_POT]),
    ]


def _worse(changes: list[Won]) -> Claim:
    """Whether most fixes increase the loss, each judged by the interval of its difference."""
    more_lost = sum(change.mean > change.half for change in changes)
    not_more = sum(change.mean < -change.half for change in changes)
    return Claim(
        "almost all of the fixes make the agent lose more to +-",
        more_lost >= _ALMOST_ALL,
        f"{more_lost} of {len(changes)} combinations lose more, {not_more} less, the others are "
        "within the interval",
        is_open=more_lost < _ALMOST_ALL <= len(changes) - not_more,
    )


def _taken(without: list[Won], kept: list[Won]) -> Claim:
    """Whether the win rate with a fix is below a tenth of that without it."""
    tenths = [one.times(0.1) - other for one in without for other in kept]
    holds = all(left.mean > left.half for left in tenths)
    return Claim(
        "preserving calls (CisC) takes nearly everything from AllDown, taken as nine tenths",
        holds,
        f"with it {' and '.join(str(won) for won in _ends(kept))} mb/h at least and at most, "
        f"without {' and '.join(str(won) for won in _ends(without))}",
        is_open=not holds and all(left.mean > -left.half for left in tenths),
    )


def _level(found: list[Won]) -> Claim:
    """Whether results differ by less than a tenth of the largest."""
    least, most = _ends(found)
    room = most.times(0.1) - (most - least)
    return Claim(
        "no fix has a significant effect on naïvePA, taken as a tenth",
        room.mean > room.half,
        f"{least} to {most} mb/h, difference {most - least}",
        is_open=abs(room.mean) <= room.half,
    )


def _ends(found: list[Won]) -> tuple[Won, Won]:
    return min(found, key=lambda won: won.mean), max(found, key=lambda won: won.mean)


def leduc_row(setting: Setting) -> tuple[list[Cell], list[Claim], list[str]]:
    """Every combination of fixes against an exact best response, hard translation."""
    from equipoise.translation.options import Translation

    draws = DRAWS[setting.scale]
    translations = {
        name: Translation.parse("hard", "abstract", fixes) for name, (fixes, _) in PUBLISHED.items()
    }
    found = losses(setting, (BETS,), translations, draws)
    mean = {name: 1000 * found[BETS, name].mean(axis=1) for name in PUBLISHED}
    cells = [ranged(ROW, name, value, mean[name]) for name, (_, value) in PUBLISHED.items()]
    best = np.minimum(mean["EC"], mean["AA"])
    ratio = mean["All"] / mean["Unfixed"]
    claims = [
        shared("of the single fixes CallisCall helps most", mean["CisC"] < best, 0.95),
        shared(
            "CallisCall alone makes the strategy less than half as exploitable",
            mean["CisC"] < mean["Unfixed"] / 2,
            0.5,
        ),
        shared(
            "AbstractActions alone has no effect",
            np.abs(mean["AA"] - mean["Unfixed"]) < _SAME,
            0.95,
        ),
        shared("AbstractActions helps with ExtendCall", mean["AA,EC"] < mean["EC"], 0.95),
        shared(
            "with CallisCall on, ExtendCall makes it worse",
            (mean["EC,CisC"] > mean["CisC"]) & (mean["All"] > mean["AA,CisC"]),
            0.95,
        ),
        shared(
            "all fixes together reduce exploitability by about half, taken as to 40% to 75%",
            (ratio > 0.4) & (ratio < 0.75),
            0.5,
            f"to {ratio.min():.0%} to {ratio.max():.0%}",
        ),
    ]
    notes = [
        f"Leduc BR: {GAME}, {BETS}, hard translation, mb/h, mean of both seats.",
        sample_note(draws, "one equilibrium"),
        inside(cells, digits=0),
    ]
    return cells, claims, notes
