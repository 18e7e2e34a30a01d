"""``equipoise tables``: strength tables, built and verified."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from equipoise.base.compiling import WorkClock
from equipoise.interfaces.cli.output import JsonOption, how_far, print_json, progress, say, warn
from equipoise.interfaces.cli.stopping import command_again, leave_stopped

app = typer.Typer(
    help="Build or verify the strength tables of hold'em.\n\n"
    "They hold the expected strength, its square and its distribution for every hand on every "
    "flop and turn, exactly; card abstractions are built from them.\n\n"
    "Examples:\n  equipoise tables build\n  equipoise tables verify",
    no_args_is_help=True,
)

TablesOption = Annotated[
    Path | None,
    typer.Option(
        "--tables",
        metavar="DIR",
        help="Folder of the strength tables (default: in the cache).",
    ),
]


@app.command("build")
def build(
    tables: TablesOption = None,
    bins: Annotated[
        int,
        typer.Option(
            metavar="N", help="Bins of the distributions: 60 or a divisor of it; 0: none."
        ),
    ] = 60,
    replace: Annotated[bool, typer.Option("--replace", help="Rebuild even if present.")] = False,
    workers: Annotated[
        int | None, typer.Option(metavar="N", min=1, help="Threads (default: all cores).")
    ] = None,
    as_json: JsonOption = False,
) -> None:
    """Build the strength tables, or resume a stopped build.

    Takes well under a minute on two cores, and 2.1 GB of disk with 60 bins.

    Examples:
      equipoise tables build
      equipoise tables build --bins 30 --tables strength30

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
        folder.mkdir(parents=True, exist_ok=True)  # raise errors before the announcement
        seconds = estimated_seconds(bins, workers)
        warn(
            f"building strength tables, {size / 1e9:.1f} GB in {folder}: about {seconds:.0f} s "
            "plus disk time"
        )
    clock = WorkClock()
    try:
        with progress("strength tables") as report:
            built = build_tables(folder, bins, replace, report, workers)
    except KeyboardInterrupt:
        leave_stopped(f"{how_far()}; finished pieces are kept in {folder}", command_again())
    seconds = clock.seconds
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
        say(f"already built, with {built.bins} bins: {folder}")
    else:
        say(f"{size / 1e9:.1f} GB with {built.bins} bins in {seconds:.1f} s: {folder}")


@app.command("verify")
def verify(tables: TablesOption = None, as_json: JsonOption = False) -> None:
    """Verify the checksums of the strength tables.

    Reads all files; opening tables only checks their headers and sizes.

    Examples:
      equipoise tables verify

    """
    from equipoise.abstraction.strength.store import default_folder, verify_tables

    folder = tables or default_folder()
    clock = WorkClock()
    with progress("verifying") as report:
        pieces = verify_tables(folder, report)
    seconds = clock.seconds
    if as_json:
        print_json({"tables": str(folder), "pieces": pieces, "seconds": round(seconds, 3)})
        return
    say(f"all {pieces} checksums are right ({seconds:.1f} s): {folder}")
