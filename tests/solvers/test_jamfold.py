from itertools import pairwise

import numpy as np
import pytest
from tests.oracles.jamfold import CALL_Q2O, PUSH_63S, push_limits

from equipoise.base.errors import InputError
from equipoise.cards.combos import type_text
from equipoise.solvers.jamfold import played_between, solve_jamfold, solve_table
from equipoise.solvers.methods import make_solver
from equipoise.solvers.run.loop import Stop, run
from equipoise.spine.game import AbstractGame

TYPES = {type_text(number): number for number in range(169)}


@pytest.fixture(scope="module")
def games():
    return {
        stack: solve_jamfold(f"{stack}bb") for stack in ("1", "1.5", "3", "8", "10", "16", "25")
    }


def test_solved_from_1_to_25_big_blinds(games):
    for game in games.values():
        assert game.exploitability < 1e-6
        assert ((game.push >= 0) & (game.push <= 1)).all()


def test_with_one_big_blind_everything_is_all_in(games):
    """The big blind is all-in already; folding costs half a blind, and no hand is that bad."""
    game = games["1"]
    assert game.value == pytest.approx(0, abs=1e-6)
    assert (game.push > 0.999).all() and (game.call == 1).all()
    assert (game.push_gain > 0).all()


def test_deeper_stacks_are_played_more_tightly(games):
    shares = [(game.pushed, game.called) for game in games.values()]
    assert all(a >= b for one, next_ in pairwise(shares) for a, b in zip(one, next_, strict=True))
    assert games["3"].value > 0 > games["10"].value > games["25"].value > -0.5


def test_hands_are_played_only_where_it_pays(games):
    """Complementary slackness: a pure hand gains by what it does, a mixed one is indifferent."""
    for game in games.values():
        if game.stack == 1:
            continue
        for chances, gains in ((game.push, game.push_gain), (game.call, game.call_gain)):
            assert (gains[chances > 0.99] > -1e-3).all()
            assert (gains[chances < 0.01] < 1e-3).all()
            mixed = (chances > 0.05) & (chances < 0.95)
            assert np.abs(gains[mixed]).max(initial=0) < 1e-3


@pytest.mark.parametrize("stack", ["1.5", "3", "8", "10", "16"])
def test_the_chart_that_players_know(games, stack):
    """Apart from hands whose limit is within a tenth, the published chart says the same."""
    game, limits = games[stack], push_limits()
    for number, limit in enumerate(limits):
        name = type_text(number)
        # hands that this stack falls into a gap of, which the chart does not show
        if (
            limit is None
            or abs(limit - float(stack)) < 0.15
            or (stack, name) in {("8", "84s"), ("8", "Q4o")}
        ):
            continue
        assert (game.push[number] > 0.5) == (limit > float(stack)), name


def test_hands_with_gaps():
    for low, high in PUSH_63S:
        assert solve_jamfold(f"{high}bb").push[TYPES["63s"]] > 0.5
        assert solve_jamfold(f"{(low + high) / 2 + 0.2 * (low > 1):.1f}bb").push[TYPES["63s"]] > 0.5
    assert solve_jamfold("3.5bb").push[TYPES["63s"]] < 0.01
    assert solve_jamfold("7.3bb").push[TYPES["63s"]] < 0.5
    assert solve_jamfold(f"{CALL_Q2O}bb").call[TYPES["Q2o"]] > 0.5
    assert solve_jamfold("5.7bb").call[TYPES["Q2o"]] < 0.5


def test_a_table_of_stacks():
    table = solve_table(1, 4, parts=2, workers=1)
    assert table.stacks == [1.0, 1.5, 2.0, 2.5, 3.0, 3.5, 4.0]
    assert table.exploitability < 2e-6
    assert table.push[TYPES["AA"]] == ((1.0, 4.0),)
    assert table.push[TYPES["72o"]] == ((1.0, 1.5),)
    assert table.push[TYPES["53s"]] == ((1.0, 2.0),)
    assert table.call[TYPES["32o"]] == ((1.0, 2.5),)
    again = solve_table(1, 4, parts=2, workers=3)
    assert all((a.push == b.push).all() for a, b in zip(table.games, again.games, strict=True))


def test_runs_of_stacks():
    assert played_between([1, 2, 3], [0, 0.4, 0]) == ()
    assert played_between([1, 2, 3, 4], [0, 0.5, 1, 0]) == ((2, 3),)


def test_stacks_that_cannot_be():
    with pytest.raises(InputError, match=r"0\.9bb is less than the big blind; at least 1bb"):
        solve_jamfold("0.9bb")
    with pytest.raises(InputError, match="'10': is not a stack in big blinds"):
        solve_jamfold("10")
    with pytest.raises(InputError, match="stacks from 4 to 2"):
        solve_table(4, 2)


def test_jam_fold_bets_of_holdem_are_the_jam_fold_game():
    """In hold'em seat 1 is the big blind, in the jam-fold game the small blind."""
    values = []
    for problem in (AbstractGame("jamfold:10bb"), AbstractGame("holdem-nolimit:10bb", "jamfold")):
        passes = problem.passes()
        solver = make_solver("cfr+", passes)
        point = run(solver, passes, Stop(target=1e-4)).trace[-1]
        values.append(point.value)
    assert values[0] == pytest.approx(-values[1], abs=2e-4)
