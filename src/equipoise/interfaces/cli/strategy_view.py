"""What a strategy does at a decision node, in a terminal: the grid of hands, or a table of states.

A grid can be read without colours: behind a hand stands the character of its most likely action,
and a star if there are others; a hand that is folded is a dot.
"""

from __future__ import annotations

import numpy as np
from rich.console import Group
from rich.table import Table
from rich.text import Text

from equipoise.cards.combos import type_text
from equipoise.interfaces.hand_grid import INK, PURE, grid_types
from equipoise.interfaces.strategy_grid import action_codes, action_colours
from equipoise.kernels.types import Float64s
from equipoise.strategy.look import NodeView

_CELL = 7
_MOST_ROWS = 40
_MOST_MIXED = 24


def hand_chart(view: NodeView, frequencies: Float64s) -> Group:
    """The 13x13 grid, its key, and the mixed hands."""
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
            elif codes[best] == "f" and not is_mixed:
                line.append(f"{'·':^{_CELL}}", "dim")
            else:
                text = f" {name:<3} {codes[best]}{'*' if is_mixed else ' '}"
                line.append(text, f"{INK} on {colours[best]}")
            if is_mixed:
                mixed.append(f"{name} {_shares(view, chances)}")
        lines.append(line)
    key = ", ".join(f"{code} {name}" for code, name in zip(codes, view.actions, strict=True))
    lines.append(Text(f"{key}, · always folded, * mixed", style="dim"))
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
    """A row for each card state, the most frequent ones where there are many."""
    table = Table(box=None, pad_edge=False)
    table.add_column("cards", header_style="bold")
    table.add_column("how often", justify="right", header_style="bold")
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
    """How often each action is taken here."""
    if view.reach == 0:
        return Text("the strategy never comes here by itself", style="dim")
    shares = ", ".join(
        f"{name} {share:.1%}" for name, share in zip(view.actions, view.totals, strict=True)
    )
    return Text(f"all together: {shares}; its own part of the path is played {view.reach:.1%}")
