"""A strategy at a decision node, in a terminal: the grid of hands, or a table of states.

Grids are readable without colours: each hand is followed by the character of its most likely
action, and a star if it is mixed; a folded hand is a dot.
"""

from __future__ import annotations

import numpy as np
from rich.console import Group
from rich.table import Table
from rich.text import Text

from equipoise.cards.combos import grid_types, type_text
from equipoise.kernels.types import Float64s
from equipoise.plots.actions import action_codes, action_colours
from equipoise.plots.chart_text import PURE
from equipoise.plots.style import INK
from equipoise.strategies.look import NodeView

_CELL = 6  # thirteen fit into 80 columns
_MOST_ROWS = 40
_MOST_MIXED = 24


def hand_chart(view: NodeView, frequencies: Float64s, arrival: Float64s | None = None) -> Group:
    """The 13x13 grid, its key, and the mixed hands; unreached hands are pale."""
    codes, colours = action_codes(view.actions), action_colours(view.actions)
    lines: list[Text] = []
    mixed: list[str] = []
    for types in grid_types():
        line = Text()
        for number in types:
            chances = frequencies[number]
            best = int(chances.argmax())
            name = type_text(number)
            is_mixed = 0 < float(chances.max()) < 1 - PURE
            if chances.max() == 0:
                line.append(" " * _CELL)
            elif arrival is not None and arrival[number] <= PURE:
                line.append(f"{name:<{_CELL}}", "dim")
                is_mixed = False
            elif codes[best] == "f" and not is_mixed:
                line.append(f"{'·':^{_CELL}}", "dim")
            else:
                text = f"{name:<3}{codes[best]}{'*' if is_mixed else ' '}"
                line.append(text, f"{INK} on {colours[best]}")
                line.append(" ")
            if is_mixed:
                mixed.append(f"{name} {_shares(view, chances)}")
        lines.append(line)
    key = ", ".join(f"{code} {name}" for code, name in zip(codes, view.sized_actions, strict=True))
    pale = ", pale: never reached" if arrival is not None and (arrival <= PURE).any() else ""
    lines.append(Text(f"{key}, · always folded, * mixed{pale}", style="dim"))
    lines += [Text(f"  {text}", style="dim") for text in mixed[:_MOST_MIXED]]
    if len(mixed) > _MOST_MIXED:
        lines.append(Text(f"  and {len(mixed) - _MOST_MIXED} more mixed hands", style="dim"))
    return Group(*lines)


def _shares(view: NodeView, chances: Float64s) -> str:
    return ", ".join(
        f"{name} {chance:.0%}"
        for name, chance in zip(view.actions, chances, strict=True)
        if chance > PURE
    )


def state_table(view: NodeView) -> Group:
    """A row for each card state, only the most frequent if there are many."""
    table = Table(box=None, pad_edge=False)
    table.add_column("cards", header_style="bold")
    table.add_column("frequency", justify="right", header_style="bold")
    for name in view.actions:
        table.add_column(Text(name), justify="right", header_style="bold")
    states = np.arange(len(view.labels))
    if len(states) > _MOST_ROWS:
        states = np.sort(np.argsort(-view.weights, kind="stable")[:_MOST_ROWS])
    for state in states.tolist():
        shares = (f"{chance:.1%}" for chance in view.probabilities[:, state])
        table.add_row(Text(view.labels[state]), f"{view.weights[state]:.1%}", *shares)
    left = len(view.labels) - len(states)
    return (
        Group(table, Text(f"and {left:,} less frequent states", style="dim"))
        if left
        else Group(table)
    )


def totals_line(view: NodeView) -> Text:
    """The frequency of each action here."""
    if view.reach == 0:
        return Text("the strategy never reaches this point by itself", style="dim")
    shares = ", ".join(
        f"{name} {share:.1%}" for name, share in zip(view.actions, view.totals, strict=True)
    )
    return Text(f"overall: {shares}; probability of its own actions on the path: {view.reach:.1%}")
