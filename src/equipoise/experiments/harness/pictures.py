"""The picture of a result: its curves, its table, or its starting hands."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from equipoise.experiments.harness.experiment import Experiment, Outcome
from equipoise.kernels.types import Float64s
from equipoise.plots.hand_tables import HandTable, draw_hand_tables
from equipoise.plots.heat_map import HeatMap, draw_heat_map
from equipoise.plots.panels import draw_panels

if TYPE_CHECKING:
    from matplotlib.figure import Figure

_RANKS = 13


def draw(experiment: Experiment, outcome: Outcome) -> Figure | None:
    """The picture of a result, or None if it has none; needs Matplotlib."""
    title = f"{experiment.id}: {experiment.title}"
    if outcome.panels:
        return draw_panels(title, outcome.panels)
    if outcome.heat_map:
        return draw_heat_map(title, _heat_map(outcome))
    rows, columns = _rows_and_columns(outcome)
    if len(rows) == len(columns) == _RANKS:
        return draw_hand_tables(title, _hand_tables(outcome), rows)
    return None


def _rows_and_columns(outcome: Outcome) -> tuple[list[str], list[str]]:
    rows = list(dict.fromkeys(cell.row for cell in outcome.cells))
    return rows, list(dict.fromkeys(cell.column for cell in outcome.cells))


def _heat_map(outcome: Outcome) -> HeatMap:
    rows, columns = _rows_and_columns(outcome)
    values: Float64s = np.full((len(rows), len(columns)), np.nan)
    halves: Float64s = np.zeros(values.shape)
    for cell in outcome.cells:
        place = rows.index(cell.row), columns.index(cell.column)
        values[place] = cell.measured
        if cell.low is not None and cell.high is not None:
            halves[place] = (cell.high - cell.low) / 2
    columns = [column.removeprefix("- ") for column in columns]  # of "fcpa - fca": the second
    return HeatMap(rows, columns, values, halves, outcome.digits, outcome.unit, outcome.axes)


def _hand_tables(outcome: Outcome) -> list[HandTable]:
    """Our values, and their difference to the published ones, as 13x13 tables of starting hands."""
    rows, columns = _rows_and_columns(outcome)
    measured = np.zeros((_RANKS, _RANKS))
    difference = np.zeros((_RANKS, _RANKS))
    for cell in outcome.cells:
        place = rows.index(cell.row), columns.index(cell.column)
        measured[place] = cell.measured
        difference[place] = cell.measured - (cell.published or 0.0)
    return [
        HandTable("measured", measured, 0.8, outcome.unit),
        HandTable("measured − published", difference, unit=outcome.unit),
    ]
