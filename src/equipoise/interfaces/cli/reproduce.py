"""``equipoise reproduce``: published tables with our numbers."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Literal

import typer

from equipoise.base.durations import duration
from equipoise.base.errors import InputError
from equipoise.interfaces.cli.completions import complete_experiment
from equipoise.interfaces.cli.output import (
    JsonOption,
    SeedOption,
    console,
    how_far,
    literal,
    print_json,
    progress,
    say,
)
from equipoise.interfaces.cli.stopping import command_again, leave_stopped
from equipoise.interfaces.cli.wide import print_wide

if TYPE_CHECKING:
    from equipoise.experiments.harness.experiment import Experiment
    from equipoise.experiments.harness.store import StoredResult


def reproduce(
    ids: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="[ID]...",
            help="Experiment IDs; globs such as papp-* work.",
            autocompletion=complete_experiment,
        ),
    ] = None,
    list_them: Annotated[bool, typer.Option("--list", help="List the experiments.")] = False,
    scale: Annotated[
        str, typer.Option(metavar="SCALE", help="quick (minutes) or full (as published).")
    ] = "quick",
    seed: SeedOption = 0,
    out: Annotated[Path, typer.Option(metavar="DIR", help="Folder for results.")] = Path("results"),
    as_json: JsonOption = False,
) -> None:
    """Reproduce published tables, with our numbers beside the published ones.

    Claims of the source are judged by the data: holds, does not hold, or not decided. Without an ID
    it lists the experiments and prompts on a terminal, and runs all of them otherwise. Stopped runs
    resume. Each result is a folder DIR/ID/SCALE-seedN with result.json, table.md and a picture.

    Examples:
      equipoise reproduce --list
      equipoise reproduce schnizlein-4.4
      equipoise reproduce papp-* slides-jamfold
      equipoise reproduce tartanian5-fig3 --scale full --seed 1

    """
    from equipoise.experiments.harness.experiment import SCALES
    from equipoise.experiments.harness.registry import choose
    from equipoise.experiments.harness.run import run_experiment
    from equipoise.experiments.harness.store import expected_seconds

    if list_them:
        _list(choose(ids or []), as_json)
        return
    known: dict[str, Literal["quick", "full"]] = {name: name for name in SCALES}
    if scale not in known:
        raise InputError(f"unknown scale {scale!r}", "--scale", expected="quick or full")
    if not ids and not as_json and sys.stdin.isatty() and sys.stdout.isatty():
        ids = _asked()
        if not ids:
            return
    chosen = choose(ids or [])
    out.mkdir(parents=True, exist_ok=True)  # fail before the work rather than after it
    results: list[dict[str, object]] = []
    for experiment in chosen:
        seconds = expected_seconds(out, experiment, known[scale], seed)
        try:
            with progress(f"{experiment.id} (about {duration(seconds)})") as report:
                result = run_experiment(experiment, known[scale], seed, out, report)
        except KeyboardInterrupt:
            leave_stopped(
                f"{len(results)} of {len(chosen)} results are saved in {out}; {how_far()}, and its "
                "finished parts are kept there",
                command_again(*(ids or [])),
            )
        folder = result.write(out)
        results.append({**result.as_json(), "out": str(folder)})
        if not as_json:
            _show(result, folder)
    if as_json:
        print_json({"results": results})


def _asked() -> list[str]:
    """List the experiments and prompt for some; empty if the answer is."""
    from equipoise.experiments.harness.registry import choose

    _list(choose([]), as_json=False)
    while True:
        answer = typer.prompt(
            "Which? IDs or globs separated by blanks, or all", default="", show_default=False
        )
        words = ["*" if word == "all" else word for word in answer.split()]
        try:
            choose(words)
        except InputError as error:
            say(str(error))
            continue
        return words


def _list(chosen: list[Experiment], as_json: bool) -> None:
    if as_json:
        entries = [
            {"id": e.id, "title": e.title, "source": e.source, "seconds": e.seconds} for e in chosen
        ]
        nothing: dict[str, list[object]] = {"cells": [], "claims": []}
        results = [{"id": e.id, "title": e.title, **nothing, "seconds": 0} for e in chosen]
        print_json({"experiments": entries, "results": results})
        return
    from rich.table import Table

    table = Table(box=None, header_style="bold", pad_edge=False)
    table.add_column("id", no_wrap=True)
    table.add_column("title")
    for name in ("quick", "full"):
        table.add_column(name, justify="right", no_wrap=True)
    for e in chosen:
        table.add_row(e.id, e.title, duration(e.seconds["quick"]), duration(e.seconds["full"]))
    console().print(table)


def _show(result: StoredResult, folder: Path) -> None:
    from rich.text import Text

    from equipoise.experiments.harness.tables import grids

    screen = console()
    screen.print(f"[bold]{result.experiment.id}[/]  {result.experiment.title}")
    screen.print(f"[dim]{result.experiment.source}[/]")
    for grid in grids(result.outcome):
        styles = ["dim" if len(row) > 1 and row[1] == "published" else "" for row in grid.rows]
        print_wide(screen, grid.header, grid.rows, grid.title, styles)
    for claim in result.outcome.claims:
        colour = "yellow" if claim.is_open else "green" if claim.holds else "bold red"
        verdict = Text(f"{claim.verdict} ", colour)
        screen.print(verdict + Text(claim.text) + Text(f"  ({claim.evidence})", "dim"))
    for note in result.outcome.notes:
        screen.print(Text(note, "italic"))
    line = f"seed {result.setting.seed}, {result.seconds:.1f} s, written to {literal(str(folder))}"
    screen.print(f"[dim]{line}[/]\n", soft_wrap=True)
