"""PHH hand histories: one hand in a ``.phh`` file, many as tables of a ``.phhs`` file."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass
from decimal import Decimal
from itertools import chain, islice
from typing import Any

from equipoise.base.errors import InputError
from equipoise.formats.phh.absent import without_absent
from equipoise.formats.phh.actions import Table, bets_in
from equipoise.formats.phh.results import Convention, Stated, judge, recognise
from equipoise.formats.phh.rules import DIALECT_FIELDS, NotSupported, rules_from_fields
from equipoise.games.record import HandRecord
from equipoise.games.state import State

_MOST_BITS = 1024
_DEEPEST = 32
#: keys joined by so many dots; to read one takes tomllib the square of their number
_LONG_KEY = re.compile(
    r"(^|[\[{,])[ \t]*(([A-Za-z0-9_-]+|\"[^\"\n]*\"|'[^'\n]*')[ \t]*\.[ \t]*)"
    f"{{{_DEEPEST}}}",
    re.MULTILINE,
)
#: from how many hands the conventions of a file are recognised
_TELLING = 2000

#: fields that a record holds; all others are kept as they are
RECORD_FIELDS = (
    "variant",
    "antes",
    "blinds_or_straddles",
    "min_bet",
    "small_bet",
    "big_bet",
    "starting_stacks",
    "actions",
    "hand",
    "players",
    "finishing_stacks",
    "winnings",
    "ante_trimming_status",
    *DIALECT_FIELDS,
)


@dataclass(frozen=True)
class PhhHand:
    """A hand of a file: the record, and the fields a record has no place for (venue, seats...).

    ``state`` is the last state of the hand, which reading it has come to; ``note`` says what is odd
    about the hand without making it wrong. ``convention`` is the venue's way of stating winnings
    that was needed to read them; ``disagreements`` are stated results that differ from the rules.
    """

    record: HandRecord
    fields: Mapping[str, Any]
    state: State
    note: str = ""
    convention: Convention | None = None
    disagreements: tuple[str, ...] = ()


@dataclass(frozen=True)
class Skipped:
    """A hand that the engine cannot play, and why."""

    reason: str


def parse_toml(text: str, name: str) -> dict[str, Any]:
    """TOML with exact decimals; an error names file and line."""
    if (deep := _LONG_KEY.search(text)) is not None:
        row = text.count("\n", 0, deep.end()) + 1
        raise InputError(
            f"a key of more than {_DEEPEST} parts",
            f"{name}, line {row}",
            expected="no hand has one",
        )
    try:
        content = tomllib.loads(text, parse_float=Decimal)
    except tomllib.TOMLDecodeError as error:
        problem, _, place = str(error).partition(" (at ")
        line = re.match(r"line (\d+)", place)
        number = int(line[1]) if line else len(text.splitlines())
        raise InputError(
            f"not TOML, {problem[:1].lower()}{problem[1:]}",
            f"{name}, line {number}",
            expected="the file may be cut off" if not line else "",
        ) from None
    except RecursionError:
        raise _too_deep(name) from None
    except (ValueError, ArithmeticError):  # 5,000 digits, or an exponent of 20
        raise _too_large(name) from None
    _check_size(content, name)
    return content


def _check_size(content: dict[str, Any], name: str) -> None:
    """Raise InputError for numbers and nesting beyond Python's limits."""
    waiting: list[Any] = [content]
    for _ in range(_DEEPEST):
        below: list[Any] = []
        for value in waiting:
            if isinstance(value, dict):
                below += value.values()
            elif isinstance(value, list):
                below += value
            elif isinstance(value, int) and value.bit_length() > _MOST_BITS:
                raise _too_large(name)
        waiting = below
    if waiting:
        raise _too_deep(name)


def _too_large(name: str) -> InputError:
    return InputError(
        "a number too large", name, expected=f"whole numbers have at most {_MOST_BITS} bits"
    )


def _too_deep(name: str) -> InputError:
    return InputError(
        f"values nested more than {_DEEPEST} deep", name, expected="lists of strings and numbers"
    )


@dataclass(frozen=True)
class Played:
    """A hand whose actions are legal, with the results it states, which are not judged yet."""

    record: HandRecord
    fields: Mapping[str, Any]
    state: State
    stated: Stated
    winnings: Any = None
    note: str = ""

    def judged(self, conventions: Collection[Convention] = ()) -> PhhHand:
        """The hand with the result that it states, read by the conventions of its file."""
        found = judge(self.record, self.state, self.stated, conventions)
        rest = self.fields
        if found.record.payoffs is None and self.winnings is not None:
            rest = {**rest, "winnings": self.winnings}  # no result, but not to be lost
        return PhhHand(
            found.record,
            rest,
            found.state,
            "; ".join(filter(None, (self.note, found.note))),
            found.convention,
            found.disagreements,
        )


#: a hand by its label: played, skipped with a reason, or what is wrong with it
Attempt = tuple[str, Played | Skipped | InputError]


def play_fields(fields: Mapping[str, Any]) -> Played:
    """The hand that fields describe, every action checked.

    Raises :class:`NotSupported` for hands that the engine cannot play.
    """
    actions = fields.get("actions")
    if "variant" in fields and actions is not None and not isinstance(actions, list):
        raise InputError(f"actions = {actions!r}", expected="a list of strings")
    fields, absent = without_absent(fields)
    actions = fields.get("actions")
    rules = rules_from_fields(fields, bets_in(actions or []))
    table = Table.start(rules, absent)
    for number, action in enumerate(actions or [], 1):
        try:
            table.play(action)
        except InputError as error:
            raise InputError(
                f"action {number} {action!r}: {error.problem}", expected=error.expected
            ) from None
    if not table.state.rounds_dealt:
        raise NotSupported("a hand that stops before its hole cards is not supported")
    stated = Stated.of(rules, fields)
    gone = table.fold_gone(stated.collectors)
    state = table.state
    record = HandRecord(
        rules=state.rules,
        hole=state.hole,
        board=state.board,
        up=state.up,
        actions=tuple(move.action for moves in state.history for move in moves),
        names=_names(fields, rules.players),
        hand=_hand(fields),
        mucked=frozenset(table.mucked),
    )
    seats = fields.get("seats")
    if seats is not None and (not isinstance(seats, list) or len(seats) != rules.players):
        raise InputError(f"seats = {seats!r}", expected="a seat number for each player")
    rest = {key: value for key, value in fields.items() if key not in RECORD_FIELDS}
    names = " and ".join(f"p{position + 1}" for position in gone)
    note = f"{names} must have folded: not recorded" if gone else ""
    return Played(record, rest, state, stated, fields.get("winnings"), note)


def read_fields(fields: Mapping[str, Any]) -> PhhHand:
    """One hand, every action checked, with its stated result judged by what the hand itself shows.

    Raises :class:`NotSupported` for hands that the engine cannot play.
    """
    hand = play_fields(fields)
    return hand.judged(recognise([(hand.record, hand.state, hand.stated)]))


def _names(fields: Mapping[str, Any], players: int) -> tuple[str, ...]:
    names = fields.get("players")
    if names is None:
        return ("",) * players
    if not isinstance(names, list) or not all(isinstance(name, str) for name in names):
        raise InputError(f"players = {names!r}", expected="a list of names")
    if len(names) != players:
        raise InputError(f"{len(names)} names", expected=f"there are {players} starting stacks")
    return tuple(names)


def _hand(fields: Mapping[str, Any]) -> str:
    hand = fields.get("hand", "")
    if isinstance(hand, bool) or not isinstance(hand, int | str):
        raise InputError(f"hand = {hand!r}", expected="a number or a name")
    return str(hand)


def read_phh(text: str, name: str = "hand") -> PhhHand:
    """The hand of a ``.phh`` file.

    >>> hand = read_phh('''variant = 'NT'
    ... antes = [0, 0]
    ... blinds_or_straddles = [0.50, 1]
    ... min_bet = 1
    ... starting_stacks = [100, 80]
    ... actions = ['d dh p1 ????', 'd dh p2 AsAh', 'p2 cbr 2.50', 'p1 f']
    ... ''')
    >>> hand.record.rules.scale, hand.record.rules.blinds, hand.record.actions[0].to
    (100, (100, 50), 250)
    """
    fields = parse_toml(text, name)
    try:
        return read_fields(fields)
    except NotSupported as error:
        raise InputError(str(error), name) from None
    except InputError as error:
        raise type(error)(error.problem, name, expected=error.expected) from None


def tables_of(text: str, name: str) -> dict[str, Mapping[str, Any]]:
    """The hands of a file by the name of their table; a file with one hand has one, named 1."""
    content = parse_toml(text, name)
    if "variant" in content or not any(isinstance(value, dict) for value in content.values()):
        return {"1": content}
    for key, value in content.items():
        if not isinstance(value, dict):
            raise InputError(
                f"{key} is outside a hand", name, expected="a .phhs file has tables [1], [2]..."
            )
    return content


def attempts(tables: Mapping[str, Mapping[str, Any]]) -> Iterator[Attempt]:
    """The hands of tables one by one: played, skipped with a reason, or what is wrong with them."""
    return ((key, _attempt(fields)) for key, fields in tables.items())


def judged(hands: Iterator[Attempt]) -> Iterator[tuple[str, PhhHand | Skipped | InputError]]:
    """Hands of a file with their results; the first ones tell which conventions its venue has."""
    first = list(islice(hands, _TELLING))
    conventions = recognise(
        (hand.record, hand.state, hand.stated) for _, hand in first if isinstance(hand, Played)
    )
    for key, hand in chain(first, hands):
        yield key, hand.judged(conventions) if isinstance(hand, Played) else hand


def _attempt(fields: Mapping[str, Any]) -> Played | Skipped | InputError:
    try:
        return play_fields(fields)
    except NotSupported as reason:
        return Skipped(str(reason))
    except InputError as error:
        return error


def read_phhs(text: str, name: str = "hands") -> Iterator[tuple[str, PhhHand | Skipped]]:
    """The hands of a ``.phhs`` file one by one, with the names of their tables.

    A hand that cannot be read is an error that names it; hands of variants that the engine does not
    play are given as :class:`Skipped`.
    """
    for key, hand in judged(attempts(tables_of(text, name))):
        if isinstance(hand, InputError):
            raise type(hand)(hand.problem, f"{name}, hand {key}", expected=hand.expected)
        yield key, hand
