"""Tournaments with their table and rankings, without a command line."""

import numpy as np
import pytest

from equipoise.base.errors import InputError
from equipoise.evaluation.rankings import by_runoff, total_bankroll, winning_shares
from equipoise.evaluation.tournament import hold_tournament
from equipoise.matches.plan import MatchPlan


def test_a_round_robin_is_judged_from_its_own_table():
    plan = MatchPlan("kuhn", ("call", "raise", "random"), 60)
    result = hold_tournament(plan, workers=1)
    assert result.hands_played == result.played_now == 3 * 60
    assert np.allclose(result.table.means, -result.table.means.T)
    for judged, rank in ((result.bankroll, total_bankroll), (result.runoff, by_runoff)):
        assert judged.ranking == rank(result.table)
        assert judged.shares == winning_shares(result.table, rank)
        assert (judged.winner is None) == (max(judged.shares) < 0.95)
        more = result.more_hands(judged)
        assert more == (None if judged.times is None else (judged.times - 1) * 180)
    out = [player for players in result.removed for player in players]
    last = result.runoff.ranking.places[0]
    assert sorted([*out, *(p for p in last if p not in out)]) == [0, 1, 2]


def test_nothing_can_be_computed_of_agents_that_are_not_known():
    plan = MatchPlan("kuhn", ("call", "raise", "random"), 60)
    with pytest.raises(InputError, match=r"^expected needs at least two agents"):
        hold_tournament(plan, workers=1, boards=5)
    with pytest.raises(InputError, match=r"^boards: 1 boards"):
        hold_tournament(plan, workers=1, boards=1)
