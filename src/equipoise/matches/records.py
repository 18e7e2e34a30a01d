"""Hands of a match as rows: written as Parquet by DuckDB, read back as records.

A row holds the number of the hand and of the seating (``trial``), and by position the players,
their hole cards and what they won in chips; the board; and the actions, rounds separated by ``/``,
with ``f``, ``c`` and ``r`` for fold, call and raise to so many chips of the hand.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from equipoise.cards.card import card_text, parse_cards
from equipoise.errors import InputError
from equipoise.games.action import Action
from equipoise.games.record import HandRecord
from equipoise.games.rules import GameRules
from equipoise.matches.situation import PARTS, Situation

if TYPE_CHECKING:
    from equipoise.kernels.types import Int64s
    from equipoise.matches.session import HandLog

_TOKEN = re.compile(r"[fc]|r\d{1,18}")
_CARDS = [card_text(card) for card in range(52)]


@dataclass(frozen=True)
class HandRow:
    """One hand as it is stored, with its record."""

    hand: int
    trial: int
    record: HandRecord


@lru_cache(maxsize=1)
def _database() -> Any:
    """A database in memory, one a process; DuckDB is loaded only where hands are stored."""
    import duckdb

    connection = duckdb.connect()
    connection.execute("SET threads = 1")  # the cores are busy playing
    return connection


def write_hands(
    path: Path, rules: GameRules, names: Sequence[str], trial: int, hands: Sequence[HandLog]
) -> None:
    """Write hands beside their place and move them there."""
    columns: dict[str, Any] = {
        "hand": np.array([hand.number for hand in hands], dtype=np.int64),
        "board": np.array([_text(h.cards.board[: h.end.board]) for h in hands], dtype=object),
        "actions": np.array([hand.end.actions_text for hand in hands], dtype=object),
    }
    parts = np.array([hand.parts for hand in hands], dtype=np.int64)
    for p in range(rules.players):
        columns[f"player{p}"] = np.array([names[hand.order[p]] for hand in hands], dtype=object)
        columns[f"hole{p}"] = np.array(
            [_text(h.cards.hole[p][: h.end.hole[p]]) for h in hands], dtype=object
        )
        columns[f"up{p}"] = np.array(
            [_text(h.cards.up[p][: h.end.up[p]]) for h in hands], dtype=object
        )
        columns[f"payoff{p}"] = parts[:, p] / PARTS

    def listed(name: str) -> str:
        return f"[{', '.join(f'{name}{p}' for p in range(rules.players))}]"

    up = f"{listed('up')} AS up," if any(deal.up for deal in rules.script) else ""
    path.parent.mkdir(parents=True, exist_ok=True)
    fresh = path.with_name(f".{path.name}.new")
    database = _database()
    database.register("hands", columns)
    try:
        database.execute(
            f"COPY (SELECT hand, {trial}::TINYINT AS trial, {listed('player')} AS players, "
            f"{listed('hole')} AS hole, {up} board, actions, {listed('payoff')} AS payoffs "
            f"FROM hands) TO '{_quoted(fresh)}' (FORMAT parquet, COMPRESSION zstd)"
        )
        with fresh.open("rb") as file:
            os.fsync(file.fileno())
        os.replace(fresh, path)
    finally:
        database.unregister("hands")
        fresh.unlink(missing_ok=True)


def _text(cards: Sequence[int]) -> str:
    return "".join([_CARDS[card] for card in cards])


def _quoted(path: Path) -> str:
    return str(path).replace("'", "''")


def read_payoffs(path: Path, players: int) -> Int64s:
    """What every position won in each hand of a file, in parts of a chip; hands in order."""
    columns = ", ".join(f"payoffs[{p + 1}] AS p{p}" for p in range(players))
    table = _query(f"SELECT {columns} FROM read_parquet('{_quoted(path)}') ORDER BY hand", path)
    found = table.fetchnumpy()
    parts: Int64s = np.rint(
        np.stack([found[f"p{p}"] for p in range(players)], axis=1) * PARTS
    ).astype(np.int64)
    return parts


def read_hands(path: Path, rules: GameRules, root: Situation) -> Iterator[HandRow]:
    """The hands of a file as records, every action checked; ``root`` remembers what was met."""
    has_up = any(deal.up for deal in rules.script)
    columns = f"hand, trial, players, hole, board, actions, payoffs{', up' if has_up else ''}"
    table = _query(f"SELECT {columns} FROM read_parquet('{_quoted(path)}') ORDER BY hand", path)
    for row in table.fetchall():
        hand, trial, players, hole, board, actions, payoffs = row[:7]
        try:
            place = root
            for token in _TOKEN.findall(actions):
                place = place.after(_action(token))
        except InputError as error:
            raise InputError(str(error), f"{path.name}, hand {hand}") from None
        record = HandRecord(
            rules=rules,
            hole=tuple(tuple(parse_cards(cards)) for cards in hole),
            board=tuple(parse_cards(board)),
            actions=tuple(move.action for moves in place.history for move in moves),
            names=tuple(players),
            payoffs=tuple(Fraction(round(chips * PARTS), PARTS) for chips in payoffs),
            hand=str(hand),
            up=tuple(tuple(parse_cards(cards)) for cards in row[7])
            if has_up
            else ((),) * rules.players,
        )
        yield HandRow(hand, trial, record)


def _action(token: str) -> Action:
    if token == "f":
        return Action.fold()
    return Action.call() if token == "c" else Action.raise_to(int(token[1:]))


def _query(sql: str, path: Path) -> Any:
    import duckdb

    try:
        return _database().execute(sql)
    except duckdb.Error as error:
        first = str(error).splitlines()[0]
        raise InputError(f"cannot be read ({first})", str(path)) from None
