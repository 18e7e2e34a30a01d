"""Win rates and playing statistics as a picture: a panel per number, a point with its interval."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from equipoise.evaluation.hand_stats import FREQUENCIES, Stats
from equipoise.plots.style import drawn, new_figure, short

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

_TITLES = {"vpip": "VPIP", "pfr": "PFR", "threebet": "3-bet", "wtsd": "WTSD"}
_MOST = 12


def draw_stats(groups: Sequence[Stats], title: str) -> Figure:
    """Win rates and frequencies of groups (positions or players) with their 95% intervals."""
    groups = groups[:_MOST]
    figure = new_figure(12, 1.2 + 0.32 * max(len(groups), 4))
    results, *panels = figure.subplots(1, 1 + len(FREQUENCIES), sharey=True)
    _draw_panel(results, [(one.bb100, one.bb100_interval) for one in groups])
    results.axvline(0, color="0.6", linewidth=0.8)
    results.set_title("won", fontsize=10)
    results.set_xlabel("bb/100")
    for axes, key in zip(panels, FREQUENCIES, strict=True):
        frequencies = [getattr(group, key) for group in groups]
        _draw_panel(axes, [(one.rate, one.interval) for one in frequencies], scale=100)
        axes.set_title(_TITLES.get(key, key), fontsize=10)
        axes.set_xlim(0, 100)
        axes.set_xlabel("%")
    names = [f"{short(drawn(group.name))} ({group.hands:,})" for group in groups]
    results.set_yticks(range(len(groups)), names)
    results.set_ylim(max(len(groups), 1) - 0.5, -0.5)
    figure.suptitle(f"{drawn(title)}; bars: 95% intervals", fontsize=10)
    return figure


def _draw_panel(
    axes: Axes, values: Sequence[tuple[float | None, tuple[float, float] | None]], scale: float = 1
) -> None:
    """A row for each value: a point, and a bar where there is an interval."""
    for place, (value, interval) in enumerate(values):
        if interval is not None:
            low, high = (scale * bound for bound in interval)
            axes.plot([low, high], [place, place], color="C0", linewidth=1.5)
        if value is not None:
            axes.plot([scale * value], [place], "o", color="C0", markersize=5)
    axes.grid(axis="x", alpha=0.3)
