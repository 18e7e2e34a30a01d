"""Papp 1998, Table A.3: income rates against six opponents."""

from __future__ import annotations

from equipoise.experiments.experiment import Claim, Experiment, Outcome, Setting
from equipoise.experiments.papp_income import SOURCE, compare, extreme


def run(setting: Setting) -> Outcome:
    """Simulation, as in the thesis."""
    outcome, rates = compare(6, setting)
    worst = extreme(rates, highest=False)
    positive = int((rates >= 0).sum())
    outcome.claims.append(
        Claim("72o has the lowest income rate", worst == "72o", f"the lowest is {worst}")
    )
    outcome.claims.append(
        Claim(
            "88 of the 169 hands have a non-negative income rate",
            positive == 88,
            f"{positive} have",
        )
    )
    return outcome


EXPERIMENT = Experiment(
    id="papp-A.3",
    title="IR_7: income rates (x 1000) against six opponents",
    source=f"{SOURCE}, Table A.3",
    run=run,
    seconds={"quick": 2, "full": 80},
)
