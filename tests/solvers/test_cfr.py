import numpy as np
import pyspiel
import pytest
from open_spiel.python.algorithms import cfr, discounted_cfr, exploitability

from equipoise.solvers.cfr import SCHEDULES, CounterfactualRegret, Schedule
from equipoise.spine.game import AbstractGame

VALUES = {"kuhn": -1 / 18, "leduc": -0.085606424078}


def solved(game, schedule, iterations, **problem):
    passes = AbstractGame(game, **problem).passes()
    solver = CounterfactualRegret(passes, schedule)
    for _ in range(iterations):
        solver.step()
    return solver, passes.exploitability(solver.average())


@pytest.mark.parametrize("method", SCHEDULES)
@pytest.mark.parametrize(("game", "iterations"), [("kuhn", 3000), ("leduc", 2000)])
def test_every_schedule_reaches_the_published_value(method, game, iterations):
    _, seen = solved(game, SCHEDULES[method], iterations)
    assert seen.average < (0.01 if method in ("cfr", "lcfr") else 0.001)
    assert abs(seen.value - VALUES[game]) <= seen.nash_conv
    assert seen.responses[0] >= VALUES[game] - 1e-12
    assert seen.responses[1] >= -VALUES[game] - 1e-12


@pytest.mark.parametrize(("method", "theirs"), [("cfr", "CFRSolver"), ("cfr+", "CFRPlusSolver")])
def test_exploitability_follows_open_spiel(method, theirs):
    """The same algorithm on another representation: the same NashConv after each iteration."""
    peer_game = pyspiel.load_game("leduc_poker")
    peer = getattr(pyspiel, theirs)(peer_game)
    passes = AbstractGame("leduc").passes()
    solver = CounterfactualRegret(passes, SCHEDULES[method])
    for iteration in range(1, 21):
        peer.evaluate_and_update_policy()
        solver.step()
        if iteration in (1, 2, 5, 20):
            expected = pyspiel.nash_conv(peer_game, peer.average_policy())
            assert passes.exploitability(solver.average()).nash_conv == pytest.approx(expected)


PEERS = {
    "cfr": cfr.CFRSolver,
    "cfr+": cfr.CFRPlusSolver,
    "dcfr": discounted_cfr.DCFRSolver,
    "lcfr": discounted_cfr.LCFRSolver,
}


@pytest.mark.parametrize("method", PEERS)
def test_kuhn_from_any_regrets_follows_open_spiel(method):
    """From uniform play two actions of Kuhn poker are worth exactly the same, and rounding decides
    which has a regret; from regrets drawn at random nothing is a tie, and both go the same way.
    """
    peer_game = pyspiel.load_game("kuhn_poker")
    peer = PEERS[method](peer_game)
    passes = AbstractGame("kuhn").passes()
    layout, tree = passes.layout, passes.tree
    solver = CounterfactualRegret(passes, SCHEDULES[method])
    regrets = np.random.default_rng(1).uniform(0.05, 0.3, layout.size)
    strategy = np.zeros(layout.size)
    for node in tree.decision_nodes().tolist():
        block = layout.block(regrets, node)
        layout.block(strategy, node)[:] = block / block.sum(axis=0)
        played = tree.path(node).replace("c", "p").replace("r2", "b")
        for state, card in enumerate(passes.model.labels[int(tree.player[node])][0]):
            theirs = peer._info_state_nodes[f"{'JQK'.index(card)}{played}"].cumulative_regret
            theirs.update(enumerate(block[:, state].tolist()))
    cfr._update_current_policy(peer._current_policy, peer._info_state_nodes)
    solver.load({**solver.save(), "regrets": regrets, "strategy": strategy})
    for iteration in range(1, 31):
        peer.evaluate_and_update_policy()
        solver.step()
        if iteration in (1, 2, 3, 10, 30):
            expected = exploitability.nash_conv(peer_game, peer.average_policy())
            assert passes.exploitability(solver.average()).nash_conv == pytest.approx(expected)


def test_simultaneous_updates_converge_too():
    _, seen = solved("kuhn", Schedule(alternate=False), 3000)
    assert abs(seen.value + 1 / 18) < 0.005 and seen.average < 0.02


@pytest.mark.parametrize("size", [0.25, 0.5, 1, 2, 4])
def test_clairvoyance_in_closed_form(size):
    """Bet every winner, bluff s/(1+s), call 1/(1+s) (Ankenman and Chen 2006)."""
    problem = AbstractGame(f"clairvoyance:{size}")
    passes = problem.passes()
    solver = CounterfactualRegret(passes, SCHEDULES["pcfr+"])
    for _ in range(4000):
        solver.step()
    average = solver.average()
    first, second = (int(passes.tree.decision_nodes(p)[0]) for p in range(2))
    bet = passes.layout.block(average, first)[-1]
    call = passes.layout.block(average, second)[-1]
    winning = list(passes.model.labels[0][0]).index("A")
    assert bet[winning] == pytest.approx(1, abs=1e-3)
    assert bet[1 - winning] == pytest.approx(size / (1 + size), abs=2e-3)
    assert call[0] == pytest.approx(1 / (1 + size), abs=2e-3)


def test_no_limit_leduc_with_any_stack():
    for stack in (2, 3, 5):
        _, seen = solved(f"leduc-nolimit:{stack}", SCHEDULES["dcfr"], 1500)
        assert seen.average < 1e-3


def test_saved_state_goes_on_exactly():
    for method in ("cfr+", "pcfr+"):
        whole, _ = solved("leduc", SCHEDULES[method], 20)
        half, _ = solved("leduc", SCHEDULES[method], 10)
        again = CounterfactualRegret(AbstractGame("leduc").passes(), SCHEDULES[method])
        again.load(half.save())
        for _ in range(10):
            again.step()
        assert again.iterations == 20
        assert (again.average() == whole.average()).all()


def test_abstract_cards_have_a_value_of_their_own():
    _, full = solved("leduc", SCHEDULES["cfr+"], 500)
    _, blind = solved("leduc", SCHEDULES["cfr+"], 500, cards="JQK/none")
    assert blind.average < 1e-3
    assert blind.value != pytest.approx(full.value, abs=1e-3)


def test_regrets_too_small_to_divide_by_are_no_regrets():
    """Single precision: one over a subnormal number is infinite, and a strategy would be nan."""
    passes = AbstractGame("kuhn").passes("float32")
    solver = CounterfactualRegret(passes, SCHEDULES["dcfr"])
    checks = passes.layout.block(solver.tables.current, 0)
    checks[:], checks[0] = 0.0, 1.0  # after a bet player 2 is never: his gains there are 0
    solver.regrets[:] = 1e-40
    solver.step()
    assert np.isfinite(solver.tables.current).all()
    for node in passes.tree.decision_nodes().tolist():
        assert passes.layout.block(solver.tables.current, node).sum(axis=0) == pytest.approx(1.0)
