"""Pictures of what a strategy does at a decision node; needs Matplotlib."""

from __future__ import annotations

from typing import Any

import numpy as np
from matplotlib.figure import Figure
from matplotlib.patches import Patch

from equipoise.cards.combos import type_text
from equipoise.interfaces.hand_grid import INK, grid_types
from equipoise.interfaces.strategy_grid import action_colours
from equipoise.kernels.types import Float64s
from equipoise.strategy.look import NodeView

_SIDE = 13
_MOST_BARS = 60


def draw_grid(view: NodeView, frequencies: Float64s, title: str) -> Figure:
    """The 13x13 grid: each hand's cell is divided as its actions are."""
    figure = Figure(figsize=(7.6, 8.2), layout="constrained")
    axes: Any = figure.subplots()
    colours = action_colours(view.actions)
    cells = [(row, column, n) for row, ns in enumerate(grid_types()) for column, n in enumerate(ns)]
    order = [number for _, _, number in cells]
    left = np.array([float(column) for _, column, _ in cells])
    rows = np.array([row + 0.5 for row, _, _ in cells])
    for action, colour in enumerate(colours):
        width = frequencies[order, action]
        axes.barh(rows, width, left=left, height=1.0, color=colour, linewidth=0)
        left = left + width
    axes.hlines(np.arange(_SIDE + 1), 0, _SIDE, color="white", linewidth=1.6)
    axes.vlines(np.arange(_SIDE + 1), 0, _SIDE, color="white", linewidth=1.6)
    for row, column, number in cells:
        axes.text(
            column + 0.5, row + 0.5, type_text(number),
            ha="center", va="center", fontsize=8, color=INK,
        )  # fmt: skip
    axes.set_xlim(0, _SIDE)
    axes.set_ylim(_SIDE, 0)
    axes.set_aspect("equal")
    axes.set_yticks([])
    _finish(figure, axes, view, title)
    return figure


def draw_states(view: NodeView, title: str) -> Figure:
    """A bar for each card state, divided as its actions are; the most frequent ones of many."""
    shown = np.sort(np.argsort(-view.weights, kind="stable")[:_MOST_BARS])
    figure = Figure(figsize=(7.6, 1.6 + 0.3 * len(shown)), layout="constrained")
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
    axes.set_xticks([])
    axes.tick_params(length=0, colors=INK)
    axes.set_frame_on(False)
    axes.set_title(title, color=INK)
    patches = [
        Patch(facecolor=colour, edgecolor=INK, linewidth=0.4, label=f"{name}: {share:.1%}")
        for name, colour, share in zip(
            view.actions, action_colours(view.actions), view.totals, strict=True
        )
    ]
    figure.legend(
        handles=patches, loc="outside lower center", ncols=min(len(patches), 4), fontsize=9,
        frameon=False, labelcolor=INK,
    )  # fmt: skip
