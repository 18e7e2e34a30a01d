"""Street-rooted best response: the agent's own play up to a street, then a best response.

The agent plays a deal against itself until the street begins. There both ranges are known exactly,
and a best response on that board is computed for each seat against the other
(:mod:`equipoise.evaluation.bounds.subgame`). Boards and actions before the street are sampled, the
maximum is not: the mean over deals is an unbiased estimate of the win rate of a legal response.
Before the street both seats play the same policy, so results there cancel in the mean of both.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from equipoise.base.errors import InputError
from equipoise.cards.combos import COMBO_COUNT, combo_index
from equipoise.evaluation.bounds.menus import Menus
from equipoise.evaluation.bounds.subgame import response_subgame
from equipoise.games.rules import GameRules
from equipoise.kernels.types import Float64s
from equipoise.matches.betting_cache import BettingCache, BettingNode
from equipoise.policies.hands import Hands, PolicyLine, follow
from equipoise.policies.policy import Policy
from equipoise.spine.cards.preflop import is_holdem

_MOST_NODES = 200_000
_DEAL = 3  # a stream of random numbers


@dataclass
class _Seat:
    """The agent in one seat: its line, its range, and the hand it was dealt."""

    line: PolicyLine
    hands: Hands
    weights: Float64s
    dealt: int

    def deal(self, board: tuple[int, ...]) -> None:
        """The seat on a longer board."""
        hands = Hands.on_board(self.hands.rules, self.hands.position, board)
        origins = np.searchsorted(self.hands.indices, hands.indices)
        self.line = self.line.dealt(hands, origins)
        self.hands, self.weights = hands, self.weights[origins]

    @property
    def range(self) -> Float64s:
        """The weights of the 1,326 hands."""
        weights = np.zeros(COMBO_COUNT)
        weights[self.hands.indices] = self.weights
        return weights


class RootedResponse:
    """A best response from the first spot of the round ``street`` on."""

    def __init__(self, rules: GameRules, policy: Policy, menus: Menus, street: int) -> None:
        if not is_holdem(rules) or rules.players != 2 or not 0 < street < rules.rounds:
            raise InputError(
                f"{rules.name} has no street to respond from", "game", expected="two-player hold'em"
            )
        policy.check_game(rules)
        self.rules, self.policy, self.menus, self.street = rules, policy, menus, street
        self._cache = BettingCache(rules, _MOST_NODES)

    def deal(self, seed: int, number: int) -> tuple[float, float]:
        """The chips won by the response in a deal at position 0 and at position 1.

        0 if the hand ends before the street: results of the two seats cancel there.
        """
        random = np.random.default_rng((seed, number, _DEAL))
        cards = random.permutation(np.array(self.rules.deck.cards)).tolist()
        seats = [
            self._seat(position, cards[2 * position : 2 * position + 2]) for position in (0, 1)
        ]
        board: tuple[int, ...] = ()
        place = self._cache.root()
        while place.to_act is not None:
            if place.dealt.board > len(board):
                board = tuple(cards[4 : 4 + place.dealt.board])
                for seat in seats:
                    seat.deal(board)
            if place.betting.round >= self.street:
                return self._respond(place, board, seats, 0), self._respond(place, board, seats, 1)
            place = self._acted(place, seats, random)
        return 0.0, 0.0

    def _seat(self, position: int, hole: list[int]) -> _Seat:
        hands = Hands.on_board(self.rules, position)
        line = follow(self.policy, hands)
        return _Seat(line, hands, np.ones(len(hands)), combo_index(*hole))

    def _acted(
        self, place: BettingNode, seats: list[_Seat], random: np.random.Generator
    ) -> BettingNode:
        """The state after an action of the agent to act, sampled with the hand it holds."""
        assert place.to_act is not None
        mover = seats[place.to_act]
        found = mover.line.chances()
        column = int(np.searchsorted(mover.hands.indices, mover.dealt))
        ends = np.cumsum(found.probabilities[:, column])
        row = int(np.searchsorted(ends, random.random() * ends[-1], side="right"))
        mover.weights = mover.weights * found.probabilities[row]
        action = found.actions[row]
        after = place.after(action)
        if after.to_act is not None:
            for seat in seats:
                seat.line = seat.line.after(action)
        return after

    def _respond(
        self, place: BettingNode, board: tuple[int, ...], seats: list[_Seat], responder: int
    ) -> float:
        agent = seats[1 - responder]
        ranges = seats[0].range, seats[1].range
        subgame = response_subgame(
            place.betting, board, agent.line, agent.hands, ranges, self.menus
        )
        return subgame.value()
