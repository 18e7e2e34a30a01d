"""``equipoise replay``: hand histories through the engine, every action and result checked."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING, Annotated, Any

import typer

from equipoise.errors import one_line
from equipoise.interfaces.cli.output import JsonOption, console, literal, print_json, progress, warn

if TYPE_CHECKING:
    from equipoise.formats.replay import Failure, Tally
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
    replay, 1 if some were not paid by the rules or a log's score is wrong, 2 if some cannot be
    played.
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
    where = f"{name}, {entry.where}"
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
        "scores": [
            {"score": failure.hand, "reason": failure.reason, "file": failure.file}
            for failure in tally.scores
        ],
        "skips": dict(tally.skips),
        "compared": tally.compared,
        "unfinished": tally.unfinished,
        "rake": float(tally.rake),
        "raked": tally.raked,
        "largest_rake": float(tally.largest_rake),
        "notes": [{"hand": n.hand, "note": n.text, "file": n.file} for n in tally.notes],
        "files": tally.files,
        "seconds": round(seconds, 3),
    }


def _print_summary(tally: Tally, seconds: float) -> None:
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
    if tally.scores:
        table.add_row(f"[red]{len(tally.scores):,}[/]", "wrong scores of logs")
    screen.print(table)
    lines = [(f"{_where(tally, f.file, f.where)}: {f.reason}", "") for f in _wrong(tally)]
    lines += [(f"{_where(tally, n.file, n.where)}: {n.text}", "dim") for n in tally.notes]
    lines += [(f"{count:,} skipped: {why}", "dim") for why, count in tally.skips.most_common()]
    for line, style in lines[:_MOST_SHOWN]:
        screen.print(literal(one_line(line)), style=style, soft_wrap=True)
    if len(lines) > _MOST_SHOWN:
        screen.print(f"[dim]and {len(lines) - _MOST_SHOWN:,} more; --json lists them all[/]")


def _where(tally: Tally, file: str, place: str) -> str:
    return place if len(tally.files) == 1 else f"{file}, {place}"


def _wrong(tally: Tally) -> list[Failure]:
    return [*tally.failures, *tally.scores]


def _leave(tally: Tally) -> None:
    """One line on stderr and the exit code, if some hands failed or a score is wrong."""
    wrong = _wrong(tally)
    if not wrong:
        return
    worst = next((failure for failure in wrong if failure.illegal), wrong[0])
    more = len(wrong) - 1
    rest = f" (and {more:,} more)" if more else ""
    warn(one_line(f"error: {worst.file}, {worst.where}: {worst.reason}{rest}"))
    raise typer.Exit(_BAD_INPUT if worst.illegal else _WRONG_RESULT)
