"""Papp 1998, Table A.1: income rates against one opponent, exact."""

from __future__ import annotations

from equipoise.experiments.harness.experiment import Outcome, Setting
from equipoise.experiments.papp.income import compare


def run(setting: Setting) -> Outcome:
    """Exact enumeration."""
    outcome, _ = compare(1, setting)
    return outcome
