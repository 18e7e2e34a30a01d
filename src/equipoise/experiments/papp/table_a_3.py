"""Papp 1998, Table A.3: income rates against six opponents."""

from __future__ import annotations

from equipoise.experiments.harness.experiment import Claim, Outcome, Setting
from equipoise.experiments.papp.income import compare, extreme


def run(setting: Setting) -> Outcome:
    """Simulation, as in the thesis."""
    outcome, seen = compare(6, setting)
    rates = seen.rates
    surely = sum(cell.low is not None and cell.low >= 0 for cell in outcome.cells)
    possibly = sum(cell.high is not None and cell.high >= 0 for cell in outcome.cells)
    worst = "72o has the lowest income rate"
    outcome.claims.append(extreme(worst, "72o", rates, seen.ci95, highest=False))
    outcome.claims.append(
        Claim(
            "88 of the 169 hands have a non-negative income rate",
            surely <= 88 <= possibly,
            f"{(rates >= 0).sum()} have; {surely} to {possibly} with the intervals",
        )
    )
    return outcome
