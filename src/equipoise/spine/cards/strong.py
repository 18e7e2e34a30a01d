"""Which card states are good: the top quarter of a round's states, by strength.

Schnizlein (2009, section 3.3.1): an opponent who folds the bottom half of his hands leaves hands
whose average lies at 75%, so that a hand is *good* in the top 25% of buckets. The buckets of many
abstractions have no order of their own. They are ordered by the mean of win less loss against a
random hand at the showdown (``CardStates.strengths``). Where a quarter is no whole number it is
rounded down, to one at least.
"""

from __future__ import annotations

import numpy as np

from equipoise.kernels.types import Bools, Float64s
from equipoise.spine.cards.states import CardStates


def good_states(cards: CardStates) -> tuple[tuple[Bools, ...], tuple[Bools, ...]]:
    """For each player and round, which states are good."""
    first, second = (tuple(map(_top_quarter, cards.strengths(player))) for player in range(2))
    return first, second


def _top_quarter(strengths: Float64s) -> Bools:
    """The strongest quarter; of equal ones the later, which hold the higher cards."""
    good: Bools = np.zeros(len(strengths), dtype=np.bool_)
    order = np.argsort(np.round(strengths, 12), kind="stable")
    good[order[-max(len(strengths) // 4, 1) :]] = True
    return good
