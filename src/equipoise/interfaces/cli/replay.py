"""``equipoise replay``: hand histories through the engine, every action and result checked."""

from __future__ import annotations

import sys
import time
from typing import TYPE_CHECKING, Annotated, Any

import typer

from equipoise.interfaces.cli.output import JsonOption, console, print_json, progress

if TYPE_CHECKING:
    from equipoise.formats.replay import Tally
    from equipoise.games.rules import GameRules

_WRONG_RESULT = 1
_BAD_INPUT = 2
_MOST_SHOWN = 20


def replay(
    files: Annotated[
        list[str],
        typer.Argument(
            metavar="FILE...", help="PHH hand histories (.phh, .phhs) or ACPC logs; - is stdin."
        ),
    ],
    show: Annotated[
        int | None,
        typer.Option("--show", metavar="N", min=1, help="Show the N-th hand instead."),
    ] = None,
    game: Annotated[
        str | None,
        typer.Option("--game", metavar="GAME", help="The game of a log that does not name it."),
    ] = None,
    as_json: JsonOption = False,
) -> None:
    """Replay recorded hands: check every action, and the results where the files state them.

    Variants that the engine does not play are skipped and counted. Exit code: 0 if all others
    replay, 1 if some were not paid by the rules, 2 if some cannot be played.
    """
    from equipoise.formats.acpc_game import resolve_game

    rules = resolve_game(game) if game is not None else None
    if show is not None:
        _show(files, show, rules, as_json)
        return
    from equipoise.formats.replay import replay_files

    started = time.perf_counter()
    with progress("replaying") as report:
        tally = replay_files(files, rules, report)
    seconds = time.perf_counter() - started
    if as_json:
        print_json(_summary(tally, seconds))
    else:
        _print_summary(tally, seconds)
    _leave(tally)


def _show(files: list[str], number: int, rules: GameRules | None, as_json: bool) -> None:
    from equipoise.errors import InputError
    from equipoise.formats.replay import find_hand
    from equipoise.interfaces.cli.hand_view import print_hand, view_hand

    name, entry = find_hand(files, number, rules)
    where = f"{name}, hand {entry.label}"
    if entry.skipped is not None:
        raise InputError(entry.skipped, where)
    if entry.error is not None:
        raise InputError(str(entry.error), where)
    assert entry.record is not None
    view = view_hand(entry.record, entry.note)
    if as_json:
        print_json({"file": name, "hand": entry.label, **view})
    else:
        print_hand(view, where, entry.record)
    if view["problem"]:
        raise typer.Exit(_WRONG_RESULT)


def _summary(tally: Tally, seconds: float) -> dict[str, Any]:
    return {
        "hands": tally.hands,
        "ok": tally.ok,
        "failed": len(tally.failures),
        "skipped": tally.skipped,
        "failures": [
            {"hand": failure.hand, "reason": failure.reason, "file": failure.file}
            for failure in tally.failures
        ],
        "skips": dict(tally.skips),
        "compared": tally.compared,
        "unfinished": tally.unfinished,
        "rake": float(tally.rake),
        "raked": tally.raked,
        "largest_rake": float(tally.largest_rake),
        "notes": [{"hand": hand, "note": note, "file": file} for file, hand, note in tally.notes],
        "files": tally.files,
        "seconds": round(seconds, 3),
    }


def _print_summary(tally: Tally, seconds: float) -> None:
    from rich.markup import escape
    from rich.table import Table

    screen = console()
    table = Table(box=None, show_header=False, pad_edge=False)
    table.add_column(justify="right")
    table.add_column()
    files = "1 file" if len(tally.files) == 1 else f"{len(tally.files)} files"
    table.add_row(f"[bold]{tally.hands:,}[/]", f"hands in {files}, {seconds:.1f} seconds")
    table.add_row(f"[green]{tally.ok:,}[/]", "replayed")
    table.add_row(f"{tally.compared:,}", "of them with a result, as the engine pays it")
    if tally.unfinished:
        table.add_row(f"{tally.unfinished:,}", "of them stop before their end")
    if tally.raked:
        most = f"at most {float(tally.largest_rake):.1%} of a pot"
        table.add_row(f"{tally.raked:,}", f"of them raked, {float(tally.rake):,.2f} in all, {most}")
    colour = "red" if tally.failures else "green"
    table.add_row(f"[{colour}]{len(tally.failures):,}[/]", "failed")
    table.add_row(f"{tally.skipped:,}", "skipped")
    screen.print(table)
    lines = [f"{count:,} skipped: {reason}" for reason, count in tally.skips.most_common()]
    lines += [f"{_named(tally, file, hand)}: {note}" for file, hand, note in tally.notes]
    lines += [f"{_named(tally, f.file, f.hand)}: {f.reason}" for f in tally.failures]
    for line in lines[:_MOST_SHOWN]:
        screen.print(escape(line), style="dim" if "failed" not in line else "", soft_wrap=True)
    if len(lines) > _MOST_SHOWN:
        screen.print(f"[dim]and {len(lines) - _MOST_SHOWN:,} more; --json lists them all[/]")


def _named(tally: Tally, file: str, hand: str) -> str:
    return f"hand {hand}" if len(tally.files) == 1 else f"{file}, hand {hand}"


def _leave(tally: Tally) -> None:
    """One line on stderr and the exit code, if some hands failed."""
    if not tally.failures:
        return
    worst = next((f for f in tally.failures if f.illegal), tally.failures[0])
    more = len(tally.failures) - 1
    rest = f" (and {more:,} more)" if more else ""
    print(f"error: {worst.file}, hand {worst.hand}: {worst.reason}{rest}", file=sys.stderr)
    raise typer.Exit(_BAD_INPUT if worst.illegal else _WRONG_RESULT)
