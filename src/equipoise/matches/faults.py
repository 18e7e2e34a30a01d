"""Faults of agents (crashes, illegal actions, timeouts), and how they are charged.

An agent's fault costs it the decision, not the match: the table plays ``instead`` and counts it.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from typing import Literal

from equipoise.agents.agent import check_or_call, check_or_fold
from equipoise.agents.trace import trimmed
from equipoise.base.errors import InputError, UnsolvedError, one_line
from equipoise.games.action import Action, Kind, Legal

Instead = Literal["check-fold", "acpc"]
FaultKind = Literal["crash", "illegal", "slow", "died"]
FAULT_KINDS: tuple[FaultKind, ...] = ("crash", "illegal", "slow", "died")
_LONGEST_WORDS = 240
_MOST_NOTES = 20  # per agent; the first ones matter to its author
_FEWEST_SECONDS, _MOST_SECONDS = 1e-3, 1e6  # limit of timers
INSTEAD: tuple[Instead, ...] = ("check-fold", "acpc")


def kind_of(text: str) -> FaultKind:
    """The kind of fault in a text."""
    return next(kind for kind in FAULT_KINDS if kind == text)


@dataclass(frozen=True)
class FaultRules:
    """How faults of agents are charged.

    ``seconds``: limit per decision, None for none. ``hand_seconds``: limit for all decisions of a
    hand; an agent over it is not asked again in the hand. ``match_seconds``: limit for the whole
    match; every session gets its share by hands, and an agent over it forfeits the rest of the
    session. ``megabytes``: memory limit of the process of an agent from a file. ``instead``: the
    action played for a fault; ``check-fold`` gives up the hand as cheaply as possible, ``acpc``
    does what the reference dealer does: sizes out of range are moved to the nearest legal one,
    everything else becomes a call. ``forfeit_after``: after this many faults in a session an agent
    only checks or folds; None never.
    """

    seconds: float | None = 10.0
    instead: Instead = "check-fold"
    forfeit_after: int | None = 10
    hand_seconds: float | None = None
    match_seconds: float | None = None
    megabytes: int | None = 4096

    def __post_init__(self) -> None:
        for value, what in (
            (self.seconds, "a decision"),
            (self.hand_seconds, "a hand"),
            (self.match_seconds, "a match"),
        ):
            if value is not None and not _FEWEST_SECONDS <= value <= _MOST_SECONDS:
                raise InputError(
                    f"{value:g} seconds for {what}",
                    expected=f"at least {_FEWEST_SECONDS:g}, at most {_MOST_SECONDS:g}",
                )
        if self.megabytes is not None and not 64 <= self.megabytes <= 1 << 30:
            raise InputError(f"{self.megabytes} megabytes for an agent", expected="at least 64")
        if self.instead not in INSTEAD:
            raise InputError(
                f"unknown charge {self.instead!r}", expected=f"one of {', '.join(INSTEAD)}"
            )
        if self.forfeit_after is not None and self.forfeit_after < 1:
            raise InputError(
                f"a forfeit after {self.forfeit_after} faults", expected="at least one"
            )

    def replacement(self, legal: Legal, answer: object) -> Action:
        """The action played in place of a fault."""
        if self.instead == "check-fold":
            return check_or_fold(legal)
        low, high = legal.min_raise, legal.max_raise
        if (
            isinstance(answer, Action)
            and answer.kind == Kind.RAISE
            and type(answer.to) is int
            and low is not None
            and high is not None
        ):
            return Action.raise_to(max(low, min(answer.to, high)))
        return check_or_call(legal)


class StrictFault(UnsolvedError):  # noqa: N818 - an agent's fault, not an error here
    """The first fault of a strict match; ``note`` describes it for the agent's author."""

    def __init__(self, name: str, what: str, note: str) -> None:
        super().__init__(f"{name}: {what}")
        self.note = note


@dataclass
class Faults:
    """The faults of one agent: counts by kind, the first message, sessions forfeited.

    ``notes`` describe the first of them for the agent's author: the observation and the traceback.
    """

    counts: Counter[str] = field(default_factory=Counter)
    first: str = ""
    forfeits: int = 0
    notes: list[str] = field(default_factory=list)

    def add(self, kind: FaultKind, hand: int, what: str, note: str = "") -> None:
        """Count a fault."""
        self.counts[kind] += 1
        if len(self.notes) < _MOST_NOTES:
            head = f"hand {hand}, {kind}: {one_line(' '.join(what.split()), _LONGEST_WORDS)}"
            self.notes.append(f"{head}\n{note}" if note else head)
        if not self.first:
            self.first = f"hand {hand}: {one_line(' '.join(what.split()), _LONGEST_WORDS)}"

    @property
    def total(self) -> int:
        """The total number of faults."""
        return self.counts.total()

    def merge(self, later: Faults) -> None:
        """Add the faults of a later session."""
        self.counts += later.counts
        self.first = self.first or later.first
        self.forfeits += later.forfeits
        self.notes = (self.notes + later.notes)[:_MOST_NOTES]

    def with_notes(self) -> dict[str, object]:
        """The faults with notes as JSON types, to be read back."""
        return {**self.as_json(), "notes": self.notes}

    def as_json(self) -> dict[str, object]:
        """The faults as JSON types."""
        return {**dict(sorted(self.counts.items())), "forfeits": self.forfeits, "first": self.first}

    @classmethod
    def from_json(cls, values: object) -> Faults:
        """From JSON types; raises ValueError if malformed."""
        if not isinstance(values, dict):
            raise ValueError("faults are an object")
        counts = {kind: values[kind] for kind in FAULT_KINDS if kind in values}
        first, forfeits = values.get("first"), values.get("forfeits")
        known = {*counts, "first", "forfeits"} == {*values} - {"notes"}
        if not known or not isinstance(first, str) or not _are_counts([*counts.values(), forfeits]):
            raise ValueError("faults are counts, the first in words, and forfeits")
        words = one_line(first, 2 * _LONGEST_WORDS)
        return cls(Counter(counts), words, int(str(forfeits)), _notes(values.get("notes", [])))


def _notes(values: object) -> list[str]:
    if not isinstance(values, list) or not all(isinstance(note, str) for note in values):
        raise ValueError("notes of faults are texts")
    return [trimmed(note) for note in values[:_MOST_NOTES]]


def _are_counts(values: list[object]) -> bool:
    return all(type(value) is int and 0 <= value < 2**63 for value in values)
