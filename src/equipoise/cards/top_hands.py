"""The best starting hands, by equity against one random hand.

The order comes from the exact table of all-in equities (:mod:`equipoise.cards.preflop`). Types are
not split: the number of types is chosen to come nearest to a share of the 1,326 combos. Other tools
use other orders (against several opponents, or by opening frequency), so their 15% may differ in a
few types.
"""

from __future__ import annotations

from functools import lru_cache

import numpy as np

from equipoise.base.errors import InputError
from equipoise.cards.combos import COMBO_COUNT, TYPE_COUNT, combo_types
from equipoise.kernels.types import Int64s


@lru_cache(maxsize=1)
def types_by_equity() -> Int64s:
    """All 169 types, best first; among equals the higher number first."""
    from equipoise.cards.preflop import preflop_table

    table = preflop_table()
    # a type of n combos meets n * 1,225 hands, so n is proportional to its showdowns
    points = (2 * table.wins + table.ties).sum(axis=1)
    counts = np.bincount(combo_types(), minlength=TYPE_COUNT)
    order: Int64s = np.lexsort((-np.arange(TYPE_COUNT), -points / counts)).astype(np.int64)
    return order


def top_combos(share: float) -> list[int]:
    """The combos of the best types that make up a share of all hands, to the nearest type.

    >>> len(top_combos(0.0)), len(top_combos(1.0)), len(top_combos(0.005))
    (0, 1326, 6)
    """
    if not 0 <= share <= 1:
        raise InputError(f"a share of {share:g}", expected="0 to 1 of all hands")
    order = types_by_equity()
    counts = np.bincount(combo_types(), minlength=TYPE_COUNT)[order]
    sizes = np.concatenate([[0], np.cumsum(counts)])
    taken = int(np.abs(sizes - share * COMBO_COUNT).argmin())
    chosen = np.isin(combo_types(), order[:taken])
    return [int(combo) for combo in np.flatnonzero(chosen)]
