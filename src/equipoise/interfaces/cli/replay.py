"""``equipoise replay``: hand histories through the engine, every action and result checked."""

from __future__ import annotations

import time
from dataclasses import replace
from typing import TYPE_CHECKING, Annotated

import typer

from equipoise.base.errors import one_line
from equipoise.interfaces.as_json.hands import hand_json, tally_json
from equipoise.interfaces.cli.output import JsonOption, console, literal, print_json, progress, warn

if TYPE_CHECKING:
    from equipoise.formats.replay import Failure, Tally
    from equipoise.formats.sources import Damaged
    from equipoise.games.rules import GameRules

FILES_HELP = "PHH (.phh, .phhs), PokerStars text, ACPC logs, or folders of them; - is stdin."
_WRONG_RESULT = 1
_BAD_INPUT = 2
_MOST_SHOWN = 20


def replay(
    files: Annotated[
        list[str],
        typer.Argument(metavar="FILE...", help=FILES_HELP),
    ],
    show: Annotated[
        int | None,
        typer.Option("--show", metavar="N", min=1, help="Show the N-th hand."),
    ] = None,
    game: Annotated[
        str | None,
        typer.Option("--game", metavar="GAME", help="Game of a log that does not name it."),
    ] = None,
    as_json: JsonOption = False,
) -> None:
    """Check hand histories against the rules, or show a hand.

    Actions are checked against the rules, stated stacks and winnings apart from them; a venue's
    convention for winnings is recognised and named once. Variants that the engine does not play are
    skipped and counted. Exit code 0: all others replay; 1: stated results or a log's score differ;
    2: some have illegal actions.

    Examples:
      equipoise replay session.phhs
      equipoise replay match.log --game holdem-limit:2p
      equipoise replay session.phhs --show 3
      equipoise replay histories/

    """
    from equipoise.formats.acpc.game import resolve_game

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
        print_json(tally_json(tally, seconds))
    else:
        _print_summary(tally, seconds)
    _leave(tally)


def _show(files: list[str], number: int, rules: GameRules | None, as_json: bool) -> None:
    from equipoise.base.errors import InputError
    from equipoise.formats.replay import find_hand
    from equipoise.formats.story import tell_hand
    from equipoise.interfaces.cli.hand_view import print_hand

    name, entry = find_hand(files, number, rules)
    where = f"{name}, {entry.where}"
    if entry.skipped is not None:
        raise InputError(entry.skipped, where)
    if entry.error is not None:
        raise InputError(str(entry.error), where)
    assert entry.record is not None
    story = tell_hand(entry.record, entry.note)
    if entry.disagreements and not story.problem:  # one stated result differs, another is right
        story = replace(story, problem="; ".join(entry.disagreements))
    if as_json:
        print_json({"file": name, "hand": entry.label, **hand_json(story)})
    else:
        print_hand(story, where)
    if story.problem:
        raise typer.Exit(_WRONG_RESULT)


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
    if tally.disagreements:
        hands = len({(one.file, one.hand) for one in tally.disagreements})
        table.add_row(f"[red]{hands:,}[/]", "of them state another result than the rules give")
    colour = "red" if tally.failures else "green"
    table.add_row(f"[{colour}]{len(tally.failures):,}[/]", "failed (the rules forbid it)")
    table.add_row(f"{tally.skipped:,}", "skipped")
    if tally.scores:
        table.add_row(f"[red]{len(tally.scores):,}[/]", "wrong scores of logs")
    screen.print(table)
    warn_damaged(tally.damaged)
    for one in tally.conventions:
        venue = f"{one.venue}: " if one.venue else ""
        count = "1 hand" if one.hands == 1 else f"{one.hands:,} hands"
        text = f"{_where(tally, one.file, venue + one.convention.text)} ({count})"
        screen.print(literal(one_line(text)), style="cyan", soft_wrap=True)
    lines = [(f"{_where(tally, f.file, f.where)}: {f.reason}", "") for f in _wrong(tally)]
    lines += [(f"{_where(tally, n.file, n.where)}: {n.text}", "dim") for n in tally.notes]
    lines += [(f"{count:,} skipped: {why}", "dim") for why, count in tally.skips.most_common()]
    for line, style in lines[:_MOST_SHOWN]:
        screen.print(literal(one_line(line)), style=style, soft_wrap=True)
    if len(lines) > _MOST_SHOWN:
        screen.print(f"[dim]and {len(lines) - _MOST_SHOWN:,} more; --json lists them all[/]")


def warn_damaged(damaged: list[Damaged]) -> None:
    """Report the skipped files of folders."""
    for one in damaged[:_MOST_SHOWN]:
        warn(one_line(f"skipped {one.file}: {one.reason}"))
    if len(damaged) > _MOST_SHOWN:
        warn(f"skipped {len(damaged) - _MOST_SHOWN:,} more damaged files")


def _where(tally: Tally, file: str, place: str) -> str:
    return place if len(tally.files) == 1 else f"{file}, {place}"


def _wrong(tally: Tally) -> list[Failure]:
    return [*tally.failures, *tally.disagreements, *tally.scores]


def _leave(tally: Tally) -> None:
    """Print one line on stderr and exit, if some hands failed or a score is wrong."""
    wrong = _wrong(tally)
    if not wrong:
        return
    worst = next((failure for failure in wrong if failure.illegal), wrong[0])
    more = len(wrong) - 1
    rest = f" (and {more:,} more)" if more else ""
    warn(one_line(f"error: {worst.file}, {worst.where}: {worst.reason}{rest}"))
    raise typer.Exit(_BAD_INPUT if worst.illegal else _WRONG_RESULT)
