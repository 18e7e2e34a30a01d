"""Wrappers around agents, each changing one aspect."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from time import perf_counter
from typing import TYPE_CHECKING

from equipoise.agents.agent import Agent, Event, HandStarted
from equipoise.games.action import Action
from equipoise.games.observation import Observation
from equipoise.games.rules import GameRules

if TYPE_CHECKING:
    from equipoise.policies.policy import Policy


class Wrapper(Agent):
    """Forwards everything to the wrapped agent."""

    def __init__(self, inside: Agent) -> None:
        self.inside = inside
        self.remembers = inside.remembers

    def act(self, observation: Observation, rng: Random) -> Action:
        """The wrapped agent's action."""
        return self.inside.act(observation, rng)

    def observe(self, event: Event) -> None:
        """Pass the event to the wrapped agent."""
        self.inside.observe(event)

    def check_game(self, rules: GameRules) -> None:
        """Raise InputError for a game that the wrapped agent refuses."""
        self.inside.check_game(rules)

    @property
    def policy(self) -> Policy | None:
        """The wrapped agent's policy."""
        return self.inside.policy

    @property
    def listens(self) -> bool:
        """True if the wrapped agent does."""
        return self.inside.listens


class Seeded(Wrapper):
    """Uses its own generator: random numbers depend on its seed and the number of the hand.

    So they do not depend on the match, the opponent, or the start of a session.
    """

    def __init__(self, inside: Agent, seed: int) -> None:
        super().__init__(inside)
        self._seed = seed
        self._rng = Random(seed)

    def observe(self, event: Event) -> None:
        """Start a new stream with every hand."""
        if isinstance(event, HandStarted):
            self._rng = Random(f"{self._seed}/{event.hand}")
        self.inside.observe(event)

    @property
    def listens(self) -> bool:
        """True: it must be notified of new hands."""
        return True

    def act(self, observation: Observation, rng: Random) -> Action:
        """The wrapped agent's action with the seeded generator."""
        return self.inside.act(observation, self._rng)


class Forgetful(Wrapper):
    """Creates a fresh instance every hand, so that nothing is remembered."""

    def __init__(self, make: Callable[[], Agent], first: Agent | None = None) -> None:
        super().__init__(first or make())
        self._make = make
        self.remembers = False

    def observe(self, event: Event) -> None:
        """Create a new instance with every hand."""
        if isinstance(event, HandStarted):
            self.inside = self._make()
        self.inside.observe(event)

    @property
    def listens(self) -> bool:
        """True: it must be notified of new hands."""
        return True


class Timed(Wrapper):
    """Counts an agent's decisions and their time."""

    def __init__(self, inside: Agent) -> None:
        super().__init__(inside)
        self.decisions = 0
        self.seconds = 0.0

    def act(self, observation: Observation, rng: Random) -> Action:
        """The wrapped agent's action, timed even if it fails."""
        started = perf_counter()
        try:
            return self.inside.act(observation, rng)
        finally:
            self.seconds += perf_counter() - started
            self.decisions += 1
