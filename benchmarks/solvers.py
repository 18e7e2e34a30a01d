"""Solvers: limit Leduc beside OpenSpiel's C++ CFR+, and the full 12-chip no-limit Leduc."""

from __future__ import annotations

import tracemalloc
from time import perf_counter

from benchmarks.measure import Row, against_limit
from equipoise.solvers.lp.program import LinearProgram
from equipoise.solvers.methods import compile_kernels, make_solver
from equipoise.spine.game import AbstractGame
from equipoise.spine.passes import Passes

NASH_CONV = 1e-3
EXPLOITABILITY = 1e-4
LP_VALUE = -0.069165  # the game's value by an independent computation, to its last digit
MOST_STRATEGY_ARRAYS = 15


def run() -> list[Row]:
    passes = AbstractGame("leduc-nolimit:12").passes()
    seconds = seconds_to("dcfr", passes, 2 * EXPLOITABILITY)
    rows = [leduc(), against_limit("12-chip Leduc to exploitability 1e-4, dcfr", seconds, 60.0)]
    rows.append(memory(passes))
    started = perf_counter()
    program = LinearProgram(passes)
    program.step()
    spent = perf_counter() - started
    value = passes.expected_value(program.average())
    assert round(value, 6) == LP_VALUE, value
    rows.append(against_limit(f"12-chip Leduc exactly ({value:.9f}), lp", spent, 300.0))
    return rows


def seconds_to(method: str, passes: Passes, nash_conv: float) -> float:
    """How long a method needs, looking at its NashConv at iterations 50, 60, 72, ...

    Measuring counts, as it does for the peer.
    """
    compile_kernels(method)
    solver = make_solver(method, passes)
    look = 50.0
    started = perf_counter()
    while True:
        solver.step()
        if solver.iterations >= look:
            look *= 1.2
            if passes.exploitability(solver.average()).nash_conv <= nash_conv:
                return perf_counter() - started


def memory(built: Passes) -> Row:
    """What work buffers and a solver take on top of the tree, in arrays of a strategy's size."""
    tracemalloc.start()
    passes = Passes(built.tree, built.model)
    solver = make_solver("dcfr", passes)
    for _ in range(3):
        solver.step()
    passes.exploitability(solver.average())
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    multiple = peak / (8 * passes.layout.size)
    return Row(
        "memory of dcfr on 12-chip Leduc, in strategy arrays",
        f"{multiple:.1f}",
        f"at most {MOST_STRATEGY_ARRAYS}",
        MOST_STRATEGY_ARRAYS / multiple,
        1,
    )


def leduc() -> Row:
    """Both to the same NashConv, in turn, the better of two."""
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

    passes = AbstractGame("leduc").passes()
    pairs = [(seconds_to("cfr+", passes, NASH_CONV), theirs()) for _ in range(2)]
    ours, peer = (min(times) for times in zip(*pairs, strict=True))
    return Row(
        "limit Leduc to NashConv 1e-3, cfr+",
        f"{ours * 1000:.3g} ms",
        f"OpenSpiel C++: {peer:.3g} s",
        peer / ours,
        50,
    )
