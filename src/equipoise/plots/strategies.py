"""Pictures of a strategy at a decision node."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from equipoise.cards.combos import grid_types, type_text
from equipoise.kernels.types import Float64s
from equipoise.plots.actions import action_colours
from equipoise.plots.chart_text import PURE
from equipoise.plots.hand_grid import SIDE
from equipoise.plots.style import INK, PALE, drawn, new_figure
from equipoise.strategies.look import NodeView

if TYPE_CHECKING:
    from matplotlib.figure import Figure

_MOST_BARS = 60


def draw_node(
    view: NodeView, frequencies: Float64s | None, title: str, arrival: Float64s | None = None
) -> Figure:
    """The grid of starting hands if there are frequencies of them, else the card states."""
    if frequencies is None:
        return draw_states(view, title)
    return draw_grid(view, frequencies, title, arrival)


def draw_grid(
    view: NodeView, frequencies: Float64s, title: str, arrival: Float64s | None = None
) -> Figure:
    """The 13x13 grid: each hand's cell is divided in proportion to its actions.

    The filled height of a cell is the hand's relative reach (``arrival``); unreached hands are
    pale.
    """
    figure = new_figure(7.6, 8.4)
    axes: Any = figure.subplots()
    colours = action_colours(view.actions)
    cells = [(row, column, n) for row, ns in enumerate(grid_types()) for column, n in enumerate(ns)]
    order = [number for _, _, number in cells]
    left = np.array([float(column) for _, column, _ in cells])
    heights = np.ones(len(order)) if arrival is None else arrival[order]
    rows = np.array([row + 1.0 for row, _, _ in cells]) - heights / 2
    for action, colour in enumerate(colours):
        width = frequencies[order, action]
        axes.barh(rows, width, left=left, height=heights, color=colour, linewidth=0)
        left = left + width
    axes.hlines(np.arange(SIDE + 1), 0, SIDE, color="white", linewidth=1.6)
    axes.vlines(np.arange(SIDE + 1), 0, SIDE, color="white", linewidth=1.6)
    for row, column, number in cells:
        held = frequencies[number].any() and (arrival is None or arrival[number] > PURE)
        axes.text(
            column + 0.5, row + 0.5, type_text(number),
            ha="center", va="center", fontsize=8, color=INK if held else PALE,
        )  # fmt: skip
    axes.set_xlim(0, SIDE)
    axes.set_ylim(SIDE, 0)
    axes.set_aspect("equal")
    axes.set_yticks([])
    if arrival is not None and (arrival < 1 - PURE).any():
        axes.set_xlabel("filled height: relative reach of the hand by its own strategy", color=INK)
    _finish(figure, axes, view, title)
    return figure


def draw_states(view: NodeView, title: str) -> Figure:
    """A bar for each card state, divided in proportion to its actions; only the most frequent."""
    shown = np.sort(np.argsort(-view.weights, kind="stable")[:_MOST_BARS])
    figure = new_figure(7.6, 1.6 + 0.3 * len(shown))
    axes: Any = figure.subplots()
    left = np.zeros(len(shown))
    for action, colour in enumerate(action_colours(view.actions)):
        width = view.probabilities[action, shown]
        axes.barh(np.arange(len(shown)), width, left=left, height=0.86, color=colour)
        left = left + width
    axes.set_yticks(np.arange(len(shown)), [view.labels[state] for state in shown])
    axes.set_xlim(0, 1)
    axes.set_ylim(len(shown) - 0.5, -0.5)
    _finish(figure, axes, view, title)
    return figure


def _finish(figure: Figure, axes: Any, view: NodeView, title: str) -> None:
    from matplotlib.patches import Patch

    axes.set_xticks([])
    axes.tick_params(length=0, colors=INK)
    axes.set_frame_on(False)
    axes.set_title("\n".join(map(drawn, title.splitlines())), color=INK, fontsize=10)
    patches = [
        Patch(facecolor=colour, edgecolor=INK, linewidth=0.4, label=f"{name}: {share:.1%}")
        for name, colour, share in zip(
            view.sized_actions, action_colours(view.actions), view.totals, strict=True
        )
    ]
    figure.legend(
        handles=patches, loc="outside lower center", ncols=min(len(patches), 4), fontsize=9,
        frameon=False, labelcolor=INK,
    )  # fmt: skip
