"""Solvers by the names people give them."""

from __future__ import annotations

from collections.abc import Callable

import numpy.typing as npt

from equipoise.errors import InputError
from equipoise.response.evaluate import Passes
from equipoise.response.judge import Judge
from equipoise.response.sampled import SampledBoards
from equipoise.solvers.solver import Solver, Watching

_SAMPLED = "mccfr-"

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


def make_solver(method: str, judge: Judge, seed: int = 0, seconds: float | None = None) -> Solver:
    """The solver of this name for a game.

    ``seconds`` limits a method whose single step is the whole work.
    """
    check_method(method)
    if isinstance(judge, SampledBoards):
        return _bucket_solver(method, judge, seed)
    assert isinstance(judge, Passes)
    passes = judge
    if method == "lp":
        from equipoise.solvers.lp import LinearProgram

        return LinearProgram(passes, seconds=seconds)
    return _factory(method)(passes, seed)


def usual_method(has_matrices: bool) -> str:
    """What solves a game fastest, by whether it has matrices for exact passes.

    Measured in docs/decisions/large-games.md and sampled-buckets.md.
    """
    return "dcfr" if has_matrices else "mccfr-public"


def is_sampled(method: str) -> bool:
    """Whether a method samples deals, so that it needs no matrices."""
    return method.startswith(_SAMPLED)


def weights_text(method: str) -> str:
    """How iterations count, as text: a run cannot go on by other weights than it began with."""
    from equipoise.solvers.cfr import SCHEDULES
    from equipoise.solvers.sampling import SAMPLINGS

    return repr(SCHEDULES.get(method) or SAMPLINGS.get(method))


def make_watch(method: str, judge: Judge) -> Watching | None:
    """What else the trace of a run keeps."""
    if not isinstance(judge, SampledBoards):
        return None
    from equipoise.solvers.sampling import SAMPLINGS
    from equipoise.solvers.watch import Watch

    return Watch(judge, SAMPLINGS[method])


def compile_kernels(
    method: str, dtype: npt.DTypeLike | None = None, judge: Judge | None = None
) -> None:
    """Let a method take a step on the smallest game, so that no clock counts compiling.

    For a bucketing that is its own game.
    """
    from equipoise.solvers.problem import Problem

    if isinstance(judge, SampledBoards):
        make_solver(method, judge).step(1)
        return
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


def _bucket_solver(method: str, judge: SampledBoards, seed: int) -> Solver:
    from equipoise.solvers.boards import BoardRegret
    from equipoise.solvers.dealt import DealtRegret
    from equipoise.solvers.sampling import SAMPLINGS

    if not is_sampled(method):
        sampled = ", ".join(name for name in METHODS if is_sampled(name))
        raise InputError(
            f"{method} needs the matrices of a card model, {judge.states.name} has none",
            what="--method",
            expected=f"one of {sampled}",
        )
    sampling = SAMPLINGS[method]
    if sampling.what == "public":
        return BoardRegret(judge.layout, judge.states, sampling, seed, judge.dtype)
    return DealtRegret(judge.layout, judge.states.deals, sampling, seed, judge.dtype)


def _factory(method: str) -> Callable[[Passes, int], Solver]:
    if method == "egt":
        from equipoise.solvers.egt import ExcessiveGap

        return lambda passes, seed: ExcessiveGap(passes)
    if is_sampled(method):
        from equipoise.solvers.sampled import SampledRegret
        from equipoise.solvers.sampling import SAMPLINGS

        return lambda passes, seed: SampledRegret(passes, SAMPLINGS[method], seed)
    from equipoise.solvers.cfr import SCHEDULES, CounterfactualRegret

    return lambda passes, seed: CounterfactualRegret(passes, SCHEDULES[method])
