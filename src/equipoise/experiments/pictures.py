"""Pictures of results; the only module here that needs Matplotlib, and only when it draws."""

from __future__ import annotations

from collections.abc import Sequence
from io import BytesIO
from textwrap import fill
from typing import Any

import numpy as np

from equipoise.experiments.experiment import Experiment, Outcome, Panel

_HAND_TABLE = 13
_LETTERS_AN_INCH = 9  # of a title
_PALE = "#d9d6cd"
_DARK = 0.42  # from the middle of signed colours


def draw(experiment: Experiment, outcome: Outcome) -> Any:
    """The picture of a result: its curves, its table, or its starting hands; None without any."""
    title = f"{experiment.id}: {experiment.title}"
    if outcome.panels:
        return draw_panels(title, outcome.panels)
    if outcome.heat_map:
        return draw_heat_map(title, outcome)
    return _draw_hands(experiment, outcome)


def png(figure: Any, dpi: int = 130) -> bytes:
    """A picture as the bytes of a file, the same ones every time."""
    buffer = BytesIO()
    figure.savefig(buffer, format="png", dpi=dpi, metadata={"Software": None})
    return buffer.getvalue()


def draw_panels(title: str, panels: Sequence[Panel]) -> Any:
    """Panels beside each other, with one legend below for all curves of the same name."""
    from matplotlib.figure import Figure

    figure = Figure(figsize=(max(6.6, 5.6 * len(panels)), 5.2), layout="constrained")
    figure.suptitle(title)
    names = list(dict.fromkeys(curve.label for panel in panels for curve in panel.curves))
    shown: dict[str, Any] = {}
    for axes, panel in zip(figure.subplots(1, len(panels), squeeze=False)[0], panels, strict=True):
        for curve in panel.curves:
            (shown[curve.label],) = axes.plot(
                curve.x,
                curve.y,
                color=f"C{names.index(curve.label) if curve.colour is None else curve.colour}",
                linestyle="--" if curve.dashed else "-",
                linewidth=1.8,
            )
        axes.set(title=panel.title, xlabel=panel.x_label, ylabel=panel.y_label)
        if panel.logarithmic:
            axes.set(xscale="log", yscale="log")
        axes.grid(color=_PALE, linewidth=0.6)
        axes.spines[["top", "right"]].set_visible(False)
    figure.legend(
        [shown[name] for name in names],
        names,
        loc="outside lower center",
        ncols=min(2 + len(panels), len(names)),
        frameon=False,
    )
    return figure


def draw_heat_map(title: str, outcome: Outcome) -> Any:
    """A table as colours with its numbers in them.

    Where numbers have both signs colours run from losses to wins, by the order of magnitude, and
    half of the interval stands below each number.
    """
    from matplotlib.colors import SymLogNorm
    from matplotlib.figure import Figure

    rows = list(dict.fromkeys(cell.row for cell in outcome.cells))
    columns = list(dict.fromkeys(cell.column for cell in outcome.cells))
    values = np.full((len(rows), len(columns)), np.nan)
    for cell in outcome.cells:
        values[rows.index(cell.row), columns.index(cell.column)] = cell.measured
    halves = np.zeros(values.shape)
    for cell in outcome.cells:
        if cell.low is not None and cell.high is not None:
            place = rows.index(cell.row), columns.index(cell.column)
            halves[place] = (cell.high - cell.low) / 2
    signed = bool(np.nanmin(values) < 0 < np.nanmax(values))
    longest = max(len(row) for row in rows)
    size = (2.5 + 0.07 * longest + 0.95 * len(columns), 2.2 + (0.5 if signed else 0.36) * len(rows))
    figure = Figure(figsize=size, layout="constrained")
    figure.suptitle(fill(title, int(_LETTERS_AN_INCH * size[0])))
    axes = figure.subplots()
    largest = float(np.nanmax(np.abs(values)))
    norm = SymLogNorm(linthresh=largest / 30, vmin=-largest, vmax=largest) if signed else None
    colours = "RdYlGn" if signed else "viridis_r"
    image = axes.imshow(values, cmap=colours, norm=norm, aspect="auto")
    axes.set_xticks(range(len(columns)), columns, rotation=35, ha="right")
    axes.set_yticks(range(len(rows)), rows)
    middle = 0.6 * np.nanmin(values) + 0.4 * np.nanmax(values)
    for (i, j), value in np.ndenumerate(values):
        if np.isnan(value):
            continue
        dark = abs(float(norm(value)) - 0.5) > _DARK if norm else value > middle
        text = f"{value + 0.0:,.{outcome.digits}f}"
        if signed and halves[i, j]:
            text += f"\n±{halves[i, j]:,.{outcome.digits}f}"
        ink = "white" if dark else "black"
        axes.text(j, i, text, ha="center", va="center", fontsize=8, color=ink)
    figure.colorbar(image, label=outcome.unit)
    return figure


def _draw_hands(experiment: Experiment, outcome: Outcome) -> Any:
    """A 13x13 table of starting hands as two colour maps: ours, and ours less theirs."""
    rows = list(dict.fromkeys(cell.row for cell in outcome.cells))
    columns = list(dict.fromkeys(cell.column for cell in outcome.cells))
    if len(rows) != _HAND_TABLE or len(columns) != _HAND_TABLE:
        return None
    from matplotlib.figure import Figure

    measured = np.zeros((_HAND_TABLE, _HAND_TABLE))
    difference = np.zeros((_HAND_TABLE, _HAND_TABLE))
    for cell in outcome.cells:
        place = rows.index(cell.row), columns.index(cell.column)
        measured[place] = cell.measured
        difference[place] = cell.measured - (cell.published or 0.0)
    figure = Figure(figsize=(13, 6.2), layout="constrained")
    figure.suptitle(f"{experiment.id}: {experiment.title}")
    panels = ((measured, "measured", 0.8), (difference, "measured − published", 1.0))
    for axes, (values, title, part) in zip(figure.subplots(1, 2), panels, strict=True):
        # aces at the top left, as players draw it; suited hands above the diagonal
        shown = values[::-1, ::-1]
        limit = part * float(np.abs(shown).max()) or 1.0
        axes.imshow(shown, cmap="RdYlGn", vmin=-limit, vmax=limit)
        labels = rows[::-1]
        axes.set_xticks(range(_HAND_TABLE), labels)
        axes.set_yticks(range(_HAND_TABLE), labels)
        axes.set_title(f"{title} (suited above the diagonal)")
        for (i, j), value in np.ndenumerate(shown):
            axes.text(j, i, f"{value:.0f}", ha="center", va="center", fontsize=7)
    return figure
