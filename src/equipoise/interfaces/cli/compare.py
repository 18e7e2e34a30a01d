"""``equipoise compare``: how fast the methods get to an equilibrium of one game."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from equipoise.errors import InputError
from equipoise.interfaces.cli.output import (
    JsonOption,
    SeedOption,
    console,
    literal,
    print_json,
    progress,
)
from equipoise.interfaces.cli.solve import BetsOption, CardsOption, GameArgument
from equipoise.interfaces.trace_pictures import check_picture, draw_traces

if TYPE_CHECKING:
    from equipoise.solvers.run import Run

ITERATIVE = "cfr,cfr+,lcfr,dcfr,pcfr+,egt,mccfr-external,mccfr-public"


def compare(
    game: GameArgument,
    bets: BetsOption = None,
    cards: CardsOption = "full",
    methods: Annotated[str, typer.Option(help="Which, with commas between.")] = ITERATIVE,
    seconds: Annotated[float, typer.Option(help="How long each may take.")] = 5.0,
    target: Annotated[float | None, typer.Option(help="Stop each at this exploitability.")] = None,
    seed: SeedOption = 0,
    picture: Annotated[Path | None, typer.Option(help="Draw the traces to this PNG.")] = None,
    as_json: JsonOption = False,
) -> None:
    """Run several methods on one game and set their exploitability against iterations and time."""
    from equipoise.files import write_atomically
    from equipoise.solvers.methods import check_method, compile_kernels, make_solver
    from equipoise.solvers.problem import Problem
    from equipoise.solvers.run import Stop, run

    names = [name.strip() for name in methods.split(",") if name.strip()]
    if not names:
        raise InputError("no method is named", "--methods", expected=f"such as {ITERATIVE}")
    for name in names:
        check_method(name)
    stop = Stop(seconds=seconds, target=target)
    if picture is not None:
        check_picture(picture)
    passes = Problem(game, bets, cards).passes()
    runs: dict[str, Run] = {}
    with progress("comparing") as report:
        for done, name in enumerate(names):
            report(done, len(names), f"{name} on {game}")
            compile_kernels(name)
            runs[name] = run(make_solver(name, passes, seed), passes, stop)
    if picture is not None:
        traces = {name: run.trace for name, run in runs.items()}
        write_atomically(picture, draw_traces(f"{game}: exploitability (chips a hand)", traces))
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
    from rich.table import Table

    levels = [1e-2, 1e-3, 1e-4, 1e-5]
    table = Table(box=None, header_style="bold")
    table.add_column("method")
    for name in ("iterations", "time", "reached"):
        table.add_column(name, justify="right")
    for level in levels:
        table.add_column(f"to {level:g}", justify="right")
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
        table.add_row(
            method,
            f"{last.iterations:,}",
            _time(run.seconds),
            f"{last.exploitability:.2e}",
            *reached,
        )
    console().print(table)


def _time(seconds: float) -> str:
    return f"{seconds:.1f}s" if seconds >= 1 else f"{1000 * seconds:.0f}ms"
