"""``equipoise jamfold``: push-or-fold hold'em solved, as charts of starting hands."""

from __future__ import annotations

from pathlib import Path
from time import perf_counter
from typing import TYPE_CHECKING, Annotated

import typer

from equipoise.errors import InputError
from equipoise.interfaces.cli.output import (
    JsonOption,
    check_chart,
    console,
    literal,
    print_json,
    progress,
)

if TYPE_CHECKING:
    from equipoise.solvers.jamfold import JamFold, JamFoldTable

_DEFAULT = "10bb"


def jamfold(
    stacks: Annotated[
        list[str] | None,
        typer.Argument(metavar="[STACK]...", help="In big blinds: 10bb, 6.67bb; 10bb by default."),
    ] = None,
    table: Annotated[
        bool, typer.Option("--table", help="Up to which stack (1 to 25bb) each hand is played.")
    ] = False,
    chart: Annotated[Path | None, typer.Option(help="Draw the charts to this PNG file.")] = None,
    as_json: JsonOption = False,
) -> None:
    """Solve heads-up hold'em in which the small blind jams or folds and the big blind calls or not.

    Exact: all 169 starting hands, exact equities, cards removed. --table solves 241 stacks and
    takes about 20 seconds.
    """
    if table and stacks:
        raise InputError("--table solves its own stacks", expected="leave the stacks away")
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
        from equipoise.files import write_atomically
        from equipoise.interfaces.hand_charts import draw_games, png

        write_atomically(chart, png(draw_games(games)))
    if as_json:
        print_json(
            {
                "games": [_as_json(game) for game in games],
                "seconds": round(seconds, 3),
                "chart": None if chart is None else str(chart),
            }
        )
        return
    from equipoise.interfaces.cli.charts import probability_chart, side_by_side

    screen = console()
    for game in games:
        screen.print(
            f"[bold]{float(game.stack):g} big blinds[/]: "
            f"the small blind wins [bold]{round(game.value, 4) + 0.0:+.4f}[/] big blinds a hand"
        )
        screen.print(
            side_by_side(
                probability_chart(f"small blind jams {game.pushed:.1%}", game.push),
                probability_chart(f"big blind calls {game.called:.1%}", game.call),
            )
        )
        screen.print(
            f"[dim]exploitability {game.exploitability:.0e} big blinds, "
            f"{game.iterations:,} iterations[/]\n"
        )
    _say_written(chart)


def _as_json(game: JamFold) -> dict[str, object]:
    from equipoise.cards.combos import type_text

    return {
        "stack_bb": float(game.stack),
        "value_bb": game.value,
        "exploitability_bb": game.exploitability,
        "iterations": game.iterations,
        "pushed": game.pushed,
        "called": game.called,
        **{
            name: {type_text(number): round(float(x), 6) for number, x in enumerate(values)}
            for name, values in (
                ("push", game.push),
                ("call", game.call),
                ("push_gain_bb", game.push_gain),
                ("call_gain_bb", game.call_gain),
            )
        },
    }


def _table(chart: Path | None, as_json: bool) -> None:
    from equipoise.solvers.jamfold import solve_table

    started = perf_counter()
    with progress("solving") as report:
        table = solve_table(report=report)
    seconds = perf_counter() - started
    if chart is not None:
        from equipoise.files import write_atomically
        from equipoise.interfaces.hand_charts import draw_table, png

        write_atomically(chart, png(draw_table(table)))
    if as_json:
        print_json(
            {
                **_table_as_json(table),
                "seconds": round(seconds, 3),
                "chart": None if chart is None else str(chart),
            }
        )
        return
    from equipoise.interfaces.cli.charts import stack_chart

    screen = console()
    for title, runs in (
        ("small blind jams up to so many big blinds", table.push),
        ("big blind calls up to so many big blinds", table.call),
    ):
        screen.print(stack_chart(title, runs, table.stacks))
        screen.print()
    screen.print(
        f"[dim]{len(table.games)} stacks, exploitability at most {table.exploitability:.0e} "
        f"big blinds, {seconds:.0f} s; played means at least half of the time[/]"
    )
    _say_written(chart)


def _table_as_json(table: JamFoldTable) -> dict[str, object]:
    from equipoise.cards.combos import type_text

    return {
        "stacks_bb": table.stacks,
        "values_bb": [game.value for game in table.games],
        "exploitability_bb": table.exploitability,
        **{
            name: {type_text(number): [list(run) for run in runs] for number, runs in enumerate(of)}
            for name, of in (("push", table.push), ("call", table.call))
        },
    }


def _say_written(chart: Path | None) -> None:
    if chart is not None:
        console().print(f"[dim]drawn to {literal(str(chart))}[/]", soft_wrap=True)
