"""``equipoise jamfold``: push-or-fold hold'em solved, as charts of starting hands."""

from __future__ import annotations

from pathlib import Path
from time import perf_counter
from typing import Annotated

import typer

from equipoise.base.errors import InputError
from equipoise.interfaces.as_json.jamfold import jamfold_json, jamfold_table_json
from equipoise.interfaces.as_json.strategies import path_text
from equipoise.interfaces.cli.output import (
    JsonOption,
    check_chart,
    console,
    print_json,
    progress,
    say_drawn,
    write_picture,
)
from equipoise.plots.style import CHART_DPI

_DEFAULT = "10bb"


def jamfold(
    stacks: Annotated[
        list[str] | None,
        typer.Argument(metavar="[STACK]...", help="Stacks: 10bb, 6.67bb (default: 10bb)."),
    ] = None,
    table: Annotated[
        bool,
        typer.Option("--table", help="Largest stack (1 to 25bb) at which each hand is played."),
    ] = False,
    chart: Annotated[
        Path | None, typer.Option(metavar="PNG", help="Draw the charts to this file.")
    ] = None,
    as_json: JsonOption = False,
) -> None:
    """Solve jam-or-fold hold'em; print the charts.

    The small blind goes all-in or folds, the big blind calls or folds. Exact: all 169 starting
    hands, exact equities with card removal. --table solves 241 stacks in about 20 seconds.

    Examples:
      equipoise jamfold 10bb
      equipoise jamfold 6.67bb 12bb --chart charts.png
      equipoise jamfold --table

    """
    if table and stacks:
        raise InputError("--table solves its own stacks", expected="omit the stacks")
    check_chart(chart)
    if table:
        _table(chart, as_json)
    else:
        _games([_stack(text) for text in stacks or [_DEFAULT]], chart, as_json)


def _stack(text: str) -> str:
    return text if text.endswith("bb") else f"{text}bb"


def _games(stacks: list[str], chart: Path | None, as_json: bool) -> None:
    from equipoise.solvers.jamfold import solve_jamfold

    started = perf_counter()
    games = []
    with progress("solving") as report:
        for done, stack in enumerate(stacks):
            report(done, len(stacks), f"solving {stack}")
            games.append(solve_jamfold(stack))
    seconds = perf_counter() - started
    if chart is not None:
        from equipoise.plots.jamfold import draw_games

        write_picture(chart, draw_games(games), CHART_DPI)
    if as_json:
        print_json(
            {
                "games": [jamfold_json(game) for game in games],
                "seconds": round(seconds, 3),
                "chart": path_text(chart),
            }
        )
        return
    from equipoise.interfaces.cli.charts import probability_chart, side_by_side

    screen = console()
    for game in games:
        screen.print(
            f"[bold]{float(game.stack):g} big blinds[/]: the small blind wins "
            f"[bold]{round(game.value, 4) + 0.0:+.4f}[/] big blinds per hand"
        )
        screen.print(
            side_by_side(
                probability_chart(f"small blind jams {game.pushed:.1%}", game.push),
                probability_chart(f"big blind calls {game.called:.1%}", game.call),
                screen.width,
            )
        )
        screen.print(
            f"[dim]exploitability {game.exploitability:.0e} big blinds, "
            f"{game.iterations:,} iterations[/]\n"
        )
    say_drawn(chart)


def _table(chart: Path | None, as_json: bool) -> None:
    from equipoise.solvers.jamfold import solve_table

    started = perf_counter()
    with progress("solving") as report:
        table = solve_table(report=report)
    seconds = perf_counter() - started
    if chart is not None:
        from equipoise.plots.jamfold import draw_table

        write_picture(chart, draw_table(table), CHART_DPI)
    if as_json:
        print_json(
            {
                **jamfold_table_json(table),
                "seconds": round(seconds, 3),
                "chart": path_text(chart),
            }
        )
        return
    from equipoise.interfaces.cli.charts import stack_chart

    screen = console()
    for title, runs in (
        ("largest stack at which the small blind jams, in big blinds", table.push),
        ("largest stack at which the big blind calls, in big blinds", table.call),
    ):
        screen.print(stack_chart(title, runs, table.stacks))
        screen.print()
    screen.print(
        f"[dim]{len(table.games)} stacks, exploitability at most {table.exploitability:.0e} "
        f"big blinds, {seconds:.0f} s; played means at least half of the time[/]"
    )
    say_drawn(chart)
