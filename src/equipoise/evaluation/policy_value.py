"""Exact expected value of any two policies in a game with a small deck.

A walk over the real betting carries both players' reach probabilities per private hand and asks the
policies for the probabilities of all hands at once. It needs only ``range_chances``, so coaches and
switching players work too. ``evaluation.expected`` is much faster for compiled policies.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from itertools import combinations
from math import comb, perm

import numpy as np

from equipoise.base.errors import InputError
from equipoise.evaluation.estimates import Estimate
from equipoise.evaluation.expected import Expected
from equipoise.games.public_state import PublicState, possible_hands, private_hands
from equipoise.games.rules import GameRules
from equipoise.games.showdown import strength
from equipoise.kernels.types import Bools, Float64s, Int64s
from equipoise.matches.betting_cache import PARTS, BettingNode
from equipoise.policies.policy import Policy

_MOST_DEALS = 50_000
_Board = tuple[int, ...]
_Reach = tuple[Float64s, Float64s]
#: the result of a showdown for position 0, and ranks of both hands that produce it
_ORDERS = ((-1, (0, 1)), (0, (0, 0)), (1, (1, 0)))


def expected_by_ranges(rules: GameRules, policies: tuple[Policy, Policy]) -> Expected:
    """Expected chips of the first of two policies in each seat."""
    first, second = policies
    walks = _Walk.of(rules, (first, second)), _Walk.of(rules, (second, first))
    unit = 1000 / rules.big_blind
    seats = walks[0].value() * unit, -walks[1].value() * unit
    mean = sum(seats) / 2
    nodes = sum(len(walk.met) for walk in walks)
    return Expected(Estimate(mean, 0.0, 0.0, 1, 1), seats, 0, nodes, True, np.array([mean]))


def exact_value(rules: GameRules, policies: tuple[Policy, Policy]) -> float:
    """Position 0's expected chips per hand; ``policies`` at positions 0 and 1."""
    return _Walk.of(rules, policies).value()


def has_few_deals(rules: GameRules) -> bool:
    """True for a two-player game with few enough deals to enumerate."""
    return rules.players == 2 and perm(rules.deck.size, rules.cards_dealt) <= _MOST_DEALS


@dataclass
class _Walk:
    """Sums over pairs of private hands; ``apart``: True for pairs without a common card.

    ``met``: betting nodes reached by the policies.
    """

    rules: GameRules
    policies: tuple[Policy, Policy]
    apart: Bools
    ahead: dict[_Board, Int64s] = field(default_factory=dict)
    met: set[BettingNode] = field(default_factory=set)

    @classmethod
    def of(cls, rules: GameRules, policies: tuple[Policy, Policy]) -> _Walk:
        """A walk for two policies; InputError if the game has too many deals."""
        if not has_few_deals(rules):
            deals = perm(rules.deck.size, rules.cards_dealt)
            raise InputError(
                f"{rules.name} has {deals:,} deals",
                expected=f"two players, at most {_MOST_DEALS:,}",
            )
        for policy in policies:
            policy.check_game(rules)
        own, other = (private_hands(rules, position) for position in range(2))
        apart = ~(own[:, None, :, None] == other[None, :, None, :]).any(axis=(2, 3))
        return cls(rules, policies, apart)

    def value(self) -> float:
        """Position 0's chips per hand."""
        everything = np.ones(self.apart.shape[0]), np.ones(self.apart.shape[1])
        total = self.dealt(BettingNode.start(self.rules), (), everything)
        return total / int(self.apart.sum())

    def dealt(self, place: BettingNode, board: _Board, reach: _Reach) -> float:
        """Position 0's chips from here, summed over all boards that may be dealt now."""
        needed = place.dealt.board - len(board)
        if needed == 0:
            return self._played(place, board, reach)
        left = [card for card in self.rules.deck.cards if card not in board]
        total = 0.0
        for cards in combinations(left, needed):
            after = (*board, *cards)
            first, second = (possible_hands(self.rules, position, after) for position in range(2))
            total += self._played(place, after, (reach[0] * first, reach[1] * second))
        # boards possible given a pair of hands, all equally likely
        hidden = sum(private_hands(self.rules, position).shape[1] for position in range(2))
        return total / comb(len(left) - hidden, needed)

    def _played(self, place: BettingNode, board: _Board, reach: _Reach) -> float:
        self.met.add(place)
        position = place.to_act
        if position is None:
            return self._ended(place, board, reach)
        nothing_up = ((),) * self.rules.players
        public = PublicState(place.betting, board, nothing_up, place.history)
        found = self.policies[position].range_chances(public)
        total = 0.0
        for action, chances in zip(found.actions, found.probabilities, strict=True):
            own = reach[position] * chances
            if own.any():
                both = (own, reach[1]) if position == 0 else (reach[0], own)
                total += self.dealt(place.after(action), board, both)
        return total

    def _ended(self, place: BettingNode, board: _Board, reach: _Reach) -> float:
        """Position 0's chips at a terminal state, times both players' reach probabilities."""
        met = reach[0][:, None] * reach[1][None, :] * self.apart
        if place.betting.is_folded_out:
            return float(met.sum()) * place.payoffs((0, 0))[0] / PARTS
        ahead = self._ahead(board)
        return sum(
            float(met[ahead == sign].sum()) * place.payoffs(held)[0] / PARTS
            for sign, held in _ORDERS
        )

    def _ahead(self, board: _Board) -> Int64s:
        """The better hand of each pair: 1 position 0, -1 position 1, 0 a tie."""
        if board not in self.ahead:
            held = [
                np.array([self._strength(hand, board) for hand in hands.tolist()], dtype=np.int64)
                for hands in (private_hands(self.rules, position) for position in range(2))
            ]
            self.ahead[board] = np.sign(held[0][:, None] - held[1][None, :])
        return self.ahead[board]

    def _strength(self, hand: list[int], board: _Board) -> int:
        return 0 if set(hand) & set(board) else strength(self.rules.showdown, hand, board)
