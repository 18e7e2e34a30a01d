"""``FollowedRange``: a player's exact range along a hand under its policy."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np

from equipoise.games.action import Action
from equipoise.games.public_state import PublicState, private_hands
from equipoise.games.rules import GameRules
from equipoise.kernels.types import Float64s
from equipoise.policies.hands import Hands, PolicyLine, follow
from equipoise.policies.policy import Policy


@dataclass(frozen=True, eq=False)
class FollowedRange:
    """The hands of one position with the probability of the actions so far for each.

    ``weights`` [hands]. An action that no hand of the range takes leaves the weights unchanged and
    is counted in ``strayed``: the player does not follow the policy, or the action was forced.
    """

    line: PolicyLine
    hands: Hands
    weights: Float64s
    strayed: int = 0

    @classmethod
    def start(cls, policy: Policy, rules: GameRules, position: int) -> FollowedRange:
        """The range before the first action: every hand has weight 1."""
        hands = Hands.on_board(rules, position)
        return cls(follow(policy, hands), hands, np.ones(len(hands)))

    def after(self, mover: int, action: Action, ends: bool = False) -> FollowedRange:
        """The range after an action of either player; if it ``ends`` the line is not continued."""
        weights, strayed = self.weights, self.strayed
        if mover == self.hands.position:
            taken = weights * self.line.chances().reach(action)
            if taken.any():
                weights = taken
            else:
                strayed += 1
        line = self.line if ends else self.line.after(action)
        return replace(self, line=line, weights=weights, strayed=strayed)

    def dealt(self, board: Sequence[int]) -> FollowedRange:
        """The range on a longer board, without hands that share a card with it.

        If no hand with weight is left, the remaining hands get equal weights.
        """
        hands = Hands.on_board(self.hands.rules, self.hands.position, board)
        origins = np.searchsorted(self.hands.indices, hands.indices)
        line, weights, strayed = self.line.dealt(hands, origins), self.weights[origins], 0
        if not weights.any():
            weights, strayed = np.ones(len(hands)), 1
        return replace(
            self, line=line, hands=hands, weights=weights, strayed=self.strayed + strayed
        )

    @property
    def range(self) -> Float64s:
        """The weights of all private hands, by hand index; 0 for impossible hands."""
        rules, position = self.hands.rules, self.hands.position
        weights = np.zeros(len(private_hands(rules, position)))
        weights[self.hands.indices] = self.weights
        return weights


def board_of_round(rules: GameRules, board: Sequence[int], number: int) -> tuple[int, ...]:
    """The cards of a board dealt up to a round."""
    return tuple(board[: sum(deal.board for deal in rules.script[: number + 1])])


def follow_hand(
    policies: tuple[Policy, Policy], public: PublicState, until: int | None = None
) -> tuple[FollowedRange, FollowedRange]:
    """Both players' ranges at a public state, or before the first action of the round ``until``.

    Each player has its own policy; both may be the same.
    """
    rules = public.rules
    first, second = (FollowedRange.start(policies[p], rules, p) for p in (0, 1))
    number = 0
    last = public.round if until is None else until
    for reached, moves in enumerate(public.history[: last + (until is None)]):
        if reached != number:
            number = reached
            board = board_of_round(rules, public.board, number)
            first, second = first.dealt(board), second.dealt(board)
        for move in moves:
            first, second = (one.after(move.position, move.action) for one in (first, second))
    if number != last:
        board = board_of_round(rules, public.board, last)
        first, second = first.dealt(board), second.dealt(board)
    return first, second
