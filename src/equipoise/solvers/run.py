"""The one loop that runs every solver: progress, trace, stopping, checkpoints."""

from __future__ import annotations

import signal
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from time import perf_counter
from types import FrameType

from equipoise.errors import InputError
from equipoise.kernels.passes import WEIGHTS
from equipoise.progress import Report, silent
from equipoise.response.evaluate import Exploitability
from equipoise.response.judge import Judge
from equipoise.solvers.checkpoint import CheckpointWriter
from equipoise.solvers.solver import Solver, Watching
from equipoise.solvers.status import Status
from equipoise.solvers.trace import Progress, TracePoint

_GROWTH = 1.2  # exploitability is measured at iterations 1, 2, 3, ... each 1.2 times the last
_SMALLEST_TARGET = 1e-12
# Where measuring takes long, it waits until it is but a small share of the time; where that allows
# it, there is a point every two minutes. Until then, points depend on iterations alone, not on the
# machine.
_FREE_MEASURING = 2.0
_MEASURING_SHARE = 0.05
_LONGEST_WAIT = 120.0
_FIRST_WAIT = 10.0  # where even one measurement takes long


@dataclass(frozen=True)
class Stop:
    """When to stop: whichever comes first.

    ``target`` is an exploitability in the game's units; where it is sampled, the upper end of its
    interval has to be there. ``change`` is that of the average strategy while the iterations
    doubled (``solvers.watch``), where it is watched.
    """

    iterations: int | None = None
    seconds: float | None = None
    target: float | None = None
    change: float | None = None

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
        if self.change is not None and not self.change > 0:
            raise InputError(f"a change of {self.change:g}", expected="more than none")

    def is_reached(self, point: TracePoint) -> bool:
        """Whether a point of the trace is good enough."""
        change = point.measures.get("change")
        reached = point.exploitability + point.measures.get("interval", 0.0)
        return (self.target is not None and reached <= self.target) or (
            self.change is not None and change is not None and change <= self.change
        )


@dataclass(frozen=True)
class Run:
    """A finished run: the trace and the last measurement."""

    trace: list[TracePoint]
    last: Exploitability
    seconds: float


def run(
    solver: Solver,
    judge: Judge,
    stop: Stop,
    *,
    report: Report = silent,
    writer: CheckpointWriter | None = None,
    before: Progress | None = None,
    watch: Watching | None = None,
    clock: Callable[[], float] = perf_counter,
) -> Run:
    """Step a solver until a stopping rule holds; seconds count solving, not measuring.

    With a ``writer`` the state is written now and then and at the end, also when the run is
    interrupted, but only between steps: an interrupt waits for the step to end.
    ``checkpoint.resume`` reads it and gives what came ``before``.
    """
    progress = Progress(list(before.trace), before.seconds) if before else Progress([], 0.0)
    scale = judge.tree.rules.scale
    status = Status(solver, stop.iterations, stop.seconds, stop.target)
    rhythm = _Rhythm(solver.iterations, _FIRST_WAIT if judge.is_slow else 0.0)
    last: Exploitability | None = None
    between_steps = True

    def measure() -> bool:
        """Add a point to the trace; whether the run is over."""
        nonlocal last
        started = clock()
        last = judge.exploitability(solver.weights(), WEIGHTS)
        seen = watch(solver) if watch is not None else {}
        rhythm.measured(solver.iterations, progress.seconds, clock() - started)
        point = _point(solver, last, progress.seconds, scale, seen)
        if progress.trace and progress.trace[-1].iterations == point.iterations:
            # a resumed run begins where it was measured last
            before_it = progress.trace.pop().measures
            point = replace(point, measures={**before_it, **point.measures})
        progress.trace.append(point)
        report(*status.told(progress))
        return stop.is_reached(point) or _is_done(solver, stop, progress.seconds)

    try:
        over = solver.iterations > 0 and measure()
        while not over:
            between_steps = False
            with _interrupts_wait():
                started = clock()
                solver.step(_iterations_left(solver, stop))
                progress.seconds += clock() - started
                between_steps = True
            if _is_done(solver, stop, progress.seconds) or rhythm.is_due(
                solver.iterations, progress.seconds
            ):
                over = measure()
            elif status.is_old(progress.seconds):
                report(*status.told(progress))
            if writer is not None and writer.is_due:
                writer.save(solver, progress, watch)
    finally:
        if writer is not None:
            if solver.iterations and between_steps:
                writer.save(solver, progress, watch)
            writer.wait()
    assert last is not None
    return Run(progress.trace, last, progress.seconds)


class _Rhythm:
    """When to measure next."""

    def __init__(self, iterations: int, wait: float) -> None:
        self._next = iterations + 1
        self._wait = wait
        self._spent = 0.0
        self._last = 0.0

    def measured(self, iterations: int, seconds: float, spent: float) -> None:
        self._next = max(iterations + 1, int(iterations * _GROWTH))
        self._spent += spent
        self._last = seconds

    def is_due(self, iterations: int, seconds: float) -> bool:
        if seconds < self._wait or (
            iterations < self._next and seconds - self._last < _LONGEST_WAIT
        ):
            return False
        return self._spent <= max(_FREE_MEASURING, _MEASURING_SHARE * seconds)


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


def _point(
    solver: Solver, seen: Exploitability, spent: float, scale: int, watched: dict[str, float]
) -> TracePoint:
    bounds = {name: value / scale for name, value in solver.bounds().items()}
    measures = {name: value / scale for name, value in seen.measures().items()}
    return TracePoint(
        solver.iterations, spent, seen.value / scale, seen.average / scale, bounds,
        {**measures, **watched},
    )  # fmt: skip
