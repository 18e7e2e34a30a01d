"""Charts of the 169 starting hands in a terminal: aces top left, suited hands above the diagonal.

A chart can be read without colours: a hand that is played stands there by its name, one that is
folded is a dot, and one that is mixed has a star.
"""

from __future__ import annotations

from collections.abc import Sequence

from rich.console import Group
from rich.table import Table
from rich.text import Text

from equipoise.cards.card import RANKS
from equipoise.cards.combos import type_text
from equipoise.kernels.types import Float64s

_PLAYED, _MIXED, _FOLDED = "black on green", "black on yellow", "dim"
#: probabilities nearer to 0 or 1 than this are what is left of early iterations
PURE = 0.01


def grid_types() -> list[list[int]]:
    """The types as players draw them, row by row."""
    return [[row * 13 + column for column in range(12, -1, -1)] for row in range(12, -1, -1)]


def is_mixed(probability: float) -> bool:
    """Whether a hand is both played and folded."""
    return PURE < probability < 1 - PURE


def probability_chart(title: str, probabilities: Float64s) -> Group:
    """One chart of how often each hand is played, with the mixed ones listed below."""
    lines = [Text(f"{title:^52}", style="bold")]
    for types in grid_types():
        line = Text()
        for number in types:
            chance = float(probabilities[number])
            name = type_text(number)
            if is_mixed(chance):
                line.append(f"{name + '*':^4}", _MIXED)
            elif chance > 0.5:
                line.append(f"{name:^4}", _PLAYED)
            else:
                line.append(f"{'·':^4}", _FOLDED)
        lines.append(line)
    mixed = [
        f"{type_text(number)} {float(probabilities[number]):.0%}"
        for types in grid_types()
        for number in types
        if is_mixed(float(probabilities[number]))
    ]
    lines.append(Text(f"* mixed: {', '.join(mixed)}" if mixed else "no hand is mixed", style="dim"))
    return Group(*lines)


def side_by_side(left: Group, right: Group) -> Table:
    """Two charts beside each other."""
    both = Table.grid(padding=(0, 2))
    both.add_column(width=52)
    both.add_column(width=52)
    both.add_row(left, right)
    return both


def number_chart(title: str, runs: Sequence[Sequence[tuple[float, float]]], largest: float) -> Group:
    """One chart of the largest stack at which each hand is played; several runs have a star."""
    lines = [Text(f"{title:^66}", style="bold")]
    lines.append(Text("  " + "".join(f"{rank:^5}" for rank in reversed(RANKS)), style="dim"))
    gaps = []
    for row, types in zip(reversed(RANKS), grid_types(), strict=True):
        line = Text(f"{row} ", style="dim")
        for number in types:
            played = runs[number]
            top = played[-1][1] if played else 0.0
            if not played:
                text = "–"
            elif top >= largest:
                text = f"{largest:g}+"
            else:
                text = f"{top:.1f}"
            if len(played) > 1 or (played and played[0][0] > 1):
                text += "*"
                gaps.append(number)
            line.append(f"{text:^5}", _heat(top / largest))
        lines.append(line)
    if gaps:
        lines.append(Text("* not at every stack up to it:", style="dim"))
        lines.extend(
            Text(f"  {type_text(number):<4}{runs_text(runs[number])}", style="dim")
            for number in gaps
        )
    return Group(*lines)


def runs_text(runs: Sequence[tuple[float, float]]) -> str:
    """Runs of stacks for people.

    >>> runs_text([(1.0, 2.3), (5.1, 5.1)])
    '1.0–2.3, 5.1'
    """
    return ", ".join(f"{a:.1f}–{b:.1f}" if a != b else f"{a:.1f}" for a, b in runs)


def _heat(part: float) -> str:
    """A background from red (only with the smallest stacks) over yellow to green."""
    red = round(230 * min(1.0, 2 - 2 * part))
    green = round(200 * min(1.0, 2 * part))
    return f"black on #{red:02x}{green:02x}50"
