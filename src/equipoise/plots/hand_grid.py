"""The 13x13 grid of starting hands in a picture: a colour and a text for each hand."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from equipoise.kernels.types import Float64s
from equipoise.plots.style import INK, PALE

SIDE = 13


def draw_hand_grid(
    axes: Any,
    values: Float64s,
    colours: Any,
    top: float,
    texts: list[str],
    is_dark: Callable[[float], bool],
    **font: float,
) -> None:
    """Aces at the top left, suited hands above the diagonal; cells with nan are blank.

    ``values`` [169] are coloured from 0 to ``top``; texts are dark on cells for which ``is_dark``
    is False.
    """
    shown = values.reshape(SIDE, SIDE)[::-1, ::-1]
    axes.imshow(shown, cmap=colours, vmin=0, vmax=top)
    axes.set_xticks([])
    axes.set_yticks([])
    axes.hlines(np.arange(SIDE + 1) - 0.5, -0.5, SIDE - 0.5, color="white", linewidth=1.2)
    axes.vlines(np.arange(SIDE + 1) - 0.5, -0.5, SIDE - 0.5, color="white", linewidth=1.2)
    axes.set_frame_on(False)
    for (i, j), value in np.ndenumerate(shown):
        number = (SIDE - 1 - i) * SIDE + (SIDE - 1 - j)
        ink = INK if is_dark(float(value)) else PALE
        axes.text(j, i, texts[number], ha="center", va="center", color=ink, **font)
