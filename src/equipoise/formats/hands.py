"""Files of hands in any format: every hand is read, skipped with a reason, or wrong."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from equipoise.base.errors import InputError, argument
from equipoise.formats.acpc.game import SUFFIX, load_game
from equipoise.formats.acpc.log import (
    Log,
    Score,
    header_game,
    is_comment,
    is_score,
    read_lines,
    score_problem,
)
from equipoise.formats.acpc.state import is_count, read_match_state
from equipoise.formats.check import WrongResult
from equipoise.formats.phh.read import (
    Attempt,
    Played,
    Skipped,
    attempts,
    judged,
    play_fields,
    tables_of,
)
from equipoise.formats.phh.results import Convention
from equipoise.formats.phh.rules import NotSupported
from equipoise.formats.pokerstars.lines import START, blocks, is_pokerstars
from equipoise.formats.pokerstars.read import UNKNOWN_FIELD, fields_of
from equipoise.formats.text import STDIN, is_file, read_text
from equipoise.games.record import HandRecord
from equipoise.games.rules import GameRules
from equipoise.games.state import State

_TOML_SUFFIXES = (".phh", ".phhs")
_ACPC_SUFFIXES = (".log", ".acpc")
_ACPC_LINE = re.compile(r"^(STATE|MATCHSTATE|SCORE):", re.MULTILINE)
# within a line, so that looking for one is linear in the length of the text
_TOML_LINE = re.compile(r"^[ \t]*(\[[^\]\n]+\][ \t]*(#.*)?$|variant[ \t]*=)", re.MULTILINE)
_GAME_NAME = re.compile(r"^#[ \t]*name/game/hands/seed[ \t]+[^\s]+[ \t]+([^\s]+)", re.MULTILINE)


@dataclass(frozen=True)
class Entry:
    """A hand of a file: ``label`` names it there, and one of the next three says what came of it.

    ``state`` is the last state of a hand that reading has replayed already. ``fields`` are what its
    format holds beside the record, ``note`` what is odd but not wrong, ``convention`` the venue's
    way of stating winnings, ``disagreements`` stated results that differ from the rules. The score
    of a log is an entry too if there is something to say of it, and no hand.
    """

    label: str
    record: HandRecord | None = None
    skipped: str | None = None
    error: InputError | None = None
    state: State | None = None
    fields: Mapping[str, Any] = field(default_factory=dict)
    note: str = ""
    is_hand: bool = True
    convention: Convention | None = None
    disagreements: tuple[str, ...] = ()

    @property
    def where(self) -> str:
        """The name of the entry in messages."""
        return f"hand {self.label}" if self.is_hand else self.label


@dataclass(frozen=True)
class HandFile:
    """A file whose form is right; its hands are read one by one as it is iterated."""

    name: str
    total: int
    entries: Iterator[Entry]

    def __iter__(self) -> Iterator[Entry]:
        return self.entries


def read_hands(path: str | Path, rules: GameRules | None = None) -> HandFile:
    """The hands of a file, by its extension or else by what it looks like.

    ``rules`` are needed for ACPC logs that do not carry their game. A file that cannot be taken
    apart into hands (cut off, not text, empty) is an error as a whole.
    """
    name = "standard input" if str(path) == STDIN else str(path)
    text = read_text(path)
    if is_pokerstars(text):
        count = sum(1 for _ in START.finditer(text))
        return HandFile(name, count, _phh_entries(_pokerstars_hands(text)))
    if _is_acpc(Path(path).suffix.lower(), text, name):
        return _acpc_hands(text, name, rules or _find_rules(text, path, name))
    tables = tables_of(text, name)
    return HandFile(name, len(tables), _phh_entries(attempts(tables)))


def _is_acpc(suffix: str, text: str, name: str) -> bool:
    if suffix in _TOML_SUFFIXES:
        return False
    if suffix in _ACPC_SUFFIXES or _ACPC_LINE.search(text):
        return True
    if _TOML_LINE.search(text):
        return False
    raise InputError(
        "has no hands in a known format",
        name,
        expected="PHH (.phh, .phhs), ACPC logs (.log) or PokerStars text (.txt)",
    )


def _pokerstars_hands(text: str) -> Iterator[Attempt]:
    """The hands of a text, labelled by their number; lines not understood become a note."""
    for block in blocks(text):
        number = re.search(r"#([0-9]+)", block.lines[0])
        label = f"{number[1] if number else '?'} (line {block.line})"
        try:
            hand: Played | Skipped | InputError = play_fields(fields_of(block))
        except NotSupported as reason:
            hand = Skipped(str(reason))
        except InputError as error:
            hand = error
        yield label, hand


def _phh_entries(hands: Iterator[Attempt]) -> Iterator[Entry]:
    for label, hand in judged(hands):
        if isinstance(hand, Skipped):
            yield Entry(label, skipped=hand.reason)
        elif isinstance(hand, InputError):
            yield Entry(label, error=hand)
        else:
            yield Entry(
                label,
                hand.record,
                state=hand.state,
                fields=hand.fields,
                note=hand.note or _unknown_lines(hand.fields),
                convention=hand.convention,
                disagreements=hand.disagreements,
            )


def _unknown_lines(fields: Mapping[str, Any]) -> str:
    lines = fields.get(UNKNOWN_FIELD)
    if not isinstance(lines, list) or not lines:
        return ""
    more = f" (and {len(lines) - 1} more)" if len(lines) > 1 else ""
    return f"a line that is not understood was skipped: {lines[0]!r}{more}"


def _find_rules(text: str, path: str | Path, name: str) -> GameRules:
    """The game of a log: in its header, or the file that the dealer's header names, beside it."""
    rules = header_game(text, name)
    if rules is not None:
        return rules
    header = _GAME_NAME.search(text)
    if header is not None and header[1].endswith(SUFFIX):
        beside = Path(path).parent / Path(header[1]).name
        if is_file(beside):
            return load_game(beside)
        raise InputError(
            f"its game is {Path(header[1]).name}, which is not beside it",
            name,
            expected=f"name the game with {argument('game')}",
        )
    raise InputError("does not name its game", name, expected=f"name it with {argument('game')}")


def _acpc_hands(text: str, name: str, rules: GameRules) -> HandFile:
    lines = [
        (number, line) for number, line in enumerate(text.splitlines(), 1) if not is_comment(line)
    ]
    hands = sum(not is_score(line) for _, line in lines)
    if not hands:
        raise InputError(f"holds no hands, only {'a score' if lines else 'comments'}", name)
    if any(line.startswith("MATCHSTATE:") for _, line in lines):
        return HandFile(name, hands, _match_states(lines, rules))
    return HandFile(name, hands, _log_entries(text, rules))


def _log_entries(text: str, rules: GameRules) -> Iterator[Entry]:
    records: list[HandRecord] = []
    score: tuple[str, Score] | None = None
    whole = True
    for number, line, part in read_lines(text, rules):
        label = f"score (line {number})" if is_score(line) else _log_label(number, line)
        if isinstance(part, InputError):
            whole = whole and is_score(line)
            yield Entry(label, error=part, is_hand=not is_score(line))
        elif isinstance(part, Score):
            score = label, part
        else:
            records.append(part)
            yield Entry(label, part)
    if score is None:
        return
    if not whole:
        note = "not checked, because not all hands can be read"
        yield Entry(score[0], note=note, is_hand=False)
    elif (problem := score_problem(Log(tuple(records), score[1]))) is not None:
        yield Entry(score[0], error=WrongResult(problem), is_hand=False)


def _log_label(number: int, line: str) -> str:
    parts = line.split(":")
    hand = parts[1] if len(parts) > 1 and is_count(parts[1]) else "?"
    return f"{hand} (line {number})"


def _match_states(lines: list[tuple[int, str]], rules: GameRules) -> Iterator[Entry]:
    """Hands of a player's transcript: the last state of each hand, every state checked."""
    last: Entry | None = None
    hand: int | None = None
    for number, line in lines:
        try:
            seen = read_match_state(rules, line)
        except InputError as error:
            yield Entry(f"? (line {number})", error=error)
            continue
        if last is not None and seen.hand != hand:
            yield last
        hand, state = seen.hand, seen.state
        record = HandRecord(
            rules=rules,
            hole=state.hole,
            board=state.board,
            up=state.up,
            actions=tuple(move.action for moves in state.history for move in moves),
            names=("",) * rules.players,
            hand=str(hand),
        )
        last = Entry(f"{hand} (line {number})", record, state=state)
    if last is not None:
        yield last
