"""The hand evaluator: the value of five, six or seven cards.

A value is an integer from 0 to 7,461; higher wins, equal ties. Values of five, six and seven cards
can be compared with each other: each is the value of the best five.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence

import numpy as np
import numpy.typing as npt

from equipoise.base.errors import InputError
from equipoise.cards.ranking import CATEGORIES, HandClass, describe_class
from equipoise.kernels.arrays import frozen
from equipoise.kernels.cards.evaluate import CLASS_CATEGORY, CLASS_RANKS, evaluate_rows
from equipoise.kernels.types import Int32s, UInt8s

HAND_SIZES = (5, 6, 7)
VALUE_COUNT = len(CLASS_CATEGORY)


def as_card_rows(cards: npt.ArrayLike, sizes: Collection[int], what: str) -> UInt8s:
    """Cards as a contiguous read-only uint8 array of rows, without a copy if possible.

    Raises InputError for numbers below 0 or above 255.
    """
    array = np.asarray(cards)
    if array.ndim != 2 or array.shape[1] not in sizes:
        allowed = " or ".join(str(size) for size in sorted(sizes))
        raise InputError(
            f"{what} of shape {array.shape}", expected=f"rows of {allowed} cards are needed"
        )
    if array.dtype != np.uint8:
        if array.size == 0:
            return frozen(np.zeros(array.shape, dtype=np.uint8))
        if array.dtype.kind not in "iu":
            raise InputError(f"{what} of type {array.dtype}", expected="integers are needed")
        if array.min() < 0 or array.max() > 255:
            raise InputError(
                f"{what} with a number that is not a card", expected="cards are 0 to 51"
            )
    return frozen(np.ascontiguousarray(array, dtype=np.uint8))


def evaluate_many(cards: npt.ArrayLike) -> Int32s:
    """The value of each row of 5, 6 or 7 cards.

    >>> from equipoise.cards import parse_cards
    >>> hands = [parse_cards("AsAh KsKhKd"), parse_cards("2c3d 4h5s6c")]
    >>> [category(value) for value in evaluate_many(hands)]
    ['full house', 'straight']
    """
    rows = as_card_rows(cards, HAND_SIZES, "hands")
    values = np.empty(len(rows), dtype=np.int32)
    invalid = evaluate_rows(rows, values)
    if invalid >= 0:
        hand = [int(card) for card in rows[invalid]]
        raise InputError(
            f"row {invalid} is not a hand of different cards: {hand}", expected="cards are 0 to 51"
        )
    return values


def evaluate(cards: Sequence[int]) -> int:
    """The value of 5, 6 or 7 cards.

    >>> from equipoise.cards import parse_cards
    >>> evaluate(parse_cards("As Ks Qs Js Ts"))
    7461
    """
    if len(cards) not in HAND_SIZES:
        raise InputError(
            f"{len(cards)} cards cannot be evaluated", expected="5, 6 or 7 cards are needed"
        )
    return int(evaluate_many([list(cards)])[0])


def hand_class(value: int) -> HandClass:
    """The hand class of a value."""
    if not 0 <= value < VALUE_COUNT:
        raise InputError(f"{value} is not a hand value", expected="values are 0 to 7461")
    ranks = tuple(int(rank) for rank in CLASS_RANKS[value] if rank >= 0)
    return HandClass(int(CLASS_CATEGORY[value]), ranks)


def category(value: int) -> str:
    """The name of a value's category.

    >>> category(0), category(7461)
    ('high card', 'straight flush')
    """
    return CATEGORIES[hand_class(value).category]


def describe(cards: Sequence[int]) -> str:
    """The best five of 5, 6 or 7 cards in words.

    >>> from equipoise.cards import parse_cards
    >>> describe(parse_cards("As8d Ah8c9s 2c3d"))
    'two pair, aces and eights, nine kicker'
    """
    return describe_class(hand_class(evaluate(cards)))
