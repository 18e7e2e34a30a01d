"""Every iterative solver comes to the linear program's value, on every small game."""

from functools import cache

import pytest

from equipoise.solvers.lp.program import LinearProgram
from equipoise.solvers.methods import METHODS, make_solver
from equipoise.spine.game import AbstractGame

GAMES = ("kuhn", "leduc", "clairvoyance:2", "leduc-nolimit:4")
#: how many iterations, and the exploitability, in the game's units, that they must come below
VECTOR = {"cfr": (5000, 0.005), "lcfr": (3000, 0.004), "egt": (3000, 0.002)}
FAST = (3000, 0.0005)
SAMPLED = {
    "mccfr-chance": (200_000, 0.04),
    "mccfr-external": (500_000, 0.03),
    "mccfr-outcome": (3_000_000, 0.06),
    "mccfr-public": (75_000, 0.02),
}
ITERATIVE = [method for method in METHODS if method != "lp"]
ROUNDING = 1e-9


@cache
def solved(game):
    """A game, and what the linear program says it is worth."""
    passes = AbstractGame(game).passes()
    program = LinearProgram(passes)
    program.step()
    assert program.gap < ROUNDING * passes.tree.rules.big_blind
    return passes, program.value


def pairs():
    for game in GAMES:
        yield from ((method, game) for method in ITERATIVE)
    for method in ("cfr+", "dcfr", "pcfr+", "egt"):
        yield method, "jamfold:5bb"


@pytest.mark.parametrize(("method", "game"), list(pairs()))
def test_every_solver_reaches_the_value_of_the_game(method, game):
    passes, value = solved(game)
    iterations, close = {**VECTOR, **SAMPLED}.get(method, FAST)
    unit = passes.tree.rules.scale
    solver = make_solver(method, passes, seed=1)
    while solver.iterations < iterations:
        solver.step()
        if solver.iterations < 5:  # the bracket holds for any strategies, not only good ones
            check(passes.exploitability(solver.average()), value)
    seen = passes.exploitability(solver.average())
    check(seen, value)
    assert seen.average <= close * unit


def check(seen, value):
    """Best responses lie on both sides of the value; play is within what they gain together."""
    assert seen.responses[0] >= value - ROUNDING
    assert seen.responses[1] >= -value - ROUNDING
    assert abs(seen.value - value) <= seen.nash_conv + ROUNDING
