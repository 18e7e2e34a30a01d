"""Output of commands: tables or one JSON object on stdout, progress on stderr.

Rich is imported only when something is drawn, so that ``--json`` starts faster.
"""

from __future__ import annotations

import json
import math
import os
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from time import monotonic
from typing import TYPE_CHECKING, Annotated

import typer

from equipoise.base.errors import printable
from equipoise.base.files import write_atomically
from equipoise.base.progress import Report, silent
from equipoise.interfaces.cli.told import file_report, told_folder
from equipoise.interfaces.cli.verbosity import Verbosity, verbosity
from equipoise.plots.style import DPI, png
from equipoise.plots.style import check_picture as check_drawable

if TYPE_CHECKING:
    from matplotlib.figure import Figure
    from rich.console import Console

_WIDTH_OF_FILES = 110
_SECONDS_A_LINE = {Verbosity.NORMAL: 60.0, Verbosity.VERBOSE: 5.0}

JsonOption = Annotated[bool, typer.Option("--json", help="Output JSON.")]
SeedOption = Annotated[
    int, typer.Option("--seed", metavar="N", min=0, help="Random seed; same seed, same result.")
]


def print_json(result: object) -> None:
    """Print the result as one JSON object on stdout, in ASCII.

    Raises for non-finite numbers, which would be a defect.
    """
    sys.stdout.write(json.dumps(result, allow_nan=False) + "\n")


def literal(text: str) -> str:
    """Text from a user or a file, escaped for Rich: printable, and without markup."""
    from rich.markup import escape

    return escape(printable(text))


def say(line: str) -> None:
    """Print a line on stdout."""
    sys.stdout.write(printable(line) + "\n")


def warn(line: str) -> None:
    """Print a notice on stderr; nothing with ``--quiet``."""
    if verbosity() > Verbosity.QUIET:
        sys.stderr.write(printable(line) + "\n")


def console() -> Console:
    """The console for tables: stdout, with colours only on a terminal.

    As wide as the terminal; otherwise ``COLUMNS``, or 110 characters.
    """
    from equipoise.interfaces.cli.screen import Screen

    # Rich reads COLUMNS itself
    known = sys.stdout.isatty() or os.environ.get("COLUMNS", "").isdigit()
    return Screen(width=None if known else _WIDTH_OF_FILES)


def check_chart(chart: Path | None) -> None:
    """Raise InputError, before any work, for a --chart that cannot be drawn."""
    if chart is not None:
        check_drawable(chart, "--chart", "a name like chart.png")


def check_picture(picture: Path | None) -> None:
    """Raise InputError, before any work, for a --picture that cannot be drawn."""
    if picture is not None:
        check_drawable(picture, "--picture", "like picture.png")


def write_picture(path: Path, figure: Figure, dpi: int = DPI) -> None:
    """Write a figure to the file of an option."""
    write_atomically(path, png(figure, dpi))


def say_drawn(path: Path | None) -> None:
    """Print where a picture is."""
    if path is not None:
        console().print(f"[dim]drawn to {literal(str(path))}[/]", soft_wrap=True)


@contextmanager
def progress(title: str) -> Iterator[Report]:
    """A progress bar with an estimate on stderr; in a file or pipe a line per minute instead.

    With ``--verbose`` also the total time, with ``--quiet`` nothing. If another program follows the
    work (``cli.told``), progress goes to its file.
    """
    _stage[:] = [title, 0.0]
    folder = told_folder()
    if folder is not None:
        yield file_report(folder, title)
        return
    if verbosity() == Verbosity.QUIET:
        yield _remembered(silent)
        return
    started = monotonic()
    with _shown_progress(title) as report:
        yield _remembered(report)
    if verbosity() == Verbosity.VERBOSE:
        warn(f"{title}: {monotonic() - started:.1f} s")


#: the title and the share done of the stage that was reported last
_stage: list[str | float] = ["", 0.0]


def how_far() -> str:
    """The stage at work and its share, for whoever is told that it was stopped."""
    title, share = _stage
    return f"{title}: {share:.0%} done" if title else "not begun yet"


def _remembered(report: Report) -> Report:
    def note(done: float, total: float, doing: str = "") -> None:
        _stage[1] = min(1.0, done / total) if total > 0 else 0.0
        report(done, total, doing)

    return note


@contextmanager
def _shown_progress(title: str) -> Iterator[Report]:
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
    title: str, between: float | None = None, clock: Callable[[], float] = monotonic
) -> Report:
    """Progress for a log: nothing in the first minute, then a line per minute (verbose: 5 s)."""
    said = clock()
    between = _SECONDS_A_LINE.get(verbosity(), math.inf) if between is None else between

    def report(done: float, total: float, doing: str = "") -> None:
        nonlocal said
        if clock() - said >= between:
            said = clock()
            warn(f"{doing or title}" + (f" ({done / total:.0%})" if total > 0 else ""))

    return report
