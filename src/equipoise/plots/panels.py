"""Curves in panels side by side, with one legend for all."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from equipoise.plots.style import GRID, line_colour, new_figure

if TYPE_CHECKING:
    from matplotlib.figure import Figure


@dataclass(frozen=True)
class Curve:
    """Connected points, with gaps at nan.

    ``dashed`` for reference curves. ``colour`` is an index in the palette, to keep a colour across
    pictures; None takes the next by name.
    """

    label: str
    x: list[float]
    y: list[float]
    dashed: bool = False
    colour: int | None = None


@dataclass(frozen=True)
class Panel:
    """Curves on one pair of axes; both logarithmic if ``logarithmic``."""

    title: str
    x_label: str
    y_label: str
    curves: list[Curve]
    logarithmic: bool = False


def draw_panels(title: str, panels: Sequence[Panel]) -> Figure:
    """Panels side by side, with one legend below for all curves of the same name."""
    figure = new_figure(max(6.6, 5.6 * len(panels)), 5.2)
    figure.suptitle(title)
    names = list(dict.fromkeys(curve.label for panel in panels for curve in panel.curves))
    shown: dict[str, Any] = {}
    for axes, panel in zip(figure.subplots(1, len(panels), squeeze=False)[0], panels, strict=True):
        for curve in panel.curves:
            (shown[curve.label],) = axes.plot(
                curve.x,
                curve.y,
                color=line_colour(
                    names.index(curve.label) if curve.colour is None else curve.colour
                ),
                linestyle="--" if curve.dashed else "-",
                linewidth=1.8,
            )
        axes.set(title=panel.title, xlabel=panel.x_label, ylabel=panel.y_label)
        if panel.logarithmic:
            axes.set(xscale="log", yscale="log")
        axes.grid(color=GRID, linewidth=0.6)
        axes.spines[["top", "right"]].set_visible(False)
    figure.legend(
        [shown[name] for name in names],
        names,
        loc="outside lower center",
        ncols=min(2 + len(panels), len(names)),
        frameon=False,
    )
    return figure
