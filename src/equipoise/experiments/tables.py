"""Results as tables: rows and columns as published, ours beside theirs."""

from __future__ import annotations

from dataclasses import dataclass

from equipoise.experiments.experiment import Cell, Experiment, Outcome

_WIDE = 6


@dataclass(frozen=True)
class Grid:
    """A titled table of texts; the first column holds the row labels."""

    title: str
    header: list[str]
    rows: list[list[str]]


def _number(value: float | None, digits: int) -> str:
    return "–" if value is None else f"{value:,.{digits}f}"


def _full(cell: Cell, digits: int) -> str:
    text = _number(cell.measured, digits)
    if cell.low is not None and cell.high is not None:
        text += f" [{_number(cell.low, digits)}, {_number(cell.high, digits)}]"
    return text


def grids(outcome: Outcome) -> list[Grid]:
    """The tables of a result: one with published and measured, or two grids where it is wide."""
    rows = list(dict.fromkeys(cell.row for cell in outcome.cells))
    columns = list(dict.fromkeys(cell.column for cell in outcome.cells))
    by_place = {(cell.row, cell.column): cell for cell in outcome.cells}
    digits = outcome.digits
    if len(columns) <= _WIDE:
        header = ["", "", *columns]
        lines = []
        for row in rows:
            cells = [by_place.get((row, column)) for column in columns]
            lines.append(
                [row, "published", *(_number(c.published, digits) if c else "" for c in cells)]
            )
            lines.append(["", "measured", *(_full(c, digits) if c else "" for c in cells)])
        return [Grid("", header, lines)]

    def grid(title: str, text_of: dict[tuple[str, str], str]) -> Grid:
        lines = [[row, *(text_of.get((row, column), "") for column in columns)] for row in rows]
        return Grid(title, ["", *columns], lines)

    measured = {place: _number(c.measured, digits) for place, c in by_place.items()}
    differences = {
        place: f"{c.measured - c.published:+.{digits}f}"
        for place, c in by_place.items()
        if c.published is not None
    }
    return [grid("measured", measured), grid("measured - published", differences)]


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
