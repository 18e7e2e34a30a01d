"""Schnizlein 2009, Table 3.5: real against abstract style."""

from __future__ import annotations

from equipoise.experiments.harness.duels import more
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
from equipoise.experiments.schnizlein.polaris_duels import PLUS_MINUS, attacks

BETS = "fcpa"
PUBLISHED = {"Real": 1199, "Abstract": 881}
#: what +- wins, by the agent's bets, in real and in abstract style
HOLDEM = {"fcpta": (682, 324), "fcpa": (2243, 1623)}
_LEDUC = 0.1  # share of the time


def run(setting: Setting) -> Outcome:
    """Hold'em against +-, Leduc against an exact best response."""
    more_cells, more_claims, more_notes = leduc_row(setting.part("leduc", 0.0, _LEDUC))
    cells, claims, notes = holdem_rows(setting.part("holdem", _LEDUC, 1 - _LEDUC))
    return Outcome(cells + more_cells, claims + more_claims, notes + more_notes, sampled=True)


def holdem_rows(setting: Setting) -> tuple[list[Cell], list[Claim], list[str]]:
    """The player +- against both styles, hard translation with all fixes."""
    from equipoise.translation.options import Translation

    styles = {"Real": Translation("hard", "real"), "Abstract": Translation()}
    wanted = [
        (f"{bets} {name}", bets, PLUS_MINUS, t) for bets in HOLDEM for name, t in styles.items()
    ]
    found, notes = attacks(setting, wanted)
    cells, claims = [], []
    for bets, published in HOLDEM.items():
        pair = [found[PLUS_MINUS, f"{bets} {name}"] for name in styles]
        for name, won, value in zip(styles, pair, published, strict=True):
            cells.append(won.cell(f"{bets} vs +-", name, value))
        claims.append(more(f"real style loses more to +- than abstract style, {bets}", *pair))
    notes.append("In hold'em low and high are 95% intervals, in Leduc ranges over equilibria.")
    return cells, claims, notes


def leduc_row(setting: Setting) -> tuple[list[Cell], list[Claim], list[str]]:
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
        f"Leduc BR: {GAME}, {BETS}, hard translation with all fixes, mb/h, mean of both seats. The "
        "thesis' own Table 5.1 has 1240 where this one has 1199 for real style.",
        sample_note(draws, "one equilibrium"),
        inside(cells, digits=0),
    ]
    return cells, claims, notes
