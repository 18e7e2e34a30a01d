"""Sampled flops instead of all 1,755: for quick results and tests.

A bucketing built from sampled flops has buckets on these only; its percentiles and clusters are
estimated from them.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from equipoise.abstraction.buckets.rounds import Universe
from equipoise.abstraction.strength.boards import BOARD_COUNTS, FLOP, PREFLOP, RIVER, TURN, flops
from equipoise.abstraction.strength.boards import rivers as river_boards
from equipoise.abstraction.strength.compute import direct_preflop, direct_rows
from equipoise.abstraction.strength.features import MOST_BINS, Integers
from equipoise.abstraction.strength.tables import StrengthTables, table_shapes
from equipoise.base.errors import InputError
from equipoise.base.progress import Report, silent
from equipoise.base.workers import run_blocks
from equipoise.kernels.arrays import frozen
from equipoise.kernels.types import Int64s, UInt8s

_BLOCK = 64


def sampled_flops(count: int, seed: int = 0, board: Sequence[int] = ()) -> tuple[int, ...]:
    """``count`` rows of ``flops()``, sampled without replacement, including the flop of ``board``.

    Sampled uniformly: a bucketing applies the weights itself.
    """
    every = len(flops())
    if not 1 <= count <= every:
        raise InputError(f"{count} flops", expected=f"1 to {every:,}")
    drawn = np.random.default_rng(np.random.SeedSequence([seed, count])).permutation(every)
    rows = drawn[:count].tolist()
    if board:
        wanted, _ = flops().find(board[:3])
        if wanted not in rows:
            rows[-1] = wanted
    return tuple(sorted(rows))


def tables_over(
    flop_rows: Sequence[int],
    bins: int = MOST_BINS,
    report: Report = silent,
    workers: int | None = None,
) -> StrengthTables:
    """Exact tables in memory, filled for boards over some flops only; zeros elsewhere."""
    universe = Universe.of(flop_rows)
    turn = universe.boards(TURN)
    wanted = {
        RIVER: rivers_after(turn.cards[turn.rows]),
        TURN: turn.strength_rows,
        FLOP: universe.flop_rows,
    }
    arrays: dict[int, dict[str, Integers]] = {number: {} for number in range(len(BOARD_COUNTS))}
    for shape in table_shapes(bins):  # pages that are never written take no memory
        arrays[shape.round_number][shape.kind] = np.zeros(shape.shape, dtype=shape.dtype)
    for number, rows in wanted.items():

        def fill(some: Int64s, number: int = number) -> None:
            for kind, found in direct_rows(number, some, bins).items():
                arrays[number][kind][some] = found

        blocks = [rows[start : start + _BLOCK] for start in range(0, len(rows), _BLOCK)]
        run_blocks(fill, blocks, report, workers)
    for kind, found in direct_preflop(bins, report, workers).items():
        arrays[PREFLOP][kind][:] = found
    return StrengthTables(
        {
            number: {kind: frozen(array) for kind, array in kinds.items()}
            for number, kinds in arrays.items()
        },
        bins,
    )


def rivers_after(turns: UInt8s) -> Int64s:
    """The distinct rows of the river boards that can follow these four-card boards."""
    boards = np.repeat(turns, 52, axis=0)
    cards = np.tile(np.arange(52, dtype=np.uint8), len(turns))
    free = (boards != cards[:, None]).all(axis=1)
    following = np.column_stack([boards[free], cards[free]])
    return np.unique(river_boards().find_many(following)[0])
