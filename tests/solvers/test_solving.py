"""One way to solve: in a stage or several, gone on with or afresh, always the same iterates."""

from __future__ import annotations

import numpy as np
import pytest

from equipoise.base.errors import InputError
from equipoise.solvers.methods import make_solver
from equipoise.solvers.run.loop import Stop, run
from equipoise.solvers.run.solving import Checkpoint, Solving, solve
from equipoise.spine.game import AbstractGame

METHODS = ("cfr+", "dcfr", "pcfr+", "egt", "mccfr-external")
IDENTITY: dict[str, object] = {"game": "leduc"}


def leduc():
    return AbstractGame("leduc").passes()


@pytest.mark.parametrize("method", METHODS)
def test_one_stage_or_several_give_the_same(method):
    solver, passes = make_solver(method, leduc(), 3), leduc()
    finished = run(solver, passes, Stop(iterations=40))
    once = solve(leduc(), method, Stop(iterations=40), seed=3)
    staged = Solving(leduc(), method, 3, compile_first=True)
    first = staged.until(Stop(iterations=15))
    second = staged.until(Stop(iterations=40))
    assert np.array_equal(once.strategy, solver.average())
    assert np.array_equal(staged.solver.average(), solver.average())
    assert once.iterations == staged.solver.iterations == 40
    assert once.last == finished.last
    assert [point.iterations for point in first.trace] == [
        point.iterations for point in second.trace if point.iterations <= 15
    ]
    assert second.trace[-1].exploitability == finished.trace[-1].exploitability


def test_a_killed_run_is_gone_on_with(tmp_path):
    whole = solve(leduc(), "dcfr", Stop(iterations=50)).strategy

    def kept(resume, identity=None):
        return Checkpoint(tmp_path, identity or IDENTITY, resume, pytest.fail)

    with pytest.raises(InputError):
        Solving(leduc(), "dcfr", checkpoint=kept("must"))
    Solving(leduc(), "dcfr", checkpoint=kept("if it fits")).until(Stop(iterations=20))
    for resume in ("must", "if it fits"):
        later = Solving(leduc(), "dcfr", checkpoint=kept(resume))
        assert later.solver.iterations == 20
        assert later.progress.trace[-1].iterations == 20
        later.until(Stop(iterations=30 if resume == "must" else 50))
        Solving(leduc(), "dcfr", checkpoint=kept("never")).until(Stop(iterations=20))
    assert np.array_equal(later.solver.average(), whole)
    other = kept("if it fits", {"game": "another"})
    assert Solving(leduc(), "dcfr", checkpoint=other).solver.iterations == 0
    with pytest.raises(InputError):
        Solving(leduc(), "dcfr", checkpoint=kept("must", {"game": "another"}))


def test_a_game_that_is_solved_at_once():
    exact = solve(leduc(), "lp", Stop(seconds=60.0))
    assert exact.iterations == 1
    # OpenSpiel's value of Leduc, in chips
    assert exact.last.value == pytest.approx(-0.085606424078, abs=1e-9)
