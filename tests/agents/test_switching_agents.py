"""Coaches and switching players at the table do what their twins of the full game say."""

from functools import cache
from random import Random

import pytest
from tests.agents.books import leduc, source_of
from tests.agents.sitting import sit

from equipoise.agents.baselines import Dice
from equipoise.agents.blueprint import Blueprint
from equipoise.agents.coach import Coach
from equipoise.agents.switching import Switcher
from equipoise.errors import InputError
from equipoise.games import State, find_game
from equipoise.solvers.methods import make_solver
from equipoise.solvers.problem import Problem
from equipoise.translation.coach import CoachPlayer, bets_only_in
from equipoise.translation.cover import cover_set
from equipoise.translation.options import Translation
from equipoise.translation.suite import Member, Suite
from equipoise.translation.switching import SwitchingPlayer
from equipoise.translation.translated import TranslatedPlayer
from equipoise.translation.weights import by_match, by_nearness
from equipoise.trees.tree import build_tree

GAME = "leduc-nolimit:9"
RANKS = "23456789TJQKA"


def observations(game, count, seed=3):
    """Random spots, with the actions so far and the own card states of the exact model."""
    rules, random = find_game(game), Random(seed)
    labels = Problem(game).cards_and_buckets[0].labels
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


@pytest.mark.parametrize("full", [False, True])
def test_a_coach_does_what_its_twin_does(full):
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
    for seen, actions, states in observations(GAME, 120):
        expected = twin.chances(actions, states)
        assert_same(coach.chances(seen), expected)
        over += expected != players[0].chances(actions, states)
    assert 5 < over < 115
    assert not coach.remembers
    assert len(sit(coach, Dice("any"), GAME, 60)) == 60


def test_a_coach_needs_a_bet_more():
    source, _ = leduc(GAME, "fcpa")
    with pytest.raises(InputError, match="fcpa has no bet that fcpa has not"):
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
    assert len(sit(agent, Dice("any"), "leduc-nolimit:6", 100)) == 100


def test_a_suite_for_another_game_is_refused():
    sources, _, _ = cover()
    with pytest.raises(InputError, match="is another game; a game of the same kind"):
        Switcher(sources, by_match).check_game(find_game("holdem-nolimit:100bb"))
