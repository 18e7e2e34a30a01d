"""Results as tables: rows and columns as published, ours beside theirs."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from statistics import median

from equipoise.experiments.experiment import Cell, Experiment, Outcome

_WIDE = 6


@dataclass(frozen=True)
class Grid:
    """A titled table of texts; the first column holds the row labels."""

    title: str
    header: list[str]
    rows: list[list[str]]


def _number(value: float | None, digits: int, sign: str = "") -> str:
    """A number for people; what rounds to nothing is 0, never -0."""
    return "–" if value is None else f"{round(value, digits) + 0.0:{sign},.{digits}f}"


def _digits(cell: Cell, outcome: Outcome) -> int:
    return outcome.digits if cell.digits is None else cell.digits


def _full(cell: Cell, digits: int) -> str:
    text = _number(cell.measured, digits)
    if cell.low is not None and cell.high is not None:
        text += f" [{_number(cell.low, digits)}, {_number(cell.high, digits)}]"
    return text


def _intervals(outcome: Outcome) -> str:
    """What the intervals of a wide table are like, which has no room for each."""
    cells, digits = outcome.cells, outcome.digits
    halves = [(c.high - c.low) / 2 for c in cells if c.low is not None and c.high is not None]
    if not halves:
        return ""
    typical, widest = (_number(half, digits + 1) for half in (median(halves), max(halves)))
    return f", {outcome.ranges} ± {typical} typically, ± {widest} at most"


def grids(outcome: Outcome) -> list[Grid]:
    """The tables of a result: one with published and measured, or three grids where it is wide."""
    rows = list(dict.fromkeys(cell.row for cell in outcome.cells))
    columns = list(dict.fromkeys(cell.column for cell in outcome.cells))
    by_place = {(cell.row, cell.column): cell for cell in outcome.cells}
    any_published = any(cell.published is not None for cell in outcome.cells)
    if len(columns) <= _WIDE:
        lines = []
        for row in rows:
            cells = [by_place.get((row, column)) for column in columns]
            ours = [_full(c, _digits(c, outcome)) if c else "" for c in cells]
            theirs = [_number(c.published, _digits(c, outcome)) if c else "" for c in cells]
            if any_published:
                lines += [[row, "published", *theirs], ["", "measured", *ours]]
            else:
                lines.append([row, "measured", *ours])
        return [Grid("", ["", "", *columns], lines)]

    def grid(title: str, text_of: Callable[[Cell], str]) -> Grid:
        texts = {place: text_of(cell) for place, cell in by_place.items()}
        lines = [[row, *(texts.get((row, column), "") for column in columns)] for row in rows]
        return Grid(title, ["", *columns], lines)

    def difference(cell: Cell) -> str:
        if cell.published is None:
            return ""
        return _number(cell.measured - cell.published, outcome.digits, "+")

    measured = grid(
        "measured" + _intervals(outcome),
        lambda cell: _number(cell.measured, outcome.digits),
    )
    if not any_published:
        return [measured]
    published = grid("published", lambda cell: _number(cell.published, outcome.digits))
    return [published, measured, grid("measured - published", difference)]


def markdown(experiment: Experiment, outcome: Outcome) -> str:
    """A result as a page to read."""
    lines = [f"# {experiment.id}: {experiment.title}", "", experiment.source, ""]
    for grid in grids(outcome):
        if grid.title:
            lines += [f"**{grid.title}**", ""]
        lines.append("| " + " | ".join(grid.header) + " |")
        lines.append("|" + "---|" * len(grid.header))
        lines += ["| " + " | ".join(row) + " |" for row in grid.rows]
        lines.append("")
    for claim in outcome.claims:
        lines.append(
            f"- {'holds' if claim.holds else 'DOES NOT HOLD'}: {claim.text} ({claim.evidence})"
        )
    if outcome.notes:
        lines += ["", *outcome.notes]
    return "\n".join(lines) + "\n"
