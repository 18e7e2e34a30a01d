"""Features computed on demand, without tables: for a few boards, and for tests."""

from __future__ import annotations

from functools import cached_property

import numpy as np

from equipoise.abstraction.strength.boards import BOARD_COUNTS, PREFLOP, RIVER
from equipoise.abstraction.strength.compute import (
    COUNTS,
    SQUARES,
    SUMS,
    Arrays,
    direct_preflop,
    direct_rows,
)
from equipoise.abstraction.strength.features import (
    MOST_BINS,
    Features,
    RiverFeatures,
    Rows,
    StrengthSource,
    check_bins,
)
from equipoise.base.workers import run_blocks

_BLOCKS = {1: 4, 2: 64, 3: 1024}  # boards per block


class OnDemand(StrengthSource):
    """The same features as the tables', at about 25 ms a flop, 1 ms a turn, 25 us a river board.

    The first preflop query takes seconds, later ones are cached.
    """

    def __init__(self, bins: int = MOST_BINS, workers: int | None = None) -> None:
        check_bins(bins)
        self.bins = bins
        self.workers = workers

    @cached_property
    def _preflop(self) -> Arrays:
        return direct_preflop(self.bins, workers=self.workers)

    def features(self, round_number: int, rows: Rows) -> Features:
        """Features of all combos on canonical boards, computed now."""
        wanted = np.arange(BOARD_COUNTS[round_number])[rows]
        if round_number == PREFLOP:
            arrays = {name: array[wanted] for name, array in self._preflop.items()}
            return Features(PREFLOP, arrays[SUMS], arrays[SQUARES], arrays.get(COUNTS))
        size = _BLOCKS[round_number]
        parts = run_blocks(
            lambda start: direct_rows(round_number, wanted[start : start + size], self.bins),
            range(0, max(len(wanted), 1), size),
            workers=self.workers,
        )
        arrays = {name: np.concatenate([part[name] for part in parts]) for name in parts[0]}
        if round_number == RIVER:
            return RiverFeatures(arrays[SUMS], self.bins)
        return Features(round_number, arrays[SUMS], arrays[SQUARES], arrays.get(COUNTS))
