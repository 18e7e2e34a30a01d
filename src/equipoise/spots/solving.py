"""Solving a spot: engine, stopping rules, checkpoints, and the summary."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import asdict, dataclass
from pathlib import Path

import numpy as np

from equipoise.base.errors import InputError, argument
from equipoise.base.locks import locked
from equipoise.base.progress import Report, silent
from equipoise.base.reading import named
from equipoise.base.replacing import check_target, clean
from equipoise.solvers.cfr import CounterfactualRegret
from equipoise.solvers.methods import check_method, usual_method, weights_text
from equipoise.solvers.run.admission import Needs, check_needs, solving_needs
from equipoise.solvers.run.checkpoint import Identity, newest_iterations, remove_unfinished
from equipoise.solvers.run.job import checkpoint_folder
from equipoise.solvers.run.loop import OnPoint, Run, Stop
from equipoise.solvers.run.solving import Checkpoint, Solving
from equipoise.spine.engine import Engine
from equipoise.spine.spots.engine import SpotEngine
from equipoise.spots.game import spot_game
from equipoise.spots.solution import SpotSolution, Summary
from equipoise.spots.spot import DEFAULT_TARGET, Spot
from equipoise.spots.store import load_solution, place_of, save_solution, street_number

METHOD = usual_method(has_matrices=True, has_hands=True)
#: number types of the engine, and the smallest target in percent of the pot that each can reach
PRECISIONS = {"16-bit": ("int16", 0.1), "single": ("float32", 1e-3), "double": ("float64", 1e-9)}


def smallest_target(precision: str) -> float:
    """The smallest target, in percent of the pot, that a precision can reach."""
    if precision not in PRECISIONS:
        raise InputError(
            "unknown precision", argument("precision"), precision,
            expected=f"one of {', '.join(PRECISIONS)}",
        )  # fmt: skip
    return PRECISIONS[precision][1]


def engine_bytes(engine: Engine, needs: Needs) -> int:
    """Memory of the engine and its tables, without the program and a copy of the average."""
    return engine.memory_bytes if isinstance(engine, SpotEngine) else needs.memory


@dataclass(frozen=True)
class SpotJob:
    """A spot, its stopping rules, and its output folder.

    ``target`` is in percent of the pot; with None only iterations or seconds stop the solve.
    """

    spot: Spot
    target: float | None = DEFAULT_TARGET
    method: str = METHOD
    iterations: int | None = None
    seconds: float | None = None
    precision: str = "single"
    out: Path | None = None
    store: str = "river"
    resume: bool = False

    def __post_init__(self) -> None:
        check_method(self.method)
        smallest = smallest_target(self.precision)
        if self.target is not None and not self.target >= smallest:
            raise InputError(
                f"{self.target:g}% of the pot is below what {self.precision} numbers can reach",
                argument("target"), expected=f"at least {smallest:g}",
            )  # fmt: skip
        street_number(self.store, self.spot.round)
        if self.target is None and self.iterations is None and self.seconds is None:
            raise InputError(
                "no stopping rule is given", argument("target"), expected="a percentage"
            )
        if self.resume and self.out is None:
            raise InputError("there is no folder to resume from", argument("resume"))
        _ = self.stop

    @property
    def stop(self) -> Stop:
        """The stopping rules, in chips."""
        chips = None if self.target is None else self.target / 100 * float(self.spot.pot)
        return Stop(self.iterations, self.seconds, chips)

    def identity(self) -> Identity:
        """The identity that a checkpoint must match."""
        return {
            "spot": self.spot.described(),
            "method": self.method,
            "weights": weights_text(self.method),
            "precision": self.precision,
        }

    def engine(self) -> Engine:
        """The engine; raises InputError for what cannot be solved, before any work."""
        with self._at_work():
            self._check_out()
        return spot_game(self.spot).engine(dtype=PRECISIONS[self.precision][0])

    def needs(self, engine: Engine) -> Needs:
        """The needs of the solve; raises InputError if memory or disk is too small."""
        needs = solving_needs(engine, self.method)
        check_needs(needs, self.out)
        return needs

    @contextmanager
    def _at_work(self) -> Iterator[None]:
        """Lock the solution and its checkpoints against other runs."""
        if self.out is None:
            yield
            return
        with locked(self.out, place_of(self.out).what, "wait for it, or choose another folder"):
            yield

    def _check_out(self) -> None:
        if self.out is None:
            return
        check_target(place_of(self.out))
        reached = newest_iterations(checkpoint_folder(self.out))
        if reached is None or self.resume:
            return
        try:
            finished = load_solution(self.out).summary.iterations == reached
        except InputError:
            finished = False
        if not finished:
            raise InputError(
                f"it belongs to a run that was stopped after {reached:,} iterations",
                named("checkpoint", checkpoint_folder(self.out)),
                expected=f"{argument('resume')} resumes it; remove it to start over",
            )

    def run(
        self,
        engine: Engine,
        report: Report = silent,
        warn: Callable[[str], None] = lambda _: None,
        on_point: OnPoint | None = None,
    ) -> SpotSolution:
        """Solve, and write the solution to its folder."""
        needs = self.needs(engine)
        with self._at_work():
            self._check_out()
            checkpoint = None
            if self.out is not None:
                clean(place_of(self.out))
                folder = checkpoint_folder(self.out)
                remove_unfinished(folder)
                how = "must" if self.resume else "never"
                checkpoint = Checkpoint(folder, self.identity(), how, warn)  # type: ignore[arg-type]
            solving = Solving(engine, self.method, compile_first=True, checkpoint=checkpoint)
            finished = solving.until(self.stop, report, on_point, pot=float(self.spot.pot))
            solution = self._solution(engine, solving, finished, needs)
            solution.report = report
            if self.out is not None:
                save_solution(solution, self.out, self.store)
            return solution

    def _solution(
        self, engine: Engine, solving: Solving, finished: Run, needs: Needs
    ) -> SpotSolution:
        spot, scale = self.spot, engine.tree.rules.scale
        seen = finished.last
        half, pot = float(spot.pot) / 2, float(spot.pot)
        summary = Summary(
            oop_value=seen.value / scale + half,
            ip_value=(-seen.value - seen.taken) / scale + half,
            oop_equity=0.0,
            exploitability=seen.average / scale,
            exploitability_percent=100 * seen.average / scale / pot,
            iterations=solving.solver.iterations,
            seconds=round(finished.seconds, 4),
            memory_bytes=engine_bytes(engine, needs),
            method=self.method,
            precision=self.precision,
        )
        solver = solving.solver
        average = solver.finish() if isinstance(solver, CounterfactualRegret) else solver.average()
        strategy = average.astype(np.float32, copy=False)
        solution = SpotSolution(spot, summary, strategy, np.zeros(0, dtype=np.float32))
        solution.layout = engine.layout  # the same as that of a rebuilt game
        root = solution.node()
        actions = tuple(asdict(action) for action in root.actions)
        solution.summary = Summary(
            **{
                **asdict(summary),
                "oop_equity": root.ranges[0].mean_equity,
                "actions": actions,
            }
        )
        return solution


def solve_spot(
    spot: Spot,
    target: float | None = DEFAULT_TARGET,
    *,
    method: str | None = None,
    iterations: int | None = None,
    seconds: float | None = None,
    precision: str = "single",
    out: str | Path | None = None,
    store: str = "river",
    resume: bool = False,
    report: Report | None = None,
) -> SpotSolution:
    """Solve a spot until its exploitability is ``target`` percent of the pot.

    Or until ``iterations`` or ``seconds``, whichever comes first. ``precision`` is 16-bit, single
    or double. ``out`` is a folder for the solution, with the streets up to ``store``; ``resume``
    continues from its checkpoint.
    """
    job = SpotJob(
        spot, target, method or METHOD, iterations, seconds, precision,
        None if out is None else Path(out), store, resume,
    )  # fmt: skip
    return job.run(job.engine(), report or silent)
