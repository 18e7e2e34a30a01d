"""Weights of an opponent's hands in a terminal: the 13x13 grid, aces top left, suited above.

Each cell is the mean weight of the hands of its type in percent of the largest; a dot is less than
half a percent, a blank is impossible.
"""

from __future__ import annotations

import numpy as np
from rich.text import Text

from equipoise.cards.card import RANKS
from equipoise.cards.combos import grid_types
from equipoise.kernels.types import Float64s
from equipoise.plots.style import FOLDED, INK, MIXED, PLAYED, blend

_COLOURS = (FOLDED, MIXED, PLAYED)
_CELL = 4


def weight_grid(weights: Float64s, title: str) -> Text:
    """The grid of one opponent: ``weights`` [169] by type, nan where impossible."""
    top = float(np.nanmax(weights)) or 1.0
    grid = Text(f"{title}\n", style="bold")
    grid.append("  " + "".join(f"{rank:>{_CELL}}" for rank in RANKS[::-1]) + "\n", "dim")
    for rank, types in zip(RANKS[::-1], grid_types(), strict=True):
        grid.append(f"{rank} ", "dim")
        for number in types:
            share = float(weights[number]) / top
            if np.isnan(share):
                grid.append(" " * _CELL)
                continue
            text = "·" if share < 0.005 else f"{100 * share:.0f}"
            grid.append(f"{text:>{_CELL}}", f"not bold {INK} on {blend(share, _COLOURS)}")
        grid.append("\n")
    return grid
