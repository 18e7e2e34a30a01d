"""Schnizlein 2009, Table 6.2: the no-limit competitions of 2009, ranked by total bankroll."""

from __future__ import annotations

from equipoise.experiments.harness.experiment import Claim, Outcome, Setting
from equipoise.experiments.schnizlein.crosstables import outcome_of

#: small bets per hand
PUBLISHED = """
Hyperborean-BR   -    -0.06  0.09  2.12  3.53  1.42
Hyperborean-Eqm  0.06  -     0.09  0.47  0.46  0.27
BluffBot4       -0.09 -0.09  -     0.19  0.22  0.06
Tartanian3RM    -2.12 -0.47 -0.19  -    -0.11 -0.72
Tartanian3      -3.53 -0.46 -0.22  0.11  -    -1.03
"""
_ROUGHLY = 0.2


def run(setting: Setting) -> Outcome:
    """Rank the published table, and check the statements of the text."""
    outcome, table = outcome_of(PUBLISHED, "bankroll")
    setting.report(1, 1)
    average = [float(value) for value in table.averages()]
    equilibrium = [float(chips) for i, chips in enumerate(table.means[1]) if i != 1]
    times = average[0] / average[1]
    claims = [
        Claim(
            "the equilibrium agent defeated all other opponents",
            min(equilibrium) > 0,
            f"by {min(equilibrium):.2f} sb or more",
        ),
        Claim(
            "the bankroll agent won roughly five times as many chips on average",
            abs(times / 5 - 1) < _ROUGHLY,
            f"{average[0]:.2f} against {average[1]:.2f} sb, {times:.1f} times",
        ),
    ]
    return Outcome(outcome.cells, outcome.claims + claims, digits=2)
