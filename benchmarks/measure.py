"""How benchmarks measure: the best of several runs, ours and the peer's in turn."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from time import perf_counter


@dataclass(frozen=True)
class Row:
    """One line of the table: our speed, a peer's or a limit, and the ratio that counts.

    ``ratio`` above ``floor`` is as it should be; times are turned into limit / time, so that
    higher is better everywhere.
    """

    name: str
    ours: str
    other: str
    ratio: float
    floor: float

    @property
    def holds(self) -> bool:
        """Whether the floor is reached."""
        return self.ratio >= self.floor


def best_seconds(call: Callable[[], object], repeats: int = 7) -> float:
    """The shortest time of several calls; the first, which may compile, does not count."""
    call()
    times = []
    for _ in range(repeats):
        started = perf_counter()
        call()
        times.append(perf_counter() - started)
    return min(times)


def against_limit(name: str, seconds: float, limit: float) -> Row:
    """A row for something that must take at most ``limit`` seconds."""
    return Row(name, _time(seconds), f"at most {_time(limit)}", limit / seconds, 1.0)


def against_rate(name: str, rate: float, peer: str, peer_rate: float, floor: float) -> Row:
    """A row for a rate (a second) beside a peer's."""
    return Row(name, f"{_count(rate)}/s", f"{peer}: {_count(peer_rate)}/s", rate / peer_rate, floor)


def _time(seconds: float) -> str:
    return f"{seconds * 1000:.3g} ms" if seconds < 1 else f"{seconds:.3g} s"


def _count(rate: float) -> str:
    for size, unit in ((1e9, "G"), (1e6, "M"), (1e3, "k")):
        if rate >= size:
            return f"{rate / size:.3g} {unit}"
    return f"{rate:.3g}"
