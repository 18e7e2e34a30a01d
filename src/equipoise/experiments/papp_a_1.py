"""Papp 1998, Table A.1: income rates against one opponent, exact."""

from __future__ import annotations

from equipoise.experiments.experiment import Experiment, Outcome, Setting
from equipoise.experiments.papp_income import SOURCE, compare


def run(setting: Setting) -> Outcome:
    """Exact enumeration."""
    outcome, _ = compare(1, setting)
    return outcome


EXPERIMENT = Experiment(
    id="papp-A.1",
    title="IR_2: income rates (x 1000) against one opponent, exact",
    source=f"{SOURCE}, Table A.1",
    run=run,
    seconds={"quick": 4, "full": 4},
)
