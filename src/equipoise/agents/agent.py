"""The agent protocol: one question, ``act``, and news of the table, ``observe``.

An agent sees an :class:`~equipoise.games.observation.Observation`, never a state: the type has no
room for the cards of others. Chance comes from the ``rng`` it is handed, so that a match can be
played again. That is Python's own generator: an agent draws one number at a time, which takes it
30 ns and NumPy's ten times as long.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from dataclasses import dataclass
from fractions import Fraction
from random import Random

from equipoise.games.action import Action, Legal, Move
from equipoise.games.observation import Observation
from equipoise.games.rules import GameRules


@dataclass(frozen=True, slots=True)
class HandStarted:
    """A hand begins: its number in the match, the agent's position, everybody's names."""

    rules: GameRules
    hand: int
    position: int
    names: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class MoveMade:
    """Somebody has acted, perhaps the agent itself; ``round`` counts from 0."""

    round: int
    move: Move


@dataclass(frozen=True, slots=True)
class HandEnded:
    """A hand is over: the last view of it, the hands that were shown, and who won what (chips)."""

    observation: Observation
    shown: tuple[tuple[int, tuple[int, ...]], ...]
    payoffs: tuple[Fraction, ...]


class Leave(BaseException):
    """Raised by a person who leaves: the match ends with the hands played so far."""


Event = HandStarted | MoveMade | HandEnded


class Agent(ABC):
    """Somebody who plays poker.

    ``remembers`` says that what it does may depend on earlier hands. A match then keeps one
    instance for a whole session and plays the hands of the session in order.
    """

    remembers: bool = False

    @abstractmethod
    def act(self, observation: Observation, rng: Random) -> Action:
        """What to do now; ``observation.legal()`` says what may be done."""

    def observe(self, event: Event) -> None:  # noqa: B027 - news that most agents pass over
        """Hear of the start of a hand, of every move, of the end. Only some agents listen."""

    def check_game(self, rules: GameRules) -> None:  # noqa: B027 - most agents play any game
        """Refuse a game this agent cannot play, with an ``InputError``, before it is dealt."""

    @property
    def listens(self) -> bool:
        """Whether events must be sent; who does not listen is spared them."""
        return type(self).observe is not Agent.observe


def check_or_fold(legal: Legal) -> Action:
    """Put in no more chips than must be."""
    return Action.call() if legal.is_check or not legal.can_fold else Action.fold()


def check_or_call(legal: Legal) -> Action:
    """Stay in without a raise; where calling is not on the menu (jam or fold), fold."""
    return Action.fold() if legal.call_to is None else Action.call()
