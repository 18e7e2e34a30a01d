"""Schnizlein 2009, Table 4.6: hard and soft translation against exploiters, 100BB, real style."""

from __future__ import annotations

from equipoise.experiments.harness.experiment import Outcome, Setting
from equipoise.experiments.schnizlein.translation_duels import (
    FCHPTA_100,
    NAIVE,
    against_other_style,
    run_table,
)

PUBLISHED = """
517 -1569 -3929
466 61 23
-472 -70 -205
62 47 24
-63 -8 55
-12 -6 -8
-126 -64 70
"""
#: hard translation in abstract style, Table 4.3
ABSTRACT = {NAIVE: 944.0, "+-": 282.0, "+1-1": 19.0}


def run(setting: Setting) -> Outcome:
    """All opponents against all mappings."""
    return run_table(setting, FCHPTA_100, "real", PUBLISHED, against_other_style, ABSTRACT)
