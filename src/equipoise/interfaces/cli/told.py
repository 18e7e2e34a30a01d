"""Progress for another program: ``EQUIPOISE_PROGRESS`` names a folder that a command writes to.

``progress.json`` is the last report (title, done, total, doing), ``points.jsonl`` has a line for
each measurement of a solve. The page of ``equipoise serve`` follows the commands it starts by them.
"""

from __future__ import annotations

import json
import os
from collections.abc import Callable
from contextlib import suppress
from dataclasses import asdict
from pathlib import Path
from time import monotonic
from typing import TYPE_CHECKING

from equipoise.base.progress import Report

if TYPE_CHECKING:
    from equipoise.solvers.run.trace import TracePoint
    from equipoise.solvers.solver import Solver

VARIABLE = "EQUIPOISE_PROGRESS"
PROGRESS, POINTS = "progress.json", "points.jsonl"
_BETWEEN = 0.2  # seconds


def told_folder() -> Path | None:
    """The folder that progress goes to; None where nobody asked for it."""
    named = os.environ.get(VARIABLE)
    return Path(named) if named else None


def file_report(
    folder: Path, title: str, clock: Callable[[], float] = monotonic, between: float = _BETWEEN
) -> Report:
    """A callback that keeps the last report in a file, a few times a second at most."""
    said = -between

    def report(done: float, total: float, doing: str = "") -> None:
        nonlocal said
        now = clock()
        if now - said < between and done < total:
            return
        said = now
        state = {"title": title, "done": float(done), "total": float(total), "doing": doing}
        fresh = folder / f".{PROGRESS}.{os.getpid()}"
        with suppress(OSError):  # progress is no reason to stop
            fresh.write_text(json.dumps(state), encoding="utf-8")
            os.replace(fresh, folder / PROGRESS)

    report(0.0, 0.0, title)
    return report


def on_point() -> Callable[[TracePoint, Solver], bool | None] | None:
    """A callback that appends the points of a trace to a file; None where nobody asked for it."""
    folder = told_folder()
    if folder is None:
        return None

    def keep(point: TracePoint, solver: Solver) -> None:
        del solver
        with suppress(OSError), (folder / POINTS).open("a", encoding="utf-8") as file:
            file.write(json.dumps(asdict(point)) + "\n")

    return keep
