"""``equipoise tables``: the exact strength of every hold'em hand, built once and checked."""

from __future__ import annotations

from pathlib import Path
from time import perf_counter
from typing import Annotated

import typer

from equipoise.interfaces.cli.output import JsonOption, print_json, progress, say, warn

app = typer.Typer(
    help="Strength tables: how strong every hold'em hand will be on the river.",
    no_args_is_help=True,
)

TablesOption = Annotated[
    Path | None,
    typer.Option(
        "--tables",
        metavar="DIR",
        help="Folder of the tables; by default in the user's cache, or in EQUIPOISE_CACHE_DIR.",
    ),
]


@app.command("build")
def build(
    tables: TablesOption = None,
    bins: Annotated[
        int,
        typer.Option(
            help="Bins of the strength distributions: 60 or a divisor of it; 0 keeps none."
        ),
    ] = 60,
    replace: Annotated[
        bool, typer.Option("--replace", help="Make tables that are there already again.")
    ] = False,
    workers: Annotated[
        int | None, typer.Option(min=1, help="Threads; all cores by default.")
    ] = None,
    as_json: JsonOption = False,
) -> None:
    """Build the strength tables, or go on with a build that was stopped.

    Exact: expected strength, its square and its distribution for every hand on every flop and turn
    and before the flop, and the strength of every hand on every river board.
    """
    from equipoise.abstraction.strength.build import build_tables, check_place, estimated_seconds
    from equipoise.abstraction.strength.features import check_bins
    from equipoise.abstraction.strength.store import default_folder, tables_finished
    from equipoise.abstraction.strength.tables import table_shapes

    check_bins(bins)
    folder = tables or default_folder()
    size = sum(shape.bytes for shape in table_shapes(bins))
    there = tables_finished(folder) and not replace
    if not there:
        check_place(folder)
        folder.mkdir(parents=True, exist_ok=True)  # an error comes before the announcement
        seconds = estimated_seconds(bins, workers)
        warn(
            f"building {size / 1e9:.1f} GB in {folder}: about {seconds:.0f} s and what the disk"
            " takes"
        )
    started = perf_counter()
    with progress("strength tables") as report:
        built = build_tables(folder, bins, replace, report, workers)
    seconds = perf_counter() - started
    if as_json:
        print_json(
            {
                "tables": str(folder),
                "bins": built.bins,
                "bytes": size,
                "built": not there,
                "seconds": round(seconds, 3),
            }
        )
    elif there:
        say(f"the tables are there, with {built.bins} bins: {folder}")
    else:
        say(f"{size / 1e9:.1f} GB with {built.bins} bins in {seconds:.1f} s: {folder}")


@app.command("verify")
def verify(tables: TablesOption = None, as_json: JsonOption = False) -> None:
    """Compare all data of the strength tables with its checksums."""
    from equipoise.abstraction.strength.store import default_folder, verify_tables

    folder = tables or default_folder()
    started = perf_counter()
    with progress("verifying") as report:
        pieces = verify_tables(folder, report)
    seconds = perf_counter() - started
    if as_json:
        print_json({"tables": str(folder), "pieces": pieces, "seconds": round(seconds, 3)})
        return
    say(f"all {pieces} pieces have their checksums ({seconds:.1f} s): {folder}")
