"""Schnizlein 2009, Table 4.4: exploitability of translated Leduc strategies, abstract style."""

from __future__ import annotations

from equipoise.experiments.harness.experiment import Outcome, Setting
from equipoise.experiments.schnizlein.leduc_tables import run_style

PUBLISHED = """
0.26 0.18 0.39 0.44 0.36 0.36
1.01 0.84 0.86 0.61 0.59 0.59
0.49 0.28 0.28 0.54 0.42 2.22
0.70 0.28 0.56 0.47 0.38 0.38
0.64 0.26 1.28 0.89 0.49 2.84
1.14 0.90 1.04 0.62 0.59 0.62
0.54 0.53 0.98 0.61 0.63 0.64
1.10 0.54 1.12 1.28 0.75 1.26
"""


def run(setting: Setting) -> Outcome:
    """Hard, soft and soft-ND in abstract style against exact best responses."""
    return run_style(setting, "abstract", PUBLISHED, compared=False)
