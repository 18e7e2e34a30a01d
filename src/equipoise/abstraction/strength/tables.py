"""Strength tables: the features of every hand on every board, in arrays.

In memory or memory-mapped from a folder (``abstraction.strength.store``).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np

from equipoise.abstraction.strength.boards import BOARD_COUNTS, RIVER, ROUND_NAMES
from equipoise.abstraction.strength.compute import (
    COUNT_TYPES,
    COUNTS,
    SQUARES,
    SUM_TYPES,
    SUMS,
    Arrays,
)
from equipoise.abstraction.strength.features import (
    Features,
    RiverFeatures,
    Rows,
    StrengthSource,
    check_bins,
)
from equipoise.cards.combos import COMBO_COUNT
from equipoise.kernels.types import UInt16s


@dataclass(frozen=True)
class TableShape:
    """One array of the tables: its round, content, shape and type."""

    round_number: int
    kind: str
    shape: tuple[int, ...]
    dtype: np.dtype[Any]

    @property
    def name(self) -> str:
        """Such as ``turn-sums``."""
        return f"{ROUND_NAMES[self.round_number]}-{self.kind}"

    @property
    def bytes(self) -> int:
        """Size in bytes."""
        return int(np.prod(self.shape, dtype=np.int64)) * self.dtype.itemsize


def table_shapes(bins: int) -> list[TableShape]:
    """All arrays of tables with this many bins, in build order."""
    check_bins(bins)
    shapes = []
    for round_number in reversed(range(len(ROUND_NAMES))):
        plain = (BOARD_COUNTS[round_number], COMBO_COUNT)
        kind = np.dtype(SUM_TYPES[round_number])
        shapes.append(TableShape(round_number, SUMS, plain, kind))
        if round_number == RIVER:
            continue  # one runout: squares and counts follow from the strengths
        shapes.append(TableShape(round_number, SQUARES, plain, kind))
        if bins:
            counts = np.dtype(COUNT_TYPES[round_number])
            shapes.append(TableShape(round_number, COUNTS, (*plain, bins), counts))
    return shapes


class StrengthTables(StrengthSource):
    """Features read from whole arrays, a mapping of kinds to arrays for each round.

    >>> [(shape.name, shape.shape) for shape in table_shapes(0)][-2:]
    [('preflop-sums', (1, 1326)), ('preflop-squares', (1, 1326))]
    """

    def __init__(
        self, arrays: Mapping[int, Arrays], bins: int, check: Callable[[], None] | None = None
    ) -> None:
        self.bins = bins
        self.arrays = arrays
        self._check = check

    @cached_property
    def river(self) -> UInt16s:
        """Integer strengths on the river, [134459, 1326], checked because kernels index by them."""
        if self._check is not None:
            self._check()
        return self.arrays[RIVER][SUMS]

    def features(self, round_number: int, rows: Rows) -> Features:
        """Features of all combos on canonical boards; a slice copies nothing."""
        if round_number == RIVER:
            return RiverFeatures(self.river[rows], self.bins)
        chosen = {name: array[rows] for name, array in self.arrays[round_number].items()}
        return Features(round_number, chosen[SUMS], chosen[SQUARES], chosen.get(COUNTS))
