"""Responses by name, such as ``lbr:c/c/56/56``, played deal by deal in both seats.

A deal gives each seat its own hand and the same orders of the deck, so both seats see nearly the
same boards (duplicate play). Random numbers depend only on the seed, the deal and the seat.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol

import numpy as np

from equipoise.agents.policy_agent import known_policy
from equipoise.agents.registry import find_agent
from equipoise.base.errors import InputError
from equipoise.evaluation.bounds.local import Chance, LocalResponse
from equipoise.evaluation.bounds.menus import Menus
from equipoise.evaluation.bounds.rooted import RootedResponse
from equipoise.formats import resolve_game
from equipoise.games.public_state import private_hands
from equipoise.games.rules import GameRules
from equipoise.policies.policy import Policy

_DEAL, _PLAY = 1, 2  # streams of random numbers
SMALL = 52  # games with a smaller deck are computed exactly


class Response(Protocol):
    """A response to an agent's policy."""

    def deal(self, seed: int, number: int) -> tuple[float, float]:
        """The chips it wins in a deal at position 0 and at position 1."""


class LocalDeals:
    """Local best response on numbered deals."""

    def __init__(self, response: LocalResponse) -> None:
        self.response = response

    def deal(self, seed: int, number: int) -> tuple[float, float]:
        """The chips it wins in a deal at position 0 and at position 1."""
        cards = np.array(self.response.rules.deck.cards)
        shuffled = np.random.default_rng((seed, number, _DEAL))
        own = self.response.rules.hole_cards
        hands = shuffled.permutation(cards)
        # separate orders: a seat's board may contain cards of the other seat's hand
        decks = [shuffled.permutation(cards).tolist() for _ in range(self.response.rules.rounds)]
        won = []
        for position in (0, 1):
            hole = hands[own * position : own * (position + 1)].tolist()
            random = np.random.default_rng((seed, number, _PLAY + position))
            won.append(self.response.play(position, hole, Chance(random, decks)))
        return won[0], won[1]

    def exact(self) -> tuple[float, float]:
        """Expected chips at position 0 and at position 1, over all hands and boards."""
        won = []
        for position in (0, 1):
            hands = private_hands(self.response.rules, position).tolist()
            values = [self.response.play(position, hole, None) for hole in hands]
            won.append(sum(values) / len(values))
        return won[0], won[1]


def _best(rules: GameRules, policy: Policy, menus: Menus) -> LocalDeals:
    if rules.deck.size >= SMALL:
        raise InputError(
            f"{rules.name} is too large for a best response from the start",
            "response", f"best:{menus}", expected="a small deck; lbr-river for hold'em",
        )  # fmt: skip
    return LocalDeals(LocalResponse(rules, policy, menus, exact_from=0))


def _local(rounds_exact: int) -> Callable[[GameRules, Policy, Menus], Response]:
    def make(rules: GameRules, policy: Policy, menus: Menus) -> Response:
        exact_from = max(rules.rounds - rounds_exact, 0)
        return LocalDeals(LocalResponse(rules, policy, menus, exact_from))

    return make


def _rooted(rounds_exact: int) -> Callable[[GameRules, Policy, Menus], Response]:
    def make(rules: GameRules, policy: Policy, menus: Menus) -> Response:
        return RootedResponse(rules, policy, menus, rules.rounds - rounds_exact)

    return make


#: local best response, alone and with a best response from a street on; the agent's own play with a
#: best response from a street on; a best response in a small game
RESPONSES: dict[str, Callable[[GameRules, Policy, Menus], Response]] = {
    "lbr": _local(0),
    "lbr-river": _local(1),
    "lbr-turn": _local(2),
    "river": _rooted(1),
    "turn": _rooted(2),
    "best": _best,
}


def response_to(rules: GameRules, policy: Policy, response: str) -> Response:
    """Parse a response against a policy."""
    kind, _, menus = response.partition(":")
    if kind not in RESPONSES or not menus:
        raise InputError(
            "there is no such response", "response", response,
            expected=f"one of {', '.join(RESPONSES)} with its menus, as lbr:c/c/56/56",
        )  # fmt: skip
    return RESPONSES[kind](rules, policy, Menus.parse(menus))


def make_response(game: str, agent: str, response: str) -> Response:
    """Parse a response against an agent in a game; raises InputError if they do not fit."""
    rules = resolve_game(game)
    return response_to(rules, known_policy(find_agent(agent), "a response"), response)


def usual_menus(rules: GameRules) -> str:
    """Default menus of local best response: the published ones with the highest bounds."""
    if rules.betting.kind != "no-limit" or rules.deck.size < SMALL:
        return "fcpa"
    return "c/c/56/56" if rules.rounds > 2 else "56"


def quick_menus(rules: GameRules) -> str:
    """Menus for small samples: the responder may fold before it bets."""
    usual = usual_menus(rules)
    return usual.replace("c/c/", "fc/c/") if usual.startswith("c/c/") else usual
