"""Bankrolls over a match."""

import numpy as np
import pytest
from scipy import stats

from equipoise.evaluation.bankrolls import bankrolls_over
from equipoise.matches.match import play_match
from equipoise.matches.plan import MatchPlan


def test_bands_are_intervals_of_the_mean_times_the_deals():
    result = play_match(MatchPlan("kuhn", ("call", "random"), 50), workers=1)
    rolls = bankrolls_over(result)
    deals = result.millis().sum(axis=1)[:, 0] / 1000
    assert rolls.hands.tolist() == list(range(1, 51))
    assert rolls.known.tolist() == [False] * 29 + [True] * 21
    assert rolls.totals[:, 0] == pytest.approx(np.cumsum(deals))
    for count in (30, 50):
        low, high = stats.t.interval(
            0.95, count - 1, deals[:count].mean(), stats.sem(deals[:count])
        )
        half = (high - low) / 2 * count
        assert rolls.halves[count - 1, 0] == pytest.approx(half)
    assert rolls.totals.sum(axis=1) == pytest.approx(0)
