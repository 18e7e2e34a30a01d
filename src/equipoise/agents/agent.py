"""The agent protocol: ``act`` decides, ``observe`` receives events.

An agent sees an :class:`~equipoise.games.observation.Observation`, never a state: the type cannot
hold the cards of others. Randomness comes from the ``rng`` it is given, so that a match can be
repeated. It is Python's own generator: drawing a single number takes 30 ns, ten times less than
with NumPy's.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from dataclasses import dataclass
from fractions import Fraction
from random import Random
from typing import TYPE_CHECKING

from equipoise.agents import journal
from equipoise.games.action import Action, Legal, Move
from equipoise.games.observation import Observation
from equipoise.games.rules import GameRules

if TYPE_CHECKING:
    from equipoise.policies.policy import Policy


@dataclass(frozen=True, slots=True)
class HandStarted:
    """A hand begins: its number in the match, the agent's position, everybody's names."""

    rules: GameRules
    hand: int
    position: int
    names: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class MoveMade:
    """A player has acted, possibly the agent itself; ``round`` counts from 0."""

    round: int
    move: Move


@dataclass(frozen=True, slots=True)
class HandEnded:
    """A hand is over: the last observation, the hands shown, and everybody's winnings (chips)."""

    observation: Observation
    shown: tuple[tuple[int, tuple[int, ...]], ...]
    payoffs: tuple[Fraction, ...]


class Leave(BaseException):
    """Raised when a person leaves: the match ends with the hands played so far."""


Event = HandStarted | MoveMade | HandEnded


class Agent(ABC):
    """A poker player.

    ``remembers``: its actions may depend on earlier hands. A match then keeps one instance per
    session and plays the hands of the session in order.
    """

    remembers: bool = False

    @abstractmethod
    def act(self, observation: Observation, rng: Random) -> Action:
        """Choose an action; ``observation.legal()`` lists the legal ones."""

    def observe(self, event: Event) -> None:  # noqa: B027 - news that most agents pass over
        """Receive an event: start of a hand, a move, its end; most agents ignore it."""

    def log(self, *words: object) -> None:
        """Write a log line, shown with ``match --debug``; nearly free otherwise."""
        if journal.is_read():
            journal.write(words)

    def check_game(self, rules: GameRules) -> None:  # noqa: B027 - most agents play any game
        """Raise InputError for a game this agent cannot play."""

    @property
    def policy(self) -> Policy | None:
        """Its policy for all hands, for range computations; None if unknown."""
        return None

    @property
    def listens(self) -> bool:
        """True if the agent overrides :meth:`observe`; events are sent to such agents only."""
        return type(self).observe is not Agent.observe


def check_or_fold(legal: Legal) -> Action:
    """Check if free, else fold."""
    return Action.call() if legal.is_check or not legal.can_fold else Action.fold()


def check_or_call(legal: Legal) -> Action:
    """Check or call; fold where calling is not allowed (jam or fold)."""
    return Action.fold() if legal.call_to is None else Action.call()
