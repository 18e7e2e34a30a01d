"""A bucketing: the bucket of every hand on every board, in every round."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Literal

import numpy as np
import numpy.typing as npt

from equipoise.abstraction.buckets.make import RoundBuckets
from equipoise.abstraction.buckets.notation import CardAbstraction
from equipoise.abstraction.buckets.river import RiverRule
from equipoise.abstraction.strength.boards import (
    BOARD_CARDS,
    combo_columns,
    flops,
    ordered_turns,
    rivers,
)
from equipoise.base.errors import InputError
from equipoise.cards.card import check_distinct
from equipoise.cards.combos import COMBO_COUNT, combo_cards, combo_index
from equipoise.cards.evaluator import as_card_rows
from equipoise.kernels.arrays import frozen
from equipoise.kernels.buckets.lookup import BucketTables, buckets_on_boards
from equipoise.kernels.types import Int32s, Int64s, UInt8s, UInt16s

Recall = Literal["perfect", "imperfect"]


@dataclass(frozen=True, eq=False)
class Bucketing:
    """Tables of the buckets up to the turn, and the river rule.

    ``seed`` was used for clustering; ``sampled`` means that it was built from sampled flops only,
    and boards over other flops have no buckets.
    """

    abstraction: CardAbstraction
    seed: int
    rounds: tuple[RoundBuckets, RoundBuckets, RoundBuckets]
    river: RiverRule
    sampled: bool = False

    @property
    def counts(self) -> tuple[int, int, int, int]:
        """Number of buckets of each round."""
        first, second, third = (buckets.count for buckets in self.rounds)
        return first, second, third, self.river.count

    @property
    def preflop(self) -> UInt16s:
        """The bucket of each combo before the flop, [1326]."""
        table: UInt16s = self.rounds[0].table[0]
        return table

    @property
    def known_fingerprint(self) -> str | None:
        """The fingerprint of its tables, where that is known without them."""
        return None

    @property
    def recall(self) -> Recall:
        """Perfect if a bucket determines the buckets of all earlier rounds."""
        return "perfect" if self.abstraction.perfect_recall else "imperfect"

    @cached_property
    def parents(self) -> tuple[Int64s | None, ...]:
        """For each round and bucket the bucket of the round before, None if it is forgotten.

        The pre-flop has none. ``ir169.64.8.8`` forgets the pre-flop only: the flop has no parents,
        the turn and the river have.
        """
        before = [buckets.before.astype(np.int64) for buckets in self.rounds[1:]]
        before.append(self.river.group_of // self.river.public_count)
        found: list[Int64s | None] = [None]
        for buckets, own in zip(self.rounds, before, strict=True):
            known = np.array_equal(buckets.memory, np.arange(buckets.count))
            found.append(frozen(own) if known else None)
        return tuple(found)

    @cached_property
    def kernel_tables(self) -> BucketTables:
        """The tables in the layout of the kernels."""
        preflop, flop, turn = self.rounds
        rule = self.river
        return BucketTables(
            combo_cards(), combo_columns(), flops().places, ordered_turns().places,
            rivers().places, frozen(preflop.table), frozen(flop.table), frozen(turn.table),
            frozen(turn.memory), frozen(turn.public), frozen(rule.public), rule.public_count,
            frozen(rule.starts), frozen(rule.lookup), frozen(rule.values),
        )  # fmt: skip

    def on_board(self, board: Sequence[int]) -> Int32s:
        """The buckets of all combos on a board of 0, 3, 4 or 5 cards: [rounds, 1326].

        The first three cards are the flop. -1 if a combo shares a card with the board.
        """
        if len(board) not in BOARD_CARDS:
            raise InputError(f"a board of {len(board)} cards", expected="0, 3, 4 or 5 are needed")
        check_distinct([("the board", list(board))])
        found: Int32s = self.on_boards(np.array([list(board)], dtype=np.uint8))[0]
        return found

    def on_boards(self, boards: npt.ArrayLike) -> Int32s:
        """The same for many boards, each of different cards: [boards, rounds, 1326]."""
        given = np.asarray(boards)
        if given.ndim == 2 and given.shape[1] == 0:
            rows: UInt8s = frozen(np.zeros(given.shape, dtype=np.uint8))
        else:
            rows = as_card_rows(given, BOARD_CARDS[1:], "boards")
            ordered = np.sort(rows, axis=1)
            if (ordered[:, -1:] > 51).any() or (ordered[:, 1:] == ordered[:, :-1]).any():
                raise InputError("a board with a repeated or invalid card")
        rounds = BOARD_CARDS.index(rows.shape[1]) + 1
        out = np.empty((len(rows), rounds, COMBO_COUNT), dtype=np.int32)
        buckets_on_boards(rows, self.kernel_tables, out)
        return out

    def of_hand(self, hole: Sequence[int], board: Sequence[int] = ()) -> tuple[int, ...]:
        """The buckets of one hand, by round."""
        if len(hole) != 2:
            raise InputError(f"a hand of {len(hole)} cards", expected="two hole cards are needed")
        check_distinct([("the hand", hole), ("the board", board)])
        buckets = self.on_board(board)[:, combo_index(hole[0], hole[1])]
        if (buckets < 0).any():
            raise InputError(
                f"the bucketing {self.abstraction} has no buckets over this flop",
                expected="it was built from sampled flops only",
            )
        return tuple(int(bucket) for bucket in buckets)
