"""The 1,326 two-card hands (combos) in a fixed order, and their 169 types.

A combo of cards high > low has the number ``high*(high-1)/2 + low``. A type such as ``AKs`` is a
cell of the 13x13 grid: pairs on the diagonal, suited hands where ``row > column``, unsuited hands
where ``row < column``, both counted by rank from 0 (deuce), as in the tables of Papp 1998.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from itertools import combinations

import numpy as np
import numpy.typing as npt

from equipoise.cards.card import RANKS, check_cards
from equipoise.kernels.types import Float64s, Int64s, UInt8s

COMBO_COUNT = 1326
TYPE_COUNT = 169


def combo_index(first: int, second: int) -> int:
    """The number of a two-card hand, in either order of the cards.

    >>> combo_index(0, 1), combo_index(51, 50)
    (0, 1325)
    """
    high, low = max(first, second), min(first, second)
    return high * (high - 1) // 2 + low


def combo_numbers(holes: UInt8s) -> Int64s:
    """The numbers of many two-card hands [hands, 2], in any order of the cards.

    >>> combo_numbers(np.array([[0, 1], [51, 50]], dtype=np.uint8)).tolist()
    [0, 1325]
    """
    cards = holes.astype(np.int64)
    high, low = cards.max(axis=1), cards.min(axis=1)
    numbers: Int64s = high * (high - 1) // 2 + low
    return numbers


@lru_cache(maxsize=1)
def combo_cards() -> UInt8s:
    """The cards of every combo, [1326, 2], the higher card first."""
    table = np.zeros((COMBO_COUNT, 2), dtype=np.uint8)
    for low, high in combinations(range(52), 2):
        table[combo_index(high, low)] = high, low
    table.setflags(write=False)
    return table


@lru_cache(maxsize=1)
def combo_types() -> Int64s:
    """The type of every combo: ``row * 13 + column`` of its cell in the grid."""
    high, low = combo_cards().astype(np.int64).T
    suited = (high & 3) == (low & 3)
    row = np.where(suited, high >> 2, low >> 2)
    column = np.where(suited, low >> 2, high >> 2)
    types: Int64s = row * 13 + column
    types.setflags(write=False)
    return types


def combos_with(cards: Iterable[int]) -> npt.NDArray[np.bool_]:
    """Which combos hold one of these cards.

    >>> int(combos_with([51]).sum())
    51
    """
    gone = list(cards)
    check_cards(gone, "the cards")
    held = np.zeros(52, dtype=np.bool_)
    held[gone] = True
    high, low = combo_cards().T
    with_card: npt.NDArray[np.bool_] = held[high] | held[low]
    return with_card


def weights_by_type(weights: Float64s, board: tuple[int, ...]) -> Float64s:
    """The mean weight of the possible hands of each type [169]; nan where the board leaves none."""
    possible = ~combos_with(board)
    types = combo_types()[possible]
    counts = np.bincount(types, minlength=TYPE_COUNT)
    sums = np.bincount(types, weights=weights[possible], minlength=TYPE_COUNT)
    return np.where(counts > 0, sums / np.maximum(counts, 1), np.nan)


def type_text(hand_type: int) -> str:
    """The notation of a type.

    >>> type_text(12 * 13 + 11), type_text(11 * 13 + 12), type_text(0)
    ('AKs', 'AKo', '22')
    """
    row, column = divmod(hand_type, 13)
    if row == column:
        return RANKS[row] * 2
    high, low = max(row, column), min(row, column)
    return RANKS[high] + RANKS[low] + ("s" if row > column else "o")


def grid_types() -> list[list[int]]:
    """The types in the usual grid: aces at the top left, suited hands above the diagonal.

    >>> [type_text(hand) for hand in grid_types()[0][:3]]
    ['AA', 'AKs', 'AQs']
    """
    return [[row * 13 + column for column in range(12, -1, -1)] for row in range(12, -1, -1)]


def type_combos(high: int, low: int, suited: bool) -> list[int]:
    """All combos of two ranks, suited or not; for a pair ``suited`` is ignored.

    >>> len(type_combos(12, 12, False)), len(type_combos(12, 11, True))
    (6, 4)
    """
    if high == low:
        return [combo_index(high * 4 + a, high * 4 + b) for a, b in combinations(range(4), 2)]
    return [
        combo_index(high * 4 + a, low * 4 + b)
        for a in range(4)
        for b in range(4)
        if (a == b) == suited
    ]
