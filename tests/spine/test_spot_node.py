"""What a node of a spot is worth, beside passes over the whole tree."""

import numpy as np
import pytest
from tests.spine.test_subgames import NOLIMIT
from tests.twins.spot_walk import slow_spot_node

from equipoise.cards import parse_cards
from equipoise.cards.combos import combo_index
from equipoise.cards.ranges import Range
from equipoise.games.start import spot_betting
from equipoise.spine.game import AbstractGame, Start
from equipoise.spine.path import find_decision
from equipoise.spine.spot_node import spot_node
from equipoise.spine.tree import Rake


def spot(board, first, second, rake=None, pot=40, stack=60, bets="fcpa", **more):
    board = tuple(parse_cards(board))
    betting = spot_betting(NOLIMIT, round=len(board) - 2, pot=pot, stack=stack)
    ranges = (Range.parse(first).weights, Range.parse(second).weights)
    return AbstractGame("", bets, start=Start(betting, board, ranges, rake), **more)


def random_strategy(layout, seed=5):
    random = np.random.default_rng(seed)
    strategy = np.zeros(layout.size)
    for node in layout.tree.decision_nodes().tolist():
        block = layout.block(strategy, node)
        block[:] = random.dirichlet(np.ones(len(block)), block.shape[1]).T
    return strategy


SPOTS = [
    ("AsKd7c7h2d", "AA:0.5,QQ,76s,AKs", "QQ,77,AsQs:0.3,K7s,65s"),
    ("Ks7s2s5h", "AcKc,AdKd,QQ,9h8h", "77,JJ:0.5,AsQs,55"),
]


@pytest.mark.parametrize("rake", [None, Rake(0.05, 3.0)])
@pytest.mark.parametrize(("board", "first", "second"), SPOTS)
def test_the_root_is_worth_what_passes_say(board, first, second, rake):
    game = spot(board, first, second, rake)
    passes = game.passes(np.float64)
    strategy = random_strategy(passes.layout)
    seen = passes.exploitability(strategy)
    root = spot_node(passes.layout, strategy, 0)
    assert root.mean(0, root.values[0]) == pytest.approx(seen.value, abs=2e-5)
    assert root.mean(1, root.values[1]) == pytest.approx(-seen.value - seen.taken, abs=2e-5)
    assert (seen.taken > 0) == (rake is not None)
    assert seen.average > 0
    assert root.mean(0, root.equity[0]) + root.mean(1, root.equity[1]) == pytest.approx(1)


def test_values_of_hands_and_actions_below_a_node():
    game = spot(*SPOTS[1], isomorphism=False)
    passes = game.passes(np.float64)
    strategy = random_strategy(passes.layout)
    node = find_decision(passes.tree, "cc/r60")
    board = game.start.board
    card = parse_cards("Qs")[0]
    seen = spot_node(passes.layout, strategy, node, (card,))
    for player in (0, 1):
        passes.forward(1 - player, strategy)
        passes.terminal_values(player)
        passes.backward(player, strategy)
        states = game.model.states_on(player, (*board, card))
        some = np.flatnonzero(states >= 0)
        start = passes.layout.value_starts[node]
        values = passes.work[start + states[some]]
        # passes count chips times the chance of all pairs, with 44 rivers after the turn
        scale = game.model.pairs * 44
        assert seen.values[player, some] * seen.met[player, some] == pytest.approx(
            scale * values, abs=1e-4
        )
        if player == passes.tree.player[node]:
            actions = passes.action_values(player, node)[:, states[some]]
            assert seen.actions[:, some] * seen.met[player, some] == pytest.approx(
                scale * actions, abs=1e-4
            )
    assert seen.reach[0, combo_index(*parse_cards("AsQs"))] == 0


def test_isomorphic_boards_share_states():
    game = spot("Ks7s2s5h", "QQ,AK,98s", "77,JJ:0.5,AQ,55")
    model = game.model
    assert len(model.group) == 2  # clubs and diamonds
    club, diamond = ((*game.start.board, *parse_cards(card)) for card in ("9c", "9d"))
    swap = {0: 1, 1: 0, 2: 2, 3: 3}
    for player in (0, 1):
        here, there = model.states_on(player, club), model.states_on(player, diamond)
        for first in range(52):
            for second in range(first):
                a, b = ((c & ~3) | swap[c & 3] for c in (first, second))
                assert here[combo_index(first, second)] == there[combo_index(a, b)]
    alone = spot("Ks7s2s5h", "QQ,AK,98s,QcJc", "77,JJ:0.5,AQ,55").model
    assert len(alone.group) == 1
    assert len(alone.boards[1]) == 48 and len(model.boards[1]) == 35


FLOP = ("Ts9s4d", "AsKs,AhKh,AcKc,AdKd,2c2d", "TcTd,TcTh,9h8h,9c8c")


@pytest.mark.parametrize(
    ("where", "path", "cards"),
    [
        (FLOP, "cr60", ""), (FLOP, "cc/c", "Kh"), (FLOP, "cc/cc/r60", "2s3d"),
        (SPOTS[1], "c", ""), (SPOTS[1], "r60c/c", "4d"), (SPOTS[0], "r60", ""),
    ],
)  # fmt: skip
def test_every_vector_is_that_of_the_slow_twin(where, path, cards):
    game = spot(*where, rake=Rake(0.05, 3.0), stack=100 if where is FLOP else 60)
    layout = game.layout()
    strategy = random_strategy(layout)
    node = find_decision(layout.tree, path)
    dealt = tuple(parse_cards(cards))
    for at in (node, *layout.tree.children_of(node).tolist()):
        if layout.tree.round[at] != layout.tree.round[node]:
            continue
        ours, theirs = (look(layout, strategy, at, dealt) for look in (spot_node, slow_spot_node))
        for player in (0, 1):
            held = game.model.states_on(player, (*game.start.board, *dealt)) >= 0
            assert ours.reach[player] == pytest.approx(theirs.reach[player])
            assert ours.met[player] == pytest.approx(theirs.met[player])
            wanted = theirs.equity[player]
            assert ours.equity[player] == pytest.approx(wanted, abs=1e-9, nan_ok=True)
            wanted = theirs.values[player, held]
            assert ours.values[player, held] == pytest.approx(wanted, abs=1e-3, nan_ok=True)
            if player == layout.tree.player[at]:
                wanted = theirs.actions[:, held]
                assert ours.actions[:, held] == pytest.approx(wanted, abs=1e-3, nan_ok=True)
        assert ours.strategy == pytest.approx(theirs.strategy)


def test_a_changed_strategy_is_looked_at_afresh():
    layout = spot(*SPOTS[0]).layout()
    strategy = random_strategy(layout)
    before = spot_node(layout, strategy, 0).values[0]
    strategy[:] = random_strategy(layout, seed=8)
    after = spot_node(layout, strategy, 0).values[0]
    assert np.nanmax(np.abs(before - after)) > 0.1
