"""The progress line of a run: speed, exploitability, memory and time left."""

from __future__ import annotations

from equipoise.base.durations import duration
from equipoise.base.workers import used_memory
from equipoise.solvers.run.trace import Progress, last_measures, seconds_to_target
from equipoise.solvers.solver import Solver

_SECONDS_BETWEEN_LINES = 0.5


class Status:
    """Formats the progress of a run; with a ``pot`` exploitability is in percent of it."""

    def __init__(
        self,
        solver: Solver,
        iterations: int | None,
        seconds: float | None,
        target: float | None,
        pot: float | None = None,
    ) -> None:
        self.solver, self.pot = solver, pot
        self.iterations, self.seconds, self.target = iterations, seconds, target
        self._told = -1.0
        self._begun: tuple[int, int, float] | None = None

    def is_old(self, seconds: float) -> bool:
        """True once the last report is older than the interval."""
        return seconds - self._told >= _SECONDS_BETWEEN_LINES

    def told(self, progress: Progress) -> tuple[float, float, str]:
        """Arguments of a progress callback: done, total, and a line of text."""
        solver, spent = self.solver, progress.seconds
        self._told = spent
        words = [f"iteration {solver.iterations:,}"]
        if self._begun is None:
            self._begun = (solver.iterations, solver.nodes, spent)
        iterations, nodes, since = self._begun
        if spent > since:
            words.append(per_second((solver.iterations - iterations) / (spent - since), ""))
            if solver.nodes > nodes:
                words.append(per_second((solver.nodes - nodes) / (spent - since), " nodes"))
        if progress.trace:
            last = progress.trace[-1]
            interval = last.measures.get("interval")
            about = "" if interval is None else f" ± {interval:.2g}"
            shown = f"{last.exploitability:.3g}{about}"
            if self.pot is not None:
                shown = f"{last.exploitability / self.pot:.3%} of the pot"
            words.append(f"exploitability {shown}")
            change = last_measures(progress.trace).get("change")
            if change is not None:
                words.append(f"change {change:.2g}")
        memory = used_memory()
        if memory is not None:
            words.append(f"{memory / 1024**3:.2g} GB")
        left = self._left(progress)
        if left is not None:
            words.append(f"{duration(left)} left")
        doing = ", ".join(words)
        if self.iterations is not None:
            return solver.iterations, self.iterations, doing
        if self.seconds is not None:
            return min(spent, self.seconds), self.seconds, doing
        return (spent, spent + left, doing) if left is not None else (0.0, 0.0, doing)

    def _left(self, progress: Progress) -> float | None:
        """The shortest estimated time left by any stopping rule, if known."""
        left: list[float] = []
        spent = progress.seconds
        exact = progress.trace and "interval" not in progress.trace[-1].measures
        if self.target is not None and exact:
            until = seconds_to_target(progress.trace, self.target)
            if until is not None:
                left.append(max(0.0, progress.trace[-1].seconds + until - spent))
        if self.seconds is not None:
            left.append(max(0.0, self.seconds - spent))
        if self.iterations is not None and self._begun is not None:
            done = self.solver.iterations - self._begun[0]
            if done and spent > self._begun[2]:
                each = (spent - self._begun[2]) / done
                left.append(each * max(0, self.iterations - self.solver.iterations))
        return min(left) if left else None


def per_second(rate: float, what: str) -> str:
    """A rate as text.

    >>> per_second(0.0512, ""), per_second(2.5e7, " nodes")
    ('0.0512/s', '25M nodes/s')
    """
    for size, unit in ((1e9, "G"), (1e6, "M"), (1e3, "k")):
        if rate >= size:
            return f"{rate / size:.3g}{unit}{what}/s"
    return f"{rate:.3g}{what}/s"
