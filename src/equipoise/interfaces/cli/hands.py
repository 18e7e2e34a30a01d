"""``equipoise hands``: a query on hand histories; ``equipoise convert``: other formats as PHH."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from equipoise.interfaces.as_json.hand_stats import stats_json
from equipoise.interfaces.cli.output import (
    JsonOption,
    check_chart,
    console,
    literal,
    print_json,
    progress,
    say,
    say_drawn,
    write_picture,
)
from equipoise.interfaces.cli.replay import FILES_HELP, warn_damaged

if TYPE_CHECKING:
    from equipoise.evaluation.hand_rows import SeatRow
    from equipoise.evaluation.hand_stats import Frequency, Stats
    from equipoise.formats.sources import Damaged
    from equipoise.games.rules import GameRules

_MOST_PLAYERS = 15
FilesArgument = Annotated[list[str], typer.Argument(metavar="FILE...", help=FILES_HELP)]
GameOption = Annotated[
    str | None,
    typer.Option("--game", metavar="GAME", help="Game of a log that does not name it."),
]


def hands(
    files: FilesArgument,
    where: Annotated[
        str | None,
        typer.Option("--where", metavar="SQL", help="Condition on the columns of the hands."),
    ] = None,
    chart: Annotated[
        Path | None, typer.Option("--chart", metavar="FILE", help="Draw it (.png).")
    ] = None,
    parquet: Annotated[
        Path | None,
        typer.Option("--parquet", metavar="FILE", help="Export the rows that match as Parquet."),
    ] = None,
    game: GameOption = None,
    as_json: JsonOption = False,
) -> None:
    """Query hand histories: results and frequencies by player and position.

    A row is one player in one hand. Columns: file, number, hand, venue, game, name, position,
    players, street, pot, stack, big_blind, won, won_bb, result, hole, board, vpip, pfr, threebet,
    threebet_chance, saw_flop, showdown, bets, calls, folds. Hands that cannot be read are skipped
    and counted.

    Examples:
      equipoise hands session.phhs
      equipoise hands histories/ --where "position = 'BTN' and players >= 5"
      equipoise hands histories/ --where "name = 'Ann' and street = 'river'" --chart ann.png

    """
    from equipoise.base.files import check_writable
    from equipoise.evaluation.hand_query import matching_rows
    from equipoise.evaluation.hand_rows import as_columns
    from equipoise.evaluation.hand_stats import grouped, hands_in, stats_of

    check_chart(chart)
    if parquet is not None:
        check_writable(parquet, "--parquet")
    rows, skipped, damaged = _rows(files, _rules(game))
    columns = as_columns(rows)
    found = matching_rows(columns, where)
    players = grouped(columns, found, "name")
    positions = grouped(columns, found, "position")
    if chart is not None:
        from equipoise.plots.hand_stats import draw_stats

        write_picture(chart, draw_stats(positions, f"{hands_in(columns, found):,} hands"))
    if parquet is not None:
        from equipoise.matches.records import write_columns

        write_columns(parquet, {name: column[found] for name, column in columns.items()})
    if as_json:
        result = {
            "hands": hands_in(columns, found),
            "rows": len(found),
            "skipped": skipped,
            "damaged": [{"file": one.file, "reason": one.reason} for one in damaged],
            "players": [stats_json(one) for one in players],
            "positions": [stats_json(one) for one in positions],
            "all": stats_json(stats_of("all", columns, found)),
        }
        if chart is not None:
            result["chart"] = str(chart)
        if parquet is not None:
            result["parquet"] = str(parquet)
        print_json(result)
        return
    warn_damaged(damaged)
    why = f"; {skipped:,} skipped (equipoise replay says why)" if skipped else ""
    say(f"{hands_in(columns, found):,} hands, {len(found):,} seats{why}")
    everybody = stats_of("all", columns, found)
    _print_table("position", [*positions, everybody])
    _print_table("player", players[:_MOST_PLAYERS])
    if len(players) > _MOST_PLAYERS:
        say(f"and {len(players) - _MOST_PLAYERS:,} more players; --json lists them all")
    say_drawn(chart)
    if parquet is not None:
        say(f"rows written to {parquet}")


def convert(
    files: FilesArgument,
    out: Annotated[Path, typer.Option("--out", metavar="FILE", help="The .phhs file to write.")],
    game: GameOption = None,
    as_json: JsonOption = False,
) -> None:
    """Convert hand histories to PHH.

    Hands that cannot be read or written as PHH are skipped and counted.

    Examples:
      equipoise convert histories/ --out all.phhs

    """
    from equipoise.base.errors import InputError
    from equipoise.base.files import check_writable, write_atomically
    from equipoise.formats.phh.write import write_phh
    from equipoise.formats.sources import Damaged, find_sources, open_sources

    check_writable(out, "--out")
    texts: list[str] = []
    damaged: list[Damaged] = []
    skipped = 0
    with progress("converting") as report:
        for file in open_sources(find_sources(files), _rules(game), report):
            if isinstance(file, Damaged):
                damaged.append(file)
                continue
            for entry in file:
                if entry.record is None:
                    skipped += entry.is_hand
                    continue
                try:
                    text = write_phh(entry.record, entry.fields)
                except InputError:
                    skipped += 1
                    continue
                texts.append(f"[{len(texts) + 1}]\n{text}")
    if not texts:
        raise InputError("no hand can be converted", ", ".join(files)[:200])
    write_atomically(out, "\n".join(texts))
    if as_json:
        print_json(
            {
                "hands": len(texts),
                "skipped": skipped,
                "damaged": [{"file": one.file, "reason": one.reason} for one in damaged],
                "out": str(out),
            }
        )
        return
    warn_damaged(damaged)
    say(f"{len(texts):,} hands written to {out}; {skipped:,} skipped")


def _rules(game: str | None) -> GameRules | None:
    from equipoise.formats.acpc.game import resolve_game

    return resolve_game(game) if game is not None else None


def _rows(files: list[str], rules: GameRules | None) -> tuple[list[SeatRow], int, list[Damaged]]:
    """The rows of all hands, how many hands were skipped, and the damaged files."""
    from equipoise.base.errors import InputError
    from equipoise.evaluation.hand_rows import seat_rows
    from equipoise.formats.sources import Damaged, find_sources, open_sources

    rows: list[SeatRow] = []
    damaged: list[Damaged] = []
    skipped = number = 0
    with progress("reading") as report:
        for file in open_sources(find_sources(files), rules, report):
            if isinstance(file, Damaged):
                damaged.append(file)
                continue
            for entry in file:
                number += entry.is_hand
                if entry.record is None:
                    skipped += entry.is_hand
                    continue
                rows += seat_rows(file.name, entry, number)
    if not rows:
        raise InputError("no hand can be read", ", ".join(files)[:200])
    return rows, skipped, damaged


def _print_table(what: str, groups: list[Stats]) -> None:
    from rich.table import Table

    table = Table(box=None, pad_edge=False)
    table.add_column(what)
    for title in ("hands", "won", "bb/100", "VPIP", "PFR", "3-bet", "aggression", "WTSD"):
        table.add_column(title, justify="right")
    for one in groups:
        table.add_row(
            literal(one.name),
            f"{one.hands:,}",
            f"{one.won:+,.2f}" if one.results else "-",
            _rate(one),
            *(
                _percent(frequency)
                for frequency in (one.vpip, one.pfr, one.threebet, one.aggression, one.wtsd)
            ),
        )
    console().print(table)


def _rate(stats: Stats) -> str:
    if stats.bb100 is None:
        return "-"
    interval = stats.bb100_interval
    half = "" if interval is None else f" ±{(interval[1] - interval[0]) / 2:,.0f}"
    return f"{stats.bb100:+,.0f}{half}"


def _percent(frequency: Frequency) -> str:
    if frequency.interval is None or frequency.rate is None:
        return "-"
    low, high = frequency.interval
    return f"{frequency.rate:.0%} ({100 * low:.0f}-{100 * high:.0f})"
