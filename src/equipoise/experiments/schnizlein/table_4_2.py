"""Schnizlein 2009, Table 4.2: hard and soft translation against exploiters, 500BB, abstract."""

from __future__ import annotations

from equipoise.experiments.harness.duels import more, wins
from equipoise.experiments.harness.experiment import Claim, Outcome, Setting
from equipoise.experiments.schnizlein.translation_duels import (
    FCPA_500,
    HARD,
    LARGER,
    NAIVE,
    SMALLER,
    SOFT,
    SOFT_ND,
    Table,
    run_table,
)

PUBLISHED = """
15458 5696 -6114
1053 554 -95
-1666 -401 -2233
30 21 19
-26 -9 -12
14 30 26
-30 0 14
"""


def claims(found: Table) -> list[Claim]:
    """The statements of the text about this table alone."""
    return [
        more(
            "naïvePA wins significantly less from soft translation",
            found[NAIVE, HARD],
            found[NAIVE, SOFT],
        ),
        wins("but still wins", found[NAIVE, SOFT]),
        more("soft-ND does better than soft against +-", found["+-", SOFT], found["+-", SOFT_ND]),
        more("and against -+", found["-+", SOFT], found["-+", SOFT_ND]),
        more(
            "soft does slightly worse than hard against fc75pa",
            found[SMALLER, SOFT],
            found[SMALLER, HARD],
        ),
        more("and against fc125pa", found[LARGER, SOFT], found[LARGER, HARD]),
    ]


def run(setting: Setting) -> Outcome:
    """All opponents against all mappings."""
    return run_table(setting, FCPA_500, "abstract", PUBLISHED, claims)
