"""``equipoise compare``: how fast solution methods converge on one game."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from equipoise.base.errors import InputError
from equipoise.interfaces.cli.output import (
    JsonOption,
    SeedOption,
    check_picture,
    console,
    literal,
    print_json,
    progress,
    write_picture,
)
from equipoise.interfaces.cli.solve import BetsOption, CardsOption, GameArgument
from equipoise.interfaces.cli.wide import print_wide
from equipoise.plots.traces import draw_traces

if TYPE_CHECKING:
    from equipoise.solvers.run.loop import Run

ITERATIVE = "cfr,cfr+,lcfr,dcfr,pcfr+,egt,mccfr-external,mccfr-public"


def compare(
    game: GameArgument,
    bets: BetsOption = None,
    cards: CardsOption = "full",
    methods: Annotated[
        str,
        typer.Option(
            metavar="LIST", help="Methods, separated by commas.", show_default="all iterative ones"
        ),
    ] = ITERATIVE,
    seconds: Annotated[float, typer.Option(metavar="S", help="Seconds for each.")] = 5.0,
    target: Annotated[
        float | None, typer.Option(metavar="E", help="Stop at this exploitability.")
    ] = None,
    seed: SeedOption = 0,
    picture: Annotated[
        Path | None, typer.Option(metavar="PNG", help="Draw the traces to this file.")
    ] = None,
    as_json: JsonOption = False,
) -> None:
    """Compare solution methods on one game.

    Runs each for the same time and prints exploitability against iterations and time.

    Examples:
      equipoise compare leduc
      equipoise compare leduc --methods cfr,cfr+,dcfr --picture traces.png

    """
    from equipoise.solvers.methods import check_method
    from equipoise.solvers.run.loop import Stop
    from equipoise.solvers.run.solving import Solving
    from equipoise.spine.game import AbstractGame

    names = [name.strip() for name in methods.split(",") if name.strip()]
    if not names:
        raise InputError("no method is given", "--methods", expected=f"such as {ITERATIVE}")
    for name in names:
        check_method(name)
    stop = Stop(seconds=seconds, target=target)
    check_picture(picture)
    passes = AbstractGame(game, bets, cards).passes()
    runs: dict[str, Run] = {}
    with progress("comparing") as report:
        for done, name in enumerate(names):
            report(done, len(names), f"{name} on {game}")
            runs[name] = Solving(passes, name, seed, compile_first=True).until(stop)
    if picture is not None:
        traces = {name: run.trace for name, run in runs.items()}
        write_picture(picture, draw_traces(f"{game}: exploitability (chips per hand)", traces))
    if as_json:
        results = [
            {
                "method": name,
                "iterations": run.trace[-1].iterations,
                "seconds": run.seconds,
                "exploitability": run.trace[-1].exploitability,
                "trace": [[p.iterations, p.seconds, p.exploitability] for p in run.trace],
            }
            for name, run in runs.items()
        ]
        print_json({"game": game, "infosets": passes.layout.infosets, "results": results})
        return
    _show(runs)
    if picture is not None:
        console().print(f"[dim]picture in {literal(str(picture))}[/]", soft_wrap=True)


def _show(runs: dict[str, Run]) -> None:
    levels = [1e-2, 1e-3, 1e-4, 1e-5]
    header = ["method", "iterations", "time", "reached", *(f"to {level:g}" for level in levels)]
    rows = []
    for method, run in sorted(runs.items(), key=lambda item: item[1].trace[-1].exploitability):
        last = run.trace[-1]
        reached = [
            next(
                (
                    f"{p.iterations:,} in {_time(p.seconds)}"
                    for p in run.trace
                    if p.exploitability <= level
                ),
                "–",
            )
            for level in levels
        ]
        rows.append(
            [
                method,
                f"{last.iterations:,}",
                _time(run.seconds),
                f"{last.exploitability:.2e}",
                *reached,
            ]
        )
    print_wide(console(), header, rows)


def _time(seconds: float) -> str:
    return f"{seconds:.1f}s" if seconds >= 1 else f"{1000 * seconds:.0f}ms"
