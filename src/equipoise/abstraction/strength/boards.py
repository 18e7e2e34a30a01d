"""The boards of hold'em up to suit renaming: table rows, weights, renamings.

Every strength table has one row per canonical board and one column per combo (1,326), named as on
that board. For a real board ``find`` gives the row and the index of a suit renaming (a row of
``cards.symmetry.ALL_RENAMINGS``); the entry of the real combo c is in column
``combo_columns()[renaming, c]``.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from math import comb

import numpy as np
import numpy.typing as npt

from equipoise.base.errors import InputError
from equipoise.cards.card import check_distinct
from equipoise.cards.evaluator import as_card_rows
from equipoise.cards.symmetry import ALL_RENAMINGS, renamed_combos
from equipoise.kernels.arrays import frozen
from equipoise.kernels.boards.numbering import find_boards, number_boards
from equipoise.kernels.types import Int64s, UInt8s, UInt16s, UInt32s

PREFLOP, FLOP, TURN, RIVER = range(4)
ROUND_NAMES = ("preflop", "flop", "turn", "river")
BOARD_CARDS = (0, 3, 4, 5)
#: canonical boards of 3, 4 and 5 cards without order, and of a flop followed by a turn card
BOARD_COUNTS = (1, 1755, 16432, 134459)
ORDERED_TURN_COUNT = 63193


@lru_cache(maxsize=1)
def combo_columns() -> UInt16s:
    """For each of the 24 suit renamings and each combo, the renamed combo: [24, 1326]."""
    columns = np.array([renamed_combos(renaming) for renaming in ALL_RENAMINGS])
    return frozen(columns.astype(np.uint16))


@dataclass(frozen=True, eq=False)
class Boards:
    """All canonical boards of one kind.

    ``cards`` [n, 0..5] with the highest card of a deal first; ``weights`` [n], how many real boards
    each represents; ``places``, by the index of a real board (``kernels.boards.numbering``), ``row
    << 5 | renaming``; ``ordered`` if the turn card is distinguished from the flop.
    """

    cards: UInt8s
    weights: Int64s
    places: UInt32s
    ordered: bool

    def __len__(self) -> int:
        return len(self.cards)

    @property
    def size(self) -> int:
        """Number of cards of a board."""
        return int(self.cards.shape[1])

    def find(self, board: Sequence[int]) -> tuple[int, int]:
        """The row of a real board and the suit renaming that maps to it.

        >>> flops().find([0, 4, 8]) == flops().find([8, 0, 4])
        True
        """
        if len(board) != self.size:
            raise InputError(f"a board of {len(board)} cards", expected=f"{self.size} are needed")
        check_distinct([("the board", board)])
        rows, renamings = self.find_many(np.array([list(board)], dtype=np.uint8))
        return int(rows[0]), int(renamings[0])

    def find_many(self, boards: npt.ArrayLike) -> tuple[Int64s, Int64s]:
        """Rows and renamings of many boards [n, cards], each of distinct cards."""
        found = self.find_places(boards)
        return (found >> np.uint32(5)).astype(np.int64), (found & np.uint32(31)).astype(np.int64)

    def find_places(self, boards: npt.ArrayLike) -> UInt32s:
        """``row << 5 | renaming`` of many boards [n, cards], each of distinct cards."""
        if self.size == 0:
            return np.zeros(len(np.asarray(boards)), dtype=np.uint32)
        rows = as_card_rows(boards, [self.size], "boards")
        out = np.empty(len(rows), dtype=np.uint32)
        find_boards(rows, self.ordered, self.places, out)
        return out

    def all_places(self) -> UInt32s:
        """The entries of all real boards."""
        if self.ordered:
            return frozen(self.places[self.places != 0xFFFFFFFF])
        return self.places


def _number(cards: int, ordered: bool, count: int) -> Boards:
    places = np.empty(comb(52, 3) * 52 if ordered else comb(52, cards), dtype=np.uint32)
    boards = np.zeros((count, cards), dtype=np.uint8)
    weights = np.zeros(count, dtype=np.int64)
    found = number_boards(cards, ordered, places, boards, weights)
    assert found == count
    return Boards(frozen(boards), frozen(weights), frozen(places), ordered)


@lru_cache(maxsize=1)
def no_board() -> Boards:
    """The empty board before the flop."""
    return Boards(
        frozen(np.zeros((1, 0), dtype=np.uint8)),
        frozen(np.ones(1, dtype=np.int64)),
        frozen(np.zeros(1, dtype=np.uint32)),
        ordered=False,
    )


@lru_cache(maxsize=1)
def flops() -> Boards:
    """The 1,755 flops."""
    return _number(3, False, BOARD_COUNTS[FLOP])


@lru_cache(maxsize=1)
def turns() -> Boards:
    """The 16,432 four-card boards, flop and turn unordered."""
    return _number(4, False, BOARD_COUNTS[TURN])


@lru_cache(maxsize=1)
def rivers() -> Boards:
    """The 134,459 five-card boards, unordered."""
    return _number(5, False, BOARD_COUNTS[RIVER])


@lru_cache(maxsize=1)
def ordered_turns() -> Boards:
    """The 63,193 boards of a flop followed by a turn card.

    The flop of a canonical board is canonical itself, with the same suits.
    """
    return _number(4, True, ORDERED_TURN_COUNT)


@lru_cache(maxsize=1)
def flops_of_turns() -> Int64s:
    """For each ordered turn board the row of its flop (with the same suits)."""
    rows, renamings = flops().find_many(ordered_turns().cards[:, :3])
    assert not renamings.any()
    return frozen(rows)


@lru_cache(maxsize=1)
def unordered_turns() -> UInt32s:
    """For each ordered turn board its entry (``row << 5 | renaming``) among the unordered ones."""
    return frozen(turns().find_places(ordered_turns().cards))


def boards_of(round_number: int) -> Boards:
    """The boards that are the table rows of a round: 0 is preflop, 3 the river."""
    return (no_board, flops, turns, rivers)[round_number]()


def next_places(round_number: int, board: Sequence[int] | UInt8s) -> UInt32s:
    """The entries in the next round of all boards that can follow this one.

    After no board come the 22,100 flops, after a flop 49 turns, after a turn 48 rivers.
    """
    if round_number == PREFLOP:
        return flops().all_places()
    used = [int(card) for card in board]
    new = np.setdiff1d(np.arange(52, dtype=np.uint8), used)
    following = np.hstack([np.tile(np.array(used, dtype=np.uint8), (len(new), 1)), new[:, None]])
    return frozen(boards_of(round_number + 1).find_places(following))


def runouts(round_number: int) -> int:
    """Number of ways to complete a board given one hand."""
    known = BOARD_CARDS[round_number]
    return comb(50 - known, 5 - known)
