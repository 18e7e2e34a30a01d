"""Schnizlein 2009, Table 4.3: hard and soft translation against exploiters, 100BB, abstract."""

from __future__ import annotations

from equipoise.experiments.harness.duels import loses, more, wins
from equipoise.experiments.harness.experiment import Claim, Outcome, Setting
from equipoise.experiments.schnizlein.translation_duels import (
    FCHPTA_100,
    LARGER,
    NAIVE,
    SOFT,
    SOFT_ND,
    Table,
    run_table,
)

PUBLISHED = """
944 -591 -3712
282 48 49
-202 -8 -136
19 13 14
-46 -19 46
-40 -7 1
-138 -96 43
"""


def claims(found: Table) -> list[Claim]:
    """The statements of the text about this table alone."""
    return [
        loses(
            "with a ten-pot bet soft translation turns a win for naïvePA into a loss",
            found[NAIVE, SOFT],
        ),
        wins("soft-ND loses to -1+1", found["-1+1", SOFT_ND]),
        more("and more than soft", found["-1+1", SOFT_ND], found["-1+1", SOFT]),
        wins("soft-ND loses to fc125pa", found[LARGER, SOFT_ND]),
        more("and more than soft to fc125pa", found[LARGER, SOFT_ND], found[LARGER, SOFT]),
    ]


def run(setting: Setting) -> Outcome:
    """All opponents against all mappings."""
    return run_table(setting, FCHPTA_100, "abstract", PUBLISHED, claims)
