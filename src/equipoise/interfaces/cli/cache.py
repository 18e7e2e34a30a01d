"""``equipoise cache``: cached data, its size, and removing it."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import TYPE_CHECKING, Annotated, Any

import typer

from equipoise.base.errors import InputError
from equipoise.interfaces.cli.output import JsonOption, console, literal, print_json, say

if TYPE_CHECKING:
    from equipoise.base.cached import CacheEntry


def cache(
    remove: Annotated[
        list[str] | None,
        typer.Option(
            "--remove", metavar="NAME", help="Remove an entry, or all of a kind; may be repeated."
        ),
    ] = None,
    unused: Annotated[
        int | None,
        typer.Option(
            "--unused", metavar="DAYS", min=0, help="Remove entries not used for this many days."
        ),
    ] = None,
    everything: Annotated[bool, typer.Option("--all", help="Remove all entries.")] = False,
    as_json: JsonOption = False,
) -> None:
    """List cached tables and machine code, or remove them.

    Everything in the cache can be rebuilt: machine code within a minute, bucketings and strength
    tables within minutes. Strategies, matches and results are not in the cache. Set
    EQUIPOISE_CACHE_DIR to move it.

    Examples:
      equipoise cache
      equipoise cache --remove buckets      # all card abstractions
      equipoise cache --unused 30           # entries not used for a month

    """
    from equipoise.base.cached import cache_entries, choose_entries, remove_entry
    from equipoise.base.folders import cache_folder

    if (remove is not None) + (unused is not None) + everything > 1:
        raise InputError("--remove, --unused and --all cannot be combined")
    removed: list[CacheEntry] = []
    if remove is not None:
        removed = choose_entries(remove)
    elif unused is not None:
        removed = [entry for entry in cache_entries() if _days(entry.used) >= unused]
    elif everything:
        removed = cache_entries()
    for entry in removed:
        remove_entry(entry)
    entries = cache_entries()
    if as_json:
        print_json(
            {
                "folder": str(cache_folder()),
                "bytes": sum(entry.bytes for entry in entries),
                "entries": [_as_json(entry) for entry in entries],
                "removed": [_as_json(entry) for entry in removed],
            }
        )
        return
    if remove is not None or unused is not None or everything:
        for entry in removed:
            say(f"removed {entry.name} ({_size(entry.bytes)})")
        say(f"{_size(sum(entry.bytes for entry in removed))} freed")
        return
    _show(entries, str(cache_folder()))


def _show(entries: list[CacheEntry], folder: str) -> None:
    from rich.table import Table

    screen = console()
    if not entries:
        screen.print(f"the cache is empty: {literal(folder)}", soft_wrap=True)
        return
    table = Table(box=None, header_style="bold", pad_edge=False)
    table.add_column("name", overflow="fold")
    table.add_column("size", justify="right", no_wrap=True)
    for title in ("since", "last used"):
        table.add_column(title, no_wrap=True)
    for entry in entries:
        table.add_row(
            literal(entry.name), _size(entry.bytes), _date(entry.since), _date(entry.used)
        )
    screen.print(table)
    total = _size(sum(entry.bytes for entry in entries))
    screen.print(f"[dim]{total} in {literal(folder)}; all of it can be rebuilt[/]", soft_wrap=True)


def _as_json(entry: CacheEntry) -> dict[str, Any]:
    return {
        "what": entry.what,
        "name": entry.name,
        "bytes": entry.bytes,
        "since": entry.since.isoformat(timespec="seconds"),
        "used": entry.used.isoformat(timespec="seconds"),
        "path": str(entry.path),
    }


def _days(when: datetime) -> float:
    return (datetime.now(UTC) - when).total_seconds() / 86_400


def _date(when: datetime) -> str:
    return when.astimezone().strftime("%Y-%m-%d")


def _size(count: int) -> str:
    from equipoise.interfaces.cli.tree import bytes_text

    return bytes_text(count)
