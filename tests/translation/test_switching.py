from fractions import Fraction

import numpy as np
import pytest
from tests.twins.players import SwitchingPlayer

from equipoise.base.errors import InputError
from equipoise.experiments.schnizlein.section_5_3 import kuhn_strategy
from equipoise.games.action import Action
from equipoise.solvers.methods import make_solver
from equipoise.spine.game import AbstractGame
from equipoise.spine.tree import DECISION
from equipoise.strategies.check import check_probabilities
from equipoise.translation.switching.cover import CoverGame, cover_set
from equipoise.translation.switching.player import Switching
from equipoise.translation.switching.suite import Member, Suite
from equipoise.translation.switching.weights import Ratios, by_match, by_nearness, shares


def member(problem):
    passes = problem.passes()
    return Member(passes.layout, problem.cards_and_buckets[1])


def solved(problem, method="cfr+", iterations=100):
    passes = problem.passes()
    solver = make_solver(method, passes)
    for _ in range(iterations):
        solver.step()
    return solver.average()


def actions_to(tree, node):
    actions = []
    while tree.parents[node] >= 0:
        parent = int(tree.parents[node])
        place = tree.children_of(parent).tolist().index(node)
        actions.insert(0, tree.actions_of(parent)[place])
        node = parent
    return actions


@pytest.fixture(scope="module")
def six():
    """The 6-chip game, its cover and a strategy of each cover game."""
    full = AbstractGame("leduc-nolimit:6").passes()
    problems = [game.problem() for game in cover_set(full.tree)]
    suite = Suite(full.tree.rules, tuple(map(member, problems)))
    return full, suite, [solved(problem, iterations=20) for problem in problems]


def test_a_cover_of_one_game_is_that_game():
    """With 3 chips the only bet besides all-in is half the pot, so the cover game is the game."""
    full = AbstractGame("leduc-nolimit:3").passes()
    (game,) = cover_set(full.tree)
    assert (game.stack_ratio, str(game.problem().bets)) == (3, "fcha")
    passes = game.problem().passes()
    assert passes.tree.size == full.tree.size
    strategy = solved(game.problem(), "lp", 1)
    suite = Suite(full.tree.rules, (member(game.problem()),))
    for weigh in (by_match, by_nearness):
        switching = Switching(suite, weigh, full.layout)
        assert switching.alone == []
        real = switching.strategy([strategy])
        assert (real == strategy).all()
        assert full.exploitability(real).average == pytest.approx(0, abs=1e-8)


def test_with_one_member_it_plays_that_strategy_wherever_the_abstraction_leads():
    problem = AbstractGame("leduc-nolimit:12", "fcpa")
    strategy = solved(problem, iterations=50)
    one = member(problem)
    full = problem.full().passes()
    switching = Switching(Suite(full.tree.rules, (one,)), by_nearness, full.layout)
    real = switching.strategy([strategy])
    abstract, waiting, compared = one.layout, [(0, 0)], 0
    while waiting:
        place, node = waiting.pop()
        if abstract.tree.kind[place] != DECISION:
            continue
        theirs, mine = abstract.block(strategy, place), full.layout.block(real, node)
        children = full.tree.children_of(node).tolist()
        places = abstract.tree.children_of(place).tolist()
        names = full.tree.actions_of(node)
        compared += 1
        assert mine.sum() == pytest.approx(theirs.sum())
        for number, action in enumerate(abstract.tree.actions_of(place)):
            assert mine[names.index(action)] == pytest.approx(theirs[number])
            waiting.append((places[number], children[names.index(action)]))
    assert compared == len(abstract.tree.decision_nodes())
    inside = problem.passes().expected_value(strategy)
    assert full.expected_value(real) == pytest.approx(inside)


def test_a_cover_matches_every_decision(six):
    full, suite, strategies = six

    def matches(real, seen):
        assert real in seen
        return by_match(real, seen)

    real = Switching(suite, matches, full.layout).strategy(strategies)
    check_probabilities(full.layout, real)


def test_the_same_member_twice_changes_nothing(six):
    full, suite, strategies = six
    once = Suite(suite.rules, suite.members[:1])
    twice = Suite(suite.rules, suite.members[:1] * 2)
    first = Switching(once, by_nearness, full.layout).strategy(strategies[:1])
    second = Switching(twice, by_nearness, full.layout).strategy(strategies[:1] * 2)
    assert second == pytest.approx(first)


@pytest.mark.parametrize("weigh", [by_match, by_nearness])
@pytest.mark.parametrize("count", [3, None])
def test_live_it_does_what_its_strategy_of_the_full_game_says(six, weigh, count):
    full, suite, strategies = six
    part = Suite(suite.rules, suite.members[:count])
    switching = Switching(part, weigh, full.layout)
    real = switching.strategy(strategies[:count])
    check_probabilities(full.layout, real)
    player = SwitchingPlayer(part, weigh, tuple(strategies[:count]))
    rng = np.random.default_rng(1)
    nodes = rng.choice(full.tree.decision_nodes(), 60, replace=False).tolist()
    for node in [0, *nodes, *switching.alone[:3]]:
        seat, number = int(full.tree.player[node]), int(full.tree.round[node])
        state = int(rng.integers(full.model.states[seat][number]))
        states = [int(full.model.parents[seat][1][state]), state] if number else [state]
        chances = player.chances(actions_to(full.tree, node), states)
        block = full.layout.block(real, node)[:, state]
        expected = dict(zip(full.tree.actions_of(node), block, strict=True))
        assert set(chances) <= set(expected)
        for action, chance in expected.items():
            assert chances.get(action, 0.0) == pytest.approx(chance)


def test_where_nobody_is_left_it_calls():
    problem = AbstractGame("leduc-nolimit:12", "fcpa")
    one = member(problem)
    full = problem.full().passes()
    suite = Suite(full.tree.rules, (one,))
    # raises to 2, 3, 4, 5: the pot bettor has read three of them as 3, 9 and 12 chips
    raises = [Action.raise_to(to) for to in (2, 3, 4, 5)]
    player = SwitchingPlayer(suite, by_nearness, (one.layout.uniform(),))
    assert player.chances(raises, [0]) == {Action(Action.call().kind, 5): 1.0}
    switching = Switching(suite, by_nearness, full.layout)
    assert any(actions_to(full.tree, node) == raises for node in switching.alone)


def test_section_5_3_through_the_switching_player():
    """Two equilibria of Kuhn poker, the second once there was a bet: exactly -2/18."""
    problem = AbstractGame("kuhn")
    passes = problem.passes()
    one = member(problem)
    suite = Suite(passes.tree.rules, (one, one))

    def second_after_a_bet(real, seen):
        return [1.0, 0.0] if real.bet is None else [0.0, 1.0]

    equilibria = [kuhn_strategy(passes, gamma, gamma) for gamma in (0, 1)]
    switched = Switching(suite, second_after_a_bet, passes.layout).strategy(equilibria)
    for equilibrium in equilibria:
        assert passes.best_response_value(1, equilibrium) == pytest.approx(1 / 18, abs=1e-12)
    assert passes.best_response_value(1, switched) == pytest.approx(2 / 18, abs=1e-12)


def test_weights_by_hand():
    real = Ratios.of(12, (2, 3))  # stack 12/5, bet 1/4
    seen = [Ratios.of(900, (150, 225)), Ratios.of(1200, (100, 200)), None]
    assert seen[0] == real
    assert by_match(real, seen) == [1.0, 0.0, 0.0]
    # (12/5) / (12/3) times (1/4) / (1/2)
    assert by_nearness(real, seen) == pytest.approx([1.0, 0.6 * 0.5, 0.0])
    assert by_match(real, seen[1:]) == by_nearness(real, seen[1:])
    level = Ratios.of(12, (2, 2))
    assert by_nearness(level, [Ratios.of(12, (3, 3))]) == pytest.approx([2 / 3])
    assert sum(shares([1.0, 0.3, 0.0])) == pytest.approx(1)
    assert shares([0.0, 0.0]) == [0.0, 0.0]


def test_bad_input():
    full = AbstractGame("leduc-nolimit:12").passes()
    with pytest.raises(InputError, match="several bet sizes besides all-in; a member"):
        member(AbstractGame("leduc-nolimit:12", "fchpa"))
    with pytest.raises(InputError, match="several bet sizes"):
        member(AbstractGame("leduc-nolimit:12"))
    with pytest.raises(InputError, match="without members; one at least"):
        Suite(full.tree.rules, ())
    suite = Suite(full.tree.rules, (member(CoverGame(300, 100, Fraction(1)).problem()),))
    with pytest.raises(InputError, match="2 strategies; one for 1 games"):
        Switching(suite, by_nearness, full.layout).strategy([np.zeros(1), np.zeros(1)])
