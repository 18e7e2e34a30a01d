"""The one loop that runs every solver: progress, trace, stopping, checkpoints."""

from __future__ import annotations

import json
import os
import signal
import threading
import zipfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import asdict, dataclass, field
from pathlib import Path
from time import perf_counter
from types import FrameType

import numpy as np

from equipoise.errors import InputError
from equipoise.progress import Report, silent
from equipoise.response.evaluate import Exploitability, Passes
from equipoise.solvers.solver import Solver

CHECKPOINT = "checkpoint.npz"
_SECONDS_BETWEEN_CHECKPOINTS = 30.0
_GROWTH = 1.2  # exploitability is measured at iterations 1, 2, 3, ... each 1.2 times the last
_SMALLEST_TARGET = 1e-12


@dataclass(frozen=True)
class Stop:
    """When to stop: whichever comes first; ``target`` is an exploitability in the game's units."""

    iterations: int | None = None
    seconds: float | None = None
    target: float | None = None

    def __post_init__(self) -> None:
        if self.iterations is not None and self.iterations < 1:
            raise InputError(f"{self.iterations} iterations", expected="at least one")
        if self.seconds is not None and not self.seconds > 0:
            raise InputError(f"{self.seconds} seconds", expected="more than none")
        if self.target is not None and not self.target >= _SMALLEST_TARGET:
            raise InputError(
                f"a target of {self.target:g} is below what double precision can show",
                expected=f"at least {_SMALLEST_TARGET:g}",
            )


@dataclass(frozen=True)
class TracePoint:
    """How good the average strategy was at one moment, in the game's units a hand."""

    iterations: int
    seconds: float
    value: float
    exploitability: float
    bounds: dict[str, float] = field(default_factory=dict)


@dataclass
class Progress:
    """The trace of a run so far, and the seconds it has spent."""

    trace: list[TracePoint]
    seconds: float


@dataclass(frozen=True)
class Run:
    """A finished run: the trace and the last measurement."""

    trace: list[TracePoint]
    last: Exploitability
    seconds: float


def run(
    solver: Solver,
    passes: Passes,
    stop: Stop,
    *,
    report: Report = silent,
    checkpoint: Path | None = None,
    identity: dict[str, object] | None = None,
    before: Progress | None = None,
    clock: Callable[[], float] = perf_counter,
) -> Run:
    """Step a solver until a stopping rule holds; seconds count solving, not measuring.

    With ``checkpoint`` (a folder) the state is written there now and then and at the end, also
    when the run is interrupted, but only between steps: an interrupt waits for the step to end.
    :func:`resume` reads it and gives what came ``before``.
    """
    progress = Progress(list(before.trace), before.seconds) if before else Progress([], 0.0)
    scale = passes.tree.rules.scale
    last: Exploitability | None = None
    next_measure = solver.iterations + 1
    saved = clock()
    between_steps = True

    def measure() -> bool:
        """Add a point to the trace; whether the run is over."""
        nonlocal last
        last = passes.exploitability(solver.average())
        point = _point(solver, last, progress.seconds, scale)
        progress.trace.append(point)
        report(*_progress(solver, stop, point))
        reached = stop.target is not None and point.exploitability <= stop.target
        return reached or _is_done(solver, stop, progress.seconds)

    try:
        over = solver.iterations > 0 and measure()
        while not over:
            between_steps = False
            with _interrupts_wait():
                started = clock()
                solver.step(_iterations_left(solver, stop))
                progress.seconds += clock() - started
                between_steps = True
            if _is_done(solver, stop, progress.seconds) or solver.iterations >= next_measure:
                over = measure()
                next_measure = max(solver.iterations + 1, int(solver.iterations * _GROWTH))
            if checkpoint is not None and clock() - saved > _SECONDS_BETWEEN_CHECKPOINTS:
                save_checkpoint(checkpoint, solver, progress, identity or {})
                saved = clock()
    finally:
        if checkpoint is not None and solver.iterations and between_steps:
            save_checkpoint(checkpoint, solver, progress, identity or {})
    assert last is not None
    return Run(progress.trace, last, progress.seconds)


@contextmanager
def _interrupts_wait() -> Iterator[None]:
    """Hold back Ctrl-C until the block is done; a second one is not held back."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    usual = signal.getsignal(signal.SIGINT)
    asked = False

    def note(number: int, frame: FrameType | None) -> None:
        nonlocal asked
        asked = True
        signal.signal(signal.SIGINT, usual)

    signal.signal(signal.SIGINT, note)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, usual)
    if asked:
        raise KeyboardInterrupt


def _iterations_left(solver: Solver, stop: Stop) -> int | None:
    return None if stop.iterations is None else stop.iterations - solver.iterations


def _is_done(solver: Solver, stop: Stop, spent: float) -> bool:
    return (
        solver.finished
        or (stop.iterations is not None and solver.iterations >= stop.iterations)
        or (stop.seconds is not None and spent >= stop.seconds)
    )


def _point(solver: Solver, seen: Exploitability, spent: float, scale: int) -> TracePoint:
    bounds = {name: value / scale for name, value in solver.bounds().items()}
    return TracePoint(solver.iterations, spent, seen.value / scale, seen.average / scale, bounds)


def _progress(solver: Solver, stop: Stop, point: TracePoint) -> tuple[float, float, str]:
    doing = f"iteration {solver.iterations:,}, exploitability {point.exploitability:.3g}"
    if stop.iterations is not None:
        return solver.iterations, stop.iterations, doing
    if stop.seconds is not None:
        return min(point.seconds, stop.seconds), stop.seconds, doing
    return 0.0, 0.0, doing  # how far a target still is cannot be told


def save_checkpoint(
    folder: Path, solver: Solver, progress: Progress, identity: dict[str, object]
) -> None:
    """Write the state beside its place and move it there."""
    folder.mkdir(parents=True, exist_ok=True)
    about = json.dumps(
        {
            "identity": identity,
            "seconds": progress.seconds,
            "trace": [asdict(point) for point in progress.trace],
        }
    )
    fresh = folder / f".{CHECKPOINT}.new"
    try:
        with fresh.open("wb") as file:
            np.savez(file, allow_pickle=False, about=np.array(about), **solver.save())
            file.flush()
            os.fsync(file.fileno())
        os.replace(fresh, folder / CHECKPOINT)
    except OSError as error:  # a full disk: the last checkpoint stays, half a new one does not
        fresh.unlink(missing_ok=True)
        raise OSError(error.errno, error.strerror or str(error), str(folder)) from None


def resume(folder: Path, solver: Solver, identity: dict[str, object]) -> Progress:
    """Put a solver where a checkpoint left off; returns what was done so far."""
    path = folder / CHECKPOINT
    where = f"checkpoint {str(path)!r}"
    if not path.exists():
        raise InputError(
            "there is none", what=where, expected="solve without --resume to start afresh"
        )
    try:
        with np.load(path, allow_pickle=False) as stored:
            about = json.loads(str(stored["about"]))
            if about["identity"] != json.loads(json.dumps(identity)):
                differing = [
                    name
                    for name in {**about["identity"], **identity}
                    if about["identity"].get(name) != identity.get(name)
                ]
                raise InputError(f"it is of another run: {', '.join(differing)} differ", what=where)
            solver.load({name: stored[name] for name in stored.files if name != "about"})
    except (zipfile.BadZipFile, KeyError, ValueError, OSError) as error:
        if isinstance(error, InputError):
            raise
        raise InputError(f"it is damaged ({error})", what=where) from None
    return Progress([TracePoint(**point) for point in about["trace"]], float(about["seconds"]))
