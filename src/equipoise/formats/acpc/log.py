"""ACPC logs: a line ``STATE:...`` for every hand of a match, and the score at its end.

Values and names of a hand are in the order of positions, those of the score in the order of seats:
in hand ``h`` position ``p`` is held by seat ``(p + h) mod players``, or by seat ``p`` if seats are
fixed; a log is checked to follow one of the two. The format does not name the game; our logs have
it in their header, others need it as an argument.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import takewhile

from equipoise.base.errors import InputError
from equipoise.formats.acpc.game import read_game, write_game
from equipoise.formats.acpc.state import (
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
_NUMBER = re.compile(r"-?[0-9]{1,18}(\.[0-9]{1,6})?")
_GAME_LINE = re.compile(r"^#[ \t]*gamedef[ \t]*$", re.IGNORECASE | re.MULTILINE)
_LONGEST_HEADER = 1 << 16  # characters from the first line of a game to its end


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
        raise InputError("not a line of a log", "line", line.strip(), expected=_HAND_FORM)
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
    """The totals of the seats of a match, from the hands' stated results."""
    scores = _possible_scores(records)
    if not scores:
        first = records[0]
        # each rule may hold for some hands: the first hand by which both are broken
        odd = records[max(_misplaced(records, moving) for moving in (True, False))]
        raise InputError(
            f"hand {odd.hand} has the players {'|'.join(odd.names)}",
            expected=f"after {'|'.join(first.names)} in hand {first.hand} seats move by one a hand,"
            " or none does",
        )
    return scores[0]


def _misplaced(records: Sequence[HandRecord], moving: bool) -> int:
    """The place of the first hand whose players do not sit by a rule that does not hold."""
    return next(n for n, record in enumerate(records) if not _sits(records[0], record, moving))


def _sits(first: HandRecord, record: HandRecord, moving: bool) -> bool:
    """True if the players of a hand sit as those of the first do, by one of the two rules."""
    players = first.rules.players
    moved = _number(record) - _number(first) if moving else 0
    return len(record.names) == players and all(
        record.names[position] == first.names[(position + moved) % players]
        for position in range(players)
    )


def _possible_scores(records: Sequence[HandRecord]) -> list[Score]:
    """The score if seats move by one each hand, and if they are fixed, where the names allow it."""
    scores = []
    players = records[0].rules.players
    for moving in (True, False):
        if not all(_sits(records[0], record, moving) for record in records):
            continue
        totals = [Fraction(0)] * players
        for record in records:
            for position, chips in enumerate(record.payoffs or ()):
                totals[_seat(record, position, moving)] += chips
        names = [""] * players
        for position, name in enumerate(records[0].names):
            names[_seat(records[0], position, moving)] = name
        scores.append(Score(tuple(totals), tuple(names)))
    return scores


def _number(record: HandRecord) -> int:
    return int(record.hand) if is_count(record.hand) else 0


def _seat(record: HandRecord, position: int, moving: bool) -> int:
    return (position + _number(record) * moving) % record.rules.players


def score_problem(log: Log) -> str | None:
    """The error of a log's score, or None; sums may be rounded in the last decimal.

    Players must sit as the dealer seats them, moving by one each hand or fixed, and the score must
    list them in the order of seats with what the hands add up to.
    """
    stated = log.score
    if stated is None or not log.records:
        return None
    try:
        ours = total_score(log.records)
    except InputError as error:
        return str(error)
    near = _nearness(log.records)
    if any(_same_score(stated, score, near) for score in _possible_scores(log.records)):
        return None
    if stated.names != ours.names:
        return f"names {'|'.join(stated.names)}; in the order of seats {'|'.join(ours.names)} play"
    for name, total, sum_of_hands in zip(stated.names, stated.totals, ours.totals, strict=True):
        if abs(total - sum_of_hands) > near:
            return (
                f"{name} has {decimal_text(total, ROUNDED_TO)}; "
                f"the hands add up to {decimal_text(sum_of_hands, ROUNDED_TO)}"
            )
    raise AssertionError("scores that differ differ somewhere")


def _nearness(records: Sequence[HandRecord]) -> Fraction:
    """The tolerance of a total due to rounding of each hand."""
    return Fraction(len(records), 10**ROUNDED_TO)


def _same_score(one: Score, other: Score, near: Fraction) -> bool:
    return one.names == other.names and all(
        abs(ours - theirs) <= near for ours, theirs in zip(one.totals, other.totals, strict=True)
    )


def write_log(records: Sequence[HandRecord], comments: Iterable[str] = ()) -> str:
    """A match as a log, self-contained with the game in its header."""
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
    found = _GAME_LINE.search(text)
    if found is None:
        return None
    start = len(text[: found.start()].splitlines())
    rest = text[found.start() : found.start() + _LONGEST_HEADER].splitlines()
    lines = [line[1:].strip() if line.startswith("#") else "" for line in rest]
    # lines before the game are left empty, so that errors name the lines of the log
    return read_game("\n" * start + "\n".join(lines), name)


def is_comment(line: str) -> bool:
    """True if a line is a comment or empty."""
    return not line.strip() or line.lstrip()[0] in "#;"


def is_score(line: str) -> bool:
    """True if a line is meant to be the score, which is no hand."""
    return line.startswith(f"{_SCORE}:")


def read_lines(
    text: str, rules: GameRules
) -> Iterator[tuple[int, str, HandRecord | Score | InputError]]:
    """Every line that is no comment: its number, itself, and what it holds or what is wrong."""
    for number, line in enumerate(text.splitlines(), 1):
        if is_comment(line):
            continue
        try:
            yield number, line, read_score(line) if is_score(line) else read_hand(rules, line)
        except InputError as error:
            yield number, line, error


def read_log(text: str, rules: GameRules | None = None, name: str = "log") -> Log:
    """A whole log; the first line that cannot be read is an error that names it."""
    rules = rules or header_game(text, name)
    if rules is None:
        raise InputError("does not name its game", name, expected="give the game")
    records: list[HandRecord] = []
    score = None
    for number, _, part in read_lines(text, rules):
        if isinstance(part, InputError):
            raise InputError(str(part), f"{name}, line {number}")
        if isinstance(part, Score):
            score = part
        else:
            records.append(part)
    top = takewhile(is_comment, text.splitlines())
    header = tuple(line[1:].strip() for line in top if line.startswith("#"))
    log = Log(tuple(records), score, header)
    problem = score_problem(log)
    if problem is not None:
        raise InputError(f"{name}, score: {problem}")
    return log
