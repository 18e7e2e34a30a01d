"""Bankrolls over a match as a picture."""

from __future__ import annotations

from typing import TYPE_CHECKING

from equipoise.evaluation.labels import labels
from equipoise.plots.style import cycle_colours, drawn, new_figure, short

if TYPE_CHECKING:
    from matplotlib.figure import Figure

    from equipoise.evaluation.bankrolls import Bankrolls


def draw_bankrolls(bankrolls: Bankrolls, title: str) -> Figure:
    """Everybody's bankroll over the match, in big blinds, with its band if known."""
    figure = new_figure(9, 5)
    axes = figure.subplots()
    cycle_colours(axes)
    called = labels(bankrolls.names)
    hands, known = bankrolls.hands, bankrolls.known
    for player, name in enumerate(bankrolls.names):
        total, half = bankrolls.totals[:, player], bankrolls.halves[:, player]
        (line,) = axes.plot(hands, total, linewidth=1.3, label=short(called[name]))
        axes.fill_between(
            hands[known], (total - half)[known], (total + half)[known],
            color=line.get_color(), alpha=0.15, linewidth=0,
        )  # fmt: skip
    axes.axhline(0, color="black", linewidth=0.8)
    axes.set_xlabel("hands played")
    axes.set_ylabel("bankroll, big blinds")
    axes.set_title(
        f"Bankrolls in {drawn(title)}\nbands: 95% intervals of the expected bankroll", fontsize=10
    )
    axes.legend(loc="best", fontsize=9)
    axes.margins(x=0.01)
    return figure
