import numpy as np
import pytest
from tests.twins.coach import FullGameCoach
from tests.twins.players import CoachPlayer, TranslatedPlayer

from equipoise.base.errors import InputError
from equipoise.games import find_game
from equipoise.games.action import Action, Kind
from equipoise.games.betting import BettingState
from equipoise.solvers.methods import make_solver
from equipoise.spine.game import AbstractGame
from equipoise.strategies.check import check_probabilities
from equipoise.translation.expand import Expansion
from equipoise.translation.options import Translation
from equipoise.translation.situation import Situation
from equipoise.translation.switching.coach import SUGGESTED, bets_only_in

GAME = "leduc-nolimit:6"


@pytest.fixture(scope="module")
def game():
    """The full game, strategies of fcpa and fchpa in it, and both as players of a hand."""
    full = AbstractGame(GAME).passes()
    strategies, players = [], []
    for bets in ("fcpa", "fchpa"):
        problem = AbstractGame(GAME, bets)
        layout, buckets = problem.passes().layout, problem.cards_and_buckets[1]
        solver = make_solver("cfr+", problem.passes())
        for _ in range(60):
            solver.step()
        soft = Translation("soft")
        strategies.append(Expansion(layout, full.layout, buckets, soft).strategy(solver.average()))
        players.append(TranslatedPlayer(problem.rules, layout, buckets, soft, solver.average()))
    return full, *strategies, players


@pytest.fixture(scope="module")
def half():
    return bets_only_in("fchpa", "fcpa")


@pytest.mark.parametrize("is_full", [False, True])
def test_of_a_strategy_and_itself_it_is_that_strategy(game, half, is_full):
    full, first, second, _ = game
    coach = FullGameCoach(full.layout, half, is_full)
    for strategy in (first, second):
        assert (coach.strategy(strategy, strategy) == strategy).all()


def test_a_coach_that_nothing_brings_over_is_the_first_and_one_always_over_the_second(game):
    full, first, second, _ = game
    never = FullGameCoach(full.layout, lambda real, action: False, full=True)
    assert (never.strategy(first, second) == first).all()
    always = FullGameCoach(full.layout, lambda real, action: True, full=True)
    assert (always.strategy(first, second) == second).all()


@pytest.mark.parametrize("is_full", [False, True])
def test_live_it_does_what_its_strategy_of_the_full_game_says(game, half, is_full):
    full, first, second, players = game
    real = FullGameCoach(full.layout, half, is_full).strategy(first, second)
    check_probabilities(full.layout, real)
    assert (real != first).any() and (real != second).any()
    player = CoachPlayer(full.tree.rules, *players, half, is_full)
    tree, model = full.tree, full.model
    for node in np.random.default_rng(2).choice(tree.decision_nodes(), 150).tolist():
        actions, at = [], node
        while tree.parents[at] >= 0:
            parent = int(tree.parents[at])
            actions.insert(0, tree.actions_of(parent)[tree.children_of(parent).tolist().index(at)])
            at = parent
        seat, number = int(tree.player[node]), int(tree.round[node])
        for state in range(model.states[seat][number]):
            states = [int(model.parents[seat][1][state]), state] if number else [state]
            expected = full.layout.block(real, node)[:, state]
            chances = player.chances(actions, states)
            for action, chance in zip(tree.actions_of(node), expected, strict=True):
                assert chances.get(action, 0.0) == pytest.approx(chance, abs=1e-9)


def test_the_defensive_coach_ties_the_first_strategy(game, half):
    """Who never makes the bet never meets the second strategy (Schnizlein 2009, Table 5.2)."""
    full, first, second, _ = game
    coach = FullGameCoach(full.layout, half).strategy(first, second)
    mixed = first.copy()
    for node in full.tree.decision_nodes(0).tolist():
        full.layout.block(mixed, node)[:] = full.layout.block(coach, node)
    assert full.expected_value(mixed) == pytest.approx(full.expected_value(first), abs=1e-12)


def test_the_full_coach_goes_over_where_the_second_would_bet_half_the_pot(game, half):
    full, first, second, _ = game
    coach = FullGameCoach(full.layout, half, full=True).strategy(first, second)
    real = Situation.of_node(full.tree, 0)
    marked = [half(real, action) for action in full.tree.actions_of(0)]
    over = full.layout.block(second, 0)[marked].sum(axis=0) > SUGGESTED
    expected = np.where(over, full.layout.block(second, 0), full.layout.block(first, 0))
    assert (full.layout.block(coach, 0) == expected).all()


def test_bets_are_read_by_hard_translation(game, half):
    full = game[0]
    real = Situation.of_node(full.tree, 0)
    # half the pot is a bet of 1, the pot of 2, all-in of 5; 1 alone is nearer to 1 than to 2
    raises = [action for action in full.tree.actions_of(0) if action.kind == Kind.RAISE]
    assert [half(real, action) for action in raises] == [True, False, False, False, False]
    assert not any(half(real, a) for a in full.tree.actions_of(0) if a.kind != Kind.RAISE)


def test_in_a_deep_pot_bets_are_compared_not_total_chips(half):
    """Pot 120: half of it is 60, all of it 120, and the bound between a bet of 84.85."""
    hand = BettingState.start(find_game("leduc-nolimit:400"))
    for action in (Action.raise_to(60), Action.call()):
        hand = hand.apply(action)
    real = Situation.of_state(hand)
    assert (real.pot, real.call_to) == (120, 60)
    assert [bet for bet in range(1, 341) if half(real, Action.raise_to(60 + bet))][-1] == 84
    assert all(half(real, Action.raise_to(60 + bet)) for bet in range(1, 85))


def test_a_bet_that_is_not_made_before_the_flop_brings_nobody_in_there():
    """``hr``: half the pot after the first round only, once a round."""
    hand = BettingState.start(find_game("holdem-nolimit:200bb"))
    plain, restricted = bets_only_in("fchpa", "fcpa"), bets_only_in("fchrpa", "fcpa")
    half_pot = Action.raise_to(4)
    assert plain(Situation.of_state(hand), half_pot)
    assert not restricted(Situation.of_state(hand), half_pot)
    flop = Situation.of_state(hand.apply(Action.call()).apply(Action.call()))
    assert restricted(flop, Action.raise_to(4))


def test_menus_of_other_rounds_and_none_at_all():
    """A round without a bet in either abstraction has none that brings anybody in."""
    hand = BettingState.start(find_game("leduc-nolimit:12"))
    later = bets_only_in("fcpa/fchpa", "fcpa")
    assert not later(Situation.of_state(hand), Action.raise_to(2))
    called = Situation.of_state(hand.apply(Action.call()).apply(Action.call()))
    assert later(called, Action.raise_to(2))
    assert not bets_only_in("fc/fch", "fc/fcp")(Situation.of_state(hand), Action.raise_to(2))
    crossed = bets_only_in("fcpa/fchpa", "fchpa/fcpa")
    assert not crossed(Situation.of_state(hand), Action.raise_to(2))
    assert crossed(called, Action.raise_to(2))


def test_abstractions_without_another_bet_are_refused():
    with pytest.raises(InputError, match="fcpa has no bet that is not in fchpa"):
        bets_only_in("fcpa", "fchpa")
