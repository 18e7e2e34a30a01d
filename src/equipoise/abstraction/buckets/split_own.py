"""Dividing the hands of a round by a registered bucketing function."""

from __future__ import annotations

import numpy as np

from equipoise.abstraction.buckets.grouping import Grouping
from equipoise.abstraction.buckets.own import OwnBuckets
from equipoise.abstraction.buckets.rounds import RoundBoards
from equipoise.base.progress import Report, silent
from equipoise.cards.combos import COMBO_COUNT, combos_with
from equipoise.kernels.buckets.divide import NONE
from equipoise.kernels.types import Int64s, UInt8s, UInt16s


def split_by_function(
    boards: RoundBoards, grouping: Grouping, own: OwnBuckets, parts: int, report: Report = silent
) -> None:
    """Divide each group into ``parts`` by the function, board by board."""
    for done, row in enumerate(boards.rows.tolist()):
        groups = grouping.groups[row]
        found = groups.astype(np.int64) * parts + own.on_board(boards.cards[row], parts)
        # numbers above 16 bits are refused by ``divided``
        grouping.groups[row] = np.where(groups == NONE, NONE, found.astype(np.uint16))
        report(done + 1, len(boards.rows))
    grouping.divided(parts)


def river_values(
    own: OwnBuckets, boards: UInt8s, wanted: Int64s, parts: int, report: Report = silent
) -> UInt16s:
    """The bucket of every combo on these river boards, [boards, 1326]."""
    values = np.full((len(boards), COMBO_COUNT), NONE, dtype=np.uint16)
    for done, row in enumerate(wanted.tolist()):
        found = own.on_board(boards[row], parts)
        values[row] = np.where(combos_with(boards[row].tolist()), NONE, found)
        report(done + 1, len(wanted))
    return values
