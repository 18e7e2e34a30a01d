"""Solvers by the names people give them."""

from __future__ import annotations

from collections.abc import Callable

import numpy.typing as npt

from equipoise.errors import InputError
from equipoise.response.evaluate import Passes
from equipoise.solvers.solver import Solver

METHODS = {
    "lp": "sequence-form linear program: exact, for small games",
    "cfr": "counterfactual regret minimization (Zinkevich et al. 2007)",
    "cfr+": "CFR+ (Tammelin 2014)",
    "lcfr": "linear CFR (Brown and Sandholm 2019)",
    "dcfr": "discounted CFR (Brown and Sandholm 2019)",
    "pcfr+": "predictive CFR+ (Farina, Kroer and Sandholm 2021)",
    "egt": "excessive gap technique (Nesterov 2005, Hoda et al. 2010)",
    "mccfr-chance": "CFR with sampled deals (Lanctot et al. 2009)",
    "mccfr-external": "CFR with sampled deals and opponent's actions (Lanctot et al. 2009)",
    "mccfr-outcome": "CFR with one sampled hand at a time (Lanctot et al. 2009)",
    "mccfr-public": "CFR with sampled public cards (Johanson et al. 2012)",
}


def make_solver(method: str, passes: Passes, seed: int = 0, seconds: float | None = None) -> Solver:
    """The solver of this name for a game.

    ``seconds`` limits a method whose single step is the whole work.
    """
    check_method(method)
    if method == "lp":
        from equipoise.solvers.lp import LinearProgram

        return LinearProgram(passes, seconds=seconds)
    return _factory(method)(passes, seed)


def compile_kernels(method: str, dtype: npt.DTypeLike | None = None) -> None:
    """Let a method take a step on the smallest game, so that no clock counts compiling."""
    from equipoise.solvers.problem import Problem

    passes = Problem("kuhn").passes(dtype)
    solver = make_solver(method, passes)
    solver.step()
    passes.exploitability(solver.average())


def check_method(method: str) -> None:
    """Refuse a name that is none."""
    if method not in METHODS:
        raise InputError(
            f"unknown method {method!r}", what="--method", expected=f"one of {', '.join(METHODS)}"
        )


def _factory(method: str) -> Callable[[Passes, int], Solver]:
    if method == "egt":
        from equipoise.solvers.egt import ExcessiveGap

        return lambda passes, seed: ExcessiveGap(passes)
    if method.startswith("mccfr-"):
        from equipoise.solvers.sampled import SAMPLINGS, SampledRegret

        return lambda passes, seed: SampledRegret(passes, SAMPLINGS[method], seed)
    from equipoise.solvers.cfr import SCHEDULES, CounterfactualRegret

    return lambda passes, seed: CounterfactualRegret(passes, SCHEDULES[method])
