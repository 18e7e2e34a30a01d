"""A match on disk: ``match.json``, and for every session its hands and a note that they are whole.

Hands are written first, the note with their checksum after them; both appear whole or not at all.
A session without a right note was not played.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from equipoise import __version__
from equipoise.errors import InputError
from equipoise.files import write_atomically
from equipoise.kernels.types import Int64s
from equipoise.matches.faults import FaultRules, Faults
from equipoise.matches.plan import MatchPlan, Session
from equipoise.matches.records import HandRow, read_hands, read_payoffs, write_hands
from equipoise.matches.seating import players_by_position
from equipoise.matches.session import HandLog, Played
from equipoise.matches.situation import Situations
from equipoise.reading import file_checksum

MATCH, HANDS = "match.json", "hands"
FORMAT = 1


@dataclass(frozen=True)
class MatchFolder:
    """Where a match is kept."""

    path: Path

    @property
    def _about(self) -> Path:
        return self.path / MATCH

    def begin(self, plan: MatchPlan, resume: bool) -> None:
        """Make the folder for a checked plan, or see that it is the folder of this match."""
        where = f"match {str(self.path)!r}"
        if not self._about.exists():
            if resume:
                raise InputError(
                    "there is none", where, expected="play without --resume to start afresh"
                )
            if self.path.exists() and (not self.path.is_dir() or any(self.path.iterdir())):
                raise InputError(
                    "something else is there", where, expected="choose a new or empty folder"
                )
        elif not resume:
            raise InputError(
                "it has begun already",
                where,
                expected="--resume goes on with it, or choose another",
            )
        else:
            kept = self._read()["identity"]
            ours = json.loads(json.dumps(plan.identity()))
            differing = [name for name in {**kept, **ours} if kept.get(name) != ours.get(name)]
            if differing:
                raise InputError(f"it is another match: {', '.join(differing)} differ", where)
        about = {
            "format": FORMAT,
            "version": __version__,
            "identity": plan.identity(),
            "hands": plan.hands,
            "names": plan.names,
        }
        write_atomically(self._about, json.dumps(about, indent=1) + "\n")

    def _read(self) -> dict[str, Any]:
        where = f"match {str(self.path)!r}"
        try:
            about = json.loads(self._about.read_text())
            identity = about["identity"]
            if about["format"] != FORMAT:
                raise InputError(f"it has format {about['format']}", where, expected=f"{FORMAT}")
            if not isinstance(identity, dict):
                raise ValueError
        except FileNotFoundError:
            raise InputError(
                f"there is no {MATCH}", where, expected="the folder that match --out wrote"
            ) from None
        except InputError:
            raise
        except (ValueError, KeyError, TypeError, OSError):
            raise InputError(f"its {MATCH} is damaged", where) from None
        return dict(about)

    def plan(self) -> MatchPlan:
        """The plan of the match that is kept here."""
        about = self._read()
        kept = about["identity"]
        try:
            plan = MatchPlan(
                game=kept["game"],
                agents=tuple(kept["agents"]),
                hands=about["hands"],
                seed=kept["seed"],
                duplicate=kept["duplicate"],
                session=kept["session"],
                faults=FaultRules(**kept["faults"]),
            )
        except (KeyError, TypeError):
            raise InputError(f"its {MATCH} is damaged", f"match {str(self.path)!r}") from None
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
        write_atomically(note, json.dumps(about) + "\n")

    def read(self, plan: MatchPlan, session: Session) -> Played | None:
        """A session that was played, or None where it was not, or not whole."""
        table, note = self._files(session)
        try:
            about = json.loads(note.read_text())
            whole = (
                about["first"] == session.first
                and about["hands"] == session.hands
                and about["sha256"] == file_checksum(table)
            )
            if not whole:
                return None
            faults = [Faults.from_json(values) for values in about["faults"]]
            by_position = read_payoffs(table, len(plan.agents))
        except (OSError, ValueError, KeyError, TypeError):
            return None
        return Played(session, _by_player(plan, session, by_position), faults)

    def rows(self, plan: MatchPlan, trial: int) -> Iterator[HandRow]:
        """The hands of one seating as records, in order; what was not played is an error."""
        rules = plan.rules()
        situations = Situations(rules)
        for session in plan.sessions():
            if session.trial != trial:
                continue
            table, _ = self._files(session)
            if not table.exists():
                raise InputError(
                    f"hands {session.first} to {session.first + session.hands - 1} are missing",
                    f"match {str(self.path)!r}",
                    expected="finish it with match --resume",
                )
            yield from read_hands(table, rules, situations.root())


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
