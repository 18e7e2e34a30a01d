"""Policies followed along a betting line, with all private hands at once.

Range computations query a policy action by action and card by card. Replaying the betting at every
public state would be slow; a :class:`PolicyLine` keeps its position, and can be continued in
several ways.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Protocol

import numpy as np

from equipoise.games.action import Action, Kind
from equipoise.games.public_state import PublicState, possible_hands
from equipoise.games.rules import GameRules
from equipoise.kernels.types import Float64s, Int64s
from equipoise.policies.policy import Policy, RangeChances, merged


@dataclass(frozen=True, eq=False)
class Hands:
    """Private hands of one position on public boards, one per column.

    Column i is the hand ``indices[i]`` (of :func:`~equipoise.games.public_state.private_hands`) on
    the board ``boards[places[i]]``; columns are ordered by board.
    """

    rules: GameRules
    position: int
    boards: tuple[tuple[int, ...], ...]
    indices: Int64s
    places: Int64s

    @classmethod
    def on_board(cls, rules: GameRules, position: int, board: Sequence[int] = ()) -> Hands:
        """All hands possible on one board."""
        indices = np.flatnonzero(possible_hands(rules, position, board))
        return cls(rules, position, (tuple(board),), indices, np.zeros(len(indices), np.int64))

    def __len__(self) -> int:
        return len(self.indices)


class PolicyLine(Protocol):
    """A policy at one point of the betting, for every hand of the player in its position.

    Lines are immutable: ``after`` and ``dealt`` return the next one.
    """

    def chances(self) -> RangeChances:
        """The probability of each real action for each hand; the player must be to act."""

    def after(self, action: Action) -> PolicyLine:
        """The line after an action of either player."""

    def dealt(self, hands: Hands, origins: Int64s) -> PolicyLine:
        """The line after cards are dealt; hand i was hand ``origins[i]`` before."""

    def fold_sums(self, bets: Sequence[Action], weights: Float64s) -> Float64s:
        """For each bet of the opponent the folding hands' weights, summed for each row of weights.

        [bets, rows of weights]; hands count by their fold probability. The opponent must be to act.
        """


def follow(policy: Policy, hands: Hands) -> PolicyLine:
    """A policy before the first action of a hand, for ``hands`` of its position."""
    from equipoise.policies.blueprint import Blueprint

    if isinstance(policy, Blueprint):
        return policy.line(hands)
    return AskedLine(policy, (), hands)


def fold_sums_one_by_one(line: PolicyLine, bets: Sequence[Action], weights: Float64s) -> Float64s:
    """``PolicyLine.fold_sums`` by following the line into every bet."""
    sums = np.zeros((len(bets), len(weights)))
    for row, bet in zip(sums, bets, strict=True):
        found = line.after(bet).chances()
        for action, chances in zip(found.actions, found.probabilities, strict=True):
            if action.kind == Kind.FOLD:
                row += weights @ chances
    return sums


@dataclass(frozen=True, eq=False)
class AskedLine:
    """A line for any policy: queries the probabilities of all hands at every decision."""

    policy: Policy
    actions: tuple[Action, ...]
    hands: Hands

    def chances(self) -> RangeChances:
        """The probability of each real action for each hand; the player must be to act."""
        hands = self.hands
        public = PublicState.at(hands.rules, self.actions, hands.boards[0])
        parts = []
        for number, board in enumerate(hands.boards):
            columns = np.flatnonzero(hands.places == number)
            found = self.policy.range_chances(public, board)
            chosen = found.probabilities[:, hands.indices[columns]]
            parts.append((RangeChances(found.actions, chosen), columns))
        return parts[0][0] if len(parts) == 1 else merged(parts, len(hands))

    def after(self, action: Action) -> AskedLine:
        """The line after an action of either player."""
        return replace(self, actions=(*self.actions, action))

    def dealt(self, hands: Hands, origins: Int64s) -> AskedLine:
        """The line after cards are dealt; hand i was hand ``origins[i]`` before."""
        return replace(self, hands=hands)

    def fold_sums(self, bets: Sequence[Action], weights: Float64s) -> Float64s:
        """For each bet of the opponent the folding hands' weights, summed for each row."""
        return fold_sums_one_by_one(self, bets, weights)
