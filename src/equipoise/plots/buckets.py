"""Pictures of buckets: a hand through the streets, two bucketings side by side."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from equipoise.abstraction.buckets.compare import RoundComparison
from equipoise.abstraction.buckets.notation import ROUNDS
from equipoise.abstraction.buckets.portrait import RoundPortrait
from equipoise.cards.card import cards_text
from equipoise.cards.combos import TYPE_COUNT, type_text
from equipoise.plots.hand_grid import draw_hand_grid
from equipoise.plots.style import BLUE, FOLDED, INK, MIXED, PLAYED, SELDOM, colour_map, new_figure

if TYPE_CHECKING:
    from matplotlib.figure import Figure


def draw_portraits(title: str, rounds: Sequence[RoundPortrait]) -> Figure:
    """A row a round: the distribution of final strength, and who shares the bucket."""
    figure = new_figure(11.5, 3.9 * len(rounds) + 0.4)
    figure.suptitle(title, color=INK)
    panels = figure.subplots(len(rounds), 2, squeeze=False, width_ratios=(1.25, 1))
    for part, (left, right) in zip(rounds, panels, strict=True):
        _waveform(left, part)
        _grid(right, part)
    return figure


def _waveform(axes: Any, part: RoundPortrait) -> None:
    bins = len(part.waveform)
    width = 1 / bins
    low, high = part.bucket_range
    axes.axvspan(low, high, color=MIXED, alpha=0.45, label="middle 80% of the bucket's hands")
    axes.bar(np.arange(bins) * width, part.waveform, width, align="edge", color=BLUE)
    axes.axvline(part.strength, color=INK, linewidth=1.4, label=f"mean {part.strength:.3f}")
    axes.set_xlim(0, 1)
    axes.set_xlabel("strength on the river")
    axes.set_ylabel("chance")
    board = f" on {cards_text(part.board)}" if part.board else ""
    axes.set_title(
        f"{ROUNDS[part.number]}{board}: bucket {part.bucket} of {part.buckets:,}", color=INK
    )
    axes.legend(frameon=False, fontsize=8)
    axes.spines[["top", "right"]].set_visible(False)


def _grid(axes: Any, part: RoundPortrait) -> None:
    """The types of hands by the share of their combos in the bucket."""
    draw_hand_grid(
        axes, part.type_shares, colour_map("share", [FOLDED, MIXED, PLAYED]), 1.0,
        [type_text(number) for number in range(TYPE_COUNT)], lambda share: share > 0, fontsize=6,
    )  # fmt: skip
    count = len(part.together)
    axes.set_title(f"{count:,} of {len(part.possible):,} combos share the bucket", color=INK)


def draw_comparison(names: tuple[str, str], rounds: Sequence[RoundComparison]) -> Figure:
    """Joint distribution of two bucketings' buckets, and the spread within buckets."""
    from matplotlib.colors import PowerNorm

    figure = new_figure(13, 7.4)
    figure.suptitle(f"Two card abstractions compared: 1 is {names[0]}, 2 is {names[1]}", color=INK)
    grid = figure.add_gridspec(2, 4, height_ratios=(1.15, 1))
    for place, part in enumerate(rounds):
        axes = figure.add_subplot(grid[0, place])
        axes.imshow(
            part.joint, cmap="Blues", norm=PowerNorm(0.5), aspect="auto", origin="lower",
            interpolation="nearest", extent=(0, part.counts[1], 0, part.counts[0]),
        )  # fmt: skip
        axes.set_title(
            f"{ROUNDS[part.number]}: adjusted Rand {part.agreement.adjusted_rand:.3f}",
            color=INK, fontsize=10,
        )  # fmt: skip
        axes.set_xlabel("bucket of 2", fontsize=8)
        axes.set_ylabel("bucket of 1", fontsize=8)
        axes.tick_params(labelsize=7)
    strengths = [(part.number, part.within) for part in rounds]
    shapes = [
        (part.number, part.waveform_within) for part in rounds if part.waveform_within is not None
    ]
    for where, title, values in (
        (grid[1, :2], "standard deviation of expected strength within a bucket", strengths),
        (grid[1, 2:], "mean earth mover's distance from the bucket's distribution", shapes),
    ):
        axes = figure.add_subplot(where)
        _bars(axes, names, values)
        axes.set_title(title, color=INK, fontsize=10)
    return figure


def _bars(
    axes: Any, names: tuple[str, str], values: Sequence[tuple[int, tuple[float, float]]]
) -> None:
    places = np.arange(len(values))
    for side, (name, colour) in enumerate(zip(names, (BLUE, SELDOM), strict=True)):
        heights = [pair[side] for _, pair in values]
        bars = axes.bar(places + 0.4 * side - 0.2, heights, 0.38, color=colour, label=name)
        axes.bar_label(bars, fmt="%.3f", fontsize=8)
    axes.set_xticks(places, [ROUNDS[number] for number, _ in values])
    axes.legend(frameon=False, fontsize=8)
    axes.spines[["top", "right"]].set_visible(False)
