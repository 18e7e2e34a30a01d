"""Pieces of the tables: rows of one round, computed, written and checksummed at once."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from equipoise.abstraction.strength.boards import BOARD_COUNTS
from equipoise.kernels.types import Int64s

#: rows of a piece by round: 5 to 20 MB
PIECE_ROWS = (1, 32, 256, 2048)


class Piece(NamedTuple):
    """The ``number``-th piece of a round."""

    round_number: int
    number: int

    @property
    def span(self) -> slice:
        """Its rows."""
        size = PIECE_ROWS[self.round_number]
        return slice(self.number * size, (self.number + 1) * size)

    @property
    def rows(self) -> Int64s:
        """The numbers of its rows."""
        return np.arange(BOARD_COUNTS[self.round_number])[self.span]


def pieces_of(round_number: int) -> list[Piece]:
    """All pieces of a round.

    >>> [len(pieces_of(number)) for number in range(4)]
    [1, 55, 65, 66]
    """
    count = -(-BOARD_COUNTS[round_number] // PIECE_ROWS[round_number])
    return [Piece(round_number, number) for number in range(count)]
