"""Pictures of solved spots: a node as a grid of hands, and a report by next card."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from equipoise.cards.card import RANKS, SUIT_SYMBOLS
from equipoise.cards.combos import type_text
from equipoise.plots.actions import action_colours
from equipoise.plots.hand_grid import draw_hand_grid
from equipoise.plots.strategies import draw_grid
from equipoise.plots.style import BLUE, GRID, INK, MIXED, PLAYED, SELDOM, colour_map, new_figure

if TYPE_CHECKING:
    from matplotlib.figure import Figure

    from equipoise.spots.report import CardReport
    from equipoise.spots.view import SpotView

_NAMES = ("out of position", "in position")
_SUIT_COLOURS = ("#4c9a5f", "#4c78a8", "#c94f4f", "#333333")


def draw_view(view: SpotView, player: int, of: str = "strategy") -> Figure:
    """The grid of a player's hands at a node: the strategy, or numbers."""
    line = ", ".join(view.line) or "start"
    title = f"{view.board}, pot {view.pot:g} chips: {line}\n"
    if of == "strategy" and view.player == player:
        chart, frequencies = view.chart()
        return draw_grid(chart, frequencies, f"{title}strategy {_NAMES[player]}")
    of = "equity" if of == "strategy" else of
    values = view.by_type(player, of)
    known = values[np.isfinite(values)]
    low, high = (float(known.min()), float(known.max())) if len(known) else (0.0, 1.0)
    span = (high - low) or 1.0
    form = "{:.2f}" if of == "value" and high < 10 else "{:.0f}"
    scale = 1.0 if of == "value" else 100.0
    texts = [
        type_text(number) + (f"\n{form.format(scale * value)}" if np.isfinite(value) else "")
        for number, value in enumerate(values)
    ]
    figure = new_figure(7.6, 8.0)
    axes: Any = figure.subplots()
    draw_hand_grid(
        axes, (values - low) / span, colour_map("numbers", [SELDOM, MIXED, PLAYED]), 1.0, texts,
        lambda value: bool(np.isfinite(value)), fontsize=7,
    )  # fmt: skip
    unit = "chips" if of == "value" else "%"
    axes.set_title(f"{title}{of} of hands {_NAMES[player]} ({unit})", color=INK, fontsize=10)
    return figure


def draw_cards(report: CardReport) -> Figure:
    """Out of position's value, and the strategy of the first player to act, for every next card."""
    cards = list(report.cards)
    names = [card.card for card in cards]
    figure = new_figure(11.0, 6.4)
    upper, lower = figure.subplots(2, 1, sharex=True)
    line = ", ".join(report.line)
    figure.suptitle(
        f"{report.board}, pot {report.pot:g} chips: {line}; every card that may come", color=INK
    )
    places = np.arange(len(cards))
    sides = [[card.oop_value for card in cards], [card.ip_value for card in cards]]
    upper.bar(places - 0.2, sides[0], 0.4, label=_NAMES[0], color=BLUE)
    upper.bar(places + 0.2, sides[1], 0.4, label=_NAMES[1], color=MIXED)
    upper.set_ylabel("value, chips")
    upper.set_ylim(0, 1.15 * max(max(side) for side in sides))
    upper.legend(frameon=False, ncols=2, loc="upper right")
    bottom = np.zeros(len(cards))
    for number, (name, colour) in enumerate(
        zip(report.actions, action_colours(report.actions), strict=True)
    ):
        heights = np.array([card.actions[number].frequency for card in cards])
        lower.bar(places, heights, 0.86, bottom, color=colour, label=name, edgecolor=GRID)
        bottom += heights
    lower.set_ylabel("share of hands that act so")
    lower.set_ylim(0, 1)
    lower.set_xticks(places, [_symbol(name) for name in names], fontsize=7)
    for label, name in zip(lower.get_xticklabels(), names, strict=True):
        label.set_color(_SUIT_COLOURS["cdhs".index(name[1])])
    for axes in (upper, lower):
        axes.spines[["top", "right"]].set_visible(False)
    figure.legend(
        *lower.get_legend_handles_labels(), loc="outside lower center",
        ncols=max(1, len(report.actions)), frameon=False,
    )  # fmt: skip
    return figure


def _symbol(card: str) -> str:
    return RANKS[RANKS.index(card[0])] + SUIT_SYMBOLS["cdhs".index(card[1])]
