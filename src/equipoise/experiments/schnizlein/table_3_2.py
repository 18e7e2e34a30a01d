"""Schnizlein 2009, Table 3.2: more bets or more cards at one size, 200BB.

The third row's cards are printed with ``hs3``, which is not defined; it is read as a misprint of
hs2 (``docs/decisions/card-abstraction.md``). At quick scale the cards are far coarser and of
perfect recall, in about the published proportion of sizes, and the third row, whose betting tree
has 1.2 million nodes, is omitted.
"""

from __future__ import annotations

from equipoise.experiments.harness.blueprints import EXACT, EXTERNAL, SAMPLED, Recipe
from equipoise.experiments.harness.duels import keeps_level, wins
from equipoise.experiments.harness.experiment import Claim, Outcome, Setting
from equipoise.experiments.schnizlein.abstraction_duels import Entry, Found, run_crosstable

GAME = "holdem-nolimit:200bb"
PUBLISHED = """
0 36 36
-36 0 4
-36 -4 0
"""
#: as printed, the bets (h and q restricted), and the cards of both scales (None: left out)
ROWS = (
    (
        "fchpea.ir169.dir-pub20x36hs2x5hs-20x1.dir-pub3x20hs2x3hs-3x1.60",
        "fchrpea",
        "ir169.dir-pub20x36hs2x5hs-pub20x1.dir-pub3x20hs2x3hs-pub3x1.60",
        "3.3.3.3",
    ),
    (
        "fcpea.ir169.dir-pub20x75hs2x36hs-20x1.dir-pub3x50hs2x18hs-3x1.900",
        "fcpea",
        "ir169.dir-pub20x75hs2x36hs-pub20x1.dir-pub3x50hs2x18hs-pub3x1.900",
        "6.6.6.6",
    ),
    (
        "fchqpwea.ir169.ir72hs2x3hs.ir72hs3x3hs.216",
        "fchrqrpwea",
        "ir169.ir72hs2x3hs.ir72hs2x3hs.216",
        None,
    ),
)
QUICK = 150
#: at full scale, by bets: the method and its iterations
FULL = {
    "fchrpea": (SAMPLED, 5_000),
    "fcpea": (SAMPLED, 20_000),
    "fchrqrpwea": (EXTERNAL, 100_000_000),
}


def _claims(found: Found) -> list[Claim]:
    claims = [wins("a half-pot bet is worth its cost in cards: (1) beats (2)", found[1, 2])]
    if (1, 3) in found:
        claims += [
            wins("and (1) beats (3)", found[1, 3]),
            keeps_level("(3) plays as well as (2), with cards 248 times as coarse", found[3, 2]),
        ]
    return claims


def run(setting: Setting) -> Outcome:
    """The strategies against each other."""
    quick = setting.scale == "quick"
    entries = []
    for printed, bets, cards, small in ROWS:
        if not quick:
            recipe = Recipe(GAME, bets, cards, *FULL[bets], setting.seed)
        elif small is not None:
            recipe = Recipe(GAME, bets, small, EXACT, QUICK, setting.seed)
        else:
            continue
        entries.append(Entry(printed, recipe))
    notes = [
        "The third row's hs3 is not defined and read as hs2. Half and three-quarter pot bets "
        "are restricted to one per round and none before the flop."
    ]
    if quick:
        notes.append(
            "Quick: 3s and 6s (81 and 1,296 sequences of buckets, the betting being 15.7 times as "
            "large the other way round); (3), with 1.2 million betting nodes, is left out."
        )
    return run_crosstable(setting, entries, PUBLISHED, _claims, notes)
