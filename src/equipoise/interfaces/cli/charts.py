"""Charts of the 169 starting hands in a terminal: aces top left, suited hands above the diagonal.

Charts are readable without colours: a played hand is shown by name, a folded one as a dot, and a
mixed one with a star.
"""

from __future__ import annotations

from collections.abc import Sequence

from rich.console import Group
from rich.table import Table
from rich.text import Text

from equipoise.cards.card import RANKS
from equipoise.cards.combos import grid_types, type_text
from equipoise.kernels.types import Float64s
from equipoise.plots.chart_text import Runs, has_gaps, is_mixed, runs_text, top_text
from equipoise.plots.style import INK, MIXED, PLAYED, SELDOM, blend

_CELL, _NUMBER = 4, 5
_BETWEEN = 4  # columns between two charts


def probability_chart(title: str, probabilities: Float64s) -> Group:
    """A chart of how often each hand is played, with mixed hands listed below."""
    lines = [Text(f"{title:^{13 * _CELL}}", style="bold")]
    mixed = []
    for types in grid_types():
        line = Text()
        for number in types:
            chance, name = float(probabilities[number]), type_text(number)
            if is_mixed(chance):
                line.append(f"{name + '*':^{_CELL}}", f"{INK} on {MIXED}")
                mixed.append(f"{name} {chance:.0%}")
            elif chance > 0.5:
                line.append(f"{name:^{_CELL}}", f"{INK} on {PLAYED}")
            else:
                line.append(f"{'·':^{_CELL}}", "dim")
        lines.append(line)
    lines.append(Text(f"* mixed: {', '.join(mixed)}" if mixed else "no hand is mixed", style="dim"))
    return Group(*lines)


def side_by_side(left: Group, right: Group, width: int) -> Table | Group:
    """Two charts side by side, or one below the other on a narrow screen."""
    if width < 2 * 13 * _CELL + _BETWEEN:
        return Group(left, "", right)
    both = Table.grid(padding=(0, 2))
    both.add_column(width=13 * _CELL)
    both.add_column(width=13 * _CELL)
    both.add_row(left, right)
    return both


def stack_chart(title: str, runs: Sequence[Runs], stacks: Sequence[float]) -> Group:
    """A chart of the largest stack at which each hand is played; gaps are listed below."""
    smallest, largest = stacks[0], stacks[-1]
    lines = [Text(f"{title:^{2 + 13 * _NUMBER}}", style="bold")]
    ranks = RANKS[::-1]
    lines.append(Text("  " + "".join(f"{rank:^{_NUMBER}}" for rank in ranks), style="dim"))
    gaps = []
    for rank, types in zip(ranks, grid_types(), strict=True):
        line = Text()
        line.append(f"{rank} ", "dim")
        for number in types:
            played = runs[number]
            part = (played[-1][1] if played else 0.0) / largest
            colour = blend(part, [SELDOM, MIXED, PLAYED])
            text = top_text(played, smallest, largest)
            line.append(f"{text:^{_NUMBER}}", f"{INK} on {colour}")
            if has_gaps(played, smallest):
                gaps.append(f"  {type_text(number):<4}{runs_text(played)}")
        lines.append(line)
    if gaps:
        lines.append(Text("* not at every stack up to it:", style="dim"))
        lines.extend(Text(gap, style="dim") for gap in gaps)
    return Group(*lines)
