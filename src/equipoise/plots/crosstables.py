"""A crosstable as a picture."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from equipoise.evaluation.labels import labels
from equipoise.plots.style import DARK, SIGNED, drawn, new_figure, short, signed_norm

if TYPE_CHECKING:
    from matplotlib.figure import Figure

    from equipoise.evaluation.crosstable import Crosstable


def draw_crosstable(table: Crosstable, title: str, unit: str = "mb/hand") -> Figure:
    """A crosstable as a heat map with its averages; colours by the order of magnitude."""
    size = len(table.names)
    shown = np.column_stack([table.means, table.averages()])
    halves = np.column_stack([table.half_widths(), table.average_half_widths()])
    figure = new_figure(3.2 + 1.15 * (size + 1), 1.8 + 0.62 * size)
    axes = figure.subplots()
    largest = float(np.abs(shown).max()) or 1.0
    norm = signed_norm(largest)
    blank = np.ma.masked_where(np.column_stack([np.eye(size), np.zeros(size)]) > 0, shown)
    image = axes.imshow(blank, cmap=SIGNED, norm=norm, aspect="auto")
    for (row, column), value in np.ndenumerate(shown):
        if row == column:
            continue
        half = halves[row, column]
        text = f"{value + 0.0:+,.0f}" + (f"\n±{half:,.0f}" if half else "")
        dark = abs(float(norm(value)) - 0.5) > DARK
        ink = "white" if dark else "black"
        axes.text(column, row, text, ha="center", va="center", fontsize=8, color=ink)
    axes.axvline(size - 0.5, color="black", linewidth=1.5)
    called = labels(table.names)
    columns = [short(called[name]) for name in table.names]
    axes.set_xticks(range(size + 1), [*columns, "average"], rotation=30, ha="left")
    rows = columns
    axes.set_yticks(range(size), rows)
    axes.xaxis.tick_top()
    figure.colorbar(image, label=f"won a hand, {unit}")
    axes.tick_params(length=0)
    axes.set_title(f"Crosstable of {drawn(title)}\nrow against column, {unit}, ± 95%", fontsize=10)
    return figure
