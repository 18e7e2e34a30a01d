"""Agents outside this process: in their own process, or behind a socket.

They have their own clock, may die, and must be closed after their session.
"""

from __future__ import annotations

from abc import abstractmethod
from dataclasses import dataclass

from equipoise.agents.agent import Agent


@dataclass(frozen=True)
class Limits:
    """Limits of a process: seconds per decision (None: unlimited) and megabytes of memory.

    ``seating``: the index of a session's seating; sessions of different seatings see the same
    cards, and never share a process or an ancestor that has run the agent's code.
    """

    seconds: float | None = 10.0
    megabytes: int | None = 4096
    seating: int = 0


USUAL = Limits()


class HostedFault(Exception):  # noqa: N818 - it is charged, not raised to anybody
    """A fault of an agent instead of an answer; ``trace`` is its traceback, if it raised."""

    def __init__(self, kind: str, words: str, trace: str = "") -> None:
        super().__init__(words)
        self.kind, self.words, self.trace = kind, words, trace


class HostEnded(HostedFault):
    """The process or connection of an agent is gone, with all its state."""

    def __init__(self, words: str) -> None:
        super().__init__("died", words)


class OutsideAgent(Agent):
    """An agent created for one session and closed after it; its faults are ``HostedFault``."""

    def take_faults(self) -> list[tuple[int, HostedFault]]:
        """Faults in handling events since the last call, each with its hand."""
        return []

    def finish(self) -> None:
        """Collect faults of the last events, and close."""
        self.close()

    @abstractmethod
    def close(self) -> None:
        """End the session."""
