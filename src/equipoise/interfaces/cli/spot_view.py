"""Solved spots in a terminal: summary, grid of hands, hand table, reports; and as CSV."""

from __future__ import annotations

import csv
from collections.abc import Iterable, Sequence
from io import StringIO
from typing import TYPE_CHECKING, Any

import numpy as np
from rich.console import Group
from rich.table import Table
from rich.text import Text

from equipoise.abstraction.bets.edits import chips_text
from equipoise.cards.combos import grid_types, type_text
from equipoise.interfaces.as_json.spots import hand_rows
from equipoise.interfaces.cli.hand_view import coloured
from equipoise.interfaces.cli.output import console
from equipoise.interfaces.cli.strategy_view import hand_chart
from equipoise.kernels.types import Float64s
from equipoise.plots.style import INK, MIXED, PLAYED, SELDOM, blend

if TYPE_CHECKING:
    from equipoise.spots.batch import FlopReport
    from equipoise.spots.flops import WeightedFlop
    from equipoise.spots.report import CardReport
    from equipoise.spots.solution import SpotSolution
    from equipoise.spots.view import RangeView, SpotView

#: numbers that a grid can show
NUMBERS = ("strategy", "equity", "value", "eqr")
_NAMES = ("out of position", "in position")
_FORMS = {"weight": ".3g", "equity": ".2%", "value": ".2f", "eqr": ".1%"}
_CARD_COLUMNS = (
    "card", "chance", "oop_equity", "ip_equity", "oop_value", "ip_value", "oop_eqr", "ip_eqr",
)  # fmt: skip
_CELL = 7


def print_summary(solution: SpotSolution) -> None:
    """The result of a solve, in two lines."""
    found, spot = solution.summary, solution.spot
    screen = console()
    screen.print(
        f"{coloured(spot.board)}  pot {chips_text(spot.pot)}, stack {chips_text(spot.stack)}  "
        f"[dim]{found.iterations:,} iterations, {found.seconds:.1f} s, "
        f"{found.memory_bytes / 1e6:,.0f} MB[/]"
    )
    screen.print(
        f"value {found.oop_value:.2f} out of position, {found.ip_value:.2f} in position; "
        f"exploitability {found.exploitability_percent:.3f}% of the pot"
    )


def print_view(
    view: SpotView, player: int | None = None, of: str = "strategy", hands: bool = False
) -> None:
    """A node: its line, the actions, both ranges, and a grid."""
    screen = console()
    number = (view.player or 0) if player is None else player
    line = ", ".join(view.line) or "start"
    owed = f", {chips_text(view.to_call)} to call" if view.to_call else ""
    acts = "nobody acts" if view.player is None else f"{_NAMES[view.player]} to act"
    screen.print(Text(f"\n{line}", style="bold"))
    screen.print(
        f"{coloured(view.board)}  pot {chips_text(view.pot)}, {chips_text(view.stack)} behind{owed}"
        f"; {acts}"
    )
    screen.print(_ranges_table(view))
    if view.actions:
        screen.print(_actions_table(view))
    if of == "strategy" and view.player == number:
        chart, frequencies = view.chart()
        screen.print(hand_chart(chart, frequencies))
    else:
        shown = "equity" if of == "strategy" else of
        screen.print(_number_grid(view.by_type(number, shown), shown, number))
    if hands:
        screen.print(_hands_table(view.ranges[number], view.names))


def _ranges_table(view: SpotView) -> Table:
    table = _table("range", "combos", "equity", "value", "EQR")
    for name, mine in zip(_NAMES, view.ranges, strict=True):
        table.add_row(
            name, f"{mine.total:.1f}", _shown(mine.mean_equity, ".2%"),
            _shown(mine.mean_value, ".2f"), _shown(mine.mean_eqr, ".1%"),
        )  # fmt: skip
    return table


def _actions_table(view: SpotView) -> Table:
    table = _table("action", "of the pot", "frequency", "value")
    for action in view.actions:
        part = "" if action.percent is None else f"{action.percent:g}%"
        table.add_row(
            action.action, part, _shown(action.frequency, ".2%"), _shown(action.value, ".2f")
        )
    return table


def _hands_table(mine: RangeView, names: Sequence[str]) -> Table:
    columns = [
        f"{name}{what}" for name in (names if len(mine.strategy) else ()) for what in ("", " value")
    ]
    table = _table("hand", "weight", "equity", "value", "EQR", *columns)
    for row in hand_rows(mine, tuple(names)):
        cells = [
            _shown(row[n], f)
            for n, f in (("weight", ".3g"), ("equity", ".2%"), ("value", ".2f"), ("eqr", ".1%"))
        ]
        if "strategy" in row:
            for name in names:
                cells += [_shown(row["strategy"][name], ".1%"), _shown(row["values"][name], ".2f")]
        table.add_row(row["hand"], *cells)
    return table


def _number_grid(values: Float64s, of: str, player: int) -> Group:
    """The 13x13 grid with a number per type, low ones red and high ones green."""
    known = values[np.isfinite(values)]
    low, high = (float(known.min()), float(known.max())) if len(known) else (0.0, 1.0)
    lines = [Text(f"{of}, {_NAMES[player]}", style="bold")]
    for types in grid_types():
        line = Text()
        for number in types:
            value = float(values[number])
            if not np.isfinite(value):
                line.append(f"{'·':^{_CELL}}", "dim")
                continue
            part = (value - low) / (high - low) if high > low else 0.5
            shown = _chips(value) if of == "value" else f"{value:.0%}"
            text = f"{type_text(number):<3}{shown:>4}"
            line.append(text, f"{INK} on {blend(part, [SELDOM, MIXED, PLAYED])}")
        lines.append(line)
    return Group(*lines)


def _chips(value: float) -> str:
    """An amount in about four characters."""
    return f"{value:.{0 if abs(value) >= 99.5 else 1 if abs(value) >= 9.95 else 2}f}"


def print_cards(report: CardReport) -> None:
    """A report by next card."""
    screen = console()
    line = ", ".join(report.line)
    screen.print(Text(line, style="bold"))
    screen.print(f"{coloured(report.board)}  pot {chips_text(report.pot)}")
    table = _table(
        "card",
        "chance",
        "oop equity",
        "oop value",
        "ip value",
        "oop EQR",
        "ip EQR",
        *report.actions,
    )
    for card in sorted(report.cards, key=lambda one: -one.oop_value):
        table.add_row(
            coloured(card.card), f"{card.chance:.2%}", _shown(card.oop_equity, ".2%"),
            _shown(card.oop_value, ".2f"), _shown(card.ip_value, ".2f"),
            _shown(card.oop_eqr, ".1%"), _shown(card.ip_eqr, ".1%"),
            *(_shown(action.frequency, ".1%") for action in card.actions),
        )  # fmt: skip
    screen.print(table)


def print_flops(flops: Iterable[WeightedFlop]) -> None:
    """A subset of flops with its weights."""
    table = _table("flop", "represents")
    for flop in flops:
        table.add_row(coloured(flop.board), f"{flop.weight:,}")
    console().print(table)


def print_batch(found: FlopReport) -> None:
    """A batch: its flops, and their means."""
    screen = console()
    names = [action["action"] for action in found.actions]
    table = _table("flop", "chance", "oop equity", "oop value", "ip value", "oop EQR", *names)
    for line in found.flops:
        often = {action["action"]: action["frequency"] for action in line.summary.actions}
        table.add_row(
            coloured(line.board), f"{line.chance:.2%}", _shown(line.summary.oop_equity, ".2%"),
            _shown(line.summary.oop_value, ".2f"), _shown(line.summary.ip_value, ".2f"),
            _shown(line.oop_eqr, ".1%"), *(_shown(often.get(name), ".1%") for name in names),
        )  # fmt: skip
    table.add_section()
    table.add_row(
        "mean", "", _shown(found.oop_equity, ".2%"), _shown(found.oop_value, ".2f"),
        _shown(found.ip_value, ".2f"), "",
        *(_shown(action["frequency"], ".1%") for action in found.actions),
    )  # fmt: skip
    screen.print(table)
    if found.missing:
        screen.print(f"[dim]{found.missing} flops are not solved yet[/]")


def _table(*names: str) -> Table:
    table = Table(box=None, header_style="bold", pad_edge=False, padding=(0, 2, 0, 0))
    for at, name in enumerate(names):
        table.add_column(name, justify="right" if at else "left")
    return table


def _shown(value: float | None, form: str) -> str:
    return "" if value is None or not np.isfinite(value) else format(value, form)


def _csv(names: Sequence[str], rows: Iterable[Sequence[Any]]) -> str:
    buffer = StringIO()
    writer = csv.writer(buffer, lineterminator="\n")
    writer.writerow(names)
    writer.writerows(["" if value is None else value for value in row] for row in rows)
    return buffer.getvalue()


def hands_csv(view: SpotView, player: int) -> str:
    """The hands of a range; for the player to act with frequencies and values of actions."""
    columns = view.columns(player)
    rows = zip(*(column.tolist() for column in columns.values()), strict=True)
    return _csv(list(columns), ([None if v != v else v for v in row] for row in rows))


def cards_csv(report: CardReport) -> str:
    """A report by next card."""
    head = [
        "card",
        "chance",
        "oop_equity",
        "ip_equity",
        "oop_value",
        "ip_value",
        "oop_eqr",
        "ip_eqr",
    ]
    rows = [
        [getattr(card, name) for name in head] + [action.frequency for action in card.actions]
        for card in report.cards
    ]
    return _csv([*_CARD_COLUMNS, *report.actions], rows)


def flops_csv(found: FlopReport) -> str:
    """A batch over flops."""
    names = [action["action"] for action in found.actions]
    rows = []
    for line in found.flops:
        often = {action["action"]: action["frequency"] for action in line.summary.actions}
        s = line.summary
        rows.append(
            [line.board, line.weight, line.chance, s.oop_equity, s.oop_value, s.ip_value,
             s.exploitability_percent, *(often.get(name) for name in names)]
        )  # fmt: skip
    head = ["flop", "weight", "chance", "oop_equity", "oop_value", "ip_value"]
    return _csv([*head, "exploitability_percent", *names], rows)
