"""What must hold for large perfect-recall games, on small models of the same make."""

import os
import tracemalloc

import numpy as np
import pytest

from equipoise.abstraction.bets.betting import parse_bets
from equipoise.games.catalogue import find_game
from equipoise.kernels.passes.reach_and_value import PLAN, WEIGHTS
from equipoise.solvers.cfr import SCHEDULES, CounterfactualRegret
from equipoise.solvers.egt.prox import DilatedEntropy
from equipoise.solvers.lp.program import LinearProgram
from equipoise.solvers.methods import make_solver
from equipoise.spine import parts
from equipoise.spine.cards.synthetic import synthetic_model
from equipoise.spine.footprint import CFR_ARRAYS, EGT_ARRAYS, default_dtype, layout_footprint
from equipoise.spine.parts import cut_tree
from equipoise.spine.passes import Passes
from equipoise.spine.tree import build_tree

VECTOR = ("cfr+", "dcfr", "pcfr+", "egt")


def passes_for(buckets=(3, 2, 2, 1), stack="20bb", bets="fcpa", **options):
    model = synthetic_model(buckets, ties=options.pop("ties", False))
    tree = build_tree(find_game(f"holdem-nolimit:{stack}"), parse_bets(bets))
    return Passes(tree, model, **options)


def random_strategy(passes, seed):
    rng = np.random.default_rng(seed)
    values = np.zeros(passes.layout.size)
    for node in passes.tree.decision_nodes():
        block = passes.layout.block(values, int(node))
        block[:] = rng.dirichlet(np.ones(len(block)), size=block.shape[1]).T
    return values


def test_synthetic_models_are_symmetric_deals():
    model = synthetic_model((3, 2, 2), seed=4)
    for number, (fold, showdown) in enumerate(zip(model.fold, model.showdown, strict=True)):
        assert fold.sum() == pytest.approx(1) and (fold >= 0).all()
        # earlier rounds are sums in some order, so that they are symmetric up to rounding
        assert np.abs(fold - fold.T).max() < 1e-15
        assert np.abs(showdown + showdown.T).max() < 1e-15
        assert (np.abs(showdown) <= fold + 1e-15).all()
        assert len(fold) == (3, 6, 12)[number]


def test_the_linear_program_and_every_vector_solver_agree_on_the_value():
    passes = passes_for((3, 2, 1, 1), stack="5bb")
    program = LinearProgram(passes)
    program.step()
    for method in VECTOR:
        for dtype in (np.float64, np.float32):
            game = passes_for((3, 2, 1, 1), stack="5bb", dtype=dtype)
            solver = make_solver(method, game)
            for _ in range(800):
                solver.step()
            seen = game.exploitability(solver.weights(), WEIGHTS)
            rounding = 1e-9 if dtype is np.float64 else 1e-4
            assert seen.responses[0] >= program.value - rounding
            assert seen.responses[1] >= -program.value - rounding
            assert abs(seen.value - program.value) <= seen.nash_conv + rounding
            assert seen.average < (0.05 if method == "egt" else 0.01)


@pytest.mark.parametrize(
    ("method", "close"), [("cfr+", 0.08), ("dcfr", 0.065), ("pcfr+", 0.2), ("egt", 0.08)]
)
def test_single_precision_comes_as_close_as_double(method, close):
    """Rounding sends iterates elsewhere, on one processor otherwise than on another: exploitability
    after so many steps differs by a tenth either way, in double precision too. What holds anywhere
    is how far they come, what a certificate says, and what one strategy is worth in both.
    """
    double = passes_for()
    for dtype in (np.float64, np.float32):
        passes = passes_for(dtype=dtype)
        solver = make_solver(method, passes)
        assert solver.weights().dtype == dtype
        for _ in range(200):
            solver.step()
        seen = double.exploitability(solver.average().astype(np.float64)).average
        assert 0 < seen < close
        assert seen <= solver.bounds().get("guaranteed exploitability", close) + 1e-4
        measured = passes.exploitability(solver.weights(), WEIGHTS).average
        assert measured == pytest.approx(seen, abs=1e-5)


@pytest.mark.parametrize("method", VECTOR)
@pytest.mark.parametrize("dtype", [np.float32, np.float64])
def test_workers_change_nothing(method, dtype, monkeypatch):
    """The tree cut or whole, by one worker or three: the same to the last bit."""
    results = []
    for smallest, workers in ((10**9, 1), (1, 1), (1, 3)):
        monkeypatch.setattr(parts, "_WORTH_CUTTING", smallest)
        monkeypatch.setattr(
            "equipoise.spine.passes.cut_tree", lambda layout, s=smallest: cut_tree(layout, s)
        )
        passes = passes_for(dtype=dtype, workers=workers)
        assert passes.workers == workers and bool(passes.parts.below) == (smallest == 1)
        solver = make_solver(method, passes)
        for _ in range(12):
            solver.step()
        seen = passes.exploitability(solver.weights(), WEIGHTS)
        results.append((solver.average(), seen))
    for average, seen in results[1:]:
        assert np.array_equal(average, results[0][0])
        assert seen == results[0][1]


def test_parts_are_the_whole_tree_and_hang_on_the_top():
    layout = passes_for().layout
    tree = layout.tree
    cut = cut_tree(layout, smallest=1)
    together = np.concatenate([cut.top, *cut.below])
    assert np.array_equal(np.sort(together), tree.decision_nodes())
    assert len(cut.below) > 10
    for nodes in cut.below:
        assert (np.diff(nodes) > 0).all()
        parents = set(tree.parents[nodes].tolist())
        assert parents <= set(nodes.tolist()) | set(cut.top.tolist())
    assert set(tree.parents[cut.top].tolist()) - {-1} <= set(cut.top.tolist())
    assert len(cut_tree(layout).below) == 0


def test_forms_of_a_strategy_are_worth_the_same():
    """Probabilities, a plan, and weights with any sums; all 0 stand for uniform."""
    passes = passes_for()
    strategy = random_strategy(passes, 1)
    weights = strategy.copy()
    rng = np.random.default_rng(2)
    for node in passes.tree.decision_nodes().tolist():
        block = passes.layout.block(weights, node)
        block *= rng.uniform(0.1, 9.0, block.shape[1])
        block[:, 0] = 0.0
        passes.layout.block(strategy, node)[:, 0] = 1 / len(block)
    exact = passes.exploitability(strategy)
    seen = passes.exploitability(weights, WEIGHTS)
    assert seen.value == pytest.approx(exact.value)
    assert seen.responses == pytest.approx(exact.responses)
    plans = np.zeros(passes.layout.size)
    for player in range(2):
        DilatedEntropy(passes, player).blend(1.0, strategy, plans, plans)
        assert passes.best_response_value(1 - player, plans, PLAN) == pytest.approx(
            exact.responses[1 - player]
        )


def test_terminal_vectors_in_blocks(monkeypatch):
    """Blocks of a few rows give what one product gives."""
    whole = passes_for()
    strategy = random_strategy(whole, 3)
    expected = whole.exploitability(strategy)
    monkeypatch.setattr("equipoise.spine.passes._ON_ONE_CORE", 4 * 12**2)
    small = passes_for()
    assert len(small._blocks[0]) > len(whole._blocks[0])
    seen = small.exploitability(strategy)
    assert seen.responses == pytest.approx(expected.responses)
    assert seen.value == pytest.approx(expected.value)


def test_reach_is_shared_only_where_it_is_the_same():
    passes = passes_for()
    layout, tree = passes.layout, passes.tree
    strategy = random_strategy(passes, 5)
    for player in range(2):
        reach = passes.forward(player, strategy)
        places = layout.reach_starts[player]
        slow = {0: np.ones(passes.model.states[player][0])}
        for node in tree.decision_nodes().tolist():
            assert reach[places[node] :][: len(slow[node])] == pytest.approx(slow[node])
            block = layout.block(strategy, node)
            for action, child in enumerate(tree.children_of(node).tolist()):
                after = slow[node] * block[action] if tree.player[node] == player else slow[node]
                if tree.round[child] != tree.round[node]:
                    after = after[passes.model.parents[player][tree.round[child]]]
                slow[child] = after


def test_a_game_of_ties_is_worth_the_blinds_at_most():
    """Nobody can win a showdown: never folding loses nothing, so the value is 0."""
    passes = passes_for(ties=True)
    solver = CounterfactualRegret(passes, SCHEDULES["dcfr"])
    for _ in range(300):
        solver.step()
    seen = passes.exploitability(solver.weights(), WEIGHTS)
    assert abs(seen.value) < 1e-3 and seen.average < 1e-3


@pytest.mark.parametrize(
    ("method", "arrays", "dtype"),
    [("dcfr", CFR_ARRAYS, np.float32), ("egt", EGT_ARRAYS, np.float64)],
)
@pytest.mark.skipif(
    "EQUIPOISE_TEST_ROUNDING" in os.environ, reason="changing the rounding takes memory of its own"
)
def test_the_peak_of_memory_is_what_was_estimated(method, arrays, dtype):
    """All that is allocated while a game is laid out, solved, judged and averaged."""
    tree = build_tree(find_game("holdem-nolimit:200bb"), parse_bets("fcpa"))
    model = synthetic_model((8, 6, 2, 2))
    make_solver(method, Passes(tree, model, dtype)).step()  # compiled
    tracemalloc.start()
    try:
        passes = Passes(tree, model, dtype)
        solver = make_solver(method, passes)
        for _ in range(3):
            solver.step()
        passes.exploitability(solver.average())
        peak = tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()
    taken = layout_footprint(passes.layout)
    matrices = sum(m.nbytes for m in (*model.fold, *model.showdown))  # there before
    assert peak + matrices == pytest.approx(taken.vector_bytes(dtype, arrays), rel=0.25)


def test_precision_follows_the_size():
    assert default_dtype(10**5) is np.float64 and default_dtype(10**8) is np.float32


@pytest.mark.parametrize("method", ["cfr", "cfr+", "dcfr", "pcfr+"])
def test_regrets_too_small_to_be_inverted(method):
    """Places that the opponent hardly ever comes to have subnormal regrets in single precision."""
    passes = passes_for(dtype=np.float32)
    solver = make_solver(method, passes)
    for node in passes.tree.decision_nodes():
        block = passes.layout.block(solver.tables.current, int(node))
        block[0], block[1:] = 1.0, 1e-41
    solver.step()
    positive = solver.regrets[solver.regrets > 0]
    assert (positive < np.finfo(np.float32).tiny).any()
    for _ in range(3):
        solver.step()
    assert np.isfinite(solver.tables.current).all() and np.isfinite(solver.sums).all()
    for node in passes.tree.decision_nodes():
        total = passes.layout.block(solver.tables.current, int(node)).sum(axis=0)
        assert total == pytest.approx(np.ones(len(total)), abs=1e-5)
