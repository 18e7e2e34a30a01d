"""``Policy``: action probabilities at any public state, for one private hand and for every hand.

All probabilities of a policy are known, and it has no memory of earlier hands. Translation of
off-tree bets, and everything else between a stored strategy and the real game, is inside it: its
interface has real actions and real cards only.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol

import numpy as np

from equipoise.base.errors import InputError
from equipoise.games.action import Action
from equipoise.games.observation import Observation
from equipoise.games.public_state import PublicState, possible_hands, private_hands
from equipoise.games.rules import GameRules
from equipoise.kernels.types import Float64s, Int64s, UInt8s

if TYPE_CHECKING:
    from equipoise.policies.compiled import CompiledPolicy

#: probability of each real action with one private hand; they sum to 1
Chances = dict[Action, float]


@dataclass(frozen=True, eq=False)
class RangeChances:
    """The probability of each real action with each private hand.

    ``probabilities`` [actions, hands]: row i is for ``actions[i]``. From
    :meth:`Policy.range_chances` the columns are the hand indices of
    :func:`~equipoise.games.public_state.private_hands` (the 1,326 combos in hold'em, the cards of
    the deck in Leduc and Kuhn); a hand that shares a card with the board is impossible and has
    zeros in every row. Every other column sums to 1.
    """

    actions: tuple[Action, ...]
    probabilities: Float64s

    @classmethod
    def of(cls, taken: dict[Action, Float64s]) -> RangeChances:
        """From a vector over hands for each action."""
        return cls(tuple(taken), np.array(list(taken.values())))

    def of_hand(self, hand: int) -> Chances:
        """The probabilities of one hand."""
        return dict(zip(self.actions, self.probabilities[:, hand].tolist(), strict=True))

    def reach(self, action: Action) -> Float64s:
        """The probability of one action for each hand: the factor of a range when it is taken."""
        if action not in self.actions:
            return np.zeros(self.probabilities.shape[1])
        row: Float64s = self.probabilities[self.actions.index(action)]
        return row


class Policy(Protocol):
    """The policy of a player."""

    def chances(self, observation: Observation) -> Chances:
        """The probability of each real action at the player's own decision."""

    def range_chances(
        self, public: PublicState, board: Sequence[int] | None = None
    ) -> RangeChances:
        """The same for every private hand of the player to act.

        ``board`` replaces the board of the public state, so that one betting line can be evaluated
        on many boards.
        """

    def check_game(self, rules: GameRules) -> None:
        """Raise ``InputError`` for a game that it cannot play."""

    @property
    def compiled(self) -> CompiledPolicy | None:
        """The compiled form, for kernels; None if only Python can play it."""


class HandsPolicy(ABC):
    """A policy defined for any set of private hands.

    ``chances`` and ``range_chances`` are the same computation, so that they agree hand by hand.
    """

    @abstractmethod
    def for_hands(self, public: PublicState, holes: UInt8s) -> RangeChances:
        """Probabilities of the player to act for these possible hands [hands, cards]."""

    @abstractmethod
    def check_game(self, rules: GameRules) -> None:
        """Raise ``InputError`` for a game that it cannot play."""

    @property
    def compiled(self) -> CompiledPolicy | None:
        """The compiled form, for kernels; None if only Python can play it."""
        return None

    def chances(self, observation: Observation) -> Chances:
        """The probability of each real action at the player's own decision."""
        if not observation.is_my_turn:
            raise InputError(f"position {observation.position + 1} is not to act")
        holes: UInt8s = np.array([observation.hole], dtype=np.uint8)
        return self.for_hands(PublicState.of(observation), holes).of_hand(0)

    def range_chances(
        self, public: PublicState, board: Sequence[int] | None = None
    ) -> RangeChances:
        """The same for every private hand of the player to act; impossible ones have zeros."""
        public = public if board is None else public.with_board(board)
        position = public.to_act
        if position is None:
            raise InputError("nobody is to act in this public state")
        possible = possible_hands(public.rules, position, public.board)
        holes = private_hands(public.rules, position)[possible]
        found = self.for_hands(public, holes)
        probabilities = np.zeros((len(found.actions), len(possible)))
        probabilities[:, possible] = found.probabilities
        return RangeChances(found.actions, probabilities)


def merged(parts: Sequence[tuple[RangeChances, Int64s]], hands: int) -> RangeChances:
    """Merge the probabilities of subsets of hands; each part comes with its columns."""
    rows: dict[Action, Float64s] = {}
    for found, columns in parts:
        for action, chances in zip(found.actions, found.probabilities, strict=True):
            row = rows.setdefault(action, np.zeros(hands))
            row[columns] = chances
    return RangeChances.of(rows)
