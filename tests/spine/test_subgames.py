"""Games that start later: subgames of Leduc, and spots of hold'em with real cards and ranges."""

from itertools import combinations

import numpy as np
import pytest
from tests.abstraction.buckets.small import FLOPS, small_tables

from equipoise.abstraction.buckets.build import build_bucketing
from equipoise.abstraction.buckets.sampled_boards import sample_boards
from equipoise.base.errors import InputError
from equipoise.cards import evaluate, parse_cards
from equipoise.cards.combos import combo_cards, combo_index
from equipoise.cards.ranges import Range
from equipoise.games.catalogue import find_game
from equipoise.games.start import betting_after, spot_betting
from equipoise.solvers.cfr import SCHEDULES
from equipoise.solvers.methods import make_solver
from equipoise.spine.average import average_strategy
from equipoise.spine.cards.buckets import BucketStates
from equipoise.spine.cards.hands import hand_cards
from equipoise.spine.cards.model import as_matrix
from equipoise.spine.game import AbstractGame, Start
from equipoise.spine.passes import Passes
from equipoise.spine.path import find_decision
from equipoise.spine.tied import TiedPasses

NOLIMIT = find_game("holdem-nolimit:100bb")
RIVER = tuple(parse_cards("AsKd7c7h2d"))


def river_game(first, second, pot=40, stack=60, bets="fcpa", board=RIVER, cards="full"):
    betting = spot_betting(NOLIMIT, round=len(board) - 2, pot=pot, stack=stack)
    ranges = (Range.parse(first).weights, Range.parse(second).weights)
    return AbstractGame("", bets, cards, start=Start(betting, tuple(board), ranges))


def slow_matrices(board, first, second):
    """Fold and showdown of the starting round by dealing every pair and every runout."""
    hands = [
        [tuple(combo_cards()[c].tolist()) for c in np.flatnonzero(weights)]
        for weights in (first, second)
    ]
    hands = [[hand for hand in mine if not set(hand) & set(board)] for mine in hands]
    fold, showdown = np.zeros((2, len(hands[0]), len(hands[1])))
    total = 0.0
    for i, a in enumerate(hands[0]):
        for j, b in enumerate(hands[1]):
            if set(a) & set(b):
                continue
            weight = first[combo_index(*a)] * second[combo_index(*b)]
            total += weight
            left = [c for c in range(52) if c not in {*board, *a, *b}]
            runouts = list(combinations(left, 5 - len(board)))
            won = 0
            for cards in runouts:
                mine, theirs = (evaluate([*hand, *board, *cards]) for hand in (a, b))
                won += (mine > theirs) - (mine < theirs)
            fold[i, j] = 1
            showdown[i, j] = won / len(runouts)
    return fold / total, showdown / total


@pytest.mark.parametrize(
    ("board", "first", "second"),
    [
        ("AsKd7c7h2d", "AA:0.5,QQ,76s,AKs", "QQ,77,AsQs:0.3,K7s,65s"),
        ("AsKd7c7h", "AA,QJs:0.2", "KhQh,77,AcQc:0.7,72o"),
        ("Ts9s4d", "AsKs", "TcTd"),
    ],
)
@pytest.mark.parametrize("isomorphism", [True, False])
def test_operators_of_hands_are_those_of_dealing_every_hand(board, first, second, isomorphism):
    board = tuple(parse_cards(board))
    ranges = (Range.parse(first).weights, Range.parse(second).weights)
    model = hand_cards(board, ranges, isomorphism=isomorphism)
    begin = len(board) - 2
    rows, columns = (
        places[(places >= 0) & (weights > 0)]
        for places, weights in zip((model.states_on(p, board) for p in (0, 1)), ranges, strict=True)
    )
    for kind, slow in zip(("fold", "showdown"), slow_matrices(board, *ranges), strict=True):
        expected = np.zeros((model.states[0][begin], model.states[1][begin]))
        np.add.at(expected, (rows[:, None], columns[None, :]), slow)
        assert as_matrix(model, kind, begin) == pytest.approx(expected, abs=1e-14)
        for number in range(begin, 4):  # player 2's operator is the transpose, in player 1's terms
            matrix = as_matrix(model, kind, number, most=10**5)
            found = np.zeros(matrix.shape)
            model.operators(kind, number, np.float64)[1](np.eye(len(matrix)), found)
            assert found == pytest.approx(matrix, abs=1e-14)
    absorbed = model.matrices()
    for number in range(begin, 4):
        assert absorbed.fold[number].sum() == pytest.approx(1)
    # a later round sums up to the one before
    for number in range(begin + 1, 4):
        summed = np.zeros(absorbed.fold[number - 1].shape)
        rows, columns = np.meshgrid(*(model.parents[p][number] for p in (0, 1)), indexing="ij")
        np.add.at(summed, (rows, columns), absorbed.fold[number])
        assert summed == pytest.approx(absorbed.fold[number - 1], abs=1e-14)
    chances = model.histories(0, 3)[1]
    assert chances == pytest.approx(absorbed.fold[3].sum(axis=1), abs=1e-14)
    assert model.labels[0][begin][0].isalnum() and len(model.labels[0][3]) == model.states[0][3]


@pytest.mark.parametrize("method", ["lp", "egt", *SCHEDULES, "mccfr-external", "mccfr-public"])
def test_a_polar_range_against_a_bluff_catcher(method):
    """Pot bet: bluff half as often as for value, call half the time; worth a quarter of the pot."""
    game = river_game("AhAd,5s4s", "KhKc")
    assert game.rules.stacks == (80, 80)
    passes = game.passes()
    tree, layout = passes.tree, passes.layout
    assert [tree.path(n) for n in tree.children_of(0)] == ["c", "r60", "r80"]
    solver = make_solver(method, passes)
    while not solver.finished and solver.iterations < (2_000 if "mccfr" not in method else 40_000):
        solver.step()
    seen = passes.exploitability(solver.average())
    assert seen.average < 0.3
    # all-in for a stack of 60 into 40: s = 3/2, worth s / (1 + s) / 2 of the pot more than a check
    s = 60 / 40
    assert seen.value == pytest.approx(40 * s / (1 + s) / 2, abs=2 * seen.average + 1e-9)
    assert layout.model.labels[0][3] == ("5s4s", "AhAd")


def test_every_method_finds_the_value_of_uneven_ranges():
    passes = river_game("AhAd,5s4s:0.2,QhQd:0.7", "KhKc:0.4,JhJc,9h9c:0.5").passes("float64")
    values = {}
    for method in ("lp", "egt", *SCHEDULES, "mccfr-chance", "mccfr-public"):
        solver = make_solver(method, passes)
        while not solver.finished and solver.iterations < 3_000 * (1 + 9 * ("mccfr" in method)):
            solver.step()
        seen = passes.exploitability(solver.average())
        assert seen.average < 0.2
        values[method] = seen.value, 2 * seen.average + 1e-9
    exact = values["lp"][0]
    assert all(abs(value - exact) <= within for value, within in values.values())


def leduc_equilibrium(game="leduc"):
    passes = AbstractGame(game).passes()
    solver = make_solver("lp", passes)
    while not solver.finished:
        solver.step()
    return passes, solver.average()


@pytest.mark.parametrize("game", ["leduc", "leduc-nolimit:5"])
@pytest.mark.parametrize("line", ["cc/", "cr3c/"])
def test_an_equilibrium_is_one_in_every_subgame_it_reaches(game, line):
    """With the reach of an equilibrium as ranges, what it goes on with is an equilibrium too."""
    if game != "leduc" and line != "cc/":
        line = "cr2c/"
    whole, strategy = leduc_equilibrium(game)
    rules = whole.tree.rules
    node = find_decision(whole.tree, line)
    number = int(whole.tree.round[node])
    betting = betting_after(rules, line)
    assert betting.round == number == 1
    for card in rules.deck.cards[::2]:
        reach = [
            whole.forward(p, strategy)[whole.layout.reach_starts[p][node] :][
                : whole.model.states[p][number]
            ].copy()
            for p in (0, 1)
        ]
        if min(part.max() for part in reach) == 0:
            continue
        start = Start(betting, (card,), (reach[0], reach[1]))
        sub = AbstractGame(game, start=start).passes()
        assert sub.model.states[0][0] == 0 and sub.model.states[0][1] == 3
        # the part of the strategy below the node, for the states of this board
        kept = [
            [whole.model.labels[p][1].index(label) for label in sub.model.labels[p][1]]
            for p in (0, 1)
        ]
        part = np.zeros(sub.layout.size)
        for there in sub.tree.decision_nodes().tolist():
            here = find_decision(whole.tree, line + sub.tree.path(there))
            who = int(sub.tree.player[there])
            sub.layout.block(part, there)[:] = whole.layout.block(strategy, here)[:, kept[who]]
        seen = sub.exploitability(part)
        assert seen.average == pytest.approx(0, abs=1e-7)
        solver = make_solver("lp", sub)
        while not solver.finished:
            solver.step()
        assert sub.exploitability(solver.average()).value == pytest.approx(seen.value, abs=1e-7)


def test_a_start_at_the_deal_is_the_game():
    rules = find_game("leduc")
    whole = AbstractGame("leduc").passes()
    start = Start(betting_after(rules, ""))
    again = AbstractGame("leduc", start=start).passes()
    uniform = whole.layout.uniform()
    assert again.tree.size == whole.tree.size
    assert again.exploitability(uniform) == whole.exploitability(uniform)


def test_ranges_are_part_of_what_is_likely():
    """Reach at the root and probabilities of states are the same thing, in every measure."""
    game = river_game("AA,QQ:0.25,76s", "KK,QJs:0.5,AQo")
    passes = game.passes()
    even = Passes(passes.tree, passes.model.matrices(), passes.dtype)
    assert all((reach == 1).all() for reach in even.root_reach)
    assert not all((reach == 1).all() for reach in passes.root_reach)
    random = np.random.default_rng(5)
    strategy = np.zeros(passes.layout.size)
    for node in passes.tree.decision_nodes().tolist():
        block = passes.layout.block(strategy, node)
        block[:] = random.dirichlet(np.ones(len(block)), block.shape[1]).T
    ours, theirs = passes.exploitability(strategy), even.exploitability(strategy)
    assert ours.value == pytest.approx(theirs.value) and ours.value != 0
    assert ours.responses == pytest.approx(theirs.responses)
    assert passes.exploitability(strategy).average > 0


def test_what_a_start_needs():
    betting = betting_after(NOLIMIT, "r6c/")
    with pytest.raises(InputError, match="3 at the start of the flop"):
        Start(betting, tuple(parse_cards("AsKd")))
    with pytest.raises(InputError, match="3 at the start of the flop"):
        Start(betting, tuple(parse_cards("AsKd")) * 2)
    with pytest.raises(InputError, match="a smaller range or a later start"):
        AbstractGame("", "fcpa", start=Start(betting, tuple(parse_cards("AsKd2c")))).passes()
    with pytest.raises(InputError, match="player 2 has no hand"):
        river_game("QQ", "AsKd").passes()
    with pytest.raises(InputError, match="can be dealt together"):
        river_game("QhQs", "QhQs").passes()
    with pytest.raises(InputError, match="too many hands and boards"):
        AbstractGame("", "fcpa", start=Start(betting_after(NOLIMIT, "r6"))).passes()
    leduc = Start(betting_after(find_game("leduc"), "cc/"), (40,))
    with pytest.raises(InputError, match="do not distinguish boards"):
        AbstractGame("leduc", cards="JQ.K", start=leduc).passes()


def small_buckets(folder, notation="ir169.4.2.3"):
    return BucketStates(
        build_bucketing(notation, tables=small_tables(), folder=folder, flop_rows=FLOPS)
    )


def bucket_game(folder, monkeypatch, cards):
    """A board of the bucketing's flops, with ranges that are not alike."""
    states = small_buckets(folder)
    board = tuple(sample_boards(states.bucketing, 1, 7)[0].tolist())[:cards]
    game = river_game("22+,A2s+:0.5,KTo+", "88+:0.3,A9s+,QJs,T9s,random", board=board, cards="ir")
    monkeypatch.setattr(AbstractGame, "bucket_states", states)
    return game


@pytest.mark.parametrize("name", SCHEDULES)
def test_both_engines_take_the_same_turns_with_buckets(tmp_path, monkeypatch, name):
    """On one board: passes over all hands with tied states, and walks over the board."""
    game = bucket_game(tmp_path / "b", monkeypatch, 5)
    tied, walks = game.engine(dtype=np.float64), game.on_boards(2, dtype=np.float64)
    assert isinstance(tied, TiedPasses) and tied.layout.size == walks.layout.size
    schedule = SCHEDULES[name]
    ours, theirs = tied.tables(schedule.predict), walks.tables(schedule.predict)
    # walks leave out nodes that the opponent does not reach: their last prediction stays
    for t in range(1, 3 if schedule.predict else 6):
        rule = schedule.rule(t)
        for player in range(2):
            tied.turn(player, t, rule, ours, ours.current)
            walks.turn(player, t, rule, theirs, theirs.current)
        # walks count values a hand of the opponent's 990, passes as parts of all pairs
        scale = np.abs(theirs.regrets).max() / np.abs(ours.regrets).max()
        assert scale * ours.regrets == pytest.approx(
            theirs.regrets, abs=1e-4 * np.abs(theirs.regrets).max()
        )
    average = average_strategy(tied.layout, ours.sums)
    other = average_strategy(walks.layout, theirs.sums)
    # walks add up the opponent's strategy: player 1's is then already that of his next turn
    for node in tied.tree.decision_nodes(1).tolist():
        block = tied.layout.block(average, node)
        assert block == pytest.approx(walks.layout.block(other, node), abs=2e-3)
    value = tied.expected_value(average)
    assert walks.exploitability(average).value == pytest.approx(value, abs=1e-3)
    assert tied.match(average, average)[0] == pytest.approx(0, abs=1e-9)


def test_buckets_of_a_turn_spot_are_solved_over_all_rivers(tmp_path, monkeypatch):
    game = bucket_game(tmp_path / "b", monkeypatch, 4)
    engine = game.engine()
    assert engine.passes.model.reach_states[1][3] > 40 * 900
    solver = make_solver("dcfr", engine)
    before = engine.exploitability(engine.layout.uniform())
    for _ in range(60):
        solver.step()
    after = engine.exploitability(solver.average())
    assert after.average < before.average / 2
    measured = game.measuring_engine().exploitability(solver.average())
    assert measured.boards is None and measured.average == pytest.approx(after.average)
    sampled = game.on_boards(40)
    seen = sampled.exploitability(solver.average())
    assert abs(seen.value - after.value) < 3 * seen.value_interval + 1e-3
    assert seen.average <= after.average + 3 * seen.interval  # who knows his cards wins more
    for method in ("lp", "mccfr-external"):
        with pytest.raises(InputError, match="use cfr, cfr\\+"):
            make_solver(method, engine)


def test_sampled_boards_follow_the_board_that_is_there(tmp_path):
    states = small_buckets(tmp_path / "b")
    known = sample_boards(states.bucketing, 1, 3)[0, :4].tolist()
    boards = sample_boards(states.bucketing, 500, 9, known=known)
    assert (boards[:, :4] == known).all()
    assert len(set(boards[:, 4].tolist())) == 48  # 500 draws of 48: all but surely every one
