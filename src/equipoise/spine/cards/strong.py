"""Which card states are good: the top quarter of a round's states, by strength.

Schnizlein (2009, section 3.3.1): an opponent who folds the bottom half of his hands keeps hands
whose average is at the 75th percentile, so a hand is *good* if it is in the top 25% of buckets.
Since the buckets of many abstractions are unordered, they are ordered by mean showdown win minus
loss against a random hand (``CardStates.strengths``). A quarter is rounded down, but is at least
one.
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
    """The strongest quarter; among equals the later ones, which hold the higher cards."""
    good: Bools = np.zeros(len(strengths), dtype=np.bool_)
    order = np.argsort(np.round(strengths, 12), kind="stable")
    good[order[-max(len(strengths) // 4, 1) :]] = True
    return good
