"""Replaying whole files: what was read, what failed and why, and what the house took."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field
from fractions import Fraction
from pathlib import Path

from equipoise.errors import InputError
from equipoise.formats.check import WrongResult, check_hand
from equipoise.formats.hands import Entry, HandFile, read_hands
from equipoise.games.pots import uncalled
from equipoise.games.rules import GameRules
from equipoise.progress import Report, silent

_REPORT_EVERY = 50


@dataclass(frozen=True)
class Failure:
    """A hand that did not replay: ``illegal`` if it cannot be played, else it was paid wrongly.

    Or a score: ``illegal`` if it cannot be read, else the hands add up to another. ``where`` names
    the hand or score in messages.
    """

    file: str
    hand: str
    reason: str
    illegal: bool
    where: str


@dataclass(frozen=True)
class Note:
    """What is odd about a hand that replayed, or why a score was not checked."""

    file: str
    hand: str
    text: str
    where: str


@dataclass
class Tally:
    """What came of the hands of some files.

    ``compared`` hands stated a result, ``unfinished`` ones stop before their end; ``rake`` is in
    units of the files, ``largest_rake`` the largest share of a pot that was taken, uncalled bets
    not counted. ``scores`` are the wrong scores of logs, which are not hands.
    """

    files: list[str] = field(default_factory=list)
    hands: int = 0
    ok: int = 0
    compared: int = 0
    unfinished: int = 0
    raked: int = 0
    rake: Fraction = Fraction(0)
    largest_rake: Fraction = Fraction(0)
    skips: Counter[str] = field(default_factory=Counter)
    failures: list[Failure] = field(default_factory=list)
    scores: list[Failure] = field(default_factory=list)
    notes: list[Note] = field(default_factory=list)

    @property
    def skipped(self) -> int:
        """How many hands the engine cannot play."""
        return self.skips.total()

    def add(self, file: str, entry: Entry) -> None:
        """Replay one hand and count it; keep what is said of a score."""
        self.hands += entry.is_hand
        if entry.skipped is not None:
            self.skips[entry.skipped] += 1
            return
        error = entry.error
        if entry.record is not None:
            try:
                self._count(entry)
            except InputError as wrong:
                error = wrong
        if error is not None:
            illegal = not isinstance(error, WrongResult)
            failure = Failure(file, entry.label, str(error), illegal, entry.where)
            (self.failures if entry.is_hand else self.scores).append(failure)
        elif entry.note:
            self.notes.append(Note(file, entry.label, entry.note, entry.where))

    def _count(self, entry: Entry) -> None:
        assert entry.record is not None
        verdict = check_hand(entry.record, entry.state)
        self.ok += 1
        self.compared += verdict.compared
        self.unfinished += not verdict.is_over
        if verdict.rake:
            self.raked += 1
            self.rake += entry.record.rules.units(verdict.rake)
            betting = verdict.state.betting
            # never 0: an uncalled bet alone leaves nothing to take a rake from
            share = verdict.rake / (betting.pot - sum(uncalled(betting)))
            self.largest_rake = max(self.largest_rake, share)


def replay_files(
    paths: Iterable[str | Path], rules: GameRules | None = None, report: Report = silent
) -> Tally:
    """Replay every hand of some files; one that cannot be taken apart is an error as a whole."""
    tally = Tally()
    for path in paths:
        _replay_file(tally, read_hands(path, rules), report)
    return tally


def _replay_file(tally: Tally, file: HandFile, report: Report) -> None:
    tally.files.append(file.name)
    for number, entry in enumerate(file):
        if number % _REPORT_EVERY == 0:
            report(number, file.total, file.name)
        tally.add(file.name, entry)


def find_hand(
    paths: Iterable[str | Path], number: int, rules: GameRules | None = None
) -> tuple[str, Entry]:
    """The hand of that number, counted from 1 through all files, and the file it is in."""
    seen = 0
    for path in paths:
        file = read_hands(path, rules)
        for entry in file:
            seen += entry.is_hand
            if entry.is_hand and seen == number:
                return file.name, entry
    raise InputError(f"there is no hand {number}", expected=f"the files hold {seen}")
