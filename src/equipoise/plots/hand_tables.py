"""Tables of starting hands with a number for each, as colour maps side by side."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from equipoise.cards.card import RANKS
from equipoise.kernels.types import Float64s
from equipoise.plots.style import SIGNED, new_figure

if TYPE_CHECKING:
    from matplotlib.figure import Figure


@dataclass(frozen=True)
class HandTable:
    """``values`` [13, 13] by rank from 2, suited hands where the row is the higher one.

    The colour scale ends at ``saturation`` times the largest number.
    """

    title: str
    values: Float64s
    saturation: float = 1.0
    unit: str = "chips per hand"


def draw_hand_tables(
    title: str, tables: Sequence[HandTable], labels: Sequence[str] = RANKS
) -> Figure:
    """Tables with aces at the top left; ``labels`` name the ranks from 2."""
    figure = new_figure(13, 6.2)
    figure.suptitle(title)
    for axes, table in zip(figure.subplots(1, len(tables)), tables, strict=True):
        shown = table.values[::-1, ::-1]
        limit = table.saturation * float(np.abs(shown).max()) or 1.0
        image = axes.imshow(shown, cmap=SIGNED, vmin=-limit, vmax=limit)
        axes.set_xticks(range(len(labels)), labels[::-1])
        axes.set_yticks(range(len(labels)), labels[::-1])
        axes.set_title(f"{table.title} (suited above the diagonal)")
        figure.colorbar(image, ax=axes, shrink=0.7, label=table.unit)
        for (i, j), value in np.ndenumerate(shown):
            axes.text(j, i, f"{value:.0f}", ha="center", va="center", fontsize=7)
    return figure
