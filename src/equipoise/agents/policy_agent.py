"""``PolicyAgent``: an agent that samples its actions from a policy."""

from __future__ import annotations

from random import Random

from equipoise.agents.agent import Agent
from equipoise.agents.registry import AgentSpec
from equipoise.base.errors import InputError
from equipoise.games.action import Action
from equipoise.games.observation import Observation
from equipoise.games.rules import GameRules
from equipoise.policies.policy import Chances, Policy


class PolicyAgent(Agent):
    """An agent without memory that follows a policy."""

    def __init__(self, policy: Policy) -> None:
        self._policy = policy

    @property
    def policy(self) -> Policy:
        """The policy it samples from."""
        return self._policy

    def act(self, observation: Observation, rng: Random) -> Action:
        """Sample an action, with one random number per decision."""
        return drawn(self.policy.chances(observation), rng)

    def check_game(self, rules: GameRules) -> None:
        """Accept games that the policy can play."""
        self.policy.check_game(rules)


def policy_of(agent: Agent) -> Policy | None:
    """The policy of an agent that plays one unchanged; None for any other."""
    return agent.policy if isinstance(agent, PolicyAgent) else None


def drawn(chances: Chances, rng: Random) -> Action:
    """Sample an action."""
    left = rng.random() * sum(chances.values())
    chosen = None
    for action, chance in chances.items():
        if chance > 0.0:
            chosen = action
            left -= chance
            if left < 0.0:
                break
    assert chosen is not None
    return chosen


def known_policy(spec: AgentSpec, needed_by: str) -> Policy:
    """The policy of an agent; raise ``InputError`` if it is not known."""
    policy = None if spec.entry.file is not None else spec.make().policy
    if policy is None:
        raise InputError(
            "its policy is not known",
            "agent",
            spec.text,
            expected=f"{needed_by} needs a policy: the folder of a strategy, an exploiter of one, "
            "call, fold, raise or random",
        )
    return policy
