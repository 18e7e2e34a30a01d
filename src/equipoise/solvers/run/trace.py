"""The trace of a run: measurements over time, and the estimated time to a target."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from math import log

_SLOWEST, _FASTEST = 0.25, 2.0  # plausible powers of time in the fall of exploitability


@dataclass(frozen=True)
class TracePoint:
    """A measurement of the average strategy, in chips per hand.

    ``bounds`` are guaranteed by the method; ``measures`` are the others: half of a 95% ``interval``
    if the exploitability is sampled, and those of ``solvers.run.watch``.
    """

    iterations: int
    seconds: float
    value: float
    exploitability: float
    bounds: dict[str, float] = field(default_factory=dict)
    measures: dict[str, float] = field(default_factory=dict)


@dataclass
class Progress:
    """The trace of a run so far, and the seconds it has spent."""

    trace: list[TracePoint]
    seconds: float


def seconds_to_target(trace: Sequence[TracePoint], target: float) -> float | None:
    """Estimated seconds to a target, extrapolating the recent fall of exploitability.

    It falls about as a power of time; the exponent is estimated from the later half of the
    iterations, on a logarithmic scale. None if there is too little data.

    >>> points = [TracePoint(n, float(n), 0.0, 1.0 / n) for n in (1, 2, 4, 8)]
    >>> round(seconds_to_target(points, 0.01), 6)
    92.0
    """
    points = [p for p in trace if p.exploitability > 0 and p.seconds > 0]
    if len(points) < 4:
        return None
    last = points[-1]
    if last.exploitability <= target:
        return 0.0
    before = [p for p in points if p.iterations <= last.iterations / 2]
    first = before[-1] if before else points[0]
    if first.seconds >= last.seconds:
        return None
    power = log(first.exploitability / last.exploitability) / log(last.seconds / first.seconds)
    power = min(max(power, _SLOWEST), _FASTEST)
    left: float = last.seconds * ((last.exploitability / target) ** (1 / power) - 1)
    return left


def last_measures(trace: Sequence[TracePoint]) -> dict[str, float]:
    """The last value of every measure; not every point has all of them."""
    return {name: value for point in trace for name, value in point.measures.items()}


def trace_table(trace: Sequence[TracePoint]) -> str:
    """The trace as comma-separated values, one line per point.

    >>> print(trace_table([TracePoint(3, 0.5, -0.1, 0.25)]), end="")
    iterations,seconds,value,exploitability
    3,0.5,-0.1,0.25
    """
    names = sorted({name for point in trace for name in {**point.bounds, **point.measures}})
    lines = [",".join(["iterations", "seconds", "value", "exploitability", *names])]
    for point in trace:
        numbers = [point.iterations, point.seconds, point.value, point.exploitability]
        more = {**point.bounds, **point.measures}
        lines.append(",".join([*map(repr, numbers), *(str(more.get(n, "")) for n in names)]))
    return "\n".join(lines) + "\n"
