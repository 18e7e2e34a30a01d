"""Map real cards to the card states of a strategy, for one hand or for many deals.

A reader belongs to one card abstraction. It gives the states of as many rounds as the abstraction
has and the board allows. Deals are rows of everybody's cards, then the board, as matches deal them.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Protocol

import numpy as np

from equipoise.abstraction.buckets.sampled_boards import dealt_flops
from equipoise.base.errors import InputError
from equipoise.cards.combos import combo_index, combo_numbers, combo_types
from equipoise.games.dealing import board_by_round
from equipoise.games.rules import GameRules
from equipoise.kernels.arrays import frozen
from equipoise.kernels.buckets.dealing import hand_buckets
from equipoise.kernels.types import Int32s, UInt8s
from equipoise.spine.cards.buckets import BucketStates
from equipoise.spine.cards.deck import state_label
from equipoise.spine.cards.matrix import Buckets, MatrixCards

_HANDS = 4  # hole cards of two players


class StateReader(Protocol):
    """Maps real cards to card states."""

    def states(self, position: int, hole: Sequence[int], board: Sequence[int]) -> tuple[int, ...]:
        """The states of a hand, one per round, as far as the board goes."""

    def hands(self, position: int, holes: UInt8s, board: Sequence[int]) -> Int32s:
        """The states of many hands on one board, [hands, rounds]; none may share a card with it."""

    def deals(self, rows: UInt8s) -> Int32s:
        """The states of both players, [deals, 2, rounds]."""


@dataclass(frozen=True)
class Blind:
    """A reader that ignores the cards: one state per round."""

    rounds: int

    def states(self, position: int, hole: Sequence[int], board: Sequence[int]) -> tuple[int, ...]:
        """State 0 in every round."""
        return (0,) * self.rounds

    def hands(self, position: int, holes: UInt8s, board: Sequence[int]) -> Int32s:
        """State 0 in every round."""
        return np.zeros((len(holes), self.rounds), dtype=np.int32)

    def deals(self, rows: UInt8s) -> Int32s:
        """State 0 in every round."""
        return np.zeros((len(rows), 2, self.rounds), dtype=np.int32)


@dataclass(frozen=True)
class StartingHands:
    """Hold'em that ends before the flop: the 169 types of hands."""

    def states(self, position: int, hole: Sequence[int], board: Sequence[int]) -> tuple[int, ...]:
        """The type of the hand."""
        return (int(combo_types()[combo_index(*hole)]),)

    def hands(self, position: int, holes: UInt8s, board: Sequence[int]) -> Int32s:
        """The types of the hands."""
        types: Int32s = combo_types()[combo_numbers(holes)].astype(np.int32)[:, None]
        return types

    def deals(self, rows: UInt8s) -> Int32s:
        """The types of both hands."""
        types = combo_types()[combo_numbers(rows[:, :_HANDS].reshape(-1, 2))].astype(np.int32)
        return types.reshape(-1, 2, 1)


@dataclass(frozen=True, eq=False)
class HandBuckets:
    """Hold'em in the buckets of a bucketing."""

    buckets: BucketStates

    def states(self, position: int, hole: Sequence[int], board: Sequence[int]) -> tuple[int, ...]:
        """The buckets of the hand."""
        return self.buckets.bucketing.of_hand(hole, board)

    def hands(self, position: int, holes: UInt8s, board: Sequence[int]) -> Int32s:
        """The buckets of the hands."""
        bucketing = self.buckets.bucketing
        found: Int32s = np.ascontiguousarray(bucketing.on_board(board)[:, combo_numbers(holes)].T)
        if (found < 0).any():
            raise InputError(
                f"the bucketing {bucketing.abstraction} has no buckets over this flop",
                expected="it was built from sampled flops only",
            )
        return found

    def deals(self, rows: UInt8s) -> Int32s:
        """The buckets of both hands in all four rounds."""
        self._check_flops(rows)
        out = np.empty((len(rows), 2, self.buckets.rounds), dtype=np.int32)
        hand_buckets(self.buckets.deals, frozen(np.ascontiguousarray(rows)), out)
        return out

    def _check_flops(self, rows: UInt8s) -> None:
        """Raise InputError for flops outside the sample that the bucketing was built from."""
        bucketing = self.buckets.bucketing
        if not bucketing.sampled:
            return
        low, middle, high = np.sort(rows[:, _HANDS : _HANDS + 3].astype(np.int64), axis=1).T
        # the colexicographic index of a set
        flops = low + middle * (middle - 1) // 2 + high * (high - 1) * (high - 2) // 6
        if not np.isin(flops, dealt_flops(bucketing)).all():
            raise InputError(
                f"the bucketing {bucketing.abstraction} has no buckets over some of these flops",
                expected="it was built from sampled flops only",
            )


@dataclass(frozen=True, eq=False)
class SmallDeck:
    """A game with a small deck: states of its exact card model, or buckets of them."""

    rules: GameRules
    exact: MatrixCards
    buckets: Buckets
    _known: dict[tuple[int, ...], tuple[int, ...]] = field(default_factory=dict, repr=False)

    @cached_property
    def _numbers(self) -> list[list[dict[str, int]]]:
        return [
            [
                {label: number for number, label in enumerate(names)}
                for names in self.exact.labels[p]
            ]
            for p in range(2)
        ]

    def states(self, position: int, hole: Sequence[int], board: Sequence[int]) -> tuple[int, ...]:
        """The states of the hand."""
        key = (position, *hole, -1, *board)
        found = self._known.get(key)
        if found is None:
            found = self._known[key] = self._look_up(position, tuple(hole), tuple(board))
        return found

    def hands(self, position: int, holes: UInt8s, board: Sequence[int]) -> Int32s:
        """The states of the hands."""
        found = [self.states(position, hole, board) for hole in holes.tolist()]
        return np.array(found, dtype=np.int32)

    def _look_up(
        self, position: int, hole: tuple[int, ...], board: tuple[int, ...]
    ) -> tuple[int, ...]:
        parts = board_by_round(self.rules.script, board)
        states: list[int] = []
        for number in range(len(parts)):
            label = state_label(self.rules, hole, parts[: number + 1])
            state = self._numbers[position][number][label]
            states.append(int(self.buckets[position][number][state]))
        return tuple(states)

    def deals(self, rows: UInt8s) -> Int32s:
        """The states of both players; each distinct deal is looked up once."""
        different, places = np.unique(rows, axis=0, return_inverse=True)
        dealt = self.rules.whole_hand.split_all(different.tolist())
        table = [[self.states(p, cards.hole[p], cards.board) for p in range(2)] for cards in dealt]
        states: Int32s = np.array(table, dtype=np.int32)[places.reshape(-1)]
        return states
