"""Schnizlein 2009, Table 3.3: card abstractions with different recall, 500BB fcpta.

At quick scale every abstraction is a sixteenth of its size, in the same form. All are solved by the
same method for the same number of iterations, so that none has an advantage from its solver.
"""

from __future__ import annotations

from equipoise.experiments.harness.blueprints import SAMPLED, Recipe
from equipoise.experiments.harness.duels import keeps_level, wins
from equipoise.experiments.harness.experiment import Claim, Outcome, Setting
from equipoise.experiments.schnizlein.abstraction_duels import Entry, Found, run_crosstable

GAME, BETS = "holdem-nolimit:500bb", "fcpta"
PUBLISHED = """
0 6 20 56 108 201
-6 0 28 67 86 193
-20 -28 0 23 67 163
-56 -67 -23 0 34 126
-108 -86 -67 -34 0 217
-201 -193 -163 -126 -217 0
"""
#: as printed, the cards, and a sixteenth of them
ROWS = (
    (
        "ir169.dir-pub20x205-20x1.pub3x68-3x1.68",
        "ir169.dir-pub20x205-pub20x1.dir-pub3x68-pub3x1.68",
        "ir169.dir-pub5x51-pub5x1.dir-pub3x17-pub3x1.17",
    ),
    ("ir169.72hs2x2hs.12.12", "ir169.72hs2x2hs.12.12", "ir169.18hs2x2hs.6.6"),
    ("ir169.ir64.ir512.4096", "ir169.ir64.ir512.4096", "ir169.ir16.ir64.256"),
    ("ir169.64.8.8", "ir169.64.8.8", "ir169.16.4.4"),
    ("12.12.12.12", "12.12.12.12", "6.6.6.6"),
    ("8.8.8.8", "8.8.8.8", "4.4.4.4"),
)
QUICK, FULL = 400, 20_000


def _claims(found: Found) -> list[Claim]:
    return [
        wins("forgetting every round beats forgetting the first: (3) beats (4)", found[3, 4]),
        wins("forgetting the first round beats perfect recall: (4) beats (6)", found[4, 6]),
        wins("(3) beats (6)", found[3, 6]),
        wins("smaller cards of imperfect recall beat larger ones of perfect: (3) beats (5)",
             found[3, 5]),
        wins("and (4) beats (5)", found[4, 5]),
        keeps_level("public buckets let (1) keep pace with (2), four times as large", found[1, 2]),
    ]  # fmt: skip


def run(setting: Setting) -> Outcome:
    """The six strategies against each other."""
    quick = setting.scale == "quick"
    iterations = QUICK if quick else FULL
    entries = [
        Entry(
            printed,
            Recipe(GAME, BETS, small if quick else cards, SAMPLED, iterations, setting.seed),
        )
        for printed, cards, small in ROWS
    ]
    notes = ["Quick: every card abstraction is a sixteenth of its size."] if quick else []
    return run_crosstable(setting, entries, PUBLISHED, _claims, notes)
