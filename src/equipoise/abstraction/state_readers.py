"""From real cards to the card states of a strategy: for one hand at a table, and for many deals.

A reader knows one card abstraction. It gives the states of as many rounds as the abstraction has
and the board allows. Deals are rows of everybody's cards and then the board, as matches deal them.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Protocol

import numpy as np

from equipoise.abstraction.bucket_states import BucketStates
from equipoise.abstraction.card_model import Buckets, CardModel
from equipoise.abstraction.deck_model import state_label
from equipoise.abstraction.sampled_boards import dealt_flops
from equipoise.cards.combos import combo_index, combo_types
from equipoise.errors import InputError
from equipoise.games.rules import GameRules
from equipoise.kernels.arrays import frozen
from equipoise.kernels.bucket_dealing import hand_buckets
from equipoise.kernels.types import Int32s, UInt8s

_HANDS = 4  # hole cards of two players


class StateReader(Protocol):
    """What a card abstraction makes of real cards."""

    def states(self, position: int, hole: Sequence[int], board: Sequence[int]) -> tuple[int, ...]:
        """The states of a hand, a round each, as far as the board goes."""

    def deals(self, rows: UInt8s) -> Int32s:
        """The states of both players, [deals, 2, rounds]."""


@dataclass(frozen=True)
class Blind:
    """Whoever does not look at cards: one state a round."""

    rounds: int

    def states(self, position: int, hole: Sequence[int], board: Sequence[int]) -> tuple[int, ...]:
        """Always the same."""
        return (0,) * self.rounds

    def deals(self, rows: UInt8s) -> Int32s:
        """Always the same."""
        return np.zeros((len(rows), 2, self.rounds), dtype=np.int32)


@dataclass(frozen=True)
class StartingHands:
    """Hold'em that ends before the flop: the 169 types of hands."""

    def states(self, position: int, hole: Sequence[int], board: Sequence[int]) -> tuple[int, ...]:
        """The type of the hand."""
        return (int(combo_types()[combo_index(*hole)]),)

    def deals(self, rows: UInt8s) -> Int32s:
        """The types of both hands."""
        cards = rows[:, :_HANDS].astype(np.int64).reshape(-1, 2, 2)
        high, low = cards.max(axis=2), cards.min(axis=2)
        types: Int32s = combo_types()[high * (high - 1) // 2 + low].astype(np.int32)[:, :, None]
        return types


@dataclass(frozen=True, eq=False)
class HandBuckets:
    """Hold'em in the buckets of a bucketing."""

    buckets: BucketStates

    def states(self, position: int, hole: Sequence[int], board: Sequence[int]) -> tuple[int, ...]:
        """The buckets of the hand."""
        return self.buckets.bucketing.of_hand(hole, board)

    def deals(self, rows: UInt8s) -> Int32s:
        """The buckets of both hands in all four rounds."""
        self._check_flops(rows)
        out = np.empty((len(rows), 2, self.buckets.rounds), dtype=np.int32)
        hand_buckets(self.buckets.deals, frozen(np.ascontiguousarray(rows)), out)
        return out

    def _check_flops(self, rows: UInt8s) -> None:
        """Refuse flops that a bucketing of some flops does not know."""
        bucketing = self.buckets.bucketing
        if not bucketing.sampled:
            return
        low, middle, high = np.sort(rows[:, _HANDS : _HANDS + 3].astype(np.int64), axis=1).T
        # the place of a set in colexicographic order
        flops = low + middle * (middle - 1) // 2 + high * (high - 1) * (high - 2) // 6
        if not np.isin(flops, dealt_flops(bucketing)).all():
            raise InputError(
                f"the bucketing {bucketing.abstraction} has no buckets over some of these flops",
                expected="it was made from some flops only",
            )


@dataclass(frozen=True, eq=False)
class SmallDeck:
    """A game with a small deck: states of its exact card model, or buckets of them."""

    rules: GameRules
    exact: CardModel
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

    def _look_up(
        self, position: int, hole: tuple[int, ...], board: tuple[int, ...]
    ) -> tuple[int, ...]:
        parts: list[tuple[int, ...]] = []
        states: list[int] = []
        at = 0
        for number, deal in enumerate(self.rules.script):
            if at + deal.board > len(board):
                break
            parts.append(board[at : at + deal.board])
            at += deal.board
            label = state_label(self.rules, hole, parts)
            state = self._numbers[position][number][label]
            states.append(int(self.buckets[position][number][state]))
        return tuple(states)

    def deals(self, rows: UInt8s) -> Int32s:
        """The states of both players; small decks repeat, so every kind of deal is met once."""
        dealt = [
            self.rules.script[0].hole if self.rules.script[0].receives(p) else 0 for p in range(2)
        ]
        different, places = np.unique(rows, axis=0, return_inverse=True)
        table = [
            [
                self.states(0, row[: dealt[0]], row[sum(dealt) :]),
                self.states(1, row[dealt[0] : sum(dealt)], row[sum(dealt) :]),
            ]
            for row in different.tolist()
        ]
        states: Int32s = np.array(table, dtype=np.int32)[places.reshape(-1)]
        return states
