"""Pictures of buckets: a hand through the streets, two bucketings side by side. Matplotlib."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from matplotlib.colors import LinearSegmentedColormap, PowerNorm
from matplotlib.figure import Figure

from equipoise.abstraction.buckets.compare import RoundComparison
from equipoise.abstraction.buckets.notation import ROUNDS
from equipoise.abstraction.buckets.portrait import RoundPortrait
from equipoise.cards.card import cards_text
from equipoise.cards.combos import type_text
from equipoise.interfaces.hand_grid import FOLDED, INK, MIXED, PLAYED, SELDOM

_SIDE = 13
_SHARE = LinearSegmentedColormap.from_list("share", [FOLDED, MIXED, PLAYED])
_PALE, _BAR, _OTHER = "#a9a69d", "#4c78a8", SELDOM


def draw_portraits(title: str, rounds: Sequence[RoundPortrait]) -> Figure:
    """A row a round: the distribution of final strength, and who shares the bucket."""
    figure = Figure(figsize=(11.5, 3.9 * len(rounds) + 0.4), layout="constrained")
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
    axes.bar(np.arange(bins) * width, part.waveform, width, align="edge", color=_BAR)
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
    """Aces at the top left, suited hands above the diagonal; blank where a type cannot be held."""
    shown = part.type_shares.reshape(_SIDE, _SIDE)[::-1, ::-1]
    axes.imshow(shown, cmap=_SHARE, vmin=0, vmax=1)
    axes.set_xticks([])
    axes.set_yticks([])
    axes.hlines(np.arange(_SIDE + 1) - 0.5, -0.5, _SIDE - 0.5, color="white", linewidth=1.2)
    axes.vlines(np.arange(_SIDE + 1) - 0.5, -0.5, _SIDE - 0.5, color="white", linewidth=1.2)
    axes.set_frame_on(False)
    for (i, j), share in np.ndenumerate(shown):
        number = (_SIDE - 1 - i) * _SIDE + (_SIDE - 1 - j)
        axes.text(
            j, i, type_text(number), ha="center", va="center", fontsize=6,
            color=INK if share > 0 else _PALE,
        )  # fmt: skip
    count = len(part.together)
    axes.set_title(f"{count:,} of {len(part.possible):,} combos share the bucket", color=INK)


def draw_comparison(names: tuple[str, str], rounds: Sequence[RoundComparison]) -> Figure:
    """Which buckets of one go with which of the other, and the spread within buckets."""
    figure = Figure(figsize=(13, 7.4), layout="constrained")
    figure.suptitle(f"1: {names[0]}    2: {names[1]}", color=INK)
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
    for side, (name, colour) in enumerate(zip(names, (_BAR, _OTHER), strict=True)):
        heights = [pair[side] for _, pair in values]
        bars = axes.bar(places + 0.4 * side - 0.2, heights, 0.38, color=colour, label=name)
        axes.bar_label(bars, fmt="%.3f", fontsize=8)
    axes.set_xticks(places, [ROUNDS[number] for number, _ in values])
    axes.legend(frameon=False, fontsize=8)
    axes.spines[["top", "right"]].set_visible(False)
