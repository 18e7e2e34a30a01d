"""The one loop that runs every solver: progress, trace, stopping, checkpoints."""

from __future__ import annotations

import json
import os
import zipfile
from collections.abc import Callable
from dataclasses import asdict, dataclass, field
from pathlib import Path
from time import perf_counter

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
    trace: list[TracePoint] | None = None,
    clock: Callable[[], float] = perf_counter,
) -> Run:
    """Step a solver until a stopping rule holds; seconds count solving, not measuring.

    With ``checkpoint`` (a folder) the state is written there now and then and at the end, also
    when the run is interrupted; :func:`resume` reads it.
    """
    points = list(trace or [])
    spent = points[-1].seconds if points else 0.0
    scale = passes.tree.rules.scale
    next_measure = solver.iterations + 1
    saved = clock()
    last: Exploitability | None = None
    try:
        while True:
            started = clock()
            solver.step()
            spent += clock() - started
            done = _is_done(solver, stop, spent)
            if done or solver.iterations >= next_measure:
                last = passes.exploitability(solver.average())
                points.append(_point(solver, last, spent, scale))
                next_measure = max(solver.iterations + 1, int(solver.iterations * _GROWTH))
                reached = stop.target is not None and points[-1].exploitability <= stop.target
                report(*_progress(solver, stop, spent, points[-1]))
                if done or reached:
                    break
            if checkpoint is not None and clock() - saved > _SECONDS_BETWEEN_CHECKPOINTS:
                save_checkpoint(checkpoint, solver, points, identity or {})
                saved = clock()
    finally:
        if checkpoint is not None and solver.iterations:
            save_checkpoint(checkpoint, solver, points, identity or {})
    assert last is not None
    return Run(points, last, spent)


def _is_done(solver: Solver, stop: Stop, spent: float) -> bool:
    return (
        solver.finished
        or (stop.iterations is not None and solver.iterations >= stop.iterations)
        or (stop.seconds is not None and spent >= stop.seconds)
    )


def _point(solver: Solver, seen: Exploitability, spent: float, scale: int) -> TracePoint:
    bounds = {name: value / scale for name, value in solver.bounds().items()}
    return TracePoint(solver.iterations, spent, seen.value / scale, seen.average / scale, bounds)


def _progress(
    solver: Solver, stop: Stop, spent: float, point: TracePoint
) -> tuple[float, float, str]:
    doing = f"iteration {solver.iterations:,}, exploitability {point.exploitability:.3g}"
    if stop.iterations is not None:
        return solver.iterations, stop.iterations, doing
    if stop.seconds is not None:
        return min(spent, stop.seconds), stop.seconds, doing
    # towards a target: progress on a logarithmic scale from where the trace began
    return 0.0, 0.0, doing


def save_checkpoint(
    folder: Path, solver: Solver, trace: list[TracePoint], identity: dict[str, object]
) -> None:
    """Write the state beside its place and move it there."""
    folder.mkdir(parents=True, exist_ok=True)
    about = json.dumps({"identity": identity, "trace": [asdict(point) for point in trace]})
    fresh = folder / f".{CHECKPOINT}.new"
    with fresh.open("wb") as file:
        np.savez(file, allow_pickle=False, about=np.array(about), **solver.save())
        file.flush()
        os.fsync(file.fileno())
    os.replace(fresh, folder / CHECKPOINT)


def resume(folder: Path, solver: Solver, identity: dict[str, object]) -> list[TracePoint]:
    """Put a solver where a checkpoint left off; returns the trace so far."""
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
    return [TracePoint(**point) for point in about["trace"]]
