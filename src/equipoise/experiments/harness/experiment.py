"""Experiments and their outcomes: cells with intervals, and claims judged from them."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from importlib import import_module
from pathlib import Path
from typing import Literal

from equipoise.base.progress import Report, portion, silent
from equipoise.kernels.types import Float64s
from equipoise.plots.panels import Panel

Scale = Literal["quick", "full"]
SCALES: tuple[Scale, ...] = ("quick", "full")


@dataclass(frozen=True)
class Cell:
    """One number of a table: published (None if there is none) and measured.

    ``low`` and ``high`` bound the 95% interval of the measured value, or its range over a sample of
    equilibria if the notes say so; None if exact. ``digits`` after the point, if they differ from
    those of the table.
    """

    row: str
    column: str
    published: float | None
    measured: float
    low: float | None = None
    high: float | None = None
    digits: int | None = None


@dataclass(frozen=True)
class Claim:
    """A statement of the source, whether it holds in our data, and the evidence.

    ``is_open``: the data are too few to decide; such a claim neither holds nor is refuted.
    """

    text: str
    holds: bool
    evidence: str
    is_open: bool = False

    @property
    def verdict(self) -> str:
        """The verdict as text."""
        if self.is_open:
            return "not decided"
        return "holds" if self.holds else "DOES NOT HOLD"


@dataclass(frozen=True)
class Outcome:
    """The result of an experiment.

    ``panels`` are drawn side by side; with ``heat_map`` the table itself is drawn, in its ``unit``,
    with the names of its rows and columns, ``axes``.
    ``sampled``: lows and highs are ranges over a sample of equilibria, not 95% intervals.
    """

    cells: list[Cell]
    claims: list[Claim]
    notes: list[str] = field(default_factory=list)
    digits: int = 0
    panels: list[Panel] = field(default_factory=list)
    heat_map: bool = False
    sampled: bool = False
    unit: str = "chips per hand"
    axes: tuple[str, str] = ("", "")


@dataclass(frozen=True)
class Setting:
    """How an experiment is run.

    ``work`` is a folder for work in progress, from which a killed run resumes; ``library`` a folder
    of solved strategies shared by experiments; None for neither.
    """

    scale: Scale = "quick"
    seed: int = 0
    report: Report = silent
    work: Path | None = None
    library: Path | None = None

    def part(self, name: str, start: float, share: float) -> Setting:
        """The setting of a part of the work, with its own folder and share of the time."""
        work = None if self.work is None else self.work / name
        return replace(self, work=work, report=portion(self.report, start, share))


@dataclass(frozen=True)
class Experiment:
    """A published table or figure, and the module whose function ``run`` reproduces it.

    ``source`` names document, section and page; ``seconds`` is a rough time for each scale on two
    cores, shown before a run. The module is imported when the experiment is run; a registered
    experiment (``register_experiment``) has the function itself as ``function`` instead.
    """

    id: str
    title: str
    source: str
    seconds: dict[Scale, float]
    module: str = ""
    function: Callable[[Setting], Outcome] | None = None

    def run(self, setting: Setting) -> Outcome:
        """Run the experiment."""
        if self.function is not None:
            return self.function(setting)
        outcome: Outcome = import_module(self.module).run(setting)
        return outcome


def parse_grid(text: str) -> list[list[float]]:
    """Parse the numbers of a printed table: one row per line, separated by blanks."""
    return [[float(word) for word in line.split()] for line in text.strip().splitlines()]


def grid_cells(
    labels: str,
    published: list[list[float]],
    measured: Float64s,
    half_widths: Float64s | None = None,
) -> list[Cell]:
    """Cells of a square table whose rows and columns have the same one-letter labels."""
    cells = []
    for i, row in enumerate(labels):
        for j, column in enumerate(labels):
            value = float(measured[i, j])
            half = None if half_widths is None else float(half_widths[i, j])
            low, high = (None, None) if half is None else (value - half, value + half)
            cells.append(Cell(row, column, published[i][j], value, low, high))
    return cells
