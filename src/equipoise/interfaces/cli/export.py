"""``equipoise export``: a stored match as hand histories."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from equipoise.interfaces.cli.output import JsonOption, print_json, say


def export(
    folder: Annotated[Path, typer.Argument(metavar="DIR", help="A match from match --out.")],
    form: Annotated[
        str, typer.Option("--format", help="phh (hand histories) or acpc (logs).")
    ] = "phh",
    out: Annotated[
        Path | None, typer.Option("--out", metavar="FOLDER", help="Where to (default: DIR).")
    ] = None,
    as_json: JsonOption = False,
) -> None:
    """Write a match as files that other programs, and equipoise replay, read.

    A file for each seating of a duplicate match. The hands themselves are Parquet: any tool that
    reads it opens DIR/hands/*.parquet.
    """
    import equipoise.interfaces.cli.person  # noqa: F401 - a person may have played
    from equipoise.matches.export import export_match
    from equipoise.matches.folder import MatchFolder

    files = [str(path) for path in export_match(MatchFolder(folder), form, out or folder)]
    if as_json:
        print_json({"files": files, "format": form})
        return
    for name in files:
        say(name)
