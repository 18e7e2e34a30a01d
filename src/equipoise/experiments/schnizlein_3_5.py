"""Schnizlein 2009, Table 3.5, the row of Leduc: real against abstract style."""

from __future__ import annotations

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
PUBLISHED = {"Real": 1199, "Abstract": 881}


def run(setting: Setting) -> Outcome:
    """Both styles, hard translation with all fixes, against an exact best response."""
    from equipoise.translation.options import Translation

    draws = DRAWS[setting.scale]
    translations = {"Real": Translation("hard", "real"), "Abstract": Translation()}
    found = losses(setting, (BETS,), translations, draws)
    mean = {name: 1000 * found[BETS, name].mean(axis=1) for name in PUBLISHED}
    cells = [ranged("Leduc BR", name, value, mean[name]) for name, value in PUBLISHED.items()]
    claims = [
        shared(
            "abstract style is less exploitable than real style",
            mean["Abstract"] < mean["Real"],
            0.8,
        )
    ]
    notes = [
        f"{GAME}, {BETS}, hard translation with all fixes, mb/h, mean of both seats. The thesis' "
        "own Table 5.1 has 1240 where this one has 1199 for real style.",
        sample_note(draws, "one equilibrium"),
        inside(cells, digits=0),
    ]
    return Outcome(cells, claims, notes, sampled=True)


EXPERIMENT = Experiment(
    id="schnizlein-3.5",
    title="Real against abstract style, 12-chip Leduc",
    source="Schnizlein 2009, State Translation in No-Limit Poker, Table 3.5, row Leduc BR",
    run=run,
    seconds={"quick": 4, "full": 20},
)
