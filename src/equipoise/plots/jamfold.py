"""Charts of jam-fold hold'em: which starting hands are played, and up to which stack."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import numpy as np

from equipoise.cards.combos import TYPE_COUNT, type_text
from equipoise.kernels.types import Float64s
from equipoise.plots.chart_text import PURE, Runs, is_mixed, top_text
from equipoise.plots.hand_grid import draw_hand_grid
from equipoise.plots.style import FOLDED, INK, MIXED, PLAYED, SELDOM, colour_map, new_figure

if TYPE_CHECKING:
    from matplotlib.figure import Figure

    from equipoise.solvers.jamfold import JamFold, JamFoldTable

_FONT = {"fontsize": 7.5, "linespacing": 1.1}


def draw_games(games: Sequence[JamFold]) -> Figure:
    """A row for each stack: the small blind's jams, the big blind's calls."""
    colours = colour_map("play", [FOLDED, MIXED, PLAYED])
    figure = new_figure(10.4, 5.5 * len(games) + 0.5)
    figure.suptitle("Jam or fold hold'em: equilibrium frequencies by starting hand", color=INK)
    for game, panels in zip(games, figure.subplots(len(games), 2, squeeze=False), strict=True):
        for axes, who, chances in zip(
            panels,
            (f"small blind jams {game.pushed:.1%}", f"big blind calls {game.called:.1%}"),
            (game.push, game.call),
            strict=True,
        ):
            texts = [_play_text(number, chances) for number in range(TYPE_COUNT)]
            draw_hand_grid(axes, chances, colours, 1.0, texts, lambda v: v > PURE, **_FONT)
            axes.set_title(f"{float(game.stack):g} big blinds: {who}", color=INK)
    return figure


def draw_table(table: JamFoldTable) -> Figure:
    """The largest stack at which each hand is jammed, and called with."""
    colours = colour_map("stacks", [SELDOM, MIXED, PLAYED])
    largest = table.stacks[-1]
    figure = new_figure(10.4, 6.0)
    figure.suptitle("Jam or fold hold'em: the largest stack at which a hand is played", color=INK)
    titles = ("jammed up to (big blinds)", "called with up to (big blinds)")
    for axes, title, runs in zip(
        figure.subplots(1, 2), titles, (table.push, table.call), strict=True
    ):
        tops = np.array([played[-1][1] if played else 0.0 for played in runs])
        texts = [_stack_text(number, runs[number], table.stacks) for number in range(TYPE_COUNT)]
        draw_hand_grid(axes, tops, colours, largest, texts, lambda v: v > PURE * largest, **_FONT)
        axes.set_title(f"{title}; * with gaps", color=INK)
    return figure


def _play_text(number: int, probabilities: Float64s) -> str:
    chance = float(probabilities[number])
    return type_text(number) + (f"\n{chance:.0%}" if is_mixed(chance) else "")


def _stack_text(number: int, runs: Runs, stacks: Sequence[float]) -> str:
    return f"{type_text(number)}\n{top_text(runs, stacks[0], stacks[-1])}"
