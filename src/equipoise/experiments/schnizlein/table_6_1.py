"""Schnizlein 2009, Table 6.1: the no-limit competition of 2008."""

from __future__ import annotations

from equipoise.experiments.harness.experiment import Claim, Outcome, Setting
from equipoise.experiments.schnizlein.crosstables import outcome_of

#: small bets per hand
PUBLISHED = """
Hyperborean08    -      0.109  0.625  2.13   0.95
BluffBot3.0     -0.109  -      0.611  2.566  1.02
Tartanian2-Beta -0.625 -0.611  -      5.371  1.38
Ballarat        -2.13  -2.566 -5.371  -     -3.36
"""


def run(setting: Setting) -> Outcome:
    """Rank the published table."""
    outcome, table = outcome_of(PUBLISHED, "run-off")
    setting.report(1, 1)
    least = float(table.means[0, 1:].min())
    claim = Claim(
        "Hyperborean08 won, beating all other opponents", least > 0, f"by {least:.3f} sb or more"
    )
    return Outcome(outcome.cells, [*outcome.claims, claim], digits=2)
