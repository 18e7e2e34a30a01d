"""Solving in one call, with callbacks and the trace as arrays."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from equipoise.api.frames import data_frame
from equipoise.api.strategies import GameStrategy
from equipoise.base.progress import Report, silent
from equipoise.kernels.types import Float64s, Floats, Int64s
from equipoise.solvers.methods import check_method, is_sampled, usual_method
from equipoise.solvers.run.job import Job
from equipoise.solvers.run.loop import Stop
from equipoise.solvers.run.trace import TracePoint
from equipoise.solvers.solver import Solver
from equipoise.spine.game import AbstractGame

#: defaults without any stopping rule: chips per hand, and seconds
DEFAULT_TARGET, DEFAULT_SECONDS = 1e-3, 60.0


@dataclass(frozen=True)
class Snapshot:
    """A solver at a point of its trace, for callbacks; amounts are chips per hand."""

    iterations: int
    seconds: float
    value: float
    exploitability: float
    measures: dict[str, float]
    _solver: Solver = field(repr=False)

    def average(self) -> Floats:
        """The average strategy at this point, a flat array; computed on demand."""
        return self._solver.average()


#: called at every measurement; True stops the run
Callback = Callable[[Snapshot], bool | None]


@dataclass(frozen=True, eq=False)
class Trace:
    """The exploitability over time: one entry per measurement, amounts in chips per hand.

    ``measures`` are further columns (NaN where missing): bounds guaranteed by the method,
    half-widths of intervals with sampled boards.
    """

    iterations: Int64s
    seconds: Float64s
    value: Float64s
    exploitability: Float64s
    measures: dict[str, Float64s]

    @classmethod
    def of(cls, points: Sequence[TracePoint]) -> Trace:
        """The arrays of a run's trace."""
        names = sorted({name for point in points for name in {**point.bounds, **point.measures}})
        more = [{**point.bounds, **point.measures} for point in points]
        return cls(
            np.array([point.iterations for point in points], dtype=np.int64),
            np.array([point.seconds for point in points]),
            np.array([point.value for point in points]),
            np.array([point.exploitability for point in points]),
            {name: np.array([row.get(name, np.nan) for row in more]) for name in names},
        )

    def __len__(self) -> int:
        return len(self.iterations)

    def columns(self) -> dict[str, npt.NDArray[Any]]:
        """All columns by name."""
        return {
            "iterations": self.iterations,
            "seconds": self.seconds,
            "value": self.value,
            "exploitability": self.exploitability,
            **self.measures,
        }

    def frame(self, library: str | None = None) -> Any:
        """:meth:`columns` as a data frame of pandas or polars."""
        return data_frame(self.columns(), library)


@dataclass(frozen=True, eq=False)
class Solved:
    """A solved game: the average strategy and its run."""

    strategy: GameStrategy
    trace: Trace
    method: str
    iterations: int
    seconds: float

    @property
    def value(self) -> float:
        """Seat 1's chips per hand when both seats play the strategy."""
        return self.strategy.manifest.value

    @property
    def exploitability(self) -> float:
        """Chips per hand, the mean of both best responses, in the game that was solved."""
        return self.strategy.manifest.exploitability


def solve(
    game: AbstractGame | str,
    method: str | None = None,
    *,
    iterations: int | None = None,
    seconds: float | None = None,
    target: float | None = None,
    change: float | None = None,
    seed: int = 0,
    callback: Callback | None = None,
    out: str | Path | None = None,
    resume: bool = False,
    report: Report = silent,
) -> Solved:
    """Solve a two-player game until a stopping rule holds, whichever comes first.

    ``game`` is an :class:`AbstractGame` or the name of an unabstracted one. ``method`` is a name as
    for ``equipoise solve --method`` or of a registered schedule (default: chosen by game).
    ``target`` is an exploitability in chips per hand, ``change`` the change of a sampled average
    strategy while iterations doubled. Without a stopping rule: a target of 0.001, at most a minute.
    ``callback`` is called at every measurement. With ``out`` the strategy and its checkpoints are
    stored in that folder, and ``resume`` continues from there.

    >>> import equipoise as eq
    >>> solved = eq.solve("kuhn", "cfr+", target=1e-3)
    >>> round(solved.value, 2), solved.exploitability <= 1e-3
    (-0.06, True)
    """
    problem = AbstractGame(game) if isinstance(game, str) else game
    if method is not None:
        check_method(method)
    method = method or usual_method(problem.has_matrices)
    if iterations is None and seconds is None and target is None and change is None:
        sampled = problem.has_buckets and is_sampled(method)
        target, seconds = None if sampled else DEFAULT_TARGET, DEFAULT_SECONDS
    stop = Stop(iterations, seconds, target, change)
    job = Job(problem, method, stop, seed, None if out is None else Path(out), resume=resume)

    def on_point(point: TracePoint, solver: Solver) -> bool | None:
        assert callback is not None
        more = {**point.bounds, **point.measures}
        return callback(
            Snapshot(
                point.iterations, point.seconds, point.value, point.exploitability, more, solver
            )
        )

    run, strategy = job.solved(
        job.engine(), report, on_point=None if callback is None else on_point
    )
    return Solved(
        GameStrategy(problem, strategy), Trace.of(run.trace), method,
        strategy.manifest.iterations, run.seconds,
    )  # fmt: skip
