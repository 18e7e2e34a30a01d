"""Agents around agents: each changes one thing and leaves the rest to the one inside."""

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
    """Passes everything on to the agent inside."""

    def __init__(self, inside: Agent) -> None:
        self.inside = inside
        self.remembers = inside.remembers

    def act(self, observation: Observation, rng: Random) -> Action:
        """What the agent inside does."""
        return self.inside.act(observation, rng)

    def observe(self, event: Event) -> None:
        """Pass the event to the wrapped agent."""
        self.inside.observe(event)

    def check_game(self, rules: GameRules) -> None:
        """What the agent inside refuses is refused."""
        self.inside.check_game(rules)

    @property
    def policy(self) -> Policy | None:
        """That of the agent inside."""
        return self.inside.policy

    @property
    def listens(self) -> bool:
        """True if the agent inside does."""
        return self.inside.listens


class Seeded(Wrapper):
    """Draws from a generator of its own: its luck depends on its seed and the number of the hand.

    So it does not change with the match, with the opponent, or with where a session begins.
    """

    def __init__(self, inside: Agent, seed: int) -> None:
        super().__init__(inside)
        self._seed = seed
        self._rng = Random(seed)

    def observe(self, event: Event) -> None:
        """Begin a new stream with every hand."""
        if isinstance(event, HandStarted):
            self._rng = Random(f"{self._seed}/{event.hand}")
        self.inside.observe(event)

    @property
    def listens(self) -> bool:
        """Always: it must hear of new hands."""
        return True

    def act(self, observation: Observation, rng: Random) -> Action:
        """What the agent inside does with the seeded generator."""
        return self.inside.act(observation, self._rng)


class Forgetful(Wrapper):
    """A fresh instance every hand: an agent that learns, with nothing to learn from."""

    def __init__(self, make: Callable[[], Agent], first: Agent | None = None) -> None:
        super().__init__(first or make())
        self._make = make
        self.remembers = False

    def observe(self, event: Event) -> None:
        """Begin anew with every hand."""
        if isinstance(event, HandStarted):
            self.inside = self._make()
        self.inside.observe(event)

    @property
    def listens(self) -> bool:
        """Always: it must hear of new hands."""
        return True


class Timed(Wrapper):
    """Counts the decisions of an agent and the seconds it takes for them."""

    def __init__(self, inside: Agent) -> None:
        super().__init__(inside)
        self.decisions = 0
        self.seconds = 0.0

    def act(self, observation: Observation, rng: Random) -> Action:
        """What the agent inside does, timed even where it fails."""
        started = perf_counter()
        try:
            return self.inside.act(observation, rng)
        finally:
            self.seconds += perf_counter() - started
            self.decisions += 1
