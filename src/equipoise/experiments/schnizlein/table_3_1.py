"""Schnizlein 2009, Table 3.1: more bets or more cards, 100BB.

At quick scale the same comparison is made at about a sixteenth of the size and with perfect recall,
so that every game can be solved well: the ratio of 6s to 4s (5.06 in bucket sequences) is that of
the thesis' 12s to 8s.
"""

from __future__ import annotations

from equipoise.experiments.harness.blueprints import EXACT, SAMPLED, Recipe
from equipoise.experiments.harness.duels import more, wins
from equipoise.experiments.harness.experiment import Claim, Outcome, Setting
from equipoise.experiments.schnizlein.abstraction_duels import Entry, Found, run_crosstable

GAME = "holdem-nolimit:100bb"
PUBLISHED = """
0 20 66
-20 0 43
-66 -43 0
"""
#: as printed, the bets, and the cards of both scales; h is restricted (section 3.2.1)
ROWS = (
    ("fchpta.ir169.64.8.8", "fchrpta", "ir169.64.8.8", "4.4.4.4"),
    ("fcpta.ir169.72hs2x2hs.12.12", "fcpta", "ir169.72hs2x2hs.12.12", "6.6.6.6"),
    ("fcpta.ir169.64.8.8", "fcpta", "ir169.64.8.8", "4.4.4.4"),
)
QUICK, FULL = 150, 2_500


def _claims(found: Found) -> list[Claim]:
    return [
        wins("the half-pot bet beats the same cards without it: (1) beats (3)", found[1, 3]),
        wins("finer cards beat coarser ones: (2) beats (3)", found[2, 3]),
        wins(
            "the half-pot bet is worth at least as much as more cards: (1) beats (2)", found[1, 2]
        ),
        more("(1) wins more from (3) than (2) does", found[1, 3], found[2, 3]),
    ]


def run(setting: Setting) -> Outcome:
    """The three strategies against each other."""
    quick = setting.scale == "quick"
    entries = [
        Entry(
            printed,
            Recipe(GAME, bets, small, EXACT, QUICK, setting.seed)
            if quick
            else Recipe(GAME, bets, cards, SAMPLED, FULL, setting.seed),
        )
        for printed, bets, cards, small in ROWS
    ]
    notes = ["Quick: 4s and 6s with perfect recall in place of 8s and 12s."] if quick else []
    return run_crosstable(setting, entries, PUBLISHED, _claims, notes)
