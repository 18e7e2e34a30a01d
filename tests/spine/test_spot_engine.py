"""The engine of spots beside passes over the whole tree, closed forms and the linear program."""

import numpy as np
import pytest
from tests.spine.test_spot_node import random_strategy, spot

from equipoise.base.errors import InputError
from equipoise.cards import evaluate, parse_cards
from equipoise.cards.combos import combo_cards, combo_index, combo_types
from equipoise.cards.ranges import Range
from equipoise.games.catalogue import find_game
from equipoise.games.start import spot_betting
from equipoise.kernels.passes.reach_and_value import WEIGHTS
from equipoise.solvers.cfr import SCHEDULES
from equipoise.solvers.methods import make_solver
from equipoise.solvers.run.admission import solving_needs
from equipoise.solvers.run.loop import Stop
from equipoise.solvers.run.solving import Checkpoint, Solving
from equipoise.spine.game import AbstractGame, Start
from equipoise.spine.locks import Lock
from equipoise.spine.spots.engine import SpotEngine
from equipoise.spine.tree import Rake

SPOTS = [
    ("AsKd7c7h2d", "AA:0.5,QQ,76s,AKs", "QQ,77,AsQs:0.3,K7s,65s"),
    ("Ks7s2s5h", "AcKc,AdKd,QQ,9h8h", "77,JJ:0.5,AsQs,55"),
    ("Ts9s4d", "AsKs,AhKh,AcKc,AdKd,2c2d", "TcTd,TcTh,9h8h,9c8c"),
]
RAKES = [None, Rake(0.05, 3.0)]


def seen(found):
    return [found.value, *found.responses, found.taken]


@pytest.mark.parametrize("rake", RAKES)
@pytest.mark.parametrize("place", range(3))
def test_values_and_best_responses_are_those_of_passes(place, rake):
    game = spot(*SPOTS[place], rake=rake)
    engine, passes = game.engine(), game.passes(np.float64)
    assert isinstance(engine, SpotEngine)
    strategy = random_strategy(passes.layout)
    theirs = seen(passes.exploitability(strategy))
    assert seen(engine.exploitability(strategy)) == pytest.approx(theirs, abs=2e-5)
    other = random_strategy(passes.layout, seed=6)
    assert engine.match(strategy, other)[0] == pytest.approx(
        passes.match(strategy, other)[0], abs=2e-5
    )


@pytest.mark.parametrize("name", SCHEDULES)
def test_turns_are_those_of_passes(name):
    """Regrets of a state are those of passes over the number of hands that it stands for."""
    game = spot(*SPOTS[1], rake=RAKES[1])
    engine, passes = game.engine(), game.passes(np.float64)
    ours, theirs = (make_solver(name, which) for which in (engine, passes))
    for _ in range(2):
        ours.step()
        theirs.step()
    model = game.model
    for node in passes.tree.decision_nodes().tolist():
        player, at = int(passes.tree.player[node]), int(passes.tree.round[node]) - model.begin
        hands = model.hands[player][at]
        copies = hands.size * model.boards[at].copies[hands.board]
        mine = engine.layout.block(ours.regrets, node) * engine.scale
        wanted = passes.layout.block(theirs.regrets, node) / copies
        assert mine == pytest.approx(wanted, abs=1e-3 * np.abs(wanted).max() + 1e-9)


@pytest.mark.parametrize("place", range(3))
@pytest.mark.parametrize("dtype", ["float32", "int16"])
def test_results_do_not_depend_on_the_number_of_threads(place, dtype):
    game = spot(*SPOTS[place])
    solvers = [make_solver("dcfr", game.spot_engine(dtype, workers)) for workers in (1, 2, 3)]
    for solver in solvers:
        for _ in range(3):
            solver.step()
    first = solvers[0]
    for solver in solvers[1:]:
        assert (solver.regrets == first.regrets).all() and (solver.sums == first.sums).all()
        assert solver.engine.exploitability(
            solver.weights(), WEIGHTS
        ) == first.engine.exploitability(first.weights(), WEIGHTS)


def test_the_river_is_solved_as_the_linear_program_solves_it():
    game = spot("AsKd7c7h2d", "AA:0.5,QQ,76s,AKs,65s", "QQ,77,AsQs:0.3,K7s,65s,AJo")
    program = make_solver("lp", game.passes(np.float64))
    program.step()
    exact = game.passes(np.float64).exploitability(program.average())
    assert exact.average == pytest.approx(0, abs=1e-7)
    for dtype, most in (("float32", 0.004), ("int16", 0.04)):
        engine = game.engine(dtype=dtype)
        solver = make_solver("dcfr", engine)
        for _ in range(1500):
            solver.step()
        found = engine.exploitability(solver.weights(), WEIGHTS)
        assert found.average < most
        assert found.value == pytest.approx(exact.value, abs=2 * found.average + 1e-4)


def locked(path, rows, cards=None):
    """A lock from hands with the probabilities of their actions."""
    strategy = np.zeros((len(next(iter(rows.values()))), 1326))
    for hand, weights in rows.items():
        strategy[:, combo_index(*parse_cards(hand))] = weights
    return Lock(path, strategy, cards)


def jam_game(first, second, pot, locks):
    board = tuple(parse_cards("2s3h4d6c7c"))
    game = spot("2s3h4d6c7c", first, second)
    betting = spot_betting(game.rules, round=3, pot=pot, stack=10)
    ranges = (Range.parse(first).weights, Range.parse(second).weights)
    return AbstractGame("", "fca", start=Start(betting, board, ranges, locks=locks))


def solved(game, steps=2000, dtype=None):
    engine = game.engine(dtype=dtype)
    solver = make_solver("dcfr", engine)
    for _ in range(steps):
        solver.step()
    return engine, solver.average()


@pytest.mark.parametrize("dtype", ["float32", "int16"])
@pytest.mark.parametrize(
    ("folds", "jams", "first", "second"), [(0.25, (0, 1), 13.75, 6.25), (0.5, (1, 1), 15, 5)]
)
def test_a_locked_call(folds, jams, first, second, dtype):
    """Aces and queens against kings that fold too little, or too often, to a jam."""
    lock = locked("r20", {"KhKd": (folds, 1 - folds)})
    engine, average = solved(jam_game("AhAd,QhQd", "KhKd", 20, (lock,)), dtype=dtype)
    tree, layout = engine.tree, engine.layout
    root = layout.block(average, 0)
    assert root[1] == pytest.approx(jams, abs=0.01)  # queens are weaker than aces
    found = engine.exploitability(average)
    assert found.average < 0.01
    assert found.value + 10 == pytest.approx(first, abs=0.02)
    assert -found.value + 10 == pytest.approx(second, abs=0.02)
    node = int(tree.children_of(0)[1])
    assert layout.block(average, node)[:, 0] == pytest.approx((folds, 1 - folds), abs=1e-3)


def test_one_locked_hand_changes_the_others():
    """Jacks that have to bluff a fifth of the time leave that much less for queens to bluff."""
    lock = locked("", {"JhJd": (0.8, 0.2)})
    engine, average = solved(jam_game("AhAd,QhQd,JhJd", "KhKd", 10, (lock,)))
    root = engine.layout.block(average, 0)
    assert root[0] == pytest.approx((0.8, 0.7, 0.0), abs=0.01)  # jacks, queens, aces


def test_a_lock_on_one_board_leaves_others_free():
    hands = {"77": 1.0}
    row = np.zeros((2, 1326))
    row[1, Range.parse("77").weights > 0] = 1.0
    board = ("Ks7s2s5h", "AK,QQ,98s", "77,JJ:0.5,AQ")
    free = spot(*board)
    assert len(free.model.group) == 2 and hands
    card = parse_cards("9c")
    game = AbstractGame(
        "", "fcpa",
        start=Start(free.start.betting, free.start.board, free.start.ranges,
                    locks=(Lock("cc/c", row.repeat([2, 1], axis=0), tuple(card)),)),
    )  # fmt: skip
    assert len(game.model.group) == 1  # clubs and diamonds are no longer alike
    engine, average = solved(game, 20)
    node = next(n for n in engine.tree.decision_nodes().tolist() if engine.tree.path(n) == "cc/c")
    block = engine.layout.block(average, node)
    states = game.model.states_on(1, (*game.start.board, *card))
    bound = states[(Range.parse("77").weights > 0) & (states >= 0)]
    assert len(bound) and block[2, bound] == pytest.approx(1.0)
    other = game.model.states_on(1, (*game.start.board, *parse_cards("9d")))
    assert (block[2, other[other >= 0]] < 1).all()


@pytest.mark.parametrize("broken", [False, True])
@pytest.mark.parametrize(("seed", "cards"), [*((seed, 4) for seed in range(5)), (5, 3), (6, 5)])
def test_isomorphism_changes_nothing(seed, cards, broken):
    """Random boards and ranges, with and without it; ``broken`` ranges tell one suit from others.

    Iterates part where regrets are zero but for rounding, so one strategy is valued in both games.
    """
    random = np.random.default_rng(seed)
    suits = random.choice(4, 1 if broken else 1 + seed % 2, replace=False)
    deck = [c for c in range(52) if c & 3 in suits]
    board = random.choice(deck, cards, replace=False).tolist()
    ranges = []
    for _ in range(2):
        kinds = random.choice(169, 8 if cards > 3 else 2, replace=False)
        weights = np.zeros(1326)
        for kind in kinds:
            weights[combo_types() == kind] = random.choice([0.25, 1.0])
        ranges.append(weights)
    if broken:
        suit = next(suit for suit in range(4) if suit not in suits)
        ranges[seed % 2][combo_index(4 * 12 + suit, 4 * 11 + suit)] += 0.5
    betting = spot_betting(find_game("holdem-nolimit:100bb"), cards - 2, 20, 40)
    rake = Rake(0.04, 2.0) if seed % 2 else None
    start = Start(betting, tuple(board), (ranges[0], ranges[1]), rake)
    games = [AbstractGame("", "fcpa", start=start, isomorphism=flag) for flag in (True, False)]
    group = len(games[0].model.group)
    assert group == 2 if broken else group in (2, 6)  # ways to rename the suits
    found = [solved(game, 12 if cards == 3 else 400) for game in games]
    kept, full = (engine.exploitability(average) for engine, average in found)
    if rake is None:  # what a best response wins bounds the value of the game, which both have
        bounds = [(-one.responses[1], one.responses[0]) for one in (kept, full)]
        assert max(low for low, _ in bounds) <= min(high for _, high in bounds) + 20 * 1e-5
        assert cards == 3 or max(kept.average, full.average) < 0.1
    # the strategy of one, carried to the other
    (small, average), (large, _) = found
    carried = np.zeros(large.layout.size, dtype=np.float32)
    for node in large.tree.decision_nodes().tolist():
        player, number = int(large.tree.player[node]), int(large.tree.round[node])
        hands = large.model.hands[player][number - large.model.begin]
        block = large.layout.block(carried, node)
        for place, row in enumerate(large.model.boards[number - large.model.begin].cards):
            there = slice(hands.starts[place], hands.starts[place + 1])
            states = small.model.states_on(player, row.tolist())[hands.combo[there]]
            block[:, there] = small.layout.block(average, node)[:, states]
    assert seen(large.exploitability(carried)) == pytest.approx(seen(kept), abs=20 * 1e-5)


TURN = "2s8h9dKc"
CLOSED = [
    ("QcQd", "JcJd", 30.0),  # always wins
    ("JcJd", "QcQd", -30.0),
    ("AcKd,AdKh", "AhKs", 0.0),  # always ties
]


@pytest.mark.parametrize("rake", [None, Rake(0.05)])
@pytest.mark.parametrize("board", ["2s3h4d6c7c", TURN])
@pytest.mark.parametrize(("first", "second", "won"), CLOSED)
def test_closed_forms(first, second, won, board, rake):
    """Checked down: 60, 0 or 30 of a pot of 60; on the turn with one out for the lower set."""
    if board == TURN and won:
        first, second = ("KdKh", "2c2d") if won > 0 else ("2c2d", "KdKh")
    game = spot(board, first, second, rake, pot=60, bets="fc")
    engine = game.engine()
    found = engine.exploitability(engine.layout.uniform())
    taken = 0.0 if rake is None else 3.0
    if board != TURN or not won:
        value = won - (taken if won > 0 else taken / 2 if not won else 0.0)
        assert found.value == pytest.approx(value, abs=1e-4)
    else:
        # the fourth deuce, one of 44 rivers, turns the hand round
        share = (43 - 1) / 44 if won > 0 else -(43 - 1) / 44
        winning = (1 + share) / 2
        assert found.value == pytest.approx(30 * share - taken * winning, abs=1e-4)
    assert found.taken == pytest.approx(taken, abs=1e-4)
    assert found.average == pytest.approx(0, abs=1e-4)


def test_all_hands_checked_down_split_the_pot():
    game = AbstractGame(
        "", "fc", start=Start(spot_betting(find_game("holdem-nolimit:100bb"), 2, 60, 60),
                              tuple(parse_cards("2s3h4d6c"))),
    )  # fmt: skip
    engine = game.engine()
    assert engine.exploitability(engine.layout.uniform()).value == pytest.approx(0, abs=1e-4)


def test_the_best_response_hand_by_hand():
    """Against a player who always calls a jam, each hand jams if it wins more than half."""
    board = tuple(parse_cards("AsKd7c7h2d"))
    first, second = "QQ,JTs,AK,72s,55", "AQo,KQs,66,T9s"
    game = spot("AsKd7c7h2d", first, second, pot=40, stack=60, bets="fca", isomorphism=False)
    engine = game.engine()
    tree, layout = engine.tree, engine.layout
    strategy = layout.uniform()
    for node in tree.decision_nodes(1).tolist():
        block = layout.block(strategy, node)
        block[:] = 0.0
        block[[action.kind.value for action in tree.actions_of(node)].index("call")] = 1.0
    mine, theirs = (
        [tuple(combo_cards()[c].tolist()) for c in np.flatnonzero(Range.parse(text).weights)]
        for text in (first, second)
    )
    total, pairs = 0.0, 0
    for hand in mine:
        wins = met = 0
        for other in theirs:
            if len({*hand, *other, *board}) == 9:
                ours, his = evaluate([*hand, *board]), evaluate([*other, *board])
                wins += (ours > his) - (ours < his)
                met += 1
        if set(hand) & set(board):
            continue
        total += max(20 * wins, 80 * wins)  # check down, or jam and be called
        pairs += met
    found = engine.exploitability(strategy)
    assert found.responses[0] == pytest.approx(total / pairs, abs=1e-4)


@pytest.mark.parametrize("dtype", ["float32", "int16"])
def test_a_run_goes_on_from_its_checkpoint(tmp_path, dtype):
    game = spot(*SPOTS[1])

    def stage(engine, iterations, resume):
        kept = Checkpoint(tmp_path / "run", {"spot": 1}, resume)
        solving = Solving(engine, "dcfr4", checkpoint=kept, compile_first=True)
        run = solving.until(Stop(iterations=iterations))
        return solving.solver, run

    stage(game.engine(dtype=dtype), 3, "never")
    resumed, run = stage(game.engine(dtype=dtype), 6, "must")
    straight = make_solver("dcfr4", game.engine(dtype=dtype))
    for _ in range(6):
        straight.step()
    assert resumed.iterations == 6 and (resumed.regrets == straight.regrets).all()
    assert (resumed.average() == straight.average()).all()
    assert (resumed.finish() == straight.average()).all()
    assert run.last == straight.engine.exploitability(straight.weights(), WEIGHTS)


def test_what_a_spot_takes_is_known_before():
    engine = spot(*SPOTS[2]).engine()
    needs = solving_needs(engine, "dcfr4")
    assert needs.memory > engine.memory_bytes > 8 * engine.layout.size
    with pytest.raises(InputError, match="float32, or int16"):
        spot(*SPOTS[0]).spot_engine("float16")
    with pytest.raises(InputError, match="32 bits"):
        make_solver("pcfr+", spot(*SPOTS[0]).engine(dtype="int16"))
    with pytest.raises(InputError, match="without rake"):
        make_solver("lp", spot(*SPOTS[0], rake=Rake(0.05)).engine())
    with pytest.raises(InputError, match="2 at this node"):
        jam_game("AhAd,QhQd", "KhKd", 20, (locked("r20", {"KhKd": (1, 2, 3)}),)).engine()
