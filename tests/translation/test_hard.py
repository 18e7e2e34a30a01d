from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from equipoise.solvers.methods import make_solver
from equipoise.solvers.problem import Problem
from equipoise.translation.hard import nearest_raise, translate


def solved(problem, iterations=200):
    passes = problem.passes()
    solver = make_solver("cfr+", passes)
    for _ in range(iterations):
        solver.step()
    return passes, solver.average()


def test_a_strategy_of_the_full_game_translates_to_itself():
    problem = Problem("leduc")
    passes, average = solved(problem)
    same = translate(passes.layout, average, problem.cards_and_buckets[1], passes.layout)
    assert (same == average).all()


@pytest.mark.parametrize(
    "problem",
    [
        Problem("leduc", cards="JQ.K"),
        Problem("leduc-nolimit:6", "fcpa"),
        Problem("leduc-nolimit:6", "fca-fchpda"),
    ],
)
def test_a_translated_strategy_is_a_strategy(problem):
    passes, average = solved(problem)
    full = problem.full().passes()
    real = translate(passes.layout, average, problem.cards_and_buckets[1], full.layout)
    for node in full.tree.decision_nodes():
        assert full.layout.block(real, int(node)).sum(axis=0) == pytest.approx(1)


@pytest.mark.parametrize(
    "problem", [Problem("leduc", cards="JQ.K"), Problem("leduc-nolimit:6", "fcpa")]
)
def test_against_itself_it_wins_in_the_real_game_what_it_wins_in_the_abstract_one(problem):
    """Both seats stay on the abstract tree, so the value is the same; responders only gain."""
    passes, average = solved(problem)
    full = problem.full().passes()
    real = translate(passes.layout, average, problem.cards_and_buckets[1], full.layout)
    inside, outside = passes.exploitability(average), full.exploitability(real)
    assert outside.value == pytest.approx(inside.value)
    for seat in range(2):
        assert outside.responses[seat] >= inside.responses[seat] - 1e-9


@given(st.integers(1, 400), st.lists(st.integers(1, 400), min_size=1, max_size=5, unique=True))
def test_the_nearest_by_ratio(to, amounts):
    amounts = sorted(amounts)
    chosen = amounts[nearest_raise(to, amounts)]

    def ratio(amount):
        return max(Fraction(to, amount), Fraction(amount, to))

    assert ratio(chosen) == min(map(ratio, amounts))
    ties = [amount for amount in amounts if ratio(amount) == ratio(chosen)]
    assert chosen == max(ties)


def test_the_slides_example():
    # a bet of 5 between 2 and 12: 5/12 is above 2/5, so it is read as 12
    assert nearest_raise(5, [2, 12]) == 1
    assert np.sqrt(2 * 12) < 5
