"""Solving a game: a method, run until a stopping rule holds, with checkpoints.

All solving goes through here; ``run.job`` adds the folder of the strategy.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from equipoise.base.errors import InputError
from equipoise.base.progress import Report, silent
from equipoise.kernels.types import Floats
from equipoise.solvers.methods import compile_kernels, make_solver, make_watch
from equipoise.solvers.run.checkpoint import CheckpointWriter, Identity, resume
from equipoise.solvers.run.loop import OnPoint, Run, Stop, run
from equipoise.solvers.run.trace import Progress
from equipoise.spine.engine import Engine, Exploitability


@dataclass(frozen=True)
class Checkpoint:
    """The checkpoint folder of a run, and what must agree for resuming from it.

    ``resume``: ``never`` starts over, ``must`` resumes or fails, ``if it fits`` starts over where
    there is none, or one of another run.
    """

    folder: Path
    identity: Identity
    resume: Literal["never", "must", "if it fits"] = "never"
    warn: Callable[[str], None] = lambda _: None


class Solving:
    """One method running on one game, in one or several stages.

    ``engine`` evaluates the game. ``seconds`` limits a method with a single step. ``compile_first``
    excludes compilation from the measured time.
    """

    def __init__(
        self,
        engine: Engine,
        method: str,
        seed: int = 0,
        *,
        seconds: float | None = None,
        compile_first: bool = False,
        checkpoint: Checkpoint | None = None,
    ) -> None:
        self.engine = engine
        if compile_first:
            compile_kernels(method, engine.dtype, engine)
        self.solver = make_solver(method, engine, seed, seconds)
        self._watch = make_watch(method, engine)
        self._writer: CheckpointWriter | None = None
        self.progress = Progress([], 0.0)
        if checkpoint is not None:
            self._go_on_from(checkpoint)

    def _go_on_from(self, kept: Checkpoint) -> None:
        try:
            if kept.resume != "never":
                self.progress = resume(
                    kept.folder, self.solver, kept.identity, self._watch, self.engine.tree.rules
                )
        except InputError:
            if kept.resume == "must":
                raise
        self._writer = CheckpointWriter(kept.folder, kept.identity, kept.warn)

    def until(
        self,
        stop: Stop,
        report: Report = silent,
        on_point: OnPoint | None = None,
        pot: float | None = None,
    ) -> Run:
        """Run until a stopping rule holds; the trace covers all stages.

        With a ``pot`` progress shows exploitability in percent of it.
        """
        found = run(
            self.solver,
            self.engine,
            stop,
            report=report,
            writer=self._writer,
            before=self.progress,
            watch=self._watch,
            on_point=on_point,
            pot=pot,
        )
        self.progress = Progress(found.trace, found.seconds)
        return found


@dataclass(frozen=True)
class Solution:
    """A solved game: the average strategy, how many iterations it took, and how the run went."""

    strategy: Floats
    iterations: int
    run: Run

    @property
    def last(self) -> Exploitability:
        """The last measurement, in chips of the engine."""
        return self.run.last


def solve(
    engine: Engine, method: str, until: Stop, seed: int = 0, report: Report = silent
) -> Solution:
    """Solve a game in one stage.

    >>> from equipoise.spine.game import AbstractGame
    >>> solved = solve(AbstractGame("kuhn").passes(), "cfr+", Stop(target=1e-3))
    >>> round(solved.last.value, 2), len(solved.strategy)
    (-0.06, 24)
    """
    solving = Solving(engine, method, seed, seconds=until.seconds)
    run = solving.until(until, report)
    return Solution(solving.solver.average(), solving.solver.iterations, run)
