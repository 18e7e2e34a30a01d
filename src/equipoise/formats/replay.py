"""Replaying whole files: counts, failures with reasons, and the rake."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field
from fractions import Fraction
from pathlib import Path

from equipoise.base.errors import InputError
from equipoise.base.progress import Report, silent
from equipoise.formats.check import WrongResult, check_hand
from equipoise.formats.hands import Entry
from equipoise.formats.phh.results import Convention
from equipoise.formats.sources import Damaged, find_sources, open_sources
from equipoise.games.pots import uncalled
from equipoise.games.rules import GameRules


@dataclass(frozen=True)
class Failure:
    """A hand that cannot have been played so (``illegal``), or a stated result that differs.

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
    """A remark on a replayed hand, or the reason why a score was not checked."""

    file: str
    hand: str
    text: str
    where: str


@dataclass(frozen=True)
class Recognised:
    """A convention that hands of a file follow."""

    file: str
    venue: str
    convention: Convention
    hands: int


@dataclass
class Tally:
    """The results of replaying files of hands.

    ``compared`` hands stated a result, ``unfinished`` ones stop before their end; ``rake`` is in
    units of the files, ``largest_rake`` the largest share of a pot that was taken, uncalled bets
    not counted. ``scores`` are the wrong scores of logs, which are not hands. ``failures`` are what
    the rules forbid; stated results that differ are ``disagreements`` of hands that replay, and
    ``followed`` counts the hands of a file that were read by a convention of its venue.
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
    disagreements: list[Failure] = field(default_factory=list)
    followed: Counter[tuple[str, str, Convention]] = field(default_factory=Counter)
    notes: list[Note] = field(default_factory=list)
    damaged: list[Damaged] = field(default_factory=list)

    @property
    def skipped(self) -> int:
        """The number of hands that the engine cannot play."""
        return self.skips.total()

    def add(self, file: str, entry: Entry) -> None:
        """Replay one hand and count it; keep what is said of a score."""
        self.hands += entry.is_hand
        if entry.skipped is not None:
            self.skips[entry.skipped] += 1
            return
        if entry.error is not None:
            illegal = not isinstance(entry.error, WrongResult)
            failure = Failure(file, entry.label, str(entry.error), illegal, entry.where)
            (self.failures if entry.is_hand else self.scores).append(failure)
            return
        wrong = list(entry.disagreements)
        if entry.record is not None:
            try:
                self._count(entry)
            except WrongResult as error:
                wrong = wrong or [str(error)]
            except InputError as error:
                self.failures.append(Failure(file, entry.label, str(error), True, entry.where))
                return
            self.ok += 1
        self.disagreements += [
            Failure(file, entry.label, reason, False, entry.where) for reason in wrong
        ]
        if entry.convention is not None:
            venue = str(entry.fields.get("venue", ""))
            self.followed[file, venue, entry.convention] += 1
        if entry.note:
            self.notes.append(Note(file, entry.label, entry.note, entry.where))

    @property
    def conventions(self) -> list[Recognised]:
        """The conventions that were recognised, each once a file and venue."""
        return [Recognised(*key, hands) for key, hands in self.followed.items()]

    def _count(self, entry: Entry) -> None:
        assert entry.record is not None
        verdict = check_hand(entry.record, entry.state)
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
    """Replay every hand of some files and folders.

    A file that cannot be taken apart is an error as a whole, in a folder it is listed as damaged.
    """
    tally = Tally()
    for file in open_sources(find_sources(paths), rules, report):
        if isinstance(file, Damaged):
            tally.damaged.append(file)
            continue
        tally.files.append(file.name)
        for entry in file:
            tally.add(file.name, entry)
    return tally


def find_hand(
    paths: Iterable[str | Path], number: int, rules: GameRules | None = None
) -> tuple[str, Entry]:
    """The hand of that number, counted from 1 through all files, and the file it is in."""
    seen = 0
    for file in open_sources(find_sources(paths), rules):
        if isinstance(file, Damaged):
            continue
        for entry in file:
            seen += entry.is_hand
            if entry.is_hand and seen == number:
                return file.name, entry
    raise InputError(f"there is no hand {number}", expected=f"the files hold {seen}")
