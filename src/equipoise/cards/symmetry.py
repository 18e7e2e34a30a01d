"""Suit permutations that leave a situation unchanged.

Boards that such a permutation maps onto each other need to be evaluated only once.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import permutations

import numpy as np

from equipoise.cards.combos import combo_cards
from equipoise.kernels.types import Float64s, Int64s, UInt8s

ALL_RENAMINGS: UInt8s = np.array(list(permutations(range(4))), dtype=np.uint8)


def rename_cards(cards: Iterable[int], renaming: Sequence[int] | UInt8s) -> list[int]:
    """Cards with suit s renamed to ``renaming[s]``.

    >>> rename_cards([51, 0], [1, 0, 2, 3])
    [51, 1]
    """
    return [card & ~3 | int(renaming[card & 3]) for card in cards]


def renamed_combos(renaming: UInt8s) -> Int64s:
    """For each combo the renamed combo."""
    cards = combo_cards().astype(np.int64)
    new = (cards & ~3) | renaming.astype(np.int64)[cards & 3]
    high, low = new.max(axis=1), new.min(axis=1)
    combos: Int64s = high * (high - 1) // 2 + low
    return combos


def symmetries(card_sets: Iterable[Iterable[int]], weights: Iterable[Float64s]) -> UInt8s:
    """The group of suit renamings that leave these card sets and ranges unchanged."""
    sets = [frozenset(cards) for cards in card_sets]
    ranges = list(weights)
    kept = [
        renaming
        for renaming in ALL_RENAMINGS
        if all(frozenset(rename_cards(cards, renaming)) == cards for cards in sets)
        and all((weight[renamed_combos(renaming)] == weight).all() for weight in ranges)
    ]
    return np.array(kept, dtype=np.uint8)
