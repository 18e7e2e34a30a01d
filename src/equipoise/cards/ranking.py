"""The order of poker hands: a readable reference without tables.

A five-card hand is ordered by its category and then by its ranks, most frequent first. The fast
evaluator's tables are built from this module, so the order is defined in one place.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import combinations
from typing import NamedTuple

CATEGORIES = (
    "high card",
    "pair",
    "two pair",
    "three of a kind",
    "straight",
    "flush",
    "full house",
    "four of a kind",
    "straight flush",
)
(
    HIGH_CARD,
    PAIR,
    TWO_PAIR,
    THREE_OF_A_KIND,
    STRAIGHT,
    FLUSH,
    FULL_HOUSE,
    FOUR_OF_A_KIND,
    STRAIGHT_FLUSH,
) = range(9)

_CATEGORY_OF_SHAPE = {
    (1, 1, 1, 1, 1): HIGH_CARD,
    (2, 1, 1, 1): PAIR,
    (2, 2, 1): TWO_PAIR,
    (3, 1, 1): THREE_OF_A_KIND,
    (3, 2): FULL_HOUSE,
    (4, 1): FOUR_OF_A_KIND,
}
WHEEL = (12, 3, 2, 1, 0)


class HandClass(NamedTuple):
    """The class of a five-card hand; classes compare as the hands do.

    ``ranks`` lists the deciding ranks, most important first: for two pair the higher
    pair, the lower pair, the kicker; for a straight only its highest card.
    """

    category: int
    ranks: tuple[int, ...]


def classify_ranks(ranks: Iterable[int], suited: bool) -> HandClass:
    """The class of five cards of these ranks that are, or are not, all of one suit.

    >>> classify_ranks([12, 12, 6, 6, 7], suited=False)
    HandClass(category=2, ranks=(12, 6, 7))
    """
    ranks = list(ranks)
    by_weight = sorted(set(ranks), key=lambda rank: (ranks.count(rank), rank), reverse=True)
    category = _CATEGORY_OF_SHAPE[tuple(ranks.count(rank) for rank in by_weight)]
    deciding = tuple(by_weight)
    if category == HIGH_CARD:
        straight_high = 3 if deciding == WHEEL else deciding[0]
        straight = deciding == WHEEL or deciding[0] - deciding[4] == 4
        if straight:
            category = STRAIGHT_FLUSH if suited else STRAIGHT
            deciding = (straight_high,)
        elif suited:
            category = FLUSH
    return HandClass(category, deciding)


def all_classes() -> list[HandClass]:
    """All 7,462 classes of five-card hands, the weakest first.

    >>> len(all_classes())
    7462
    """
    classes = set()
    for five in combinations(range(13), 5):
        classes.add(classify_ranks(five, suited=True))
        classes.add(classify_ranks(five, suited=False))
    shapes = ((2, 1, 1, 1), (2, 2, 1), (3, 1, 1), (3, 2), (4, 1))
    for shape in shapes:
        for distinct in combinations(range(13), len(shape)):
            for first in distinct:
                for second in distinct:
                    if first == second:
                        continue
                    rest = [rank for rank in distinct if rank not in (first, second)]
                    ranks = [first] * shape[0] + [second] * shape[1] + rest
                    classes.add(classify_ranks(ranks, suited=False))
    return sorted(classes)


_NAMES = (
    "deuce", "three", "four", "five", "six", "seven", "eight",
    "nine", "ten", "jack", "queen", "king", "ace",
)  # fmt: skip


def rank_name(rank: int, plural: bool = False) -> str:
    """A rank in words.

    >>> rank_name(12), rank_name(4, plural=True)
    ('ace', 'sixes')
    """
    name = _NAMES[rank]
    if not plural:
        return name
    return name + "es" if name == "six" else name + "s"


def _list_names(ranks: Sequence[int]) -> str:
    return ", ".join(rank_name(rank) for rank in ranks)


def describe_class(hand: HandClass) -> str:
    """A description of a hand class.

    >>> describe_class(HandClass(TWO_PAIR, (12, 6, 7)))
    'two pair, aces and eights, nine kicker'
    >>> describe_class(HandClass(STRAIGHT_FLUSH, (12,)))
    'royal flush'
    """
    category, ranks = hand
    if category in (HIGH_CARD, FLUSH):
        name = "flush, " if category == FLUSH else ""
        return f"{name}{rank_name(ranks[0])} high, then {_list_names(ranks[1:])}"
    if category in (STRAIGHT, STRAIGHT_FLUSH):
        if category == STRAIGHT_FLUSH and ranks[0] == 12:
            return "royal flush"
        return f"{CATEGORIES[category]}, {rank_name(ranks[0])} high"
    first = rank_name(ranks[0], plural=True)
    if category == PAIR:
        return f"pair of {first}, kickers {_list_names(ranks[1:])}"
    if category == TWO_PAIR:
        second = rank_name(ranks[1], plural=True)
        return f"two pair, {first} and {second}, {rank_name(ranks[2])} kicker"
    if category == THREE_OF_A_KIND:
        return f"three of a kind, {first}, kickers {_list_names(ranks[1:])}"
    if category == FULL_HOUSE:
        return f"full house, {first} full of {rank_name(ranks[1], plural=True)}"
    return f"four of a kind, {first}, {rank_name(ranks[1])} kicker"
