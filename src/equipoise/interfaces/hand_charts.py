"""Pictures of charts of the 169 starting hands; needs Matplotlib."""

from __future__ import annotations

from collections.abc import Sequence
from io import BytesIO
from typing import Any

import numpy as np
from matplotlib.colors import LinearSegmentedColormap
from matplotlib.figure import Figure

from equipoise.cards.combos import type_text
from equipoise.interfaces.hand_grid import (
    FOLDED,
    INK,
    MIXED,
    PLAYED,
    PURE,
    SELDOM,
    Runs,
    is_mixed,
    top_text,
)
from equipoise.kernels.types import Float64s
from equipoise.solvers.jamfold import JamFold, JamFoldTable

_SIDE = 13
_PLAY = LinearSegmentedColormap.from_list("play", [FOLDED, MIXED, PLAYED])
_STACKS = LinearSegmentedColormap.from_list("stacks", [SELDOM, MIXED, PLAYED])
_PALE = "#a9a69d"


def draw_games(games: Sequence[JamFold]) -> Figure:
    """A row for each stack: what the small blind jams, what the big blind calls with."""
    figure = Figure(figsize=(10.4, 5.5 * len(games)), layout="constrained")
    for game, panels in zip(games, figure.subplots(len(games), 2, squeeze=False), strict=True):
        for axes, who, chances in zip(
            panels,
            (f"small blind jams {game.pushed:.1%}", f"big blind calls {game.called:.1%}"),
            (game.push, game.call),
            strict=True,
        ):
            _draw(axes, chances, _PLAY, 1.0, [_play_text(n, chances) for n in range(_SIDE**2)])
            axes.set_title(f"{float(game.stack):g} big blinds: {who}", color=INK)
    return figure


def draw_table(table: JamFoldTable) -> Figure:
    """The largest stack at which each hand is jammed, and called with."""
    figure = Figure(figsize=(10.4, 5.5), layout="constrained")
    titles = ("jammed up to (big blinds)", "called with up to (big blinds)")
    for axes, title, runs in zip(
        figure.subplots(1, 2), titles, (table.push, table.call), strict=True
    ):
        tops = np.array([played[-1][1] if played else 0.0 for played in runs])
        texts = [_stack_text(number, runs[number], table.stacks) for number in range(_SIDE**2)]
        _draw(axes, tops, _STACKS, table.stacks[-1], texts)
        axes.set_title(f"{title}; * with gaps", color=INK)
    return figure


def png(figure: Figure, dpi: int = 110) -> bytes:
    """A figure as the bytes of a file, the same ones every time."""
    buffer = BytesIO()
    figure.savefig(buffer, format="png", dpi=dpi, metadata={"Software": None})
    return buffer.getvalue()


def _play_text(number: int, probabilities: Float64s) -> str:
    chance = float(probabilities[number])
    return type_text(number) + (f"\n{chance:.0%}" if is_mixed(chance) else "")


def _stack_text(number: int, runs: Runs, stacks: Sequence[float]) -> str:
    return f"{type_text(number)}\n{top_text(runs, stacks[0], stacks[-1])}"


def _draw(
    axes: Any, values: Float64s, colours: LinearSegmentedColormap, top: float, texts: list[str]
) -> None:
    """Aces at the top left, suited hands above the diagonal."""
    shown = values.reshape(_SIDE, _SIDE)[::-1, ::-1]
    axes.imshow(shown, cmap=colours, vmin=0, vmax=top)
    axes.set_xticks([])
    axes.set_yticks([])
    axes.hlines(np.arange(_SIDE + 1) - 0.5, -0.5, _SIDE - 0.5, color="white", linewidth=1.2)
    axes.vlines(np.arange(_SIDE + 1) - 0.5, -0.5, _SIDE - 0.5, color="white", linewidth=1.2)
    axes.set_frame_on(False)
    for (i, j), value in np.ndenumerate(shown):
        number = (_SIDE - 1 - i) * _SIDE + (_SIDE - 1 - j)
        axes.text(
            j, i, texts[number], ha="center", va="center", fontsize=7.5, linespacing=1.1,
            color=INK if value > PURE * top else _PALE,
        )  # fmt: skip
