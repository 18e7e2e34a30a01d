import json
import os
import signal
from contextlib import contextmanager

import numpy as np
import pytest

from equipoise.abstraction.bets.betting import parse_bets
from equipoise.base.errors import InputError
from equipoise.solvers.methods import METHODS, make_solver
from equipoise.solvers.run import loop
from equipoise.solvers.run.checkpoint import CheckpointWriter, newest_iterations, resume
from equipoise.solvers.run.loop import Stop, run
from equipoise.spine.game import AbstractGame

IDENTITY = {"game": "leduc", "method": "cfr+", "seed": 0}


def solver_for(game="leduc", method="cfr+"):
    passes = AbstractGame(game).passes()
    return make_solver(method, passes), passes


def writer(folder, warn=None):
    return CheckpointWriter(folder, IDENTITY, warn or pytest.fail)


def test_stops_at_iterations():
    solver, passes = solver_for()
    finished = run(solver, passes, Stop(iterations=37))
    assert solver.iterations == finished.trace[-1].iterations == 37
    written_out = passes.exploitability(solver.average())
    assert finished.trace[-1].exploitability == pytest.approx(written_out.average, rel=1e-9)


def test_stops_at_a_target():
    solver, passes = solver_for()
    finished = run(solver, passes, Stop(target=0.01, iterations=100_000))
    *before, last = [point.exploitability for point in finished.trace]
    assert last <= 0.01 < min(before)


def test_stops_after_seconds_of_its_own_clock():
    """Time comes in as a function: ten steps of one second each."""
    solver, passes = solver_for()
    ticks = iter(np.arange(0, 1000, 0.5))
    run(solver, passes, Stop(seconds=5), clock=lambda: float(next(ticks)))
    assert solver.iterations == 10


def test_progress_is_reported():
    solver, passes = solver_for()
    heard = []
    run(
        solver,
        passes,
        Stop(iterations=10),
        report=lambda done, total, doing="": heard.append((done, total, doing)),
    )
    assert heard[-1][:2] == (10, 10) and "exploitability" in heard[-1][2]


def test_a_killed_run_goes_on_exactly(tmp_path):
    whole, passes = solver_for()
    run(whole, passes, Stop(iterations=30))

    first, passes = solver_for()
    turn = first.engine.turn

    def interrupted(player, *rest):
        if first.iterations == 12 and player == 1:  # between the two players' turns
            os.kill(os.getpid(), signal.SIGINT)
        return turn(player, *rest)

    first.engine.turn = interrupted
    with pytest.raises(KeyboardInterrupt):
        run(first, passes, Stop(iterations=30), writer=writer(tmp_path))
    second, passes = solver_for()
    before = resume(tmp_path, second, IDENTITY)
    assert second.iterations == 12 and before.trace[-1].iterations <= 12
    assert before.seconds >= before.trace[-1].seconds
    finished = run(second, passes, Stop(iterations=30), before=before)
    assert (second.average() == whole.average()).all()
    seconds = [point.seconds for point in finished.trace]
    assert seconds == sorted(seconds)


def test_a_step_that_fails_leaves_the_last_checkpoint_alone(tmp_path):
    solver, passes = solver_for()
    run(solver, passes, Stop(iterations=5), writer=writer(tmp_path))
    turn = solver.engine.turn

    def fails(player, *rest):
        if player == 1:
            raise MemoryError
        return turn(player, *rest)

    solver.engine.turn = fails
    with pytest.raises(MemoryError):
        run(solver, passes, Stop(iterations=9), writer=writer(tmp_path))
    again, _ = solver_for()
    resume(tmp_path, again, IDENTITY)
    assert again.iterations == 5


@pytest.mark.parametrize(
    "stop", [Stop(iterations=20), Stop(target=0.5), Stop(iterations=10, target=1e-9)]
)
def test_a_run_that_is_over_takes_no_further_step(tmp_path, stop):
    solver, passes = solver_for()
    run(solver, passes, Stop(iterations=20), writer=writer(tmp_path))
    again, passes = solver_for()
    before = resume(tmp_path, again, IDENTITY)
    run(again, passes, stop, before=before)
    assert again.iterations == 20


def test_batches_stop_at_the_number_asked_for():
    solver, passes = solver_for(method="mccfr-external")
    assert run(solver, passes, Stop(iterations=1000)).trace[-1].iterations == 1000


def test_checkpoints_of_other_runs_and_damaged_ones_are_refused(tmp_path):
    solver, passes = solver_for()
    with pytest.raises(InputError, match="there is none"):
        resume(tmp_path, solver, IDENTITY)
    run(solver, passes, Stop(iterations=3), writer=writer(tmp_path))
    with pytest.raises(InputError, match="another run: method differ"):
        resume(tmp_path, solver, {**IDENTITY, "method": "dcfr"})
    path = tmp_path / "iteration-3" / "sums.npy"
    path.write_bytes(path.read_bytes()[:-200])
    with pytest.raises(InputError, match="damaged"):
        resume(tmp_path, solver, IDENTITY)


@pytest.mark.parametrize(
    ("stop", "part"),
    [
        ({"iterations": 0}, "0 iterations"),
        ({"seconds": 0}, "0 seconds"),
        ({"target": 1e-20}, "below double precision"),
        ({"target": -1}, "below double precision"),
        ({"target": float("nan")}, "below double precision"),
    ],
)
def test_stopping_rules_that_cannot_be(stop, part):
    with pytest.raises(InputError, match=part):
        Stop(**stop)


def test_problems():
    first, second = parse_bets("fcpa-fca")
    assert (str(first), str(second)) == ("fcpa", "fca")
    assert parse_bets(None) == parse_bets("full") == (None, None)
    assert AbstractGame("leduc-nolimit:5", "fca-full").bets_by_seat == ("fca", None)
    with pytest.raises(InputError, match="6 players"):
        AbstractGame("holdem-nolimit:100bb,6p").passes()
    with pytest.raises(InputError, match="not in the catalogue"):
        AbstractGame("nonsense").passes()


def test_every_method_has_a_solver():
    passes = AbstractGame("kuhn").passes()
    for method in METHODS:
        solver = make_solver(method, passes, seed=1)
        solver.step()
        average = solver.average()
        for node in passes.tree.decision_nodes():
            assert passes.layout.block(average, int(node)).sum(axis=0) == pytest.approx(1)
        assert json.dumps(solver.bounds())


def test_an_interrupt_just_before_a_step_keeps_what_was_done(tmp_path, monkeypatch):
    entered = 0

    @contextmanager
    def interrupted_on_the_way_in():
        nonlocal entered
        entered += 1
        if entered == 8:
            raise KeyboardInterrupt
        yield

    monkeypatch.setattr(loop, "_interrupts_wait", interrupted_on_the_way_in)
    engine = AbstractGame("kuhn").engine()
    writer = CheckpointWriter(tmp_path, {"run": 1}, print)
    with pytest.raises(KeyboardInterrupt):
        run(make_solver("cfr+", engine), engine, Stop(iterations=100), writer=writer)
    assert newest_iterations(tmp_path) == 7
