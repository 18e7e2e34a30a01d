"""A solve from beginning to end: judge, solver, checkpoints, and the strategy in its folder."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from equipoise import __version__
from equipoise.errors import InputError
from equipoise.kernels.passes import WEIGHTS
from equipoise.locks import locked
from equipoise.progress import Report, silent
from equipoise.reading import named
from equipoise.response.judge import Judge
from equipoise.solvers.checkpoint import (
    CheckpointWriter,
    Identity,
    newest_iterations,
    remove_unfinished,
    resume,
)
from equipoise.solvers.methods import (
    compile_kernels,
    is_sampled,
    make_solver,
    make_watch,
    weights_text,
)
from equipoise.solvers.problem import Problem
from equipoise.solvers.run import Run, Stop, run
from equipoise.solvers.solver import Solver
from equipoise.strategy.folder import check_target, clean, real, where
from equipoise.strategy.numbers import EXACT, choose_numbers, quantised
from equipoise.strategy.store import load_manifest, save_strategy
from equipoise.strategy.strategy import Manifest, Strategy, rules_fingerprint


def checkpoint_folder(out: Path) -> Path:
    """Where the checkpoints of a strategy's run are."""
    place = real(out) if out.is_symlink() or not out.name else out
    return place.with_name(f"{place.name}.checkpoint")


def check_finished(out: Path) -> None:
    """Refuse to start afresh where a run was stopped whose strategy is not there yet."""
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
            f"it is of a run that was stopped after {reached:,} iterations",
            what=named("checkpoint", folder),
            expected="--resume goes on with it; remove it to start afresh",
        )


@dataclass(frozen=True)
class Job:
    """What is solved, how, until when, and where it goes.

    ``out`` None keeps nothing. ``numbers`` and ``dtype`` (of the strategy on disk, of the solver's
    arrays) follow the size of the game if None. ``resume`` goes on from the checkpoint of ``out``.
    """

    problem: Problem
    method: str
    stop: Stop
    seed: int = 0
    out: Path | None = None
    numbers: str | None = None
    resume: bool = False
    dtype: str | None = None

    def judge(self) -> Judge:
        """The game made ready; what cannot be done is said before any work."""
        choose_numbers(self.numbers, 0)
        with self._at_work():
            self._check_out()
        problem, method = self.problem, self.method
        if method == "lp" and problem.bets is None:
            from equipoise.solvers.lp_size import check_lp_size

            check_lp_size(problem.rules, problem.cards_and_buckets[0])
        if problem.has_buckets and is_sampled(method):
            return problem.on_boards(seed=self.seed, dtype=self.dtype)
        double_only = method == "lp" or is_sampled(method)
        return problem.passes("float64" if double_only else self.dtype)

    @contextmanager
    def _at_work(self) -> Iterator[None]:
        """Keep other runs away from the strategy and its checkpoints."""
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

    def identity(self, judge: Judge) -> Identity:
        """What a checkpoint has to agree with."""
        identity: Identity = {
            "game": self.problem.game,
            "rules": rules_fingerprint(self.problem.rules),
            "bets": list(self.problem.bets_by_seat),
            "cards": self.problem.cards,
            "method": self.method,
            "weights": weights_text(self.method),
            "seed": self.seed,
            "precision": judge.dtype.name,
        }
        if self.problem.has_buckets:
            identity |= {"bucketing": self.problem.buckets_fingerprint, "rivers": self.rivers}
        return identity

    @property
    def rivers(self) -> int | None:
        """Of the matrices that are solved and judged with, if there are any."""
        return None if is_sampled(self.method) else self.problem.matrix_rivers

    def run(
        self, judge: Judge, report: Report = silent, warn: Callable[[str], None] = lambda _: None
    ) -> Run:
        """Solve, and write the strategy where it was asked for; nobody else writes there then."""
        with self._at_work():
            self._check_out()
            if self.out is not None:
                clean(self.out)
                remove_unfinished(checkpoint_folder(self.out))
            return self._run(judge, report, warn)

    def _run(self, judge: Judge, report: Report, warn: Callable[[str], None]) -> Run:
        compile_kernels(self.method, judge.dtype, judge)
        solver = make_solver(self.method, judge, self.seed, self.stop.seconds)
        watch = make_watch(self.method, judge)
        writer = before = None
        if self.out is not None:
            folder, identity = checkpoint_folder(self.out), self.identity(judge)
            before = resume(folder, solver, identity, watch) if self.resume else None
            writer = CheckpointWriter(folder, identity, warn)
        finished = run(
            solver, judge, self.stop, report=report, writer=writer, before=before, watch=watch
        )
        if self.out is not None:
            self._store(judge, solver, finished, self.out)
        return finished

    def _store(self, judge: Judge, solver: Solver, finished: Run, out: Path) -> None:
        """Save the strategy in the numbers asked for; what they made of it is measured again."""
        last = finished.trace[-1]
        value, exploitability = last.value, last.exploitability
        interval = last.measures.get("interval")
        average = solver.average()
        numbers = choose_numbers(self.numbers, judge.layout.size)
        values, error = quantised(judge.layout, average, numbers)
        if numbers != EXACT:
            average[:] = values  # whole shares are weights too
            seen = judge.exploitability(average, WEIGHTS)
            scale = judge.tree.rules.scale
            value, exploitability = seen.value / scale, seen.average / scale
            interval = None if interval is None else seen.measures()["interval"] / scale
        manifest = Manifest(
            game=self.problem.game,
            rules=rules_fingerprint(self.problem.rules),
            bets=self.problem.bets_by_seat,
            cards=self.problem.cards,
            size=judge.layout.size,
            method=self.method,
            iterations=solver.iterations,
            seconds=round(finished.seconds, 3),
            seed=self.seed,
            value=value,
            exploitability=exploitability,
            version=__version__,
            numbers=numbers,
            error=error,
            interval=interval,
            bucketing=self.problem.buckets_fingerprint,
            rivers=self.rivers,
        )
        save_strategy(Strategy(manifest, values), out)
