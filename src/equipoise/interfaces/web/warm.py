"""Compile the kernels of a first hand into the cache: ``python -m equipoise.interfaces.web.warm``.

It plays one hand of the shipped strategy against itself to the river, all kernels it needs with it.
"""

from __future__ import annotations

from random import Random

from equipoise.agents.registry import find_agent
from equipoise.games.action import Action
from equipoise.games.catalogue import find_game
from equipoise.games.public_state import PublicState
from equipoise.matches.betting_cache import BettingNode
from equipoise.matches.dealing import deal_hands
from equipoise.matches.stepper import HandStepper
from equipoise.strategies.shipped import SHIPPED


def main() -> None:
    """Check a hand down, asking the strategy at every decision."""
    agent = find_agent(SHIPPED).make()
    rules = find_game("holdem-nolimit:100bb")
    (cards,) = deal_hands(rules, 0, 0, 1).hands
    hand = HandStepper(BettingNode.start(rules), cards)
    while hand.to_act is not None:
        seen = hand.observation(hand.to_act)
        agent.act(seen, Random(0))
        assert agent.policy is not None
        agent.policy.range_chances(PublicState.of(seen))
        hand.act(Action.call())
    hand.payoffs()


if __name__ == "__main__":
    main()
