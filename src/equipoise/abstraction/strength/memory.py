"""Strength tables in memory only: without disk space, and for tests."""

from __future__ import annotations

import numpy as np

from equipoise.abstraction.strength.boards import FLOP, PREFLOP, RIVER, TURN
from equipoise.abstraction.strength.compute import Arrays, make_rows
from equipoise.abstraction.strength.pieces import Piece, pieces_of
from equipoise.abstraction.strength.tables import StrengthTables, table_shapes
from equipoise.base.progress import Report, silent
from equipoise.base.workers import run_blocks
from equipoise.kernels.arrays import frozen


def tables_in_memory(
    bins: int = 0, report: Report = silent, workers: int | None = None
) -> StrengthTables:
    """Strength tables without files; without bins they take 0.55 GB and a few seconds."""
    arrays: dict[int, Arrays] = {}
    for round_number in (RIVER, TURN, FLOP, PREFLOP):
        arrays[round_number] = round_in_memory(
            round_number, arrays.get(round_number + 1, {}), bins, report, workers
        )
    return StrengthTables(arrays, bins)


def round_in_memory(
    round_number: int,
    after: Arrays,
    bins: int,
    report: Report = silent,
    workers: int | None = None,
) -> Arrays:
    """The arrays of one round from those of the next round (None for the river)."""
    made = {
        shape.kind: np.empty(shape.shape, dtype=shape.dtype)
        for shape in table_shapes(bins)
        if shape.round_number == round_number
    }

    def work(piece: Piece) -> None:
        for kind, rows in make_rows(round_number, piece.rows, after, bins).items():
            made[kind][piece.span] = rows

    run_blocks(work, pieces_of(round_number), report, workers)
    return {kind: frozen(array) for kind, array in made.items()}
