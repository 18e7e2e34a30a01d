"""The one loop that runs every solver: progress, trace, stopping, checkpoints."""

from __future__ import annotations

import signal
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from time import perf_counter
from types import FrameType
from typing import Protocol

from equipoise.base.errors import InputError, Interrupted
from equipoise.base.progress import Report, silent
from equipoise.kernels.passes.reach_and_value import WEIGHTS
from equipoise.kernels.types import Floats
from equipoise.solvers.run.checkpoint import CheckpointWriter
from equipoise.solvers.run.status import Status
from equipoise.solvers.run.trace import Progress, TracePoint
from equipoise.solvers.solver import Solver, Watching
from equipoise.spine.engine import Exploitability
from equipoise.spine.tree import BettingTree

_GROWTH = 1.2  # exploitability is measured at iterations growing by this factor
_SMALLEST_TARGET = 1e-12
# If measuring is slow, it waits until it is a small share of the time, and is then done every two
# minutes if that allows it. Before that, points depend on iterations alone, not on the machine.
_FREE_MEASURING = 2.0
_MEASURING_SHARE = 0.05
_LONGEST_WAIT = 120.0
_FIRST_WAIT = 10.0  # seconds, if even one measurement is slow
_FIRST_AIM, _POWER, _SHORT_OF, _LEAST_GROWTH, _MOST_GROWTH = 10, 1.25, 0.9, 1.05, 2.0

#: called with a point of the trace and the solver; True stops the run
OnPoint = Callable[[TracePoint, Solver], bool | None]


class Measured(Protocol):
    """The game in which a run measures its solver: an engine, or a subgame with its gadget."""

    @property
    def tree(self) -> BettingTree:
        """The betting tree."""

    @property
    def is_slow(self) -> bool:
        """True if one measurement takes seconds."""

    def exploitability(self, strategy: Floats, form: int) -> Exploitability:
        """What best responses win."""


@dataclass(frozen=True)
class Stop:
    """Stopping rules; the first one reached stops the run.

    ``target`` is an exploitability in the game's units; if it is sampled, the upper end of its
    interval must reach it. ``change`` is the change of the average strategy while the iterations
    doubled (``solvers.run.watch``), if it is watched.
    """

    iterations: int | None = None
    seconds: float | None = None
    target: float | None = None
    change: float | None = None

    def __post_init__(self) -> None:
        if self.iterations is not None and self.iterations < 1:
            raise InputError(f"{self.iterations} iterations", expected="at least one")
        if self.seconds is not None and not self.seconds > 0:
            raise InputError(f"{self.seconds} seconds", expected="more than 0")
        if self.target is not None and not self.target >= _SMALLEST_TARGET:
            raise InputError(
                f"a target of {self.target:g} is below double precision",
                expected=f"at least {_SMALLEST_TARGET:g}",
            )
        if self.change is not None and not self.change > 0:
            raise InputError(f"a change of {self.change:g}", expected="more than 0")

    def is_reached(self, point: TracePoint) -> bool:
        """True if a point of the trace reaches the target."""
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
    engine: Measured,
    stop: Stop,
    *,
    report: Report = silent,
    writer: CheckpointWriter | None = None,
    before: Progress | None = None,
    watch: Watching | None = None,
    on_point: OnPoint | None = None,
    pot: float | None = None,
    clock: Callable[[], float] = perf_counter,
) -> Run:
    """Step a solver until a stopping rule holds; seconds count solving, not measuring.

    With a ``writer`` checkpoints are written periodically and at the end, also when interrupted,
    but only between steps: an interrupt waits for the step to end. ``Interrupted`` then carries the
    run so far. ``checkpoint.resume`` returns the progress ``before``. ``on_point`` is called with
    every new point of the trace and stops the run by returning True. With a ``pot`` progress shows
    exploitability in percent of it, and measurements are placed by (:class:`_Aimed`).
    """
    progress = Progress(list(before.trace), before.seconds) if before else Progress([], 0.0)
    scale = engine.tree.rules.scale
    status = Status(solver, stop.iterations, stop.seconds, stop.target, pot)
    rhythm = _Rhythm(solver.iterations, _FIRST_WAIT if engine.is_slow else 0.0)
    if pot is not None and stop.target is not None:
        rhythm = _Aimed(solver.iterations, stop.target)
    last: Exploitability | None = None
    between_steps = True

    def measure() -> bool:
        """Add a point to the trace; return True if the run is over."""
        nonlocal last
        started = clock()
        last = engine.exploitability(solver.weights(), WEIGHTS)
        seen = watch(solver) if watch is not None else {}
        point = _point(solver, last, progress.seconds, scale, seen)
        rhythm.measured(point, clock() - started)
        if progress.trace and progress.trace[-1].iterations == point.iterations:
            # a resumed run starts at its last measurement
            before_it = progress.trace.pop().measures
            point = replace(point, measures={**before_it, **point.measures})
        progress.trace.append(point)
        report(*status.told(progress))
        stopped = on_point is not None and bool(on_point(point, solver))
        return stopped or stop.is_reached(point) or _is_done(solver, stop, progress.seconds)

    try:
        over = solver.iterations > 0 and measure()
        while not over:
            with _interrupts_wait():
                between_steps = False  # in here: an interrupt just before is one between steps
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
    except KeyboardInterrupt:
        found = Run(progress.trace, last, progress.seconds) if last is not None else None
        raise Interrupted(found) from None
    finally:
        if writer is not None:
            if solver.iterations and between_steps:
                writer.save(solver, progress, watch)
            writer.wait()
    assert last is not None
    return Run(progress.trace, last, progress.seconds)


class _Rhythm:
    """Decides when to measure next."""

    def __init__(self, iterations: int, wait: float) -> None:
        self._next = iterations + 1
        self._wait = wait
        self._spent = 0.0
        self._last = 0.0

    def measured(self, point: TracePoint, spent: float) -> None:
        self._next = max(point.iterations + 1, int(point.iterations * _GROWTH))
        self._spent += spent
        self._last = point.seconds

    def is_due(self, iterations: int, seconds: float) -> bool:
        if seconds < self._wait or (
            iterations < self._next and seconds - self._last < _LONGEST_WAIT
        ):
            return False
        return self._spent <= max(_FREE_MEASURING, _MEASURING_SHARE * seconds)


class _Aimed(_Rhythm):
    """Places few measurements on the way to a target; each costs about an iteration.

    Exploitability falls about as iterations**-1.25. The next measurement is slightly before the
    target would be reached at that rate, at most after twice as many iterations.
    """

    def __init__(self, iterations: int, target: float) -> None:
        super().__init__(iterations, 0.0)
        self._next = max(self._next, _FIRST_AIM)
        self._target = target

    def measured(self, point: TracePoint, spent: float) -> None:
        super().measured(point, spent)
        times = (max(point.exploitability, self._target) / self._target) ** (1 / _POWER)
        grown = min(max(_SHORT_OF * times, _LEAST_GROWTH), _MOST_GROWTH)
        self._next = max(point.iterations + 1, int(point.iterations * grown))

    def is_due(self, iterations: int, seconds: float) -> bool:
        return iterations >= self._next


@contextmanager
def _interrupts_wait() -> Iterator[None]:
    """Defer Ctrl-C until the block is done; a second one is not deferred."""
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
