"""Distribution of final hand strength: sums, sums of squares and histogram counts.

Over all runouts of a board. Strengths are integers (``kernels.boards.river``), and so is
everything here: nothing is rounded.
"""

from __future__ import annotations

import numpy as np

from equipoise.kernels.boards.numbering import set_index
from equipoise.kernels.boards.river import NO_STRENGTH, board_strengths, strength_scratch
from equipoise.kernels.compile import inlined, kernel
from equipoise.kernels.types import Int64s, UInt8s, UInt16s, UInt32s

#: marks hands that share a card with the board, in place of a sum
NO_SUM = np.uint32(0xFFFFFFFF)

_5 = np.uint32(5)
_LOW_5 = np.uint32(31)


@inlined
def _add_strengths(strengths, columns, bin_of, sums, squares, counts):
    """Add one runout; the strength of hand c is at ``columns[c]``."""
    distributed = counts.shape[1] > 0
    for combo in range(np.uint64(len(columns))):
        strength = np.uint64(strengths[columns[combo]])
        if strength != NO_STRENGTH:
            sums[combo] += np.uint32(strength)
            squares[combo] += np.uint32(strength * strength)
            if distributed:
                counts[combo, bin_of[strength]] += 1


@kernel
def turn_features(
    boards: UInt8s,
    places: UInt32s,
    columns: UInt16s,
    river: UInt16s,
    bin_of: UInt8s,
    sums: UInt32s,
    squares: UInt32s,
    counts: UInt8s,
) -> None:
    """Features of all hands on turn boards ([n, 4]), gathered from the river rows.

    ``places`` gives the river row of five cards (``kernels.boards.numbering``), ``columns[renaming,
    c]`` is combo c after a suit renaming, ``bin_of`` the bin of each strength. The outputs must be
    zero on entry; counts without bins ([n, hands, 0]) are skipped.
    """
    cards = np.zeros(5, dtype=np.uint8)
    for row in range(boards.shape[0]):
        cards[:4] = boards[row]
        for card in range(52):
            if card == cards[0] or card == cards[1] or card == cards[2] or card == cards[3]:
                continue
            cards[4] = card
            place = places[set_index(cards, 5)]
            _add_strengths(
                river[place >> _5], columns[place & _LOW_5], bin_of,
                sums[row], squares[row], counts[row],
            )  # fmt: skip


@kernel
def runout_features(
    boards: UInt8s,
    combos: UInt8s,
    columns: UInt16s,
    bin_of: UInt8s,
    sums: UInt32s,
    squares: UInt32s,
    counts: UInt16s,
) -> None:
    """Features of all hands on flops or turn boards, sorting every runout, without tables.

    ``columns`` is the identity; the outputs must be zero on entry.
    """
    scratch = strength_scratch()
    strengths = np.zeros(len(combos), dtype=np.uint16)
    cards = np.zeros(5, dtype=np.uint8)
    known = boards.shape[1]
    for row in range(boards.shape[0]):
        used = np.uint64(0)
        for i in range(known):
            cards[i] = boards[row, i]
            used |= np.uint64(1) << np.uint64(cards[i])
        for last in range(52):
            if (used >> np.uint64(last)) & np.uint64(1):
                continue
            cards[4] = last
            for before in range(last if known == 3 else 1):
                if known == 3:
                    if (used >> np.uint64(before)) & np.uint64(1):
                        continue
                    cards[3] = before
                board_strengths(cards, combos, scratch, strengths)
                _add_strengths(strengths, columns, bin_of, sums[row], squares[row], counts[row])


@kernel
def preflop_totals(
    boards: UInt8s,
    weights: Int64s,
    combos: UInt8s,
    bin_of: UInt8s,
    sums: Int64s,
    squares: Int64s,
    counts: Int64s,
) -> None:
    """Add the strengths of all hands on canonical boards ([n, 5]), each with its weight.

    ``weights`` is the number of real boards. A hand's features are the mean of these totals over
    the 24 renamings of its suits.
    """
    scratch = strength_scratch()
    strengths = np.zeros(len(combos), dtype=np.uint16)
    distributed = counts.shape[1] > 0
    for row in range(boards.shape[0]):
        board_strengths(boards[row], combos, scratch, strengths)
        for combo in range(np.uint64(len(combos))):
            strength = np.int64(strengths[combo])
            if strength != NO_STRENGTH:
                sums[combo] += weights[row] * strength
                squares[combo] += weights[row] * strength * strength
                if distributed:
                    counts[combo, bin_of[strength]] += weights[row]


@kernel
def gather_sums(places: UInt32s, columns: UInt16s, table: UInt32s, totals: Int64s) -> None:
    """Add the rows of a table ([boards, hands]) at these places, each under its suit renaming.

    NO_SUM entries (the hand shares a card with the board) are skipped.
    """
    for i in range(len(places)):
        row = table[places[i] >> _5]
        names = columns[places[i] & _LOW_5]
        for combo in range(np.uint64(len(totals))):
            value = row[names[combo]]
            if value != NO_SUM:
                totals[combo] += np.int64(value)


@kernel
def gather_counts(places: UInt32s, columns: UInt16s, table: UInt8s, totals: UInt32s) -> None:
    """Add the rows of a count table ([boards, hands, bins]) in the same way.

    Hands that share a card with a board have zero counts there.
    """
    bins = np.uint64(totals.shape[1])
    for i in range(len(places)):
        row = places[i] >> _5
        names = columns[places[i] & _LOW_5]
        for combo in range(np.uint64(len(totals))):
            source = table[row, names[combo]]
            total = totals[combo]
            for number in range(bins):
                total[number] += np.uint32(source[number])
