"""Schnizlein 2009, Table 4.7: exploitability of translated Leduc strategies, real style.

Its caption says mb/h; its values are chips per hand, like those of Table 4.4.
"""

from __future__ import annotations

from equipoise.experiments.harness.experiment import Outcome, Setting
from equipoise.experiments.schnizlein.leduc_tables import run_style

PUBLISHED = """
0.41 0.23 0.42 0.50 0.41 0.41
1.18 0.84 1.56 1.23 1.12 1.12
0.61 0.25 0.25 0.57 0.46 1.96
0.76 0.38 0.61 0.52 0.43 0.43
0.86 0.36 1.46 1.06 0.61 2.84
1.44 0.92 1.95 1.04 0.93 0.93
0.84 0.51 1.16 1.39 1.13 1.20
1.19 0.59 1.12 1.61 0.88 1.36
"""


def run(setting: Setting) -> Outcome:
    """Hard, soft and soft-ND in real style, and abstract style for comparison."""
    return run_style(setting, "real", PUBLISHED, compared=True)
