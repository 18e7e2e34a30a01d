"""Results as tables: rows and columns as published, with our numbers."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from statistics import median

from equipoise.experiments.harness.experiment import Cell, Experiment, Outcome

_WIDE = 6  # columns up to which every cell has room for a range
_FEW = 3  # rows of a wide table that is transposed


@dataclass(frozen=True)
class Grid:
    """A titled table of texts; the first column holds the row labels."""

    title: str
    header: list[str]
    rows: list[list[str]]


def _number(value: float | None, digits: int, sign: str = "") -> str:
    """A number as text; a number that rounds to zero is 0, never -0."""
    return "–" if value is None else f"{round(value, digits) + 0.0:{sign},.{digits}f}"


def _digits(cell: Cell, outcome: Outcome) -> int:
    return outcome.digits if cell.digits is None else cell.digits


def _full(cell: Cell, digits: int) -> str:
    text = _number(cell.measured, digits)
    if cell.low is not None and cell.high is not None:
        text += f" [{_number(cell.low, digits)}, {_number(cell.high, digits)}]"
    return text


def _bounds(cell: Cell, digits: int) -> str:
    if cell.low is None or cell.high is None:
        return ""
    return f"{_number(cell.low, digits)} to {_number(cell.high, digits)}"


def _intervals(outcome: Outcome) -> str:
    """A summary of the intervals of a wide table, which has no room for each."""
    cells, digits = outcome.cells, outcome.digits
    halves = [(c.high - c.low) / 2 for c in cells if c.low is not None and c.high is not None]
    if not halves:
        return ""
    typical, widest = (_number(half, digits + 1) for half in (median(halves), max(halves)))
    return f", 95% intervals ± {typical} typically, ± {widest} at most"


def _turned(cell: Cell) -> Cell:
    return replace(cell, row=cell.column, column=cell.row)


def grids(outcome: Outcome) -> list[Grid]:
    """The tables of a result: one with published and measured values, or several if it is wide.

    A wide table with few rows is transposed, so that its cells have room for ranges.
    """
    rows = list(dict.fromkeys(cell.row for cell in outcome.cells))
    columns = list(dict.fromkeys(cell.column for cell in outcome.cells))
    by_place = {(cell.row, cell.column): cell for cell in outcome.cells}
    any_published = any(cell.published is not None for cell in outcome.cells)
    if len(columns) <= _WIDE:
        return [_one_grid(outcome, rows, columns, by_place, any_published)]
    if len(rows) <= _FEW:
        return grids(replace(outcome, cells=[_turned(cell) for cell in outcome.cells]))

    def grid(title: str, text_of: Callable[[Cell], str]) -> Grid:
        texts = {place: text_of(cell) for place, cell in by_place.items()}
        lines = [[row, *(texts.get((row, column), "") for column in columns)] for row in rows]
        return Grid(title, ["", *columns], lines)

    def difference(cell: Cell) -> str:
        if cell.published is None:
            return ""
        return _number(cell.measured - cell.published, outcome.digits, "+")

    measured = grid(
        "measured" + ("" if outcome.sampled else _intervals(outcome)),
        lambda cell: _number(cell.measured, outcome.digits),
    )
    found = [measured]
    if outcome.sampled and any(cell.low is not None for cell in outcome.cells):
        # ranges need not be symmetric about the measured value, so each is shown
        found.append(grid("ranges", lambda cell: _bounds(cell, outcome.digits)))
    if not any_published:
        return found
    published = grid("published", lambda cell: _number(cell.published, outcome.digits))
    return [published, *found, grid("measured - published", difference)]


def _one_grid(
    outcome: Outcome,
    rows: list[str],
    columns: list[str],
    by_place: dict[tuple[str, str], Cell],
    any_published: bool,
) -> Grid:
    lines = []
    for row in rows:
        cells = [by_place.get((row, column)) for column in columns]
        ours = [_full(c, _digits(c, outcome)) if c else "" for c in cells]
        theirs = [_number(c.published, _digits(c, outcome)) if c else "" for c in cells]
        if any_published:
            lines += [[row, "published", *theirs], ["", "measured", *ours]]
        else:
            lines.append([row, *ours])
    return Grid("", ["", "", *columns] if any_published else ["", *columns], lines)


def markdown(experiment: Experiment, outcome: Outcome) -> str:
    """A result as a Markdown page."""
    lines = [f"# {experiment.id}: {experiment.title}", "", experiment.source, ""]
    for grid in grids(outcome):
        if grid.title:
            lines += [f"**{grid.title}**", ""]
        lines.append("| " + " | ".join(grid.header) + " |")
        lines.append("|" + "---|" * len(grid.header))
        lines += ["| " + " | ".join(row) + " |" for row in grid.rows]
        lines.append("")
    for claim in outcome.claims:
        lines.append(f"- {claim.verdict}: {claim.text} ({claim.evidence})")
    if outcome.notes:
        lines += ["", *outcome.notes]
    return "\n".join(lines) + "\n"
