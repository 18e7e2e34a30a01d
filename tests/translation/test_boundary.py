from fractions import Fraction
from itertools import product
from math import log

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from equipoise.base.errors import InputError
from equipoise.solvers.methods import make_solver
from equipoise.spine.game import AbstractGame
from equipoise.translation.boundary import (
    HardResponder,
    answers_expected,
    answers_seen,
    choose_action,
    confidences,
    estimate_boundary,
    first_answers,
    log_likelihoods,
)

BETS = [place / 20 for place in range(1, 21)]
tables = st.integers(2, 5).flatmap(
    lambda bets: st.lists(
        st.lists(st.integers(0, 4), min_size=bets, max_size=bets), min_size=3, max_size=3
    )
)


def slow_likelihood(counts, theta):
    """Equations 4.11 to 4.15 as they are written, in fractions."""
    likelihood = Fraction(1)
    for side in ([row[:theta] for row in counts], [row[theta:] for row in counts]):
        answers = [sum(row) for row in side]
        total = sum(answers)
        for number in answers:
            likelihood *= Fraction(number, total) ** number if total else 1
    return likelihood


@given(tables)
def test_likelihood_is_the_product_of_the_thesis(counts):
    logs = log_likelihoods(np.array(counts))
    for theta in range(1, len(counts[0]) + 1):
        assert logs[theta - 1] == pytest.approx(log(slow_likelihood(counts, theta)), abs=1e-9)


@given(tables)
def test_confidences_sum_to_one_and_are_uniform_without_answers(counts):
    counts = np.array(counts)
    assert confidences(counts).sum() == pytest.approx(1)
    assert confidences(0 * counts) == pytest.approx(1 / counts.shape[1])


@given(st.tuples(*[st.integers(0, 6)] * 3), st.tuples(*[st.integers(1, 6)] * 3))
def test_no_distribution_explains_answers_better_than_their_own_shares(answers, weights):
    """One side with all the answers: its likelihood is the largest there is (4.12 to 4.14)."""
    counts = np.array([[number, 0] for number in answers])
    others = [log(Fraction(weight, sum(weights))) for weight in weights]
    fixed = sum(number * chance for number, chance in zip(answers, others, strict=True))
    assert log_likelihoods(counts)[0] >= fixed - 1e-9
    if all(answers):
        shares = [number * log(number / sum(answers)) for number in answers]
        assert log_likelihoods(counts)[0] == pytest.approx(sum(shares))


def slow_choice(counts):
    """Algorithm 1, line by line."""
    best, place = 0.0, 0
    for i in range(len(counts[0])):
        value, total = 0.0, 0
        for j in range(len(counts)):
            total += counts[j][i]
            after = [row[:] for row in counts]
            after[j][i] += 1
            likelihoods = [slow_likelihood(after, theta) for theta in range(1, len(counts[0]) + 1)]
            value += counts[j][i] * float(max(likelihoods) / sum(likelihoods))
        if value / total > best + 1e-12:
            best, place = value / total, i
    return place, best


@given(tables)
def test_the_choice_is_that_of_algorithm_1(counts):
    counts[0] = [max(1, number) for number in counts[0]]  # every bet was tried
    place, best = slow_choice(counts)
    chosen = choose_action(np.array(counts))
    if chosen != place:  # equal promises, told apart by rounding
        assert promise(counts, chosen) == pytest.approx(best)


def promise(counts, i):
    shares = [row[i] for row in counts]
    value = 0.0
    for j, number in enumerate(shares):
        after = np.array(counts)
        after[j, i] += 1
        value += number * float(confidences(after).max())
    return value / sum(shares)


@given(tables)
def test_expected_answers_are_those_of_the_sides_over_all_boundaries(counts):
    counts = np.array(counts)
    counts[0] += 1
    expected = answers_expected(counts)
    weights = confidences(counts)
    bets = counts.shape[1]
    slow = np.zeros(counts.shape)
    for bet, theta in product(range(bets), range(1, bets + 1)):
        side = counts[:, :theta] if bet < theta else counts[:, theta:]
        slow[:, bet] += weights[theta - 1] * side.sum(axis=1) / side.sum()
    assert expected == pytest.approx(slow)
    assert expected.sum(axis=0) == pytest.approx(1)
    assert answers_seen(counts).sum(axis=0) == pytest.approx(1)


def test_expected_answers_do_not_get_stuck():
    """Algorithm 1 may ask one bet for ever; what all answers say about a bet moves on."""
    responder = HardResponder(0.5, (0.33, 0.41, 0.26), (0.67, 0.33, 0))
    ways = {}
    for way in (answers_seen, answers_expected):
        runs = [
            estimate_boundary(BETS, responder, np.random.default_rng(seed), expectation=way)
            for seed in range(8)
        ]
        ways[way] = sum(not run.converged for run in runs)
        assert sum(run.place == 9 for run in runs) >= 6
    assert ways[answers_expected] < ways[answers_seen]


@pytest.mark.parametrize("place", [0, 6, 13, 18])
def test_opposite_answers_are_learnt_at_once(place):
    responder = HardResponder(BETS[place], (0, 1, 0), (1, 0, 0))
    seen = estimate_boundary(BETS, responder, np.random.default_rng(0))
    assert (seen.place, seen.converged) == (place, True)
    assert seen.hands < 40
    assert seen.counts.sum() == seen.hands


def test_mixed_answers_are_learnt():
    responder = HardResponder(0.35, (0.1, 0.3, 0.6), (0.8, 0.2, 0))
    seen = [estimate_boundary(BETS, responder, np.random.default_rng(s)) for s in range(12)]
    assert sum(estimate.place == 6 for estimate in seen) >= 11
    assert all(e.confidence >= 0.99 for e in seen if e.converged)


def test_an_opponent_who_reads_all_bets_alike_teaches_nothing():
    always = HardResponder(0.5, (0, 1, 0), (0, 1, 0))
    seen = estimate_boundary(BETS, always, np.random.default_rng(0), most_hands=60)
    assert (seen.converged, seen.hands) == (False, 60)
    assert seen.confidence == pytest.approx(1 / 20)
    beyond = HardResponder(2.0, (0.5, 0.5, 0), (1, 0, 0))
    assert not estimate_boundary(BETS, beyond, np.random.default_rng(0), most_hands=60).converged


def test_answers_of_a_strategy_are_averaged_over_its_cards():
    passes = AbstractGame("leduc-nolimit:5", "fcpa").passes()
    uniform = make_solver("cfr", passes).average()
    node = int(passes.tree.children_of(0)[1])
    menu = passes.tree.actions_of(node)
    assert first_answers(passes.layout, uniform, node) == pytest.approx(
        [1 / len(menu), 1 / len(menu), (len(menu) - 2) / len(menu)]
    )
    block = passes.layout.block(uniform, node)
    block[:] = 0
    block[0, 0], block[1, 1:] = 1, 1  # jacks fold, others call
    assert first_answers(passes.layout, uniform, node) == pytest.approx([1 / 3, 2 / 3, 0])


def test_bad_input_is_one_line():
    rng = np.random.default_rng(0)
    responder = HardResponder(0.5, (1, 0, 0), (0, 1, 0))
    with pytest.raises(
        InputError, match="boundary: bets that are not ascending; two or more ascending bets"
    ):
        estimate_boundary([2, 1], responder, rng)
    with pytest.raises(InputError, match="boundary: bets that are not ascending"):
        estimate_boundary([2], responder, rng)
    with pytest.raises(InputError, match="boundary: a confidence of 1; above 0 and below 1"):
        estimate_boundary(BETS, responder, rng, confidence=1)
    with pytest.raises(InputError, match=r"answers with chances 0.5, 0.2; one for each of fold"):
        HardResponder(0.5, (0.5, 0.2), (0, 1, 0))
    with pytest.raises(InputError, match="which sum to 1"):
        HardResponder(0.5, (0.5, 0.2, 0.2), (0, 1, 0))
