"""Papp 1998, Table A.2: income rates against three opponents."""

from __future__ import annotations

from equipoise.experiments.experiment import Experiment, Outcome, Setting
from equipoise.experiments.papp_income import SOURCE, compare


def run(setting: Setting) -> Outcome:
    """Simulation, as in the thesis."""
    outcome, _ = compare(3, setting)
    return outcome


EXPERIMENT = Experiment(
    id="papp-A.2",
    title="IR_4: income rates (x 1000) against three opponents",
    source=f"{SOURCE}, Table A.2",
    run=run,
    seconds={"quick": 2, "full": 80},
)
