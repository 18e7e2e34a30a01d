"""How players play as a picture: a panel for each frequency, a point with its interval a group."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from equipoise.evaluation.hand_stats import FREQUENCIES, Stats
from equipoise.plots.style import drawn, new_figure, short

if TYPE_CHECKING:
    from matplotlib.figure import Figure

_TITLES = {"vpip": "VPIP", "pfr": "PFR", "threebet": "3-bet", "aggression": "aggression"}
_MOST = 12


def draw_stats(groups: Sequence[Stats], title: str) -> Figure:
    """The frequencies of groups (positions or players) with their 95% intervals."""
    groups = groups[:_MOST]
    figure = new_figure(11, 1.2 + 0.32 * max(len(groups), 4))
    panels = figure.subplots(1, len(FREQUENCIES), sharey=True)
    for axes, key in zip(panels, FREQUENCIES, strict=True):
        for place, group in enumerate(groups):
            frequency = getattr(group, key)
            if frequency.interval is None:
                continue
            low, high = (100 * bound for bound in frequency.interval)
            axes.plot([low, high], [place, place], color="C0", linewidth=1.5)
            axes.plot([100 * (frequency.rate or 0)], [place], "o", color="C0", markersize=5)
        axes.set_title(_TITLES.get(key, key.upper()), fontsize=10)
        axes.set_xlim(0, 100)
        axes.set_xlabel("%")
        axes.grid(axis="x", alpha=0.3)
    names = [f"{short(drawn(group.name))} ({group.hands:,})" for group in groups]
    panels[0].set_yticks(range(len(groups)), names)
    panels[0].set_ylim(max(len(groups), 1) - 0.5, -0.5)
    figure.suptitle(f"{drawn(title)}; bars: 95% intervals", fontsize=10)
    return figure
