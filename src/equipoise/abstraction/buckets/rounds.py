"""The boards of each round of a bucketing, and the rows of their strengths.

On the turn the bucket may depend on the flop's, so its rows are flops followed by a turn card
(63,193), while strengths are stored for unordered four-card boards (16,432).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np

from equipoise.abstraction.strength.boards import (
    FLOP,
    PREFLOP,
    TURN,
    Boards,
    flops,
    flops_of_turns,
    no_board,
    ordered_turns,
    unordered_turns,
)
from equipoise.base.progress import Report, silent
from equipoise.base.workers import run_blocks
from equipoise.cards.combos import COMBO_COUNT
from equipoise.kernels.arrays import frozen
from equipoise.kernels.types import Int64s, UInt8s, UInt32s

_BLOCK = 256
SUIT_BITS = np.uint32(5)


@dataclass(frozen=True, eq=False)
class RoundBoards:
    """The boards of a round before the river.

    ``rows`` are those a bucketing is built for; the other arrays have an entry for every board:
    ``cards``, the number of real boards it represents (``weights``), the entry of its strengths
    (``row << 5 | renaming``) and the row of its previous board.
    """

    number: int
    rows: Int64s
    cards: UInt8s
    weights: Int64s
    places: UInt32s
    before_rows: Int64s

    @property
    def shape(self) -> tuple[int, int]:
        """Shape of a bucket table of this round."""
        return len(self.cards), COMBO_COUNT

    @property
    def strength_rows(self) -> Int64s:
        """The distinct rows of the strength tables that these boards need."""
        return np.unique(self.places[self.rows] >> SUIT_BITS).astype(np.int64)

    def in_blocks(
        self, work: Callable[[Int64s], None], report: Report = silent, workers: int | None = None
    ) -> None:
        """Process all rows in blocks."""
        starts = range(0, len(self.rows), _BLOCK)
        run_blocks(lambda start: work(self.rows[start : start + _BLOCK]), starts, report, workers)


@dataclass(frozen=True, eq=False)
class Universe:
    """All boards, or those over some flops only."""

    flop_rows: Int64s

    @classmethod
    def of(cls, flop_rows: Sequence[int] | None = None) -> Universe:
        """The boards over these flops (rows of ``flops()``); all by default."""
        rows = np.arange(len(flops())) if flop_rows is None else np.unique(flop_rows)
        return cls(rows.astype(np.int64))

    @property
    def whole(self) -> bool:
        """True if all flops are included."""
        return len(self.flop_rows) == len(flops())

    def boards(self, number: int) -> RoundBoards:
        """The boards of a round before the river."""
        if number == PREFLOP:
            none = np.zeros(1, dtype=np.int64)
            return _round(PREFLOP, none, no_board(), np.zeros(1, dtype=np.uint32), none)
        if number == FLOP:
            places = np.arange(len(flops()), dtype=np.uint32) << SUIT_BITS
            before = np.zeros(len(flops()), dtype=np.int64)
            return _round(FLOP, self.flop_rows, flops(), places, before)
        here = np.flatnonzero(np.isin(flops_of_turns(), self.flop_rows))
        return _round(TURN, here, ordered_turns(), unordered_turns(), flops_of_turns())


def _round(
    number: int, rows: Int64s, boards: Boards, places: UInt32s, before: Int64s
) -> RoundBoards:
    return RoundBoards(
        number, frozen(rows), boards.cards, boards.weights, frozen(places), frozen(before)
    )
