"""The boundary learner: learns the boundary of a hard-translating opponent and exploits it.

Schnizlein (2009, section 4.5) as an agent. Whenever it acts first in a hand it makes one of its
trial bets, regardless of its cards, and counts the response; Algorithm 1 (or our variant) chooses
the bet, Algorithm 2 decides when to stop. Everything else is played by a base agent and, once a
boundary is learned, by an exploiter of it.
"""

from __future__ import annotations

from collections.abc import Callable
from random import Random

from equipoise.agents.agent import Agent, Event, HandStarted
from equipoise.agents.opening import Answer, Opening, Spacing, situation
from equipoise.base.errors import InputError
from equipoise.games.action import Action
from equipoise.games.observation import Observation
from equipoise.games.rules import GameRules
from equipoise.translation.boundary import Estimate, Learner

#: builds an exploiter of an opponent with this mapping
Exploit = Callable[[str], Agent]


class BoundaryLearner(Agent):
    """Learns one boundary, between pot and all-in at the opening of a hand."""

    remembers = True

    def __init__(
        self, learner: Learner, spacing: Spacing, rest: Agent, exploit: Exploit | None = None
    ) -> None:
        self.learner, self.spacing, self.rest = learner, spacing, rest
        self.opening: Opening | None = None
        self._answer = Answer()
        self._exploit = exploit
        self._now = rest

    @property
    def estimate(self) -> Estimate:
        """The estimate so far."""
        return self.learner.estimate()

    @property
    def mapping(self) -> str | None:
        """The opponent's mapping; None until it is known."""
        seen = self.estimate
        return self.opening.mapping(seen.place) if self.opening and seen.converged else None

    def act(self, observation: Observation, rng: Random) -> Action:
        """Make a trial bet if possible, else play the current agent."""
        if not self.learner.is_done:
            real = situation(observation)
            bets = self.learner.counts.shape[1]
            opening = None if real is None else Opening.of(real, bets, self.spacing)
            if opening is not None:
                self.opening = opening
                self._answer.place = self.learner.next_bet()
                return Action.raise_to(opening.bets[self._answer.place])
        return self._now.act(observation, rng)

    def observe(self, event: Event) -> None:
        """Count the responses; switch to the exploiter at the start of a hand."""
        heard = self._answer.heard(event)
        if heard is not None:
            self.learner.heard(*heard)
        if isinstance(event, HandStarted) and self._exploit is not None and self.learner.is_done:
            mapping = self.mapping
            if mapping is not None:
                self._now = self._exploit(mapping)
            self._exploit = None
        if self._now.listens:
            self._now.observe(event)

    def check_game(self, rules: GameRules) -> None:
        """Require two players, trial bets, and a game that the base agent plays."""
        check_openings("boundary-learner", rules, self.learner.counts.shape[1], self.spacing)
        self.rest.check_game(rules)


def check_openings(agent: str, rules: GameRules, bets: int, spacing: Spacing) -> None:
    """Raise InputError for a game without exactly one opponent, or without enough trial bets."""
    if rules.players == 2 and Opening.at_start(rules, bets, spacing) is not None:
        return
    raise InputError(
        f"{rules.name} has no room for {bets} trial bets",
        f"agent {agent}",
        expected="a game of two players with stacks that leave room between pot and all-in",
    )
