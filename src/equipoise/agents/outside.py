"""Agents that play outside this process: in one of their own, or behind a socket.

They have a clock of their own, may die, and must be closed after their session.
"""

from __future__ import annotations

from abc import abstractmethod
from dataclasses import dataclass

from equipoise.agents.agent import Agent


@dataclass(frozen=True)
class Limits:
    """What a process may use: seconds a decision (None for any) and megabytes of memory.

    ``seating``: which playing of its deals a session is; those of different seatings play the same
    cards, and never share a process or an ancestor of it that has run the agent's code.
    """

    seconds: float | None = 10.0
    megabytes: int | None = 4096
    seating: int = 0


USUAL = Limits()


class HostedFault(Exception):  # noqa: N818 - it is charged, not raised to anybody
    """What an agent did instead of answering; ``trace`` is its traceback, if it raised."""

    def __init__(self, kind: str, words: str, trace: str = "") -> None:
        super().__init__(words)
        self.kind, self.words, self.trace = kind, words, trace


class HostEnded(HostedFault):
    """The process or connection of an agent is gone, and with it all that it knew."""

    def __init__(self, words: str) -> None:
        super().__init__("died", words)


class OutsideAgent(Agent):
    """An agent that is made for one session and closed after it; its faults are ``HostedFault``."""

    def take_faults(self) -> list[tuple[int, HostedFault]]:
        """Faults in handling events since the last call, each with its hand."""
        return []

    def finish(self) -> None:
        """Collect faults of the last events, and close."""
        self.close()

    @abstractmethod
    def close(self) -> None:
        """End the session."""
