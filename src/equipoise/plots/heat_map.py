"""A table of numbers as colours."""

from __future__ import annotations

from dataclasses import dataclass
from textwrap import fill
from typing import TYPE_CHECKING

import numpy as np

from equipoise.kernels.types import Float64s
from equipoise.plots.style import DARK, SIGNED, new_figure, signed_norm

if TYPE_CHECKING:
    from matplotlib.figure import Figure

_LETTERS_AN_INCH = 9  # characters per inch of a title


@dataclass(frozen=True)
class HeatMap:
    """A table with row and column names; nan for empty cells.

    ``halves`` are half-widths of intervals, 0 for none; ``digits`` after the point; ``unit`` of the
    colours; ``axes`` name rows and columns.
    """

    rows: list[str]
    columns: list[str]
    values: Float64s
    halves: Float64s
    digits: int
    unit: str
    axes: tuple[str, str] = ("", "")


def draw_heat_map(title: str, table: HeatMap) -> Figure:
    """Draw a table as colours with its numbers.

    If numbers have both signs the colours run from losses to wins, by order of magnitude. The
    half-width of the interval is below each number.
    """
    values = table.values
    signed = bool(np.nanmin(values) < 0 < np.nanmax(values))
    longest = max(len(row) for row in table.rows)
    width = 2.5 + 0.07 * longest + 0.95 * len(table.columns)
    figure = new_figure(width, 2.2 + (0.5 if signed else 0.36) * len(table.rows))
    figure.suptitle(fill(title, int(_LETTERS_AN_INCH * width)))
    axes = figure.subplots()
    norm = signed_norm(float(np.nanmax(np.abs(values)))) if signed else None
    colours = SIGNED if signed else "viridis_r"
    image = axes.imshow(values, cmap=colours, norm=norm, aspect="auto")
    axes.set_xticks(range(len(table.columns)), table.columns, rotation=35, ha="right")
    axes.set_yticks(range(len(table.rows)), table.rows)
    axes.set(ylabel=table.axes[0], xlabel=table.axes[1])
    middle = 0.6 * np.nanmin(values) + 0.4 * np.nanmax(values)
    for (i, j), value in np.ndenumerate(values):
        if np.isnan(value):
            continue
        dark = abs(float(norm(value)) - 0.5) > DARK if norm else value > middle
        text = f"{value + 0.0:,.{table.digits}f}"
        if signed and table.halves[i, j]:
            text += f"\n±{table.halves[i, j]:,.{table.digits}f}"
        ink = "white" if dark else "black"
        axes.text(j, i, text, ha="center", va="center", fontsize=8, color=ink)
    figure.colorbar(image, label=table.unit)
    return figure
