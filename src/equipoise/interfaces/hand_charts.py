"""Pictures of charts of the 169 starting hands; needs Matplotlib."""

from __future__ import annotations

from collections.abc import Sequence
from io import BytesIO
from typing import Any

import numpy as np
from matplotlib.colors import LinearSegmentedColormap
from matplotlib.figure import Figure

from equipoise.cards.combos import type_text
from equipoise.kernels.types import Float64s
from equipoise.solvers.jamfold import JamFold, JamFoldTable

_SIDE = 13
_PLAY = LinearSegmentedColormap.from_list("play", ["#f1efe9", "#f2d479", "#5aa469"])
_STACKS = LinearSegmentedColormap.from_list("stacks", ["#e8927c", "#f2d479", "#5aa469"])
_INK, _PALE = "#22302a", "#a9a69d"


def draw_games(games: Sequence[JamFold]) -> Figure:
    """A row for each stack: what the small blind jams, what the big blind calls with."""
    figure = Figure(figsize=(10.4, 5.5 * len(games)), layout="constrained")
    panels = figure.subplots(len(games), 2, squeeze=False)
    for game, (left, right) in zip(games, panels, strict=True):
        stack = f"{float(game.stack):g} big blinds"
        _draw(left, game.push, _PLAY, 1.0, [_play_text(n, game.push) for n in range(_SIDE**2)])
        left.set_title(f"{stack}: small blind jams {game.pushed:.1%}", color=_INK)
        _draw(right, game.call, _PLAY, 1.0, [_play_text(n, game.call) for n in range(_SIDE**2)])
        right.set_title(f"{stack}: big blind calls {game.called:.1%}", color=_INK)
    return figure


def draw_table(table: JamFoldTable) -> Figure:
    """The largest stack at which each hand is jammed, and called with."""
    figure = Figure(figsize=(10.4, 5.5), layout="constrained")
    titles = ("jammed up to (big blinds)", "called with up to (big blinds)")
    largest = table.stacks[-1]
    for axes, title, runs in zip(
        figure.subplots(1, 2), titles, (table.push, table.call), strict=True
    ):
        tops = np.array([played[-1][1] if played else 0.0 for played in runs])
        _draw(
            axes, tops, _STACKS, largest,
            [_stack_text(number, runs[number], largest) for number in range(_SIDE**2)],
        )  # fmt: skip
        axes.set_title(f"{title}; * with gaps", color=_INK)
    return figure


def png(figure: Figure) -> bytes:
    """A figure as the bytes of a file, the same ones every time."""
    buffer = BytesIO()
    figure.savefig(buffer, format="png", dpi=110, metadata={"Software": None})
    return buffer.getvalue()


def _play_text(number: int, probabilities: Float64s) -> str:
    chance = float(probabilities[number])
    mixed = f"\n{chance:.0%}" if 0.01 < chance < 0.99 else ""
    return type_text(number) + mixed


def _stack_text(number: int, runs: Sequence[tuple[float, float]], largest: float) -> str:
    if not runs:
        return type_text(number)
    top = runs[-1][1]
    star = "*" if len(runs) > 1 else ""
    return f"{type_text(number)}\n" + (f"{largest:g}+" if top >= largest else f"{top:.1f}") + star


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
            color=_INK if value > 0.01 * top else _PALE,
        )  # fmt: skip
