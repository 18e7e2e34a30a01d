import numpy as np
import pytest

from equipoise.evaluation.estimates import FEWEST, estimate
from equipoise.evaluation.scores import score_match
from equipoise.matches.betting_cache import PARTS
from equipoise.matches.match import MatchResult
from equipoise.matches.plan import MatchPlan


def test_interval_of_a_textbook_sample():
    """Student's sleep data (1908), the ten differences: mean 1.58, t(9) interval 0.70 to 2.46."""
    differences = np.array([1.2, 2.4, 1.3, 1.3, 0.0, 1.0, 1.8, 0.8, 4.6, 1.4])
    seen = estimate(differences)
    assert seen.mean == pytest.approx(1.58)
    assert seen.interval == pytest.approx((0.7001142, 2.4598858), abs=1e-6)


def test_intervals_cover():
    rng = np.random.default_rng(1)
    covered = sum(
        abs((e := estimate(rng.exponential(1, 200))).mean - 1) < e.half for _ in range(600)
    )
    assert 0.915 < covered / 600 < 0.97


def test_blocks():
    rng = np.random.default_rng(2)
    blocks = np.repeat(np.arange(40), 25)
    shared = np.repeat(rng.normal(size=40), 25) + 0.1 * rng.normal(size=1000)
    naive, honest = estimate(shared), estimate(shared, blocks)
    assert honest.mean == naive.mean and honest.half > 4 * naive.half
    by_means = estimate(shared.reshape(40, 25).mean(axis=1))
    assert honest.half == pytest.approx(by_means.half)
    alone = np.arange(1000)
    assert estimate(shared, alone).half == pytest.approx(naive.half)


def test_a_few_sessions_decide_nothing():
    """Thousands of hands, all won, but in four sessions that may each be luck of their own."""
    values = np.repeat([9.0, 10.0, 11.0, 10.0], 1000)
    seen = estimate(values, np.repeat(np.arange(4), 1000))
    assert seen.half < seen.mean
    assert not seen.is_decided
    assert seen.more_needed() == 26_000  # thirty sessions in all


def test_nothing_is_decided_inside_the_interval():
    values = np.tile([1.0, -0.8], 50)
    seen = estimate(values)
    assert not seen.is_decided
    needed = seen.more_needed()
    # with so many more of the same kind it is decided, with a few less it is not
    assert estimate(np.tile([1.0, -0.8], (100 + needed) // 2 + 3)).is_decided
    assert not estimate(np.tile([1.0, -0.8], int((100 + needed) * 0.48))).is_decided
    assert estimate(np.ones(FEWEST)).is_decided and estimate(np.ones(FEWEST)).more_needed() == 0
    assert not estimate(np.ones(FEWEST - 1)).is_decided
    assert estimate(np.ones(FEWEST - 1)).more_needed() == 1
    assert estimate(np.zeros(50)).more_needed() is None
    assert estimate(np.tile([0.1, 0.2, -0.3], 30)).more_needed() is None  # a tie, but for rounding
    assert estimate(np.ones(1)).half is None and estimate(np.ones(1)).more_needed() is None


def result_of(chips, duplicate=False, game="holdem-nolimit:100bb", session=1000):
    """A match with these results, [deal, trial, player] in chips."""
    parts = np.array(chips) * PARTS
    agents = ("call", "fold", "raise")[: parts.shape[2]]
    plan = MatchPlan(game, agents, len(parts), 0, duplicate, session)
    return MatchResult(plan, parts.astype(np.int64), [], 1.0, len(parts))


def test_scores_are_in_thousandths_of_the_big_blind():
    score = score_match(result_of([[[2, -2]], [[4, -4]]] * 20))
    mine, theirs = score.scores
    assert mine.rate.mean == 1500.0 and theirs.rate.mean == -1500.0
    assert mine.total == 120 and mine.hand_std == pytest.approx(mine.rate.std)
    assert score.verdict.winner == "call" and score.verdict.lead.mean == 3000.0


def test_duplicate_takes_the_luck_out():
    """Ten chips either way by the cards, one more by skill: known at once."""
    deals = [[[11, -11], [-9, 9]], [[-9, 9], [11, -11]]] * 20
    score = score_match(result_of(deals, duplicate=True))
    assert score.scores[0].rate.mean == 500.0 and score.scores[0].rate.half == 0.0
    assert score.scores[0].hand_std > 5000 and score.verdict.winner == "call"
    plain = score_match(result_of([[trial] for deal in deals for trial in deal]))
    assert plain.verdict.winner is None and plain.verdict.leader == "call"
    assert plain.verdict.more_hands == 322  # 80 * (2239 / 1000)**2 in all


def test_the_best_of_three_against_the_next():
    deals = [[[3, 2, -5]], [[1, 2, -3]]] * 30
    verdict = score_match(result_of(deals, game="holdem-limit:3p")).verdict
    assert verdict.winner is None and verdict.lead.mean == 0.0 and verdict.more_hands is None
    deals = [[[4, 1, -5]], [[3, 2, -5]]] * 30
    assert score_match(result_of(deals, game="holdem-limit:3p")).verdict.winner == "call"
