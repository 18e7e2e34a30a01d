"""Tartanian5 2012, Figure 3: the four randomised mappings between 1 and 4 pots."""

from __future__ import annotations

from fractions import Fraction

from equipoise.experiments.harness.experiment import Cell, Claim, Outcome, Setting
from equipoise.experiments.tartanian.mapping_figures import (
    DRAWN,
    clairvoyance,
    farthest,
    shape,
    threshold_cells,
)

A, B = Fraction(1), Fraction(4)


def run(setting: Setting) -> Outcome:
    """The curves, their distance from the new one, and their cost."""
    del setting
    cells = threshold_cells(A, B, {})
    apart = {name: farthest(name, "pseudo-harmonic", A, B) for name in DRAWN}
    cells += [Cell(name, "farthest from pseudo-harmonic", None, apart[name]) for name in DRAWN]
    panel, won = clairvoyance(A, B)
    geometric = max(apart["geometric-random"], apart["geometric-random-2"])
    between = farthest("geometric-random", "geometric-random-2", A, B)
    nearest = min(
        farthest("arithmetic-random", name, A, B) for name in DRAWN if name != "arithmetic-random"
    )
    claims = [
        Claim(
            "the new mapping is relatively similar to the geometric ones, the arithmetic one "
            "differs significantly from the others (every difference with it is larger than every "
            "other)",
            nearest > max(geometric, between),
            f"arithmetic at least {nearest:.3f} from the others, new at most {geometric:.3f} from "
            f"the geometric ones, these {between:.3f} from each other; largest differences of the "
            "chance of A",
        ),
    ]
    notes = [
        "The paper prints curves and no numbers for this figure.",
        "The clairvoyance column and the deterministic mappings are not in the figure.",
    ]
    return Outcome(cells + won, claims, notes, digits=4, panels=[shape(A, B), panel])
