"""Table rows, computed from the rows of the next round or directly.

From the next round, every runout is counted once per order in which it can be dealt in two steps:
once from turn to river, twice from flop to turn, ten times from no board to the flop. The sums are
divided by that, exactly.
"""

from __future__ import annotations

from collections.abc import Mapping
from math import factorial

import numpy as np
import numpy.typing as npt

from equipoise.abstraction.strength.boards import (
    BOARD_CARDS,
    BOARD_COUNTS,
    FLOP,
    PREFLOP,
    RIVER,
    TURN,
    boards_of,
    combo_columns,
    next_places,
    rivers,
)
from equipoise.abstraction.strength.features import Integers, bins_of_strengths
from equipoise.base.progress import Report, silent
from equipoise.base.workers import run_blocks
from equipoise.cards.combos import COMBO_COUNT, combo_cards
from equipoise.kernels.arrays import frozen
from equipoise.kernels.boards.features import (
    NO_SUM,
    gather_counts,
    gather_sums,
    preflop_totals,
    runout_features,
    turn_features,
)
from equipoise.kernels.boards.river import river_strengths
from equipoise.kernels.types import Int64s, UInt8s, UInt16s

SUMS, SQUARES, COUNTS = "sums", "squares", "counts"
Arrays = Mapping[str, Integers]

#: types of sums and squares, and of counts: the smallest that hold every value
SUM_TYPES = (np.int64, np.uint32, np.uint32, np.uint16)
COUNT_TYPES = (np.uint32, np.uint16, np.uint8)

_BLOCK = 2048


def collisions(boards: UInt8s) -> npt.NDArray[np.bool_]:
    """Which combos share a card with each of the boards ([n, cards]): [n, 1326]."""
    held = np.zeros((len(boards), 52), dtype=np.bool_)
    np.put_along_axis(held, boards.astype(np.int64), True, axis=1)
    high, low = combo_cards().T
    result: npt.NDArray[np.bool_] = held[:, high] | held[:, low]
    return result


def strengths_on(boards: UInt8s) -> UInt16s:
    """Strengths of all combos on real five-card boards, [n, 1326], computed directly."""
    out = np.empty((len(boards), COMBO_COUNT), dtype=np.uint16)
    river_strengths(frozen(np.ascontiguousarray(boards)), combo_cards(), out)
    return out


def make_rows(round_number: int, rows: Int64s, after: Arrays, bins: int) -> Arrays:
    """Rows of any round: the river's directly, the others from the next round."""
    if round_number == RIVER:
        return direct_rows(RIVER, rows, bins)
    return rows_from_next(round_number, rows, after, bins)


def rows_from_next(round_number: int, rows: Int64s, after: Arrays, bins: int) -> Arrays:
    """Rows of a round before the river, from the arrays of the next round."""
    boards = frozen(boards_of(round_number).cards[rows])
    if round_number == TURN:
        return _turn_rows(boards, after[SUMS], bins)
    times = _times_met(round_number)
    sums = np.zeros((len(rows), COMBO_COUNT), dtype=np.int64)
    squares = np.zeros_like(sums)
    counts = np.zeros((len(rows), COMBO_COUNT, bins), dtype=np.uint32)
    for i, board in enumerate(boards):
        places = next_places(round_number, board)
        gather_sums(places, combo_columns(), after[SUMS], sums[i])
        gather_sums(places, combo_columns(), after[SQUARES], squares[i])
        if bins:
            gather_counts(places, combo_columns(), after[COUNTS], counts[i])
    return _finished(round_number, boards, sums // times, squares // times, counts // times)


def _times_met(round_number: int) -> int:
    """The number of two-step orders in which one runout can be dealt."""
    first = BOARD_CARDS[round_number + 1] - BOARD_CARDS[round_number]
    rest = 5 - BOARD_CARDS[round_number + 1]
    return factorial(first + rest) // (factorial(first) * factorial(rest))


def _turn_rows(boards: UInt8s, river: UInt16s, bins: int) -> Arrays:
    sums = np.zeros((len(boards), COMBO_COUNT), dtype=np.uint32)
    squares = np.zeros_like(sums)
    counts = np.zeros((len(boards), COMBO_COUNT, bins), dtype=np.uint8)
    turn_features(
        boards, rivers().places, combo_columns(), river, bins_of_strengths(bins),
        sums, squares, counts,
    )  # fmt: skip
    return _finished(TURN, boards, sums, squares, counts)


def direct_rows(round_number: int, rows: Int64s, bins: int) -> Arrays:
    """Rows of the flop, the turn or the river, sorting every runout."""
    boards = frozen(boards_of(round_number).cards[rows])
    if round_number == RIVER:
        return {SUMS: strengths_on(boards)}
    sums = np.zeros((len(rows), COMBO_COUNT), dtype=np.uint32)
    squares = np.zeros_like(sums)
    counts = np.zeros((len(rows), COMBO_COUNT, bins), dtype=np.uint16)
    runout_features(
        boards, combo_cards(), combo_columns()[0], bins_of_strengths(bins), sums, squares, counts
    )
    return _finished(round_number, boards, sums, squares, counts)


def direct_preflop(bins: int, report: Report = silent, workers: int | None = None) -> Arrays:
    """The preflop row from the 134,459 canonical boards; takes seconds."""
    boards = rivers()

    def work(start: int) -> tuple[Int64s, Int64s, Int64s]:
        sums = np.zeros(COMBO_COUNT, dtype=np.int64)
        squares = np.zeros_like(sums)
        counts = np.zeros((COMBO_COUNT, bins), dtype=np.int64)
        stop = start + _BLOCK
        preflop_totals(
            boards.cards[start:stop], boards.weights[start:stop], combo_cards(),
            bins_of_strengths(bins), sums, squares, counts,
        )  # fmt: skip
        return sums, squares, counts

    starts = range(0, BOARD_COUNTS[RIVER], _BLOCK)
    parts = run_blocks(work, starts, report, workers)
    names = combo_columns()
    totals = [
        np.sum([part[kind] for part in parts], axis=0)[names].sum(axis=0) // len(names)
        for kind in range(3)
    ]
    cards = boards_of(PREFLOP).cards
    return _finished(PREFLOP, cards, totals[0][None], totals[1][None], totals[2][None])


def _finished(
    round_number: int, boards: UInt8s, sums: Integers, squares: Integers, counts: Integers
) -> Arrays:
    """The arrays in their storage types, impossible combos marked."""
    kind = SUM_TYPES[round_number]
    result = {SUMS: sums.astype(kind, copy=False), SQUARES: squares.astype(kind, copy=False)}
    if round_number in (FLOP, TURN):
        impossible = collisions(boards)
        for array in result.values():
            array[impossible] = NO_SUM
    if counts.shape[-1]:
        result[COUNTS] = counts.astype(COUNT_TYPES[round_number], copy=False)
    return result
