"""Responses beyond local best response: against recursion, degenerate agents, and each other."""

import numpy as np
import pytest
from tests.agents.books import small_source
from tests.evaluation.bounds.ranked import ranked
from tests.solvers.test_buckets import Small

from equipoise.abstraction.bets.betting import BettingAbstraction
from equipoise.agents.policy_agent import known_policy
from equipoise.agents.registry import find_agent
from equipoise.base.errors import InputError
from equipoise.cards.combos import COMBO_COUNT, combo_index
from equipoise.evaluation.bounds.local import LocalResponse, _Held
from equipoise.evaluation.bounds.menus import Menus
from equipoise.evaluation.bounds.one_seat import learned_response, one_seat_game
from equipoise.evaluation.bounds.rooted import RootedResponse
from equipoise.evaluation.bounds.subgame import response_subgame
from equipoise.games import find_game
from equipoise.games.action import Action, Kind
from equipoise.policies.blueprint import Blueprint
from equipoise.translation.options import Translation

GAME = "holdem-nolimit:20bb"
RULES = find_game(GAME)
BOARD = (3, 14, 25, 36, 47)
HOLES = [(51, 46), (30, 1), (20, 21)]


def checked_to(response, position, hole, street):
    """The spot at the start of a street after checks and calls of both."""
    spot = response.start(position, hole)
    while spot.place.betting.round < street or spot.place.dealt.board > len(spot.board):
        if spot.place.dealt.board > len(spot.board):
            spot = spot.dealt(BOARD[: spot.place.dealt.board])
            continue
        call = Action(Kind.CALL, spot.place.legal.call_to)
        weights = None
        if spot.place.to_act != position:
            weights = spot.weights * spot.line.chances().reach(call)
        spot = spot.after(call, weights)
    return spot


@pytest.mark.parametrize("mapping", ["hard", "soft"])
@pytest.mark.parametrize("position", [0, 1])
def test_passes_over_a_subgame_agree_with_the_recursion(mapping, position):
    policy = Blueprint(ranked(GAME), Translation(mapping))
    response = LocalResponse(RULES, policy, Menus.parse("fc40p300a"), exact_from=3)
    own, wanted, weights = np.zeros(COMBO_COUNT), 0.0, 0.0
    for hole in HOLES:
        spot = checked_to(response, position, hole, 3)
        one = _Held(response, position, hole, None)
        value = one.best(spot)
        assert one.subgame(spot) == pytest.approx(value, rel=1e-4, abs=1e-3)
        own[combo_index(*hole)] = 1.0
        wanted, weights = wanted + value, weights + spot.weights.sum()
    theirs = np.zeros(COMBO_COUNT)
    theirs[spot.hands.indices] = _free(response, position)[spot.hands.indices]
    ranges = (own, theirs) if position == 0 else (theirs, own)
    game = response_subgame(
        spot.place.betting, spot.board, spot.line, spot.hands, ranges, response.menus
    )
    assert game.value() == pytest.approx(wanted / weights, rel=1e-4, abs=1e-4)


def _free(response, position):
    """The agent's range at the river, no card of ours taken out: two cards are of two hands."""
    spots = [checked_to(response, position, hole, 3) for hole in HOLES]
    found = np.zeros(COMBO_COUNT)
    for spot in spots:
        found[spot.hands.indices] = np.maximum(found[spot.hands.indices], spot.weights)
    return found


def test_from_the_turn_on_all_rivers_count():
    rules = find_game("holdem-nolimit:3bb")
    policy = Blueprint(ranked("holdem-nolimit:3bb", "fca"))
    response = LocalResponse(rules, policy, Menus.parse("fca"), exact_from=2)
    hole = (51, 46)
    spot = checked_to(response, 0, hole, 2)
    one = _Held(response, 0, hole, None)
    assert one.subgame(spot) == pytest.approx(one.best(spot), rel=1e-4, abs=1e-3)


def test_a_street_response_never_loses_to_its_own_play():
    """With the agent's own bets on its menus, the response is at least as good as the agent."""
    policy = Blueprint(ranked(GAME, "fca", calls=20.0))
    response = RootedResponse(RULES, policy, Menus.parse("fca"), 3)
    won = np.array([response.deal(3, number) for number in range(12)])
    assert (won.sum(axis=1) > -1e-3).all()
    assert won.sum() > 0.0
    assert (won == np.array([response.deal(3, number) for number in range(12)])).all()


def test_against_a_caller_the_better_hand_goes_all_in():
    """On the river against who calls anything: all-in with what wins more than half, else a check."""
    policy = known_policy(find_agent("call"), "test")
    response = RootedResponse(RULES, policy, Menus.parse("fca"), 3)
    values = [response.deal(1, number) for number in range(4)]
    stack = RULES.stacks[0]
    assert all(0.2 * stack < value < 0.5 * stack for pair in values for value in pair)


def test_rooted_responses_are_for_holdem():
    with pytest.raises(InputError, match="hold'em"):
        RootedResponse(
            find_game("leduc"), known_policy(find_agent("call"), "x"), Menus.parse("fc"), 1
        )


@pytest.fixture(scope="module")
def bucketed(tmp_path_factory):
    """A random strategy of buckets on three flops."""
    small = Small(tmp_path_factory.mktemp("buckets") / "b", "2.2.2.2", "holdem-nolimit:6bb", "fca")
    random = np.random.default_rng(4)
    values = np.zeros(small.layout.size)
    for node in small.tree.decision_nodes().tolist():
        block = small.layout.block(values, node)
        block[:] = random.random(block.shape) + 1e-3
        block /= block.sum(axis=0)
    return small_source(small, values)


@pytest.mark.parametrize("mapping", ["hard", "soft"])
def test_a_learned_response_wins_from_a_random_strategy(bucketed, mapping):
    rules = find_game("holdem-nolimit:6bb")
    policy = Blueprint(bucketed, Translation(mapping))
    bets = BettingAbstraction.parse("fchpa")
    game = one_seat_game(rules, policy, bets, 0)
    nodes = game.layout.tree.decision_nodes(1)
    for node in nodes.tolist():
        assert game.layout.block(game.frozen, node).sum(axis=0) == pytest.approx(1.0, abs=1e-5)
    won = learned_response(rules, policy, bets, 60, 12)
    mean, error = won.mean(), won.mean(axis=1).std() / 12**0.5
    assert mean > 3 * error
    assert mean > 0.2


def test_a_learned_response_needs_buckets():
    with pytest.raises(InputError, match="buckets"):
        one_seat_game(RULES, Blueprint(ranked(GAME)), BettingAbstraction.parse("fca"), 0)
