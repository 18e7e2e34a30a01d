"""Schnizlein 2009, Table 4.5: hard and soft translation against exploiters, 500BB, real style."""

from __future__ import annotations

from equipoise.experiments.harness.experiment import Outcome, Setting
from equipoise.experiments.schnizlein.translation_duels import (
    FCPA_500,
    NAIVE,
    against_other_style,
    run_table,
)

PUBLISHED = """
13506 -2753 -12530
2711 841 682
-2582 -582 -1979
74 59 59
-69 -42 -43
7 34 21
-5 -8 12
"""
#: hard translation in abstract style, Table 4.2
ABSTRACT = {NAIVE: 15458.0, "+-": 1053.0, "+1-1": 30.0}


def run(setting: Setting) -> Outcome:
    """All opponents against all mappings."""
    return run_table(setting, FCPA_500, "real", PUBLISHED, against_other_style, ABSTRACT)
