"""Features of hands: the distribution of their strength on the river.

The strength of a hand on a river board is the share of the 990 hands an opponent may hold that it
beats, ties half: s / 1980 with the whole number s = 2 x wins + ties. Before the river it has one
strength per runout. Stored are their sum (giving expected hand strength, *hs* in Schnizlein 2009,
section 2.3.2), the sum of their squares (*hs2*), and their histogram in bins of equal width (the
*waveform* of Kauth 2014, chapter 3). All are integers.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import Any

import numpy as np
import numpy.typing as npt

from equipoise.abstraction.strength.boards import (
    BOARD_CARDS,
    RIVER,
    Boards,
    boards_of,
    combo_columns,
    runouts,
)
from equipoise.base.errors import InputError
from equipoise.cards.card import check_distinct
from equipoise.cards.combos import combo_index
from equipoise.kernels.types import Float64s, UInt8s, UInt16s

#: the strength of a hand that beats all 990 others
FULL_STRENGTH = 1980
#: bins of the tables; each is 33 strengths wide, the last includes the maximum
MOST_BINS = 60

Integers = npt.NDArray[Any]
Rows = slice | Sequence[int] | npt.NDArray[np.integer]


def check_bins(bins: int) -> None:
    """Raise InputError unless 60 bins merge evenly into ``bins``; 0 means none."""
    if bins < 0 or bins > MOST_BINS or (bins and MOST_BINS % bins):
        raise InputError(
            f"{bins} bins of strength", expected=f"0 (none) or a divisor of {MOST_BINS}"
        )


def bins_of_strengths(bins: int) -> UInt8s:
    """The bin of each integer strength, [1981].

    >>> bins_of_strengths(60)[[0, 32, 33, 1979, 1980]].tolist()
    [0, 0, 1, 59, 59]
    """
    check_bins(bins)
    numbers = np.arange(FULL_STRENGTH + 1) * bins // FULL_STRENGTH
    return np.minimum(numbers, max(bins - 1, 0)).astype(np.uint8)


def merged(counts: Integers, bins: int) -> Integers:
    """Merge counts into fewer bins; the number must be a divisor."""
    have = counts.shape[-1]
    if bins < 1 or have % bins:
        raise InputError(f"{have} bins cannot be merged into {bins}")
    parts = counts.reshape(*counts.shape[:-1], bins, have // bins)
    result: Integers = parts.sum(axis=-1, dtype=np.int64)
    return result


class Features:
    """Features of all combos on one board or several: ``sums`` and ``squares`` are [..., 1326].

    A combo that shares a card with its board has the largest number of the type in ``sums`` and
    ``squares`` and zeros in ``counts`` ([..., 1326, bins], or None if not stored).
    """

    def __init__(
        self, round_number: int, sums: Integers, squares: Integers, counts: Integers | None
    ) -> None:
        self.round_number = round_number
        self.sums = sums
        self._squares = squares
        self._counts = counts

    @property
    def squares(self) -> Integers:
        """Sums of squared strengths."""
        return self._squares

    @property
    def counts(self) -> Integers | None:
        """Number of strengths in each bin."""
        return self._counts

    @property
    def runouts(self) -> int:
        """Number of strengths summed per combo."""
        return runouts(self.round_number)

    @cached_property
    def possible(self) -> npt.NDArray[np.bool_]:
        """Which combos share no card with their board."""
        result: npt.NDArray[np.bool_] = self.sums != np.iinfo(self.sums.dtype).max
        return result

    @property
    def strength(self) -> Float64s:
        """Expected strength, E[HS]; nan if a combo is impossible."""
        return np.where(self.possible, self.sums / (self.runouts * FULL_STRENGTH), np.nan)

    @property
    def squared_strength(self) -> Float64s:
        """Expected squared strength, E[HS^2]; nan if a combo is impossible."""
        whole = self.runouts * FULL_STRENGTH**2
        return np.where(self.possible, self.squares / whole, np.nan)

    def waveform(self, bins: int | None = None) -> Float64s:
        """The distribution of final strength, [..., 1326, bins], each summing to one.

        Zeros if a combo is impossible. ``bins`` may be fewer than those stored.
        """
        counts = self.counts
        if counts is None:
            raise InputError("these tables hold no distributions", expected="build them with bins")
        return (counts if bins is None else merged(counts, bins)) / self.runouts

    def pick(self, places: int | Integers) -> Features:
        """The features at these indices of the first axis: of one board, or of these combos."""
        counts = None if self._counts is None else self._counts[places]
        return Features(self.round_number, self.sums[places], self._squares[places], counts)


class RiverFeatures(Features):
    """The river has one runout: squares and counts are computed from the strength on demand."""

    def __init__(self, strengths: UInt16s, bins: int) -> None:
        super().__init__(RIVER, strengths, strengths, None)
        self.bins = bins

    @property
    def squares(self) -> Integers:
        """Squared strengths."""
        none = np.iinfo(np.uint32).max
        squares = np.where(self.possible, self.sums.astype(np.uint32) ** 2, none)
        return squares.astype(np.uint32)

    @property
    def counts(self) -> Integers | None:
        """1 in the bin of the strength."""
        if not self.bins:
            return None
        number = bins_of_strengths(self.bins)[np.where(self.possible, self.sums, 0)]
        ones = number[..., None] == np.arange(self.bins, dtype=np.uint8)
        counts: Integers = (ones & self.possible[..., None]).astype(np.uint8)
        return counts

    def pick(self, places: int | Integers) -> RiverFeatures:
        """The features at these indices of the first axis: of one board, or of these combos."""
        return RiverFeatures(self.sums[places], self.bins)


@dataclass(frozen=True)
class HandFeatures:
    """Exact features of one hand on one board."""

    round_number: int
    strength: Fraction
    squared_strength: Fraction
    counts: tuple[int, ...]


class StrengthSource(ABC):
    """Interface: features of all hands, board by board.

    Rounds are 0 (preflop) to 3 (river). Rows are those of ``boards_of(round)``: on the turn and the
    river the order of the board's cards is ignored.
    """

    bins: int

    @abstractmethod
    def features(self, round_number: int, rows: Rows) -> Features:
        """Features of all combos on canonical boards, arrays [rows, 1326, ...]."""

    def boards(self, round_number: int) -> Boards:
        """The canonical boards of a round."""
        return boards_of(round_number)

    def on_board(self, board: Sequence[int]) -> Features:
        """Features of all combos on one real board of 0, 3, 4 or 5 cards, arrays [1326, ...]."""
        if len(board) not in BOARD_CARDS:
            raise InputError(f"a board of {len(board)} cards", expected="0, 3, 4 or 5 are needed")
        round_number = BOARD_CARDS.index(len(board))
        row, renaming = boards_of(round_number).find(board)
        on_canonical = self.features(round_number, [row]).pick(0)
        return on_canonical.pick(combo_columns()[renaming])

    def hand(self, hole: Sequence[int], board: Sequence[int]) -> HandFeatures:
        """Features of one hand, as exact fractions."""
        if len(hole) != 2:
            raise InputError(f"a hand of {len(hole)} cards", expected="two hole cards are needed")
        check_distinct([("the hand", hole), ("the board", board)])
        on_board = self.on_board(board)
        combo = combo_index(hole[0], hole[1])
        whole = on_board.runouts * FULL_STRENGTH
        counts = on_board.counts
        return HandFeatures(
            on_board.round_number,
            Fraction(int(on_board.sums[combo]), whole),
            Fraction(int(on_board.squares[combo]), whole * FULL_STRENGTH),
            () if counts is None else tuple(int(count) for count in counts[combo]),
        )
