"""A complete solve: engine, solver, checkpoints, and the strategy in its folder."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from equipoise.base.errors import InputError, argument
from equipoise.base.locks import locked
from equipoise.base.progress import Report, silent
from equipoise.base.provenance import provenance
from equipoise.base.reading import named
from equipoise.base.replacing import real
from equipoise.games.fingerprint import rules_fingerprint
from equipoise.kernels.passes.reach_and_value import WEIGHTS
from equipoise.solvers.methods import is_sampled, weights_text
from equipoise.solvers.run.checkpoint import Identity, newest_iterations, remove_unfinished
from equipoise.solvers.run.loop import OnPoint, Run, Stop
from equipoise.solvers.run.solving import Checkpoint, Solving
from equipoise.solvers.solver import Solver
from equipoise.spine.engine import Engine
from equipoise.spine.game import AbstractGame
from equipoise.strategies.folder import check_target, clean, where
from equipoise.strategies.numbers import EXACT, choose_numbers, quantised
from equipoise.strategies.store import load_manifest, save_strategy
from equipoise.strategies.strategy import Manifest, Strategy


def checkpoint_folder(out: Path) -> Path:
    """Where the checkpoints of a strategy's run are."""
    place = real(out) if out.is_symlink() or not out.name else out
    return place.with_name(f"{place.name}.checkpoint")


def check_finished(out: Path) -> None:
    """Raise InputError if an unfinished run left a checkpoint there."""
    folder = checkpoint_folder(out)
    reached = newest_iterations(folder)
    if reached is None:
        return
    try:
        finished = load_manifest(out).iterations == reached
    except InputError:
        finished = False
    if not finished:
        raise InputError(
            f"it belongs to a run that was stopped after {reached:,} iterations",
            what=named("checkpoint", folder),
            expected=f"{argument('resume')} resumes it; remove it to start over",
        )


@dataclass(frozen=True)
class Job:
    """A solve: the game, the method, the stopping rules and the output folder.

    Nothing is saved if ``out`` is None. ``numbers`` and ``dtype`` (of the strategy on disk, of the
    solver's arrays) default to the size of the game. ``resume`` continues from the checkpoint
    of ``out``.
    """

    problem: AbstractGame
    method: str
    stop: Stop
    seed: int = 0
    out: Path | None = None
    numbers: str | None = None
    resume: bool = False
    dtype: str | None = None

    def engine(self) -> Engine:
        """The engine for the game; raise InputError if the game cannot be solved."""
        choose_numbers(self.numbers, 0)
        with self._at_work():
            self._check_out()
        problem, method = self.problem, self.method
        if method == "lp" and problem.bets is None:
            from equipoise.solvers.lp.size import check_lp_size

            check_lp_size(problem.rules, problem.cards_and_buckets[0])
        dtype = "float64" if method == "lp" else self.dtype
        return problem.engine(is_sampled(method), self.seed, dtype)

    @contextmanager
    def _at_work(self) -> Iterator[None]:
        """Lock the strategy and its checkpoints against other runs."""
        if self.out is None:
            yield
            return
        with locked(self.out, where(self.out), "wait for it, or choose another folder"):
            yield

    def _check_out(self) -> None:
        if self.out is not None:
            check_target(self.out)
            if not self.resume:
                check_finished(self.out)

    def identity(self, engine: Engine) -> Identity:
        """The identity that a checkpoint must match."""
        identity: Identity = {
            "game": self.problem.game,
            "rules": rules_fingerprint(self.problem.rules),
            "bets": list(self.problem.bets_by_seat),
            "cards": self.problem.cards,
            "method": self.method,
            "weights": weights_text(self.method),
            "seed": self.seed,
            "precision": engine.dtype.name,
        }
        if self.problem.has_buckets:
            identity |= {"bucketing": self.problem.buckets_fingerprint, "rivers": self.rivers}
        return identity

    @property
    def rivers(self) -> int | None:
        """Rivers sampled for the matrices used in solving and evaluation, if any."""
        return None if is_sampled(self.method) else self.problem.matrix_rivers

    def run(
        self,
        engine: Engine,
        report: Report = silent,
        warn: Callable[[str], None] = lambda _: None,
        on_point: OnPoint | None = None,
    ) -> Run:
        """Solve, and save the strategy to ``out`` under a lock."""
        with self._at_work():
            solving = self._begin(engine, warn)
            finished = solving.until(self.stop, report, on_point)
            if self.out is not None:
                save_strategy(self._strategy(engine, solving.solver, finished), self.out)
            return finished

    def solved(
        self,
        engine: Engine,
        report: Report = silent,
        warn: Callable[[str], None] = lambda _: None,
        on_point: OnPoint | None = None,
    ) -> tuple[Run, Strategy]:
        """As ``run``, returning the strategy too; ``on_point`` is called with every trace point."""
        with self._at_work():
            solving = self._begin(engine, warn)
            finished = solving.until(self.stop, report, on_point)
            strategy = self._strategy(engine, solving.solver, finished)
            if self.out is not None:
                save_strategy(strategy, self.out)
            return finished, strategy

    def _begin(self, engine: Engine, warn: Callable[[str], None]) -> Solving:
        """The solver, restored from its checkpoint if ``resume``."""
        self._check_out()
        checkpoint = None
        if self.out is not None:
            clean(self.out)
            remove_unfinished(checkpoint_folder(self.out))
            folder, identity = checkpoint_folder(self.out), self.identity(engine)
            checkpoint = Checkpoint(folder, identity, "must" if self.resume else "never", warn)
        return Solving(
            engine,
            self.method,
            self.seed,
            seconds=self.stop.seconds,
            compile_first=True,
            checkpoint=checkpoint,
        )

    def _strategy(self, engine: Engine, solver: Solver, finished: Run) -> Strategy:
        """The average strategy in the chosen number type, re-evaluated if rounding changes it."""
        last = finished.trace[-1]
        value, exploitability = last.value, last.exploitability
        interval = last.measures.get("interval")
        average = solver.average()
        numbers = choose_numbers(self.numbers, engine.layout.size)
        values, error = quantised(engine.layout, average, numbers)
        if numbers != EXACT:
            average[:] = values  # integer shares are weights too
            seen = engine.exploitability(average, WEIGHTS)
            scale = engine.tree.rules.scale
            value, exploitability = seen.value / scale, seen.average / scale
            interval = None if interval is None else seen.measures()["interval"] / scale
        manifest = Manifest(
            game=self.problem.game,
            rules=rules_fingerprint(self.problem.rules),
            bets=self.problem.bets_by_seat,
            cards=self.problem.cards,
            size=engine.layout.size,
            method=self.method,
            iterations=solver.iterations,
            seconds=round(finished.seconds, 3),
            seed=self.seed,
            value=value,
            exploitability=exploitability,
            **provenance(),
            numbers=numbers,
            error=error,
            interval=interval,
            bucketing=self.problem.buckets_fingerprint,
            rivers=self.rivers,
        )
        return Strategy(manifest, values)
