"""Course slides: a bet of 5 between abstract bets of 2 and 12, read hard and soft."""

from __future__ import annotations

from fractions import Fraction

from equipoise.experiments.harness.experiment import Cell, Claim, Outcome, Setting
from equipoise.translation.mappings import MAPPINGS

BET, LOWER, UPPER = 5, 2, 12
PUBLISHED_MEAN = 4.90
PUBLISHED_SOFT = Fraction(14, 29)


def run(setting: Setting) -> Outcome:
    """The probability of each abstract bet by every mapping; the slides have two of them."""
    del setting
    published = {"geometric": Fraction(0), "geometric-random": PUBLISHED_SOFT}
    chances = {name: Fraction(m(BET, LOWER, UPPER)) for name, m in MAPPINGS.items()}
    cells = []
    for name, mapping in MAPPINGS.items():
        theirs = published.get(name)
        for column, chance, other in (
            (f"b1 = {LOWER}", chances[name], theirs),
            (f"b2 = {UPPER}", 1 - chances[name], None if theirs is None else 1 - theirs),
        ):
            cells.append(Cell(name, column, None if other is None else float(other), float(chance)))
        mean = PUBLISHED_MEAN if name == "geometric" else None
        cells.append(Cell(name, "threshold", mean, float(mapping.threshold(LOWER, UPPER))))
    soft = chances["geometric-random"]
    claims = [
        Claim(
            "5/12 is above 2/5, so hard translation reads 12",
            Fraction(BET, UPPER) > Fraction(LOWER, BET) and chances["geometric"] == 0,
            f"chance of {LOWER}: {chances['geometric']}",
        ),
        Claim(
            "soft translation reads 2 with chance 14/29 and 12 with chance 15/29",
            soft == PUBLISHED_SOFT,
            f"{soft} and {1 - soft}",
        ),
    ]
    notes = [
        "Exact. The numbers are used directly for every mapping; the pseudo-harmonic one "
        "interprets them as pots, so its row is not about bets of 5 chips."
    ]
    return Outcome(cells, claims, notes, digits=4)
