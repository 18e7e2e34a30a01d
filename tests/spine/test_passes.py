import numpy as np
import pyspiel
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from equipoise.spine.cards.matrix import MatrixCards, model_from_last_round
from equipoise.spine.game import AbstractGame
from equipoise.spine.passes import Passes
from equipoise.spine.tree import DECISION, FOLD


def random_strategy(passes, seed):
    rng = np.random.default_rng(seed)
    values = np.zeros(passes.layout.size)
    for node in passes.tree.decision_nodes():
        block = passes.layout.block(values, int(node))
        block[:] = rng.dirichlet(np.ones(len(block)), size=block.shape[1]).T
    return values


def slow_value(passes, strategy, player=0, best=False):
    """A player's value by walking every node with every pair of last states, one at a time.

    For a best response the walk carries the whole vector of opponents for one own state.
    """
    tree, model, layout = passes.tree, passes.model, passes.layout

    def leaf(node, mine, reach):
        put = tree.put[node]
        number = tree.round[node]
        if tree.kind[node] == FOLD:
            gain = -put[player] if tree.player[node] == player else put[1 - player]
            row = model.matrix("fold", player, number)[mine]
        else:
            gain = min(put)
            row = model.matrix("showdown", player, number)[mine]
        return float(gain * (row @ reach))

    def go(node, mine, reach):
        if tree.kind[node] != DECISION:
            return leaf(node, mine, reach)
        block = layout.block(strategy, node)
        values = []
        for number, child in enumerate(tree.children_of(node)):
            after = reach if tree.player[node] == player else reach * block[number]
            if tree.round[child] == tree.round[node]:
                values.append(go(child, mine, after))
            else:
                r = tree.round[child]
                carried = after[model.parents[1 - player][r]]
                following = np.flatnonzero(model.parents[player][r] == mine)
                values.append(sum(go(child, int(s), carried) for s in following))
        if tree.player[node] != player:
            return sum(values)
        if best:
            return max(values)
        return float(np.dot(block[:, mine], values))

    count = model.states[player][0]
    start = np.ones(model.states[1 - player][0])
    return sum(go(0, state, start) for state in range(count))


@settings(max_examples=12)
@given(st.sampled_from(["kuhn", "leduc", "leduc-nolimit:4", "clairvoyance:2"]), st.integers(0, 99))
def test_passes_agree_with_the_slow_twin(game, seed):
    passes = AbstractGame(game).passes()
    strategy = random_strategy(passes, seed)
    assert passes.expected_value(strategy) == pytest.approx(slow_value(passes, strategy))
    for player in range(2):
        value = passes.best_response_value(player, strategy)
        assert value == pytest.approx(slow_value(passes, strategy, player, best=True))


@pytest.mark.parametrize(("game", "nash_conv"), [("kuhn", 11 / 12), ("leduc", 4.747222222)])
def test_uniform_policy_as_open_spiel_publishes_it(game, nash_conv):
    passes = AbstractGame(game).passes()
    assert passes.exploitability(passes.layout.uniform()).nash_conv == pytest.approx(nash_conv)


@pytest.mark.parametrize(("game", "theirs"), [("kuhn", "kuhn_poker"), ("leduc", "leduc_poker")])
def test_expected_value_against_open_spiel(game, theirs):
    """The uniform policy's value, by OpenSpiel's own recursion."""
    peer = pyspiel.load_game(theirs)

    def go(state):
        if state.is_terminal():
            return state.returns()[0]
        if state.is_chance_node():
            return sum(p * go(state.child(a)) for a, p in state.chance_outcomes())
        actions = state.legal_actions()
        return sum(go(state.child(a)) for a in actions) / len(actions)

    passes = AbstractGame(game).passes()
    assert passes.expected_value(passes.layout.uniform()) == pytest.approx(
        go(peer.new_initial_state())
    )


@given(st.integers(0, 1000))
@settings(max_examples=20)
def test_a_best_response_is_a_strategy_that_wins_what_it_says(seed):
    passes = AbstractGame("leduc").passes()
    strategy = random_strategy(passes, seed)
    for player, sign in ((0, 1), (1, -1)):
        answer = passes.best_response(player, strategy)
        value = passes.best_response_value(player, strategy)
        assert sign * passes.expected_value(answer) == pytest.approx(value)
        other = random_strategy(passes, seed + 1)
        mixed = strategy.copy()
        for node in passes.tree.decision_nodes(player):
            passes.layout.block(mixed, int(node))[:] = passes.layout.block(other, int(node))
        assert sign * passes.expected_value(mixed) <= value + 1e-9


def test_reach_of_a_round_sums_to_the_probability_of_getting_there():
    passes = AbstractGame("leduc").passes()
    strategy = random_strategy(passes, 3)
    layout, tree, model = passes.layout, passes.tree, passes.model
    reach = [passes.forward(player, strategy).copy() for player in range(2)]
    total = 0.0
    for node in range(tree.size):
        if tree.kind[node] != DECISION:
            r = int(tree.round[node])
            first, second = (
                reach[p][layout.reach_starts[p][node] :][: model.states[p][r]] for p in range(2)
            )
            total += first @ model.fold[r] @ second
    assert total == pytest.approx(1)


def one_state_model(outcome):
    none = np.zeros(0, dtype=np.int64)
    zero = np.zeros(1, dtype=np.int64)
    labels = (("x",), ("x",))
    parents = ((none, zero), (none, zero))
    public = ((zero, zero), (zero, zero))
    ones = np.ones((1, 1))
    return model_from_last_round("one", parents, ones, outcome * ones, public, (labels, labels))


def test_degenerate_cards():
    """One who always wins takes what is put in; a game of ties is won by who never folds."""
    tree = AbstractGame("leduc").passes().tree
    always = Passes(tree, one_state_model(1.0))
    calls = always.layout.uniform()
    for node in tree.decision_nodes():
        block = always.layout.block(calls, int(node))
        block[:] = 0
        block[[a.kind for a in tree.actions_of(int(node))].index("call")] = 1
    assert always.expected_value(calls) == pytest.approx(1)
    assert always.best_response_value(0, calls) == pytest.approx(7)  # a bet in each round is called
    assert always.best_response_value(1, calls) == pytest.approx(-1)  # check it down
    ties = Passes(tree, one_state_model(0.0))
    assert ties.exploitability(calls).responses == pytest.approx((0, 0))
    assert isinstance(always.model, MatrixCards)
