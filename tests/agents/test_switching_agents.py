"""Coaches and switching players at the table do what their twins of the full game say."""

from dataclasses import replace
from fractions import Fraction
from functools import cache
from random import Random

import numpy as np
import pytest
from tests.agents.books import blind_source, leduc, source_of
from tests.agents.sitting import sit
from tests.twins.players import CoachPlayer, SwitchingPlayer, TranslatedPlayer

from equipoise.agents.baselines import Dice
from equipoise.agents.policy_agent import PolicyAgent
from equipoise.base.errors import InputError
from equipoise.games import State, find_game
from equipoise.games.action import Action, Kind
from equipoise.policies.blueprint import Blueprint
from equipoise.policies.coach import Coach
from equipoise.policies.switcher import Switcher
from equipoise.solvers.methods import make_solver
from equipoise.spine.game import AbstractGame
from equipoise.spine.tree import build_tree
from equipoise.translation.options import Translation
from equipoise.translation.situation import Situation
from equipoise.translation.switching.coach import bets_only_in
from equipoise.translation.switching.cover import cover_set
from equipoise.translation.switching.suite import Member, Suite
from equipoise.translation.switching.weights import by_match, by_nearness

GAME = "leduc-nolimit:9"
RANKS = "23456789TJQKA"


def observations(game, count, seed=3):
    """Random spots, with the actions so far and the own card states of the exact model."""
    rules, random = find_game(game), Random(seed)
    labels = AbstractGame(game).cards_and_buckets[0].labels
    while True:
        cards = random.sample(rules.deck.cards, 3)
        state, actions = State.start(rules).deal(cards[:2]), []
        while not state.is_over:
            if state.awaits_deal:
                state = state.deal(cards[2:])
                continue
            seen = state.observe(state.to_act)
            texts = [RANKS[seen.hole[0] >> 2]]
            if seen.board:
                texts.append(f"{texts[0]}|{RANKS[seen.board[0] >> 2]}")
            states = [labels[seen.position][n].index(text) for n, text in enumerate(texts)]
            yield seen, list(actions), states
            count -= 1
            if not count:
                return
            action = random.choice(list(seen.legal().actions()))
            actions.append(action)
            state = state.apply(action)


def assert_same(found, expected):
    for action in found.keys() | expected.keys():
        assert found.get(action, 0.0) == pytest.approx(expected.get(action, 0.0), abs=1e-9)


def on_the_menu(actions, tree):
    """Whether a real hand is one of the abstract tree, bet by bet."""
    node = 0
    for action in actions:
        if action not in tree.actions_of(node):
            return False
        node = int(tree.children_of(node)[tree.actions_of(node).index(action)])
    return True


@pytest.mark.parametrize("full", [False, True])
def test_a_coach_does_what_its_twin_does(full):
    """The twin judges the real chips of a suggestion: abstract ones where all bets are abstract."""
    soft = Translation("soft")
    agents, players = [], []
    for bets in ("fcpa", "fchpa"):
        source, problem = leduc(GAME, bets)
        agents.append(Blueprint(source, soft))
        buckets = problem.cards_and_buckets[1]
        players.append(TranslatedPlayer(problem.rules, source.layout, buckets, soft, source.values))
    coach = Coach(agents[0], agents[1], full)
    twin = CoachPlayer(problem.rules, *players, bets_only_in("fchpa", "fcpa"), full)
    over = 0
    spots = 0
    for seen, actions, states in observations(GAME, 300 if full else 120):
        if full and not on_the_menu(actions, agents[1].strategy.layout.tree):
            continue
        spots += 1
        expected = twin.chances(actions, states)
        assert_same(coach.chances(seen), expected)
        over += expected != players[0].chances(actions, states)
    assert spots >= 100
    assert 5 < over < spots - 5
    assert len(sit(PolicyAgent(coach), Dice("any"), GAME, 60)) == 60


def always(source, size):
    """A strategy that bets one part of the pot wherever it is on the menu, and calls elsewhere."""
    layout = source.layout
    values = np.zeros(layout.size)
    for node in layout.tree.decision_nodes().tolist():
        kinds = [action.kind for action in layout.tree.actions_of(node)]
        first, end = layout.tree.child_starts[node], layout.tree.child_starts[node + 1]
        sizes = list(layout.tree.sizes[first:end])
        place = sizes.index(size) if size in sizes else kinds.index(Kind.CALL)
        layout.block(values, node)[place] = 1.0
    return replace(source, values=values)


@pytest.mark.parametrize(("size", "is_over"), [(Fraction(1, 2), True), (Fraction(1), False)])
def test_what_the_second_means_counts_not_the_chips_it_becomes(size, is_over):
    """A raise to 8 is read as a raise by the pot, to 6: 16 chips on the flop, 12 in the abstract.

    Bets are made so that the abstract pot comes out, half the pot as 4 chips and the pot as 10.
    Ten chips of 16 are nearer to half of the real pot than to all of it.
    """
    game = "holdem-nolimit:200bb"
    first = Blueprint(blind_source(game, "fcpa"))
    second = Blueprint(always(blind_source(game, "fchpa"), size), Translation("hard"))
    coach = Coach(first, second, full=True)
    state = State.start(find_game(game)).deal((0, 5, 11, 17))
    state = state.apply(Action.raise_to(8)).apply(Action.call()).deal((20, 30, 40))
    view = state.observe(state.to_act)
    real = Situation.of_state(view.betting)
    (made,) = [action for action, chance in second.chances(view).items() if chance > 0.0]
    assert (real.pot, made.to - real.call_to) == (16, 4 if is_over else 10)
    assert bets_only_in("fchpa", "fcpa")(real, made)
    chosen = coach.chances(view)
    assert_same(chosen, (second if is_over else first).chances(view))
    assert chosen != (first if is_over else second).chances(view)


@pytest.mark.parametrize(
    ("first", "second", "size", "is_over"),
    [
        ("fc75a", "fc125a", Fraction(5, 4), True),
        ("fcpa", "fcta", Fraction(10), True),
        ("fchta", "fchp", Fraction(1), True),
        ("fchta", "fchp", Fraction(1, 2), False),
        ("fcpa", "fchpa", Fraction(1), False),
    ],
)
def test_bets_are_the_seconds_alone_whatever_else_is_on_its_menu(first, second, size, is_over):
    game = "holdem-nolimit:100bb"
    agents = (
        Blueprint(blind_source(game, first)),
        Blueprint(always(blind_source(game, second), size)),
    )
    state = State.start(find_game(game)).deal((0, 5, 11, 17))
    state = state.apply(Action.call()).apply(Action.call()).deal((20, 30, 40))
    view = state.observe(state.to_act)
    chosen = Coach(*agents, full=True).chances(view)
    assert_same(chosen, agents[is_over].chances(view))
    assert chosen != agents[not is_over].chances(view)


def test_a_coach_needs_a_bet_more():
    source, _ = leduc(GAME, "fcpa")
    with pytest.raises(InputError, match="fcpa has no bet that is not in fcpa"):
        Coach(Blueprint(source), Blueprint(source))


@cache
def cover():
    """A strategy of each cover game of the 6-chip game, as sources, and the twin's parts."""
    rules = find_game("leduc-nolimit:6")
    sources, members, strategies = [], [], []
    for game in cover_set(build_tree(rules)):
        problem = game.problem()
        solver = make_solver("cfr+", problem.passes())
        for _ in range(10):
            solver.step()
        sources.append(source_of(problem, solver.average()))
        members.append(Member(problem.passes().layout, problem.cards_and_buckets[1]))
        strategies.append(solver.average())
    return sources, Suite(rules, tuple(members)), tuple(strategies)


@pytest.mark.parametrize("weigh", [by_match, by_nearness])
def test_a_switching_agent_does_what_its_twin_does(weigh):
    sources, suite, strategies = cover()
    agent, twin = Switcher(sources, weigh), SwitchingPlayer(suite, weigh, strategies)
    agent.check_game(suite.rules)
    for seen, actions, states in observations("leduc-nolimit:6", 80):
        assert_same(agent.chances(seen), twin.chances(actions, states))
    assert len(sit(PolicyAgent(agent), Dice("any"), "leduc-nolimit:6", 100)) == 100


def test_a_suite_for_another_game_is_refused():
    sources, _, _ = cover()
    with pytest.raises(InputError, match="is another game; use a game of the same kind"):
        Switcher(sources, by_match).check_game(find_game("holdem-nolimit:100bb"))
