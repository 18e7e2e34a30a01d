"""Hands of a match as rows: written as Parquet by DuckDB, read back as records.

A row holds the number of the hand and of the seating (``trial``), and by position the players,
their hole cards and their winnings in chips; the board; and the actions, rounds separated by ``/``,
with ``f``, ``c`` and ``r`` for fold, call and raise to a total of chips.
"""

from __future__ import annotations

import errno
import os
from collections.abc import Iterator, Mapping, Sequence
from contextlib import closing, contextmanager, suppress
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from equipoise.base.errors import InputError
from equipoise.base.files import new_file, put_file
from equipoise.base.scratch import ScratchFolder
from equipoise.cards.card import card_text, parse_cards
from equipoise.games.lines import ROUND_END, read_action, split_line
from equipoise.games.record import HandRecord
from equipoise.games.rules import MOST_PLAYERS, UNLIMITED, GameRules
from equipoise.matches.betting_cache import PARTS, BettingNode

if TYPE_CHECKING:
    from equipoise.kernels.types import Float64s, Int64s
    from equipoise.matches.session import HandLog

#: errors of the system when writing
_REASONS = (errno.ENOSPC, errno.EDQUOT, errno.EFBIG, errno.EROFS, errno.EACCES)
_CARDS = [card_text(card) for card in range(52)]


@dataclass(frozen=True)
class HandRow:
    """One hand as it is stored, with its record."""

    hand: int
    trial: int
    record: HandRecord


@lru_cache(maxsize=1)
def _database() -> Any:
    """An in-memory database per process; DuckDB is imported only when hands are stored."""
    import duckdb

    connection = duckdb.connect()
    connection.execute("SET threads = 1")  # the cores are busy playing
    return connection


def write_hands(
    path: Path, rules: GameRules, names: Sequence[str], trial: int, hands: Sequence[HandLog]
) -> None:
    """Write hands to a temporary file and move it to its path."""
    columns: dict[str, Any] = {
        "hand": np.array([hand.number for hand in hands], dtype=np.int64),
        "board": np.array([_text(h.cards.board[: h.end.dealt.board]) for h in hands], dtype=object),
        "actions": np.array([hand.end.actions_text for hand in hands], dtype=object),
    }
    parts = np.array([hand.parts for hand in hands], dtype=np.int64)
    for p in range(rules.players):
        columns[f"player{p}"] = np.array([names[hand.order[p]] for hand in hands], dtype=object)
        columns[f"hole{p}"] = np.array(
            [_text(h.cards.hole[p][: h.end.dealt.hole[p]]) for h in hands], dtype=object
        )
        columns[f"up{p}"] = np.array(
            [_text(h.cards.up[p][: h.end.dealt.up[p]]) for h in hands], dtype=object
        )
        columns[f"payoff{p}"] = parts[:, p] / PARTS

    def listed(name: str) -> str:
        return f"[{', '.join(f'{name}{p}' for p in range(rules.players))}]"

    up = f"{listed('up')} AS up," if any(deal.up for deal in rules.script) else ""
    select = (
        f"SELECT hand, {trial}::TINYINT AS trial, {listed('player')} AS players, "
        f"{listed('hole')} AS hole, {up} board, actions, {listed('payoff')} AS payoffs FROM hands"
    )
    _write(path, columns, select)


def write_columns(path: Path, columns: Mapping[str, Any]) -> None:
    """Write arrays as the columns of a Parquet file; NaN becomes NULL."""
    values = ", ".join(
        f"CASE WHEN isnan({name}) THEN NULL ELSE {name} END AS {name}"
        if column.dtype.kind == "f"
        else name
        for name, column in columns.items()
    )
    _write(path, columns, f"SELECT {values} FROM hands")


def _write(path: Path, columns: Mapping[str, Any], select: str) -> None:
    """Write the result of a query on the columns (as table ``hands``) to Parquet, atomically."""
    path.parent.mkdir(parents=True, exist_ok=True)
    fresh = new_file(path)
    database = _database()
    database.register("hands", columns)
    try:
        with _plain_name(path.parent) as folder:
            _execute(
                f"COPY ({select}) TO '{_quoted(folder / fresh.name)}' "
                # otherwise DuckDB first writes a file "tmp_...", which a kill leaves behind
                "(FORMAT parquet, COMPRESSION zstd, USE_TMP_FILE false)",
                path,
            )
        with fresh.open("rb") as file:
            os.fsync(file.fileno())
        put_file(fresh, path)
    finally:
        database.unregister("hands")
        with suppress(OSError):
            fresh.unlink(missing_ok=True)


def _text(cards: Sequence[int]) -> str:
    return "".join([_CARDS[card] for card in cards])


def _quoted(path: Path) -> str:
    return str(path).replace("'", "''")


@contextmanager
def _plain_name(folder: Path) -> Iterator[Path]:
    """A folder under a name without special meaning to DuckDB.

    To DuckDB a name may be a pattern (``m[1]``), a home folder (``~m``), an address (``s3:``) or
    the value of a column (``trial=7``). A link with a generated name has none of these, and being
    new it is not in DuckDB's file cache either.
    """
    with ScratchFolder() as place:
        link = place / "hands"
        link.symlink_to(folder.absolute(), target_is_directory=True)
        yield link


def read_payoffs(path: Path, players: int) -> Int64s:
    """Winnings of every position in each hand of a file, in parts of a chip; hands in order."""
    columns = ", ".join(f"payoffs[{p + 1}] AS p{p}" for p in range(players))
    with _opened(path, f"{columns}, len(payoffs) AS count") as table:
        found = table.fetchnumpy()
    won = np.stack([np.asarray(found[f"p{p}"], dtype=float) for p in range(players)], axis=1)
    known = (np.abs(won) <= MOST_PLAYERS * UNLIMITED).all()  # NaN is not
    if not known or (np.asarray(found["count"]) != players).any():
        raise InputError("payoffs are missing", str(path))
    parts: Int64s = np.rint(won * PARTS).astype(np.int64)
    return parts


@dataclass(frozen=True, eq=False)
class HandColumns:
    """The hands of a file: numbers [n], texts [n] or [positions][n], chips [n, positions]."""

    hand: Int64s
    players: list[list[str]]
    hole: list[list[str]]
    board: list[str]
    actions: list[str]
    payoffs: Float64s


def read_columns(path: Path, players: int) -> HandColumns:
    """The hands of a file as columns, in order; much faster than records."""
    listed = ", ".join(
        f"players[{p + 1}] AS player{p}, hole[{p + 1}] AS hole{p}, payoffs[{p + 1}] AS payoff{p}"
        for p in range(players)
    )
    with _opened(path, f"hand, board, actions, {listed}") as table:
        found = table.fetchnumpy()
    payoffs = np.stack([np.asarray(found[f"payoff{p}"], dtype=float) for p in range(players)], 1)
    if not (np.abs(payoffs) <= MOST_PLAYERS * UNLIMITED).all():  # NaN is not
        raise InputError("payoffs are missing", str(path))

    def texts(name: str) -> list[str]:
        return [str(text) for text in found[name].tolist()]

    return HandColumns(
        np.asarray(found["hand"], dtype=np.int64),
        [texts(f"player{p}") for p in range(players)],
        [texts(f"hole{p}") for p in range(players)],
        texts("board"),
        texts("actions"),
        payoffs,
    )


def read_hands(path: Path, rules: GameRules, root: BettingNode) -> Iterator[HandRow]:
    """The hands of a file as records, every action checked; ``root`` caches the betting."""
    has_up = any(deal.up for deal in rules.script)
    columns = f"hand, trial, players, hole, board, actions, payoffs{', up' if has_up else ''}"
    with _opened(path, columns) as table:
        rows = table.fetchall()
    for row in rows:
        try:
            yield _hand_row(rules, root, row)
        except InputError as error:
            raise InputError(str(error), f"{path.name}, hand {row[0]}") from None
        except (TypeError, ValueError, ArithmeticError):
            raise InputError("a field is missing", f"{path.name}, hand {row[0]}") from None


def _hand_row(rules: GameRules, root: BettingNode, row: Sequence[Any]) -> HandRow:
    hand, trial, players, hole, board, actions, payoffs, *up = row
    if not (len(players) == len(hole) == len(payoffs) == rules.players):
        raise InputError(f"it is not of {rules.players} players")
    place = root
    for _, step in split_line(actions, "actions"):
        if step != ROUND_END:
            place = place.after(read_action(step))
    if place.to_act is not None:
        raise InputError("its actions do not end it")
    record = HandRecord(
        rules=rules,
        hole=tuple(tuple(parse_cards(cards)) for cards in hole),
        board=tuple(parse_cards(board)),
        actions=tuple(move.action for moves in place.history for move in moves),
        names=tuple(map(str, players)),
        payoffs=tuple(Fraction(round(chips * PARTS), PARTS) for chips in payoffs),
        hand=str(hand),
        up=tuple(tuple(parse_cards(cards)) for cards in up[0]) if up else ((),) * rules.players,
    )
    return HandRow(hand, trial, record)


@contextmanager
def _opened(path: Path, columns: str) -> Iterator[Any]:
    """Columns of the hands of a file, in the order of the hands."""
    import duckdb

    # a cursor of its own: threads of a server read at once, and one result would replace another
    with _plain_name(path.parent) as folder, closing(_database().cursor()) as cursor:
        try:
            yield cursor.execute(
                f"SELECT {columns} FROM read_parquet('{_quoted(folder / path.name)}', "
                "hive_partitioning = false) ORDER BY hand"
            )
        except duckdb.Error as error:
            first = str(error).splitlines()[0]
            raise InputError(f"cannot be read ({first})", str(path)) from None


def _execute(sql: str, path: Path) -> None:
    """Execute a write; errors name the target file."""
    import duckdb

    try:
        _database().execute(sql)
    except duckdb.Error as error:
        text = str(error)
        # DuckDB wraps the system's reason in a message about its own buffers
        number = next((one for one in _REASONS if os.strerror(one) in text), errno.EIO)
        first = f"the hands cannot be written ({text.splitlines()[0]})"
        why = first if number == errno.EIO else os.strerror(number)
        raise OSError(number, why, str(path)) from None
