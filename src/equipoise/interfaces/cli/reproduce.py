"""``equipoise reproduce``: published tables with one command, ours beside theirs."""

from __future__ import annotations

from pathlib import Path
from time import perf_counter
from typing import TYPE_CHECKING, Annotated, Literal

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

if TYPE_CHECKING:
    from equipoise.experiments.experiment import Experiment
    from equipoise.experiments.store import StoredResult


def reproduce(
    ids: Annotated[
        list[str] | None,
        typer.Argument(metavar="[ID]...", help="Which; papp-* is understood; all by default."),
    ] = None,
    list_them: Annotated[bool, typer.Option("--list", help="List what there is.")] = False,
    scale: Annotated[
        str, typer.Option(help="quick (seconds to minutes) or full (all that was published).")
    ] = "quick",
    seed: SeedOption = 0,
    out: Annotated[Path, typer.Option(help="Where results are written.")] = Path("results"),
    as_json: JsonOption = False,
) -> None:
    """Make published tables again: our figures beside theirs, claims judged by the data."""
    from equipoise.experiments.experiment import SCALES
    from equipoise.experiments.registry import choose

    chosen = choose(ids or [])
    if list_them:
        _list(chosen, as_json)
        return
    known: dict[str, Literal["quick", "full"]] = {name: name for name in SCALES}
    if scale not in known:
        raise InputError(f"unknown scale {scale!r}", "--scale", expected="quick or full")
    out.mkdir(parents=True, exist_ok=True)  # better to fail before the work than after it
    results = []
    for experiment in chosen:
        result = _run(experiment, known[scale], seed, out)
        folder = result.write(out)
        results.append({**result.as_json(), "out": str(folder)})
        if not as_json:
            _show(result, folder)
    if as_json:
        print_json({"results": results})


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

    table = Table(box=None, header_style="bold")
    for name in ("id", "title"):
        table.add_column(name)
    for name in ("quick, s", "full, s"):
        table.add_column(name, justify="right")
    for e in chosen:
        table.add_row(e.id, e.title, f"{e.seconds['quick']:g}", f"{e.seconds['full']:g}")
    console().print(table)


def _run(
    experiment: Experiment, scale: Literal["quick", "full"], seed: int, out: Path
) -> StoredResult:
    from equipoise.experiments.experiment import Setting
    from equipoise.experiments.store import StoredResult, result_folder

    started = perf_counter()
    with progress(f"{experiment.id} (about {experiment.seconds[scale]:g} s)") as report:
        work = result_folder(out, experiment, scale, seed) / "work"
        setting = Setting(scale, seed, report, work, out / "strategies")
        outcome = experiment.run(setting)
    return StoredResult(experiment, setting, outcome, perf_counter() - started)


def _show(result: StoredResult, folder: Path) -> None:
    from rich.table import Table
    from rich.text import Text

    from equipoise.experiments.tables import grids

    screen = console()
    screen.print(f"[bold]{result.experiment.id}[/]  {result.experiment.title}")
    screen.print(f"[dim]{result.experiment.source}[/]")
    for grid in grids(result.outcome):
        table = Table(title=grid.title or None, box=None, header_style="bold", pad_edge=False)
        longest = max((len(word) for row in grid.rows for word in row[0].split()), default=1)
        table.add_column(grid.header[0], min_width=longest, overflow="fold")
        for name in grid.header[1:]:
            table.add_column(name, justify="right", overflow="fold")
        for row in grid.rows:
            style = "dim" if len(row) > 1 and row[1] == "published" else ""
            table.add_row(*row, style=style)
        screen.print(table)
    for claim in result.outcome.claims:
        colour = "yellow" if claim.is_open else "green" if claim.holds else "bold red"
        verdict = Text(f"{claim.verdict} ", colour)
        screen.print(verdict + Text(claim.text) + Text(f"  ({claim.evidence})", "dim"))
    for note in result.outcome.notes:
        screen.print(Text(note, "italic"))
    line = f"seed {result.setting.seed}, {result.seconds:.1f} s, written to {literal(str(folder))}"
    screen.print(f"[dim]{line}[/]\n", soft_wrap=True)
