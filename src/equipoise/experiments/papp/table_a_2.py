"""Papp 1998, Table A.2: income rates against three opponents."""

from __future__ import annotations

from equipoise.experiments.harness.experiment import Outcome, Setting
from equipoise.experiments.papp.income import compare


def run(setting: Setting) -> Outcome:
    """Simulation, as in the thesis."""
    outcome, _ = compare(3, setting)
    return outcome
