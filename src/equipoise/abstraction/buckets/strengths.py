"""Inputs of the bucketing methods from the strength tables: metrics and points."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from equipoise.abstraction.buckets.notation import Kind
from equipoise.abstraction.buckets.percentile import LEVELS
from equipoise.abstraction.buckets.points import HandPoints
from equipoise.abstraction.strength.boards import PREFLOP, runouts
from equipoise.abstraction.strength.compute import COUNTS, SQUARES, SUMS
from equipoise.abstraction.strength.features import FULL_STRENGTH
from equipoise.abstraction.strength.tables import StrengthTables
from equipoise.base.errors import InputError
from equipoise.kernels.arrays import frozen
from equipoise.kernels.types import UInt16s, UInt32s


@dataclass(frozen=True, eq=False)
class Strengths:
    """The strength tables in the form that the bucketing methods need."""

    tables: StrengthTables

    def metric(self, number: int, kind: Kind) -> tuple[UInt32s, int]:
        """The hs or hs2 table of a round before the river, and its largest possible number."""
        power, name = (2, SQUARES) if kind == "hs2" else (1, SUMS)
        table = self.tables.arrays[number][name]
        top = runouts(number) * FULL_STRENGTH**power
        if number == PREFLOP:  # these numbers exceed 32 bits
            return frozen((table.astype(np.int64) * LEVELS // top).astype(np.uint32)), LEVELS
        return frozen(table), top

    def distributions(self, number: int, cumulative: bool = False) -> HandPoints:
        """The distributions of final strength of a round before the river."""
        counts = self.tables.arrays[number].get(COUNTS)
        if counts is None:
            raise InputError(
                "these strength tables hold no distributions",
                expected="wave, emd, pa and ochs need tables with bins",
            )
        return HandPoints(counts, runouts(number), cumulative)

    @property
    def river(self) -> UInt16s:
        """Strengths on all river boards."""
        strengths: UInt16s = frozen(self.tables.river)
        return strengths
