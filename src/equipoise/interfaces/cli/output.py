"""What commands print: tables for people on stdout, one JSON object for programs, progress aside.

Rich is imported only when something is drawn, so that ``--json`` starts faster.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from time import monotonic
from typing import TYPE_CHECKING, Annotated

import typer

from equipoise.errors import InputError, printable
from equipoise.interfaces.trace_pictures import check_file
from equipoise.progress import Report

if TYPE_CHECKING:
    from rich.console import Console

_WIDTH_OF_FILES = 110
_SECONDS_A_LINE = 60.0

JsonOption = Annotated[bool, typer.Option("--json", help="Print one JSON object instead.")]
SeedOption = Annotated[
    int, typer.Option("--seed", min=0, help="Seed of all chance; the same seed, the same result.")
]


def print_json(result: object) -> None:
    """The result as one JSON object on stdout, in ASCII, which every terminal and pipe takes.

    A number that is not finite is a defect.
    """
    sys.stdout.write(json.dumps(result, allow_nan=False) + "\n")


def literal(text: str) -> str:
    """Text of a user's or a file's to be put into a line for Rich: printable, and no markup."""
    from rich.markup import escape

    return escape(printable(text))


def say(line: str) -> None:
    """A line for people on stdout, where no table is drawn."""
    sys.stdout.write(printable(line) + "\n")


def warn(line: str) -> None:
    """A line for people on stderr, that work goes on after."""
    sys.stderr.write(printable(line) + "\n")


def console() -> Console:
    """Where tables for people go: stdout, with colours only on a terminal."""
    from equipoise.interfaces.cli.screen import Screen

    return Screen(width=None if sys.stdout.isatty() else _WIDTH_OF_FILES)


def check_chart(chart: Path | None) -> None:
    """Say before any work what would go wrong after it."""
    if chart is None:
        return
    if chart.suffix.lower() != ".png":
        raise InputError("not a PNG file", "--chart", str(chart), expected="a name like chart.png")
    try:
        import matplotlib  # noqa: F401
    except ImportError:
        raise InputError(
            "pictures need Matplotlib", "--chart", expected="pip install 'equipoise[plots]'"
        ) from None
    check_file(chart, "--chart")


@contextmanager
def progress(title: str) -> Iterator[Report]:
    """A progress bar with an estimate on stderr; into a file or pipe a line a minute instead."""
    from rich.progress import BarColumn, Progress, TextColumn, TimeRemainingColumn

    from equipoise.interfaces.cli.screen import Screen

    screen = Screen(stderr=True)
    if not screen.is_terminal:
        yield log_lines(title)
        return
    with Progress(
        TextColumn("{task.description}", markup=False),
        BarColumn(),
        TextColumn("{task.percentage:>3.0f}%"),
        TimeRemainingColumn(),
        console=screen,
        transient=True,
    ) as bars:
        task = bars.add_task(printable(title), total=None)

        def report(done: float, total: float, doing: str = "") -> None:
            bars.update(task, completed=done, total=total, description=printable(doing or title))

        yield report


def log_lines(
    title: str, between: float = _SECONDS_A_LINE, clock: Callable[[], float] = monotonic
) -> Report:
    """Progress for a log: nothing in the first minute, then a line a minute."""
    said = clock()

    def report(done: float, total: float, doing: str = "") -> None:
        nonlocal said
        if clock() - said >= between:
            said = clock()
            warn(f"{doing or title}" + (f" ({done / total:.0%})" if total > 0 else ""))

    return report
