"""PHH hand histories: one hand in a ``.phh`` file, many as tables of a ``.phhs`` file."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from decimal import Decimal
from fractions import Fraction
from typing import Any

from equipoise.errors import InputError
from equipoise.formats.check import Chips, WrongResult, engine_payoffs, settle
from equipoise.formats.phh_actions import Table, bets_in
from equipoise.formats.phh_rules import (
    DIALECT_FIELDS,
    ODD_CHIPS_FIELD,
    NotSupported,
    amounts,
    rules_from_fields,
)
from equipoise.formats.text import decimal_text
from equipoise.games.pots import uncalled
from equipoise.games.record import HandRecord
from equipoise.games.rules import UNLIMITED, GameRules
from equipoise.games.state import State

_MOST_BITS = 1024
_DEEPEST = 32
#: keys joined by so many dots; to read one takes tomllib the square of their number
_LONG_KEY = re.compile(
    r"(^|[\[{,])[ \t]*(([A-Za-z0-9_-]+|\"[^\"\n]*\"|'[^'\n]*')[ \t]*\.[ \t]*)"
    f"{{{_DEEPEST}}}",
    re.MULTILINE,
)
#: in big blinds, the most that posts which a file leaves out may add to a pot
_MOST_POSTED = 2

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
    about the hand without making it wrong.
    """

    record: HandRecord
    fields: Mapping[str, Any]
    state: State
    note: str = ""


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
    """Refuse numbers that Python would not print, and nesting that it would not follow."""
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
        "a number beyond all use", name, expected=f"whole numbers have at most {_MOST_BITS} bits"
    )


def _too_deep(name: str) -> InputError:
    return InputError(
        f"values nested more than {_DEEPEST} deep", name, expected="lists of strings and numbers"
    )


def read_fields(fields: Mapping[str, Any]) -> PhhHand:
    """The hand that fields describe, every action checked; the result is kept as it is stated.

    Raises :class:`NotSupported` for hands that the engine cannot play.
    """
    actions = fields.get("actions")
    if "variant" in fields and actions is not None and not isinstance(actions, list):
        raise InputError(f"actions = {actions!r}", expected="a list of strings")
    rules = rules_from_fields(fields, bets_in(actions or []))
    table = Table.start(rules)
    for number, action in enumerate(actions or [], 1):
        try:
            table.play(action)
        except InputError as error:
            raise InputError(
                f"action {number} {action!r}: {error.problem}", expected=error.expected
            ) from None
    state = table.state
    if not state.rounds_dealt:
        raise NotSupported("a hand that stops before its hole cards is not supported")
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
    surplus = _surplus(record, state, fields) if "winnings" in fields else Fraction(0)
    if surplus:
        units = decimal_text(rules.units(surplus), 6)
        note = f"{units} more is collected than the pot holds: perhaps a post that is not recorded"
        return PhhHand(record, {**rest, "winnings": fields["winnings"]}, state, note)
    record = _with_result(record, state, fields)
    return PhhHand(record, rest, _under(record.rules, state))


def _under(rules: GameRules, state: State) -> State:
    """The same state with other rules for paying."""
    if rules is state.rules:
        return state
    return replace(state, betting=replace(state.betting, rules=rules))


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


def _with_result(record: HandRecord, state: State, fields: Mapping[str, Any]) -> HandRecord:
    """The record with what the file says that everyone won or lost.

    Where the file does not name the rule for odd chips and only splitting them exactly gives its
    result, that was the rule.
    """
    stated = _stated(record.rules, state, fields)
    if stated is None:
        return record
    choices = [record.rules]
    if ODD_CHIPS_FIELD not in fields:
        choices.append(replace(record.rules, odd_chips="fraction"))
    for rules in choices:
        exact = engine_payoffs(record, _under(rules, state))
        settled = settle(stated, exact, rules.scale)
        if settled == exact:
            return replace(record, rules=rules, payoffs=settled)
    return replace(record, payoffs=stated)


def _stated(rules: GameRules, state: State, fields: Mapping[str, Any]) -> Chips | None:
    """What everyone won or lost in chips, as the file states it, or None."""
    by_stacks = _from_stacks(rules, fields) if "finishing_stacks" in fields else None
    if "winnings" not in fields:
        lost = -sum(by_stacks, Fraction(0)) if by_stacks and state.is_over else 0
        # thirds are rounded, so a little may be missing
        if lost > Fraction(rules.scale * rules.players, 10**6):
            units = decimal_text(rules.units(lost), 6)
            raise WrongResult(
                f"finishing_stacks are {units} short of the starting stacks",
                expected="a rake is stated by winnings",
            )
        return by_stacks
    by_winnings = _from_winnings(rules, state, fields)
    if by_stacks is not None and by_stacks != by_winnings:
        raise WrongResult("finishing_stacks and winnings do not agree")
    return by_winnings


def _from_stacks(rules: GameRules, fields: Mapping[str, Any]) -> Chips | None:
    values = amounts(fields, "finishing_stacks", rules.players, infinite=True)
    if UNLIMITED in rules.stacks:
        return None
    if not all(isinstance(value, int) or value.is_finite() for value in values):
        raise InputError("finishing_stacks has inf", expected="all starting stacks are known")
    return tuple(
        Fraction(value) * rules.scale - stack
        for value, stack in zip(values, rules.stacks, strict=True)
    )


def _returned(state: State, won: Sequence[Fraction]) -> tuple[int, ...]:
    """What each player got back outside the winnings: a bet or raise that nobody called.

    A big blind that nobody called is collected with the pot, unless the winnings leave it out.
    """
    outside = uncalled(state.betting)
    if state.is_over and (state.betting.raises or sum(won) <= state.betting.pot - sum(outside)):
        return outside
    return (0,) * state.rules.players


def _won(rules: GameRules, fields: Mapping[str, Any]) -> list[Fraction]:
    return [Fraction(value) * rules.scale for value in amounts(fields, "winnings", rules.players)]


def _from_winnings(rules: GameRules, state: State, fields: Mapping[str, Any]) -> Chips:
    """What was won or lost, from what was collected."""
    won = _won(rules, fields)
    return tuple(
        chips + back - put
        for chips, back, put in zip(won, _returned(state, won), state.betting.put, strict=True)
    )


def _surplus(record: HandRecord, state: State, fields: Mapping[str, Any]) -> Fraction:
    """By how much the winnings exceed the pot, where chips the file does not show may explain it.

    Players who return to a table post a blind, or a big and a small one, that some files leave out,
    so a pot can hold a little more than the actions put in. Nobody may collect more than the engine
    awards all the same, uncalled bet included; what exceeds that, or two big blinds, or stands
    beside finishing stacks that tell what everyone won, has no such excuse and is found wrong.
    """
    won = _won(record.rules, fields)
    surplus = sum(won, Fraction(0)) - state.betting.pot + sum(_returned(state, won))
    if not state.is_over or not 0 < surplus <= _MOST_POSTED * record.rules.big_blind:
        return Fraction(0)
    if "finishing_stacks" in fields and _from_stacks(record.rules, fields) is not None:
        return Fraction(0)
    exact = engine_payoffs(record, state)
    if exact is None:
        return Fraction(0)
    most = [chips + put for chips, put in zip(exact, state.betting.put, strict=True)]
    excused = all(chips <= limit for chips, limit in zip(won, most, strict=True))
    return surplus if excused else Fraction(0)


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
                f"{key} stands outside a hand", name, expected="a .phhs file has tables [1], [2]..."
            )
    return content


def read_tables(
    tables: Mapping[str, Mapping[str, Any]],
) -> Iterator[tuple[str, PhhHand | Skipped | InputError]]:
    """The hands of tables one by one: read, skipped with a reason, or what is wrong with them."""
    for key, fields in tables.items():
        try:
            yield key, read_fields(fields)
        except NotSupported as reason:
            yield key, Skipped(str(reason))
        except InputError as error:
            yield key, error


def read_phhs(text: str, name: str = "hands") -> Iterator[tuple[str, PhhHand | Skipped]]:
    """The hands of a ``.phhs`` file one by one, with the names of their tables.

    A hand that cannot be read is an error that names it; hands of variants that the engine does not
    play are given as :class:`Skipped`.
    """
    for key, hand in read_tables(tables_of(text, name)):
        if isinstance(hand, InputError):
            raise type(hand)(hand.problem, f"{name}, hand {key}", expected=hand.expected)
        yield key, hand
