"""A match on disk: ``match.json``, and for every session its hands and a note that they are whole.

Hands are written first, the note with their checksum after them; both appear whole or not at all,
and nothing is read without comparing the checksum. A session without a right note was not played.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

import numpy as np

from equipoise import __version__
from equipoise.errors import InputError
from equipoise.files import remove_leftovers, write_atomically
from equipoise.kernels.types import Int64s
from equipoise.matches.faults import FaultRules, Faults
from equipoise.matches.plan import MatchPlan, Session
from equipoise.matches.records import HandRow, read_hands, read_payoffs, write_hands
from equipoise.matches.seating import players_by_position
from equipoise.matches.session import HandLog, Played
from equipoise.matches.situation import Situations
from equipoise.reading import MissingFileError, file_checksum, json_checksum, read_json

MATCH, HANDS = "match.json", "hands"
FORMAT = 1
#: under this name a file of JSON holds the checksum of all else in it; early ones have none
CHECKSUM = "checksum"
_MOST_BYTES = 1 << 14  # of a hand of ten who raise by a chip; a file of more is not read
_AGAIN = "match --resume plays again what is damaged"


@dataclass(frozen=True)
class MatchFolder:
    """Where a match is kept."""

    path: Path

    @property
    def name(self) -> str:
        """What errors call it."""
        return f"match {str(self.path)!r}"

    @property
    def _about(self) -> Path:
        return self.path / MATCH

    def begin(self, plan: MatchPlan, resume: bool) -> None:
        """Make the folder for a checked plan, or see that it is the folder of this match.

        Whoever calls this has its lock; so what is unfinished there is of a run that was killed.
        """
        remove_leftovers(self.path, MATCH)
        if not self._about.exists():
            if resume:
                raise InputError(
                    "there is none", self.name, expected="play without --resume to start afresh"
                )
            if self.path.exists() and (not self.path.is_dir() or any(self.path.iterdir())):
                raise InputError(
                    "something else is there", self.name, expected="choose a new or empty folder"
                )
        elif not resume:
            raise InputError(
                "it has begun already",
                self.name,
                expected="--resume goes on with it, or choose another",
            )
        else:
            # rules of charges that an early version did not have are as they are if left
            kept = {**self._read()["identity"], "faults": asdict(self.plan().faults)}
            ours = json.loads(json.dumps(plan.identity()))
            differing = [name for name in {**kept, **ours} if kept.get(name) != ours.get(name)]
            if differing:
                raise InputError(f"it is another match: {', '.join(differing)} differ", self.name)
        remove_leftovers(self.path / HANDS)
        about = {
            "format": FORMAT,
            "version": __version__,
            "identity": plan.identity(),
            "hands": plan.hands,
            "names": plan.names,
        }
        write_atomically(self._about, json.dumps(with_checksum(about), indent=1) + "\n")

    def _read(self) -> dict[str, Any]:
        try:
            about = read_json(self._about, self.name)
        except MissingFileError:
            raise InputError(
                f"there is no {MATCH}", self.name, expected="the folder that match --out wrote"
            ) from None
        if not isinstance(about, dict) or not isinstance(about.get("identity"), dict):
            raise self._damaged(MATCH)
        if about.get("format") != FORMAT:
            raise InputError(f"it has format {about.get('format')!r}", self.name, expected="1")
        if not has_checksum(about):
            raise self._damaged(MATCH)
        return about

    def _damaged(self, name: str, expected: str = "") -> InputError:
        return InputError(f"its {name} is damaged", self.name, expected=expected)

    def plan(self) -> MatchPlan:
        """The plan of the match that is kept here."""
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

    def _files(self, session: Session) -> tuple[Path, Path]:
        stem = f"{session.number:08d}-{session.trial + 1:02d}"
        return self.path / HANDS / f"{stem}.parquet", self.path / HANDS / f"{stem}.json"

    def write(self, plan: MatchPlan, played: Played, hands: Sequence[HandLog]) -> None:
        """Keep a session."""
        session = played.session
        table, note = self._files(session)
        write_hands(table, plan.rules(), plan.names, session.trial, hands)
        about = {
            "first": session.first,
            "hands": session.hands,
            "sha256": file_checksum(table),
            "faults": [faults.as_json() for faults in played.faults],
        }
        write_atomically(note, json.dumps(with_checksum(about)) + "\n")

    def _faults(self, plan: MatchPlan, session: Session) -> list[Faults] | None:
        """The faults of a session whose files are whole; None where they are not."""
        table, note = self._files(session)
        try:
            about = read_json(note, self.name)
            whole = (
                has_checksum(about)
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
        """A session that was played, or None where it was not, or not whole."""
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
        """The hands of one seating as records, in order; what is not whole is an error."""
        rules = plan.rules()
        situations = Situations(rules)
        for session in plan.sessions():
            if session.trial != trial:
                continue
            table, note = self._files(session)
            span = f"hands {session.first} to {session.first + session.hands - 1}"
            if not (table.exists() and note.exists()):
                raise InputError(
                    f"{span} are missing", self.name, expected="finish it with match --resume"
                )
            if self._faults(plan, session) is None:
                raise InputError(f"{span} are damaged", self.name, expected=_AGAIN)
            rows = list(read_hands(table, rules, situations.root()))
            numbers = [(row.hand, row.trial) for row in rows]
            expected = [(session.first + k, trial) for k in range(session.hands)]
            named = all(sorted(row.record.names) == sorted(plan.names) for row in rows)
            if numbers != expected or not named:
                raise InputError(f"{span} are of another match", self.name, expected=_AGAIN)
            yield from rows


def with_checksum(values: dict[str, Any]) -> dict[str, Any]:
    """Values as JSON types, with the checksum of them all."""
    plain = json.loads(json.dumps(values))
    return {**plain, CHECKSUM: json_checksum(plain, CHECKSUM)}


def has_checksum(values: dict[str, Any]) -> bool:
    """Whether values are as they were written; those of early versions cannot be compared."""
    return CHECKSUM not in values or values[CHECKSUM] == json_checksum(values, CHECKSUM)


def _by_player(plan: MatchPlan, session: Session, by_position: Int64s) -> Int64s:
    """Results by position as results by player."""
    players = len(plan.agents)
    seating = plan.seatings[session.trial]
    result = np.empty_like(by_position)
    for turn in range(players):
        order = players_by_position(seating, turn)
        rows = (np.arange(len(by_position)) + session.first) % players == turn
        for position, player in enumerate(order):
            result[rows, player] = by_position[rows, position]
    return result
