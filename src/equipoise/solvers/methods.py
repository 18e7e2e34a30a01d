"""Solution methods by name."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
import numpy.typing as npt

from equipoise.base.errors import InputError, argument
from equipoise.base.plugins import check_name, load_plugins
from equipoise.kernels.passes.reach_and_value import WEIGHTS
from equipoise.solvers.solver import Solver, Watching
from equipoise.spine.engine import Engine

if TYPE_CHECKING:
    from equipoise.solvers.cfr import Schedule

_SAMPLED = "mccfr-"
#: methods that need passes over the whole tree
_WHOLE_TREE = ("lp", "egt")

METHODS = {
    "lp": "sequence-form linear program: exact, for small games",
    "cfr": "counterfactual regret minimization (Zinkevich et al. 2007)",
    "cfr+": "CFR+ (Tammelin 2014)",
    "lcfr": "linear CFR (Brown and Sandholm 2019)",
    "dcfr": "discounted CFR (Brown and Sandholm 2019)",
    "dcfr4": "discounted CFR with fourth-power weights in the average",
    "pcfr+": "predictive CFR+ (Farina, Kroer and Sandholm 2021)",
    "egt": "excessive gap technique (Nesterov 2005, Hoda et al. 2010)",
    "mccfr-chance": "CFR with sampled deals (Lanctot et al. 2009)",
    "mccfr-external": "CFR with sampled deals and opponent's actions (Lanctot et al. 2009)",
    "mccfr-outcome": "CFR with one sampled hand at a time (Lanctot et al. 2009)",
    "mccfr-public": "CFR with sampled public cards (Johanson et al. 2012)",
}


_BUILT_IN = frozenset(METHODS)


def register_schedule(name: str, schedule: Schedule, description: str = "") -> None:
    """Register a CFR schedule as a method for ``solve`` and ``--method``.

    >>> from equipoise.solvers.cfr import SCHEDULES, Schedule
    >>> register_schedule("cfr-cubic", Schedule(clip=True, gamma=3.0), "CFR+, cubic averaging")
    >>> make_solver("cfr-cubic", __import__("equipoise").AbstractGame("kuhn").engine()).iterations
    0
    """
    from equipoise.solvers.cfr import SCHEDULES

    check_name(name, "method")
    if name in _BUILT_IN or is_sampled(name):
        raise InputError(f"{name!r} is a built-in method or family", expected="another name")
    SCHEDULES[name] = schedule
    METHODS[name] = description or f"CFR by {schedule}"


def make_solver(method: str, engine: Engine, seed: int = 0, seconds: float | None = None) -> Solver:
    """The solver of this name for a game.

    ``seconds`` limits a method whose single step is the whole work.
    """
    check_method(method)
    if method == "lp":
        from equipoise.solvers.lp.program import LinearProgram

        return LinearProgram(engine.whole_tree(method), seconds=seconds)
    if method == "egt":
        from equipoise.solvers.egt.excessive_gap import ExcessiveGap

        return ExcessiveGap(engine.whole_tree(method))
    from equipoise.solvers.cfr import SCHEDULES, CounterfactualRegret

    if not is_sampled(method):
        return CounterfactualRegret(engine, SCHEDULES[method], seed)
    from equipoise.solvers.sampling.kinds import SAMPLINGS

    sampling = SAMPLINGS[method]
    if engine.is_exact:
        from equipoise.solvers.sampling.small import SampledRegret

        return SampledRegret(engine, sampling, seed)
    if sampling.what == "public":  # an engine that walks over sampled boards does this itself
        return CounterfactualRegret(engine, sampling.schedule, seed)
    from equipoise.solvers.sampling.dealt import DealtRegret

    return DealtRegret(engine.layout, engine.bucket_deals(), sampling, seed, engine.dtype)


def usual_method(has_matrices: bool, has_hands: bool = False) -> str:
    """The fastest method: for a spot with real hands, with matrices, or with neither.

    Measured in docs/decisions/large-games.md, sampled-buckets.md and spot-engine.md.
    """
    if has_hands:
        return "dcfr4"
    return "dcfr" if has_matrices else "mccfr-public"


def is_sampled(method: str) -> bool:
    """True if a method samples deals, so that it needs no matrices."""
    return method.startswith(_SAMPLED)


def weights_text(method: str) -> str:
    """The iteration weights as text: a run cannot be resumed with other weights."""
    from equipoise.solvers.cfr import SCHEDULES
    from equipoise.solvers.sampling.kinds import SAMPLINGS

    return str(SCHEDULES.get(method) or SAMPLINGS.get(method))


def make_watch(method: str, engine: Engine) -> Watching | None:
    """Further measures for the trace of a run on sampled boards."""
    if engine.is_exact:
        return None
    from equipoise.solvers.run.watch import Watch

    return Watch(engine, method)


def compile_kernels(
    method: str, dtype: npt.DTypeLike | None = None, engine: Engine | None = None
) -> None:
    """Run one step on the smallest game, so that timings do not include compilation.

    For a game on sampled boards that is its own game, for a spot its own tree.
    """
    from equipoise.spine.game import AbstractGame
    from equipoise.spine.spots.engine import SpotEngine

    if engine is not None and not engine.is_exact:
        make_solver(method, engine).step(1)
        return
    passes: Engine = AbstractGame("kuhn").passes("float64" if dtype == np.int16 else dtype)
    if isinstance(engine, SpotEngine) and not (is_sampled(method) or method in _WHOLE_TREE):
        passes = engine.smallest()
    solver = make_solver(method, passes)
    solver.step()
    passes.exploitability(solver.weights(), WEIGHTS)
    passes.exploitability(solver.average())


def check_method(method: str) -> None:
    """Raise InputError for an unknown method."""
    if method not in METHODS:
        load_plugins()
    if method not in METHODS:
        raise InputError(
            f"unknown method {method!r}",
            argument("method"),
            expected=f"one of {', '.join(METHODS)}",
        )
