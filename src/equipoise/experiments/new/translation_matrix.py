"""New: six mappings in both styles for all eight betting abstractions of 12-chip Leduc.

None of the documents measures the arithmetic, Tartanian4's or the pseudo-harmonic mapping in a full
game. Tartanian5 compares mappings by properties and in one small game.
"""

from __future__ import annotations

import numpy as np

from equipoise.experiments.harness.experiment import Claim, Outcome, Scale, Setting
from equipoise.experiments.schnizlein.leduc_translation import (
    ABSTRACTIONS,
    GAME,
    Losses,
    losses,
    ranged,
    sample_note,
    shared,
)
from equipoise.kernels.types import Bools, Float64s
from equipoise.translation.mappings import MAPPINGS

#: column heads, short enough for a narrow screen
SHORT = {
    "arithmetic": "arith.",
    "arithmetic-random": "arith. random",
    "geometric": "geom.",
    "geometric-random": "geom. random",
    "geometric-random-2": "geom. random 2",
    "pseudo-harmonic": "pseudo- harm.",
}
STYLES = ("abstract", "real")
DRAWS: dict[Scale, int] = {"quick": 1, "full": 16}


def run(setting: Setting) -> Outcome:
    """The whole matrix, averaged over seats."""
    from equipoise.translation.options import Translation

    draws = DRAWS[setting.scale]
    translations = {
        f"{mapping}, {style}": Translation.parse(mapping, style)
        for style in STYLES
        for mapping in MAPPINGS
    }
    found = losses(setting, ABSTRACTIONS, translations, draws)
    cells = [
        ranged(
            f"{bets}, {style}",
            SHORT[mapping],
            None,
            found[bets, f"{mapping}, {style}"].mean(axis=1),
        )
        for style in STYLES
        for bets in ABSTRACTIONS
        for mapping in MAPPINGS
    ]
    notes = [
        f"{GAME}, all fixes: what a best response in the full game wins, mean of both seats, chips "
        "a hand. Mappings: " + ", ".join(MAPPINGS) + ".",
        sample_note(draws, "one equilibrium of one abstraction in one style"),
    ]
    return Outcome(
        cells, _claims(found), notes, digits=3, heat_map=True, sampled=True,
        unit="lost to a best response, chips a hand",
        axes=("betting abstraction, style of translation", "mapping"),
    )  # fmt: skip


def _claims(found: Losses) -> list[Claim]:
    def mean(mapping: str, style: str) -> Float64s:
        return np.array([found[b, f"{mapping}, {style}"].mean(axis=1) for b in ABSTRACTIONS])

    def both(first: str, second: str) -> Bools:
        return np.concatenate([mean(first, s) < mean(second, s) for s in STYLES])

    best = {}
    for style in STYLES:
        averages = {m: float(mean(m, style).mean()) for m in MAPPINGS}
        name = min(averages, key=lambda m: averages[m])
        best[style] = f"{style} style: {name} ({averages[name]:.3f})"
    return [
        shared(
            "the randomised geometric mapping is less exploitable than the deterministic one",
            both("geometric-random", "geometric"),
            0.95,
        ),
        shared(
            "the randomised arithmetic mapping is less exploitable than the deterministic one",
            both("arithmetic-random", "arithmetic"),
            0.95,
        ),
        shared(
            "the pseudo-harmonic mapping is less exploitable than the thesis' soft translation",
            both("pseudo-harmonic", "geometric-random"),
            0.5,
            "least exploitable on average: " + "; ".join(best.values()),
        ),
        shared(
            "the pseudo-harmonic mapping is less exploitable than Tartanian4's",
            both("pseudo-harmonic", "geometric-random-2"),
            0.5,
        ),
    ]
