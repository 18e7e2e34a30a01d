"""Tartanian5 2012, Figure 2: the four randomised mappings between 0.01 and 1 pot."""

from __future__ import annotations

from fractions import Fraction

from equipoise.experiments.harness.experiment import Cell, Claim, Outcome, Setting
from equipoise.experiments.tartanian.mapping_figures import (
    clairvoyance,
    shape,
    threshold_cells,
)
from equipoise.translation.mappings import MAPPINGS

A, B = Fraction(1, 100), Fraction(1)
TENTH = Fraction(1, 10)
#: "roughly equal" at 0.1, "around 0.5-pot", "around 0.35-pot"
PUBLISHED = {
    "arithmetic-random": 0.5,
    "geometric-random": 0.1,
    "geometric-random-2": 0.1,
    "pseudo-harmonic": 0.35,
}
_AROUND = 0.01
_CALLS_ALIKE = 1e-9


def run(setting: Setting) -> Outcome:
    """The curves, their thresholds, and their cost in the clairvoyance game."""
    del setting
    cells = threshold_cells(A, B, PUBLISHED)
    cells += [
        Cell(
            name, "chance of A at 0.1", 0.5 if "geometric-" in name else None, float(m(TENTH, A, B))
        )
        for name, m in MAPPINGS.items()
    ]
    panel, won = clairvoyance(A, B)
    halves = {name: float(MAPPINGS[name].threshold(A, B)) for name in PUBLISHED}
    at_tenth = [float(MAPPINGS[n](TENTH, A, B)) for n in ("geometric-random", "geometric-random-2")]
    most = {cell.row: cell.measured for cell in won}
    others = [value for name, value in most.items() if name != "pseudo-harmonic"]
    claims = [
        Claim(
            "both randomised geometric mappings read 0.1 pot as A and B with roughly equal chance",
            all(abs(chance - 0.5) < _AROUND for chance in at_tenth),
            f"chance of A {at_tenth[0]:.3f} and {at_tenth[1]:.3f}",
        ),
        Claim(
            "the threshold of the arithmetic mapping is around 0.5 pot",
            abs(halves["arithmetic-random"] - 0.5) < _AROUND,
            f"{halves['arithmetic-random']:.3f}",
        ),
        Claim(
            "the threshold of the new mapping is around 0.35 pot",
            abs(halves["pseudo-harmonic"] - 0.35) < _AROUND,
            f"103/301 = {halves['pseudo-harmonic']:.4f}",
        ),
        Claim(
            "the new mapping alone calls x with chance 1 / (1 + x): only against it no bet wins "
            "more than the clairvoyance game is worth",
            most["pseudo-harmonic"] < _CALLS_ALIKE < min(others),
            "most won: " + ", ".join(f"{name} {value:.4f}" for name, value in most.items()),
        ),
    ]
    notes = [
        "The paper prints curves; published values are those named in its text. The "
        "clairvoyance column and the deterministic mappings are not in the figure.",
    ]
    return Outcome(cells + won, claims, notes, digits=4, panels=[shape(A, B), panel])
