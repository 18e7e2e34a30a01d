"""Suit isomorphism: hands that are equal up to suit renaming share one index.

``HandIndexer((2, 3, 1, 1))`` indexes hold'em hands with their boards, where cards within a round
are unordered and rounds are ordered; ``HandIndexer((3,))`` indexes flops, ``HandIndexer((5,))``
boards seen at once.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import product
from math import comb, prod

import numpy as np
import numpy.typing as npt

from equipoise.base.errors import InputError
from equipoise.cards.card import card_text
from equipoise.cards.evaluator import as_card_rows
from equipoise.kernels.arrays import frozen
from equipoise.kernels.cards.isomorphism import index_rows, unindex_rows
from equipoise.kernels.types import Int64s, UInt8s, UInt32s, UInt64s

Shape = tuple[int, ...]  # number of cards of one suit in each round

_LARGEST_TABLE = 1 << 24
_MOST_CARDS_A_ROUND = 7


def _splits(cards: int) -> Iterator[tuple[int, int, int, int]]:
    """All ways to distribute the cards of a round over four suits."""
    for first, second, third in product(range(min(cards, 13) + 1), repeat=3):
        fourth = cards - first - second - third
        if 0 <= fourth <= 13:
            yield first, second, third, fourth


def _ways(shape: Shape) -> int:
    """Number of ways to choose the ranks of a suit of this shape."""
    free = 13
    ways = 1
    for count in shape:
        ways *= comb(free, count)
        free -= count
    return ways


@dataclass(frozen=True)
class _RoundTables:
    """The kernels' tables for hands that are complete after one round."""

    round_starts: UInt64s
    shape_weights: UInt64s
    shape_ids: UInt32s
    suit_orders: UInt8s
    offsets: UInt64s
    group_sizes: UInt64s
    group_scales: UInt64s
    states: Int64s
    shape_counts: UInt8s
    size: int


def _build(cards_per_round: Sequence[int]) -> _RoundTables:
    rounds = len(cards_per_round)
    weights = np.zeros((rounds, 4), dtype=np.uint64)
    base = 1
    for deal, cards in enumerate(cards_per_round):
        weights[deal, :3] = [base * (cards + 1) ** suit for suit in range(3)]
        base *= (cards + 1) ** 3
    codes: dict[tuple[Shape, ...], list[tuple[int, int]]] = {}
    for split in product(*(list(_splits(cards)) for cards in cards_per_round)):
        shapes: list[Shape] = list(zip(*split, strict=True))
        if any(sum(shape) > 13 for shape in shapes):
            continue
        code = sum(
            int(weights[deal, suit]) * split[deal][suit]
            for deal in range(rounds)
            for suit in range(3)
        )
        order = sorted(range(4), key=lambda suit: shapes[suit], reverse=True)
        packed = sum(suit << (2 * place) for place, suit in enumerate(order))
        codes.setdefault(tuple(shapes[suit] for suit in order), []).append((code, packed))
    shape_ids = np.zeros(base, dtype=np.uint32)
    suit_orders = np.zeros(base, dtype=np.uint8)
    combinations = sorted(codes, reverse=True)
    offsets = np.zeros(len(combinations), dtype=np.uint64)
    group_sizes = np.zeros((len(combinations), 4), dtype=np.uint64)
    group_scales = np.zeros((len(combinations), 4), dtype=np.uint64)
    states = np.zeros((len(combinations), 4), dtype=np.int64)
    total = 0
    for number, shapes_sorted in enumerate(combinations):
        for code, packed in codes[shapes_sorted]:
            shape_ids[code] = number
            suit_orders[code] = packed
        offsets[number] = total
        size = 1
        for place, shape in enumerate(shapes_sorted):
            states[number, place] = _ways(shape)
            if place == 0 or shape != shapes_sorted[place - 1]:
                suits = shapes_sorted.count(shape)
                group_sizes[number, place] = suits
                group_scales[number, place] = size
                size *= comb(_ways(shape) + suits - 1, suits)
        total += size
    if total >= 2**63:
        raise InputError(
            f"rounds {tuple(cards_per_round)} have {total:.2e} hands, too many to index",
            expected="at most 2**63",
        )
    return _RoundTables(
        round_starts=np.concatenate([[0], np.cumsum(cards_per_round)]).astype(np.uint64),
        shape_weights=weights,
        shape_ids=shape_ids,
        suit_orders=suit_orders,
        offsets=offsets,
        group_sizes=group_sizes,
        group_scales=group_scales,
        states=states,
        shape_counts=np.array(combinations, dtype=np.uint8),
        size=total,
    )


class HandIndexer:
    """A perfect index of hands up to suit renaming, for any sequence of rounds.

    >>> indexer = HandIndexer((2, 3))
    >>> indexer.size(0), indexer.size(1)
    (169, 1286792)
    >>> from equipoise.cards import parse_cards, cards_text
    >>> indexer.index(parse_cards("AsKs")) == indexer.index(parse_cards("AdKd"))
    True
    >>> cards_text(indexer.unindex(1, indexer.index(parse_cards("2c7d 8d9dTc"))))
    '7s2hTh9s8s'
    """

    def __init__(self, cards_per_round: Sequence[int]) -> None:
        self.cards_per_round = tuple(int(cards) for cards in cards_per_round)
        rounds = self.cards_per_round
        expected = "a few rounds of 1 to 7 cards, such as (2, 3, 1, 1)"
        if not rounds or any(not 1 <= cards <= _MOST_CARDS_A_ROUND for cards in rounds):
            raise InputError(f"cannot index rounds of {rounds} cards", expected=expected)
        if sum(rounds) > 52 or prod((cards + 1) ** 3 for cards in rounds) > _LARGEST_TABLE:
            raise InputError(f"rounds of {rounds} cards are too many to index", expected=expected)
        self._rounds = [_build(rounds[: last + 1]) for last in range(len(rounds))]
        self._round_of_cards = {
            int(tables.round_starts[-1]): number for number, tables in enumerate(self._rounds)
        }

    @property
    def rounds(self) -> int:
        """Number of rounds."""
        return len(self._rounds)

    def size(self, round_number: int) -> int:
        """Number of distinct hands after a round (counted from 0)."""
        return self._tables(round_number).size

    def index(self, cards: Sequence[int]) -> int:
        """The index of one hand; its number of cards determines the round."""
        return int(self.index_many(np.asarray([list(cards)]))[0])

    def index_many(self, cards: npt.ArrayLike) -> Int64s:
        """The indices of many hands (rows), all after the same round."""
        rows = as_card_rows(cards, self._round_of_cards, "hands")
        tables = self._rounds[self._round_of_cards[rows.shape[1]]]
        out = np.empty(len(rows), dtype=np.int64)
        invalid = index_rows(
            rows,
            tables.round_starts,
            tables.shape_weights,
            tables.shape_ids,
            tables.suit_orders,
            tables.offsets,
            tables.group_sizes,
            tables.group_scales,
            out,
        )
        if invalid >= 0:
            hand = [int(card) for card in rows[invalid]]
            raise InputError(f"row {invalid} is not a hand of different cards: {hand}")
        return out

    def unindex(self, round_number: int, index: int) -> list[int]:
        """A hand with this index, cards in the order of the rounds."""
        return [int(card) for card in self.unindex_many(round_number, [index])[0]]

    def unindex_many(self, round_number: int, indices: npt.ArrayLike) -> UInt8s:
        """A hand for each index (rows)."""
        tables = self._tables(round_number)
        given = np.asarray(indices)
        if given.ndim != 1:
            raise InputError(f"indices must be a list, not {given.ndim}-dimensional")
        if given.dtype.kind not in "iuO" and given.size:
            raise InputError(f"indices of type {given.dtype}", expected="integers are needed")
        outside = (given < 0) | (given >= tables.size)
        if outside.any():
            raise InputError(
                f"{given[outside][0]} is not a hand index after round {round_number}",
                expected=f"indices run from 0 to {tables.size - 1}",
            )
        wanted = frozen(np.require(given, np.int64, ["C", "A"]))
        out = np.empty((len(wanted), int(tables.round_starts[-1])), dtype=np.uint8)
        unindex_rows(
            wanted,
            tables.round_starts,
            tables.shape_counts,
            tables.offsets,
            tables.group_sizes,
            tables.states,
            out,
        )
        return out

    def canonical(self, cards: Sequence[int]) -> list[int]:
        """The representative of all hands that equal this one up to suits."""
        number = self._round_of_cards.get(len(cards))
        if number is None:
            raise InputError(
                f"a hand of {len(cards)} cards ({' '.join(card_text(c) for c in cards)})",
                expected=f"one of {sorted(self._round_of_cards)} cards",
            )
        return self.unindex(number, self.index(cards))

    def _tables(self, round_number: int) -> _RoundTables:
        if not 0 <= round_number < self.rounds:
            raise InputError(
                f"there is no round {round_number}",
                expected=f"rounds run from 0 to {self.rounds - 1}",
            )
        return self._rounds[round_number]
