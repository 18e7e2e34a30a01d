"""Schnizlein 2009, Table 3.4, the row of Leduc: what each fix of translation does for fcpa."""

from __future__ import annotations

import numpy as np

from equipoise.experiments.experiment import Experiment, Outcome, Setting
from equipoise.experiments.leduc_translation import (
    DRAWS,
    GAME,
    inside,
    losses,
    ranged,
    sample_note,
    shared,
)

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
_SAME = 1.0  # mb/h


def run(setting: Setting) -> Outcome:
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
        f"{GAME}, {BETS}, hard translation, mb/h, mean of both seats. The other rows of the table "
        "are hold'em and not made here.",
        sample_note(draws, "one equilibrium"),
        inside(cells, digits=0),
    ]
    return Outcome(cells, claims, notes, sampled=True)


EXPERIMENT = Experiment(
    id="schnizlein-3.4",
    title="What the fixes of translation do, 12-chip Leduc",
    source="Schnizlein 2009, State Translation in No-Limit Poker, Table 3.4, row Leduc BR",
    run=run,
    seconds={"quick": 10, "full": 40},
)
