"""ACPC logs: a line ``STATE:...`` for every hand of a match, and the score at its end.

Values and names of a hand are in the order of positions, those of the score in the order of seats:
in hand ``h`` position ``p`` is held by seat ``(p + h) mod players``. A log does not say what was
played; ours carry the game in their header, others are read with the game given.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction

from equipoise.errors import InputError
from equipoise.formats.acpc_game import read_game, write_game
from equipoise.formats.acpc_state import (
    betting_text,
    board_text,
    check_dealing,
    hole_text,
    is_count,
    read_betting,
    read_cards,
)
from equipoise.formats.check import ROUNDED_TO, engine_payoffs, settle
from equipoise.formats.text import decimal_text
from equipoise.games.record import HandRecord
from equipoise.games.rules import GameRules

_HAND = "STATE"
_SCORE = "SCORE"
_HAND_FORM = "it is STATE:hand:betting:cards:values:names"
_HAND_NUMBER = "logs count hands from 0, with at most 18 digits"
_NUMBER = re.compile(r"-?\d{1,18}(\.\d{1,6})?")


@dataclass(frozen=True)
class Score:
    """The totals of a match by seat, in chips."""

    totals: tuple[Fraction, ...]
    names: tuple[str, ...]


@dataclass(frozen=True)
class Log:
    """A match: its hands, and the score if the match was played to its end."""

    records: tuple[HandRecord, ...]
    score: Score | None = None
    header: tuple[str, ...] = ()


def write_hand(record: HandRecord) -> str:
    """A hand as a line of a log, without the end of line.

    >>> from equipoise.games import find_game
    >>> log = "STATE:0:r6f:AsAh|KsKh:-2|2:Ann|Bob"
    >>> write_hand(read_hand(find_game("holdem-nolimit:100bb"), log))
    'STATE:0:r6f:AsAh|KsKh:-2|2:Ann|Bob'
    """
    check_dealing(record.rules)
    state = record.replay()
    if not state.is_over:
        raise InputError(f"hand {record.hand or '?'} is not over", expected="logs hold whole hands")
    payoffs = record.payoffs or engine_payoffs(record, state)
    if payoffs is None:
        raise InputError(
            f"hand {record.hand or '?'} has no result", expected="hidden cards decide it"
        )
    for name in record.names:
        if not name or re.search(r"[:|\s]", name):
            raise InputError(
                f"the name {name!r} cannot stand in a log",
                expected="some letters, without spaces, ':' or '|'",
            )
    if not is_count(record.hand):
        raise InputError("not the number of a hand", "hand", record.hand, expected=_HAND_NUMBER)
    cards = hole_text(record.rules, state.hole) + board_text(
        record.rules, state.board, state.rounds_dealt
    )
    values = "|".join(decimal_text(chips, ROUNDED_TO) for chips in payoffs)
    return f"{_HAND}:{record.hand}:{betting_text(state)}:{cards}:{values}:{'|'.join(record.names)}"


def read_hand(rules: GameRules, line: str) -> HandRecord:
    """The hand in a line of a log, its actions checked; the result is kept as it is stated."""
    parts = line.strip().split(":")
    if len(parts) != 6 or parts[0] != _HAND:
        raise InputError("not a hand of a log", "line", line.strip(), expected=_HAND_FORM)
    if not is_count(parts[1]):
        raise InputError("not the number of a hand", "hand", parts[1], expected=_HAND_NUMBER)
    cards = read_cards(rules, parts[3])
    state = read_betting(rules, parts[2], cards)
    if not state.is_over:
        raise InputError(
            "the hand is not over", "betting", parts[2], expected="logs hold whole hands"
        )
    if cards.board != state.board:
        raise InputError(
            "cards on the board after the end",
            "cards",
            parts[3],
            expected=f"{len(state.board)} were dealt",
        )
    names = tuple(parts[5].split("|"))
    record = HandRecord(
        rules=rules,
        hole=cards.hole,
        board=state.board,
        up=state.up,
        actions=tuple(move.action for moves in state.history for move in moves),
        names=names,
        hand=parts[1],
    )
    values = _values(parts[4], rules.players)
    return replace(record, payoffs=settle(values, engine_payoffs(record, state)))


def _values(text: str, count: int | None = None) -> tuple[Fraction, ...]:
    parts = text.split("|")
    if (count is not None and len(parts) != count) or not all(
        _NUMBER.fullmatch(part) for part in parts
    ):
        raise InputError(
            "not the chips of every player",
            "values",
            text,
            expected=f"{count or 'some'} numbers joined by '|'",
        )
    return tuple(Fraction(part) for part in parts)


def read_score(line: str) -> Score:
    """The last line of a log."""
    parts = line.strip().split(":")
    if len(parts) != 3 or parts[0] != _SCORE:
        raise InputError("not a score", "line", line.strip(), expected="it is SCORE:totals:names")
    totals, names = _values(parts[1]), tuple(parts[2].split("|"))
    if len(totals) != len(names):
        raise InputError("not a name for each total", "line", line.strip())
    return Score(totals, names)


def total_score(records: Sequence[HandRecord]) -> Score:
    """What the seats of a match have won, by the hands' stated results."""
    first = records[0]
    players = first.rules.players
    shift = int(first.hand or 0)
    names = [first.names[(seat - shift) % players] for seat in range(players)]
    totals = dict.fromkeys(names, Fraction(0))
    if len(totals) < players:
        raise InputError(f"names {names} are not different", expected="a score needs to tell seats")
    for record in records:
        if set(record.names) != set(names):
            raise InputError(
                f"hand {record.hand} has players {record.names}", expected=f"{tuple(names)} play"
            )
        for name, chips in zip(record.names, record.payoffs or (), strict=True):
            totals[name] += chips
    return Score(tuple(totals[name] for name in names), tuple(names))


def score_problem(log: Log) -> str | None:
    """What is wrong with a log's score, or None; sums may be rounded in the last decimal."""
    if log.score is None or not log.records:
        return None
    try:
        ours = total_score(log.records)
    except InputError as error:
        return str(error)
    stated = dict(zip(log.score.names, log.score.totals, strict=True))
    for name, total in zip(ours.names, ours.totals, strict=True):
        if name not in stated:
            return f"{name} has no score"
        if abs(stated[name] - total) > Fraction(len(log.records), 10**ROUNDED_TO):
            return (
                f"{name} has {decimal_text(stated[name], ROUNDED_TO)}; "
                f"the hands add up to {decimal_text(total, ROUNDED_TO)}"
            )
    return None


def write_log(records: Sequence[HandRecord], comments: Iterable[str] = ()) -> str:
    """A match as a log, with the game in its header so that the log can be read alone."""
    if not records:
        raise InputError("a log without hands", expected="at least one hand")
    rules = records[0].rules
    if any(record.rules != rules for record in records):
        raise InputError("hands of different games", expected="a log has one game")
    lines = [f"# {comment}".rstrip() for comment in comments]
    lines += [f"# {line}" for line in write_game(rules).splitlines()]
    lines += [write_hand(record) for record in records]
    score = total_score([_paid(record) for record in records])
    totals = "|".join(decimal_text(total, ROUNDED_TO) for total in score.totals)
    lines.append(f"{_SCORE}:{totals}:{'|'.join(score.names)}")
    return "\n".join([*lines, ""])


def _paid(record: HandRecord) -> HandRecord:
    if record.payoffs is not None:
        return record
    return replace(record, payoffs=engine_payoffs(record, record.replay()))


def header_game(text: str, name: str = "log") -> GameRules | None:
    """The game in the header of a log of ours, or None."""
    lines = [line[1:].strip() if line.startswith("#") else "" for line in text.splitlines()]
    words = [line.lower() for line in lines]
    if "gamedef" not in words:
        return None
    start = words.index("gamedef")
    # lines that are not the game's are left empty, so that errors name the lines of the log
    return read_game("\n" * start + "\n".join(lines[start:]), name)


def is_comment(line: str) -> bool:
    """Whether a line of the dealer's is a comment or empty."""
    return not line.strip() or line.lstrip()[0] in "#;"


def read_log(text: str, rules: GameRules | None = None, name: str = "log") -> Log:
    """A whole log; the first line that cannot be read is an error that names it."""
    rules = rules or header_game(text, name)
    if rules is None:
        raise InputError("does not say which game it is", name, expected="give the game")
    records: list[HandRecord] = []
    header: list[str] = []
    score = None
    for number, line in enumerate(text.splitlines(), 1):
        try:
            if is_comment(line):
                if not records and line.startswith("#"):
                    header.append(line[1:].strip())
            elif line.startswith(f"{_SCORE}:"):
                score = read_score(line)
            else:
                records.append(read_hand(rules, line))
        except InputError as error:
            raise InputError(str(error), f"{name}, line {number}") from None
    log = Log(tuple(records), score, tuple(header))
    problem = score_problem(log)
    if problem is not None:
        raise InputError(f"{name}, score: {problem}")
    return log
