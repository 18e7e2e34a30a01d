"""A match on disk: ``match.json``, and for every session its hands and a note of completion.

Hands are written first, then the note with their checksum; both atomically, and nothing is read
without verifying the checksum. A session without a valid note counts as not played.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path

import numpy as np

from equipoise.base.artifacts import Artifact, Content, Kind, differing, is_signed, signed
from equipoise.base.errors import InputError, argument
from equipoise.base.files import remove_leftovers, write_atomically
from equipoise.base.provenance import provenance
from equipoise.base.reading import file_checksum, read_json
from equipoise.games.fingerprint import renewed_fingerprint, rules_fingerprint
from equipoise.kernels.types import Int64s
from equipoise.matches.betting_cache import BettingCache
from equipoise.matches.faults import FaultRules, Faults
from equipoise.matches.plan import MatchPlan, Session
from equipoise.matches.records import (
    HandColumns,
    HandRow,
    read_columns,
    read_hands,
    read_payoffs,
    write_hands,
)
from equipoise.matches.seating import players_by_position
from equipoise.matches.session import HandLog, Played

MATCH, HANDS = "match.json", "hands"
KIND = Kind(
    "match",
    version=1,
    phrase="a match",
    manifest=MATCH,
    unfinished=f"there is no {MATCH}",
    other_version="this version reads 1; it was written by another version of equipoise",
    may_be_unsigned=True,
)
# per hand, enough for ten players who raise by a chip; larger files are not read
_MOST_BYTES = 1 << 14
_AGAIN = f"use {argument('resume')} to replay what is damaged"


@dataclass(frozen=True)
class MatchFolder:
    """The folder of a match."""

    path: Path

    @property
    def name(self) -> str:
        """The name in error messages."""
        return f"match {str(self.path)!r}"

    @property
    def _place(self) -> Artifact:
        return Artifact(KIND, self.path, make="the folder that match wrote")

    @property
    def has_begun(self) -> bool:
        """True if there is a match here, complete or not."""
        return (self.path / MATCH).exists()

    def is_whole(self, plan: MatchPlan) -> bool:
        """True if every session has its files; whether they are undamaged is seen when read."""
        return all(file.exists() for session in plan.sessions() for file in self._files(session))

    def begin(self, plan: MatchPlan, resume: bool) -> None:
        """Create the folder of a checked plan, or check that it belongs to this match.

        The caller holds the lock, so unfinished files are leftovers of a killed run.
        """
        remove_leftovers(self.path, MATCH)
        if not self.has_begun:
            if resume:
                raise InputError(
                    "there is none",
                    self.name,
                    expected=f"play without {argument('resume')} to start over",
                )
            if self.path.exists() and (not self.path.is_dir() or any(self.path.iterdir())):
                raise InputError(
                    "something else is there", self.name, expected="choose a new or empty folder"
                )
        elif not resume:
            raise InputError(
                "it has already begun",
                self.name,
                expected=f"{argument('resume')} resumes it, or choose another",
            )
        else:
            kept = self._read()["identity"]
            # fault rules missing in early versions have their default
            kept = {
                **kept,
                "faults": asdict(self.plan().faults),
                "rules": renewed_fingerprint(kept.get("rules", ""), plan.rules()),
            }
            names = differing(kept, plan.identity())
            if names:
                raise InputError(
                    f"it belongs to another match: {', '.join(names)} differ", self.name
                )
        remove_leftovers(self.path / HANDS)
        about = {
            **provenance(),
            "identity": plan.identity(),
            "hands": plan.hands,
            "names": plan.names,
        }
        self._place.write(json.loads(json.dumps(about)))

    def _read(self) -> Content:
        about = self._place.read()
        if not isinstance(about.get("identity"), dict):
            raise self._damaged(MATCH)
        return about

    def _damaged(self, name: str, expected: str = "") -> InputError:
        return InputError(f"its {name} is damaged", self.name, expected=expected)

    def plan(self) -> MatchPlan:
        """The plan of the stored match."""
        about = self._read()
        kept = about["identity"]
        match kept:
            case {
                "game": str(game),
                "agents": [*agents],
                "seed": int(seed),
                "duplicate": bool(duplicate),
                "session": int(session),
                "faults": dict(faults),
            } if all(isinstance(agent, str) for agent in agents):
                pass
            case _:
                raise self._damaged(MATCH)
        hands = about.get("hands")
        if type(hands) is not int or type(seed) is not int or type(session) is not int:
            raise self._damaged(MATCH)
        try:
            rules = FaultRules(**faults)
        except (TypeError, InputError):
            raise self._damaged(MATCH) from None
        plan = MatchPlan(game, tuple(agents), hands, seed, duplicate, session, rules)
        plan.check_size()
        return plan

    def fingerprints(self) -> list[str]:
        """Fingerprints of the agents of the match."""
        kept = self._read()["identity"].get("fingerprints")
        if not isinstance(kept, list) or not all(isinstance(one, str) for one in kept):
            raise self._damaged(MATCH)
        return list(kept)

    def _files(self, session: Session) -> tuple[Path, Path]:
        stem = f"{session.number:08d}-{session.trial + 1:02d}"
        return self.path / HANDS / f"{stem}.parquet", self.path / HANDS / f"{stem}.json"

    def write(self, plan: MatchPlan, played: Played, hands: Sequence[HandLog]) -> None:
        """Store a session."""
        session = played.session
        table, note = self._files(session)
        write_hands(table, plan.rules(), plan.names, session.trial, hands)
        about = {
            "first": session.first,
            "hands": session.hands,
            "sha256": file_checksum(table),
            "faults": [faults.with_notes() for faults in played.faults],
        }
        write_atomically(note, json.dumps(signed(about)) + "\n")

    def _faults(self, plan: MatchPlan, session: Session) -> list[Faults] | None:
        """The faults of a session with intact files; None otherwise."""
        table, note = self._files(session)
        try:
            about = read_json(note, self.name)
            whole = (
                is_signed(about, KIND.may_be_unsigned)
                and about["first"] == session.first
                and about["hands"] == session.hands
                and len(about["faults"]) == len(plan.agents)
                and table.stat().st_size <= _MOST_BYTES * (session.hands + 100)
                and about["sha256"] == file_checksum(table)
            )
            return [Faults.from_json(values) for values in about["faults"]] if whole else None
        except (InputError, OSError, ValueError, KeyError, TypeError):
            return None

    def read(self, plan: MatchPlan, session: Session) -> Played | None:
        """A stored session, or None if it is missing or damaged."""
        faults = self._faults(plan, session)
        if faults is None:
            return None
        try:
            by_position = read_payoffs(self._files(session)[0], len(plan.agents))
        except InputError:
            return None
        if len(by_position) != session.hands:
            return None
        return Played(session, _by_player(plan, session, by_position), faults)

    def rows(self, plan: MatchPlan, trial: int) -> Iterator[HandRow]:
        """The hands of one seating as records, in order; raises if any is missing or damaged."""
        rules = plan.rules()
        cache = BettingCache(rules)
        for session, table in self.tables(plan, trial):
            rows = list(read_hands(table, rules, cache.root()))
            numbers = [(row.hand, row.trial) for row in rows]
            expected = [(session.first + k, trial) for k in range(session.hands)]
            named = all(sorted(row.record.names) == sorted(plan.names) for row in rows)
            if numbers != expected or not named:
                raise self._of_another(session)
            yield from rows

    def row(self, plan: MatchPlan, deal: int, trial: int = 0) -> HandRow:
        """One hand as a record; only the session that it is in is read."""
        session = self.session_of(plan, deal, trial)
        rules = plan.rules()
        table, _ = self._whole(plan, session)
        for row in read_hands(table, rules, BettingCache(rules).root()):
            if (row.hand, row.trial) == (deal, trial):
                return row
        raise self._of_another(session)

    def session_of(self, plan: MatchPlan, deal: int, trial: int = 0) -> Session:
        """The session that a deal was played in; raise InputError for one that there is not."""
        if not (0 <= deal < plan.hands and 0 <= trial < len(plan.seatings)):
            raise InputError(
                f"there is no hand {deal} in seating {trial + 1}",
                self.name,
                expected=f"hands 0 to {plan.hands - 1}, seatings 1 to {len(plan.seatings)}",
            )
        assert plan.session is not None
        first = deal - deal % plan.session
        hands = min(plan.session, plan.hands - first)
        return Session(deal // plan.session, trial, first, hands)

    def session_columns(self, plan: MatchPlan, session: Session) -> HandColumns:
        """The hands of one session as columns."""
        return read_columns(self._whole(plan, session)[0], len(plan.agents))

    def columns(self, plan: MatchPlan, trial: int) -> Iterator[HandColumns]:
        """The hands of one seating as columns, session by session."""
        for session, table in self.tables(plan, trial):
            found = read_columns(table, len(plan.agents))
            seated = zip(*found.players, strict=True)
            named = all(set(names) == set(plan.names) for names in set(seated))
            expected = session.first + np.arange(session.hands)
            if not named or not np.array_equal(found.hand, expected):
                raise self._of_another(session)
            yield found

    def tables(self, plan: MatchPlan, trial: int) -> Iterator[tuple[Session, Path]]:
        """The files of one seating, in order; raises if one is missing or damaged."""
        rules = plan.rules()
        kept = renewed_fingerprint(self._read()["identity"].get("rules", ""), rules)
        if kept != rules_fingerprint(rules):  # a .game file may have been edited since
            raise InputError(
                f"the rules of {plan.game} have changed since it was played",
                self.name,
                expected="export it with the original game file",
            )
        for session in plan.sessions():
            if session.trial != trial:
                continue
            table, _ = self._whole(plan, session)
            yield session, table

    def _whole(self, plan: MatchPlan, session: Session) -> tuple[Path, Path]:
        """The files of a session; missing or damaged ones are an error."""
        table, note = self._files(session)
        if not (table.exists() and note.exists()):
            raise InputError(
                f"{_span(session)} are missing",
                self.name,
                expected=f"finish the match with {argument('resume')}",
            )
        if self._faults(plan, session) is None:
            raise InputError(f"{_span(session)} are damaged", self.name, expected=_AGAIN)
        return table, note

    def _of_another(self, session: Session) -> InputError:
        return InputError(f"{_span(session)} belong to another match", self.name, expected=_AGAIN)


def _span(session: Session) -> str:
    return f"hands {session.first} to {session.first + session.hands - 1}"


def _by_player(plan: MatchPlan, session: Session, by_position: Int64s) -> Int64s:
    """Convert results by position to results by player."""
    players = len(plan.agents)
    seating = plan.seatings[session.trial]
    result = np.empty_like(by_position)
    for turn in range(players):
        order = players_by_position(seating, turn)
        rows = (np.arange(len(by_position)) + session.first) % players == turn
        for position, player in enumerate(order):
            result[rows, player] = by_position[rows, position]
    return result
