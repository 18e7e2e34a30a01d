"""``equipoise export``: a stored match as hand histories."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from equipoise.interfaces.cli.output import JsonOption, print_json, say


def export(
    folder: Annotated[Path, typer.Argument(metavar="DIR", help="A match saved with match --out.")],
    form: Annotated[str, typer.Option("--format", metavar="FORMAT", help="phh or acpc.")] = "phh",
    out: Annotated[
        Path | None, typer.Option("--out", metavar="FOLDER", help="Output folder (default: DIR).")
    ] = None,
    as_json: JsonOption = False,
) -> None:
    """Export a saved match as hand histories.

    Writes one file per seating. The saved hands themselves are Parquet: DIR/hands/*.parquet.

    Examples:
      equipoise export mymatch
      equipoise export mymatch --format acpc --out logs

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
