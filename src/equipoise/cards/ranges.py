"""Ranges: a weight for each of the 1,326 hands, and their notation.

The notation is a comma-separated list of items, each with an optional weight after a colon:

=================  ===========================================================================
``AA``             a pair                                  ``AK`` suited and unsuited
``AKs`` ``AKo``    only suited, only unsuited              ``AsKs`` one specific hand
``TT+``            this pair and all higher ones
``A9s+``           the same high card with this kicker and all higher ones
``QQ-99``          pairs between two
``A5s-A2s``        the same high card, kickers between two
``JTs-76s``        hands with the same gap between two
``15%``            the best 15% of all hands               ``15%-30%`` 30% without 15%
``random``         every hand                              ``none`` no hand
``76o:0.5``        half of the time (weights are 0 to 1)   ``76o:50%`` the same
``[50]AA[/50]``     the same as ``AA:0.5``, for several items
=================  ===========================================================================

If two items name the same hand, the later one applies: ``AA,AsAh:0.5``.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import numpy as np

from equipoise.base.errors import InputError
from equipoise.cards.card import check_cards
from equipoise.cards.combos import COMBO_COUNT, combo_index, combo_types, combos_with
from equipoise.cards.range_parse import parse_range
from equipoise.cards.range_print import print_range
from equipoise.kernels.types import Float64s


class Range:
    """An immutable weight for every two-card hand, in the order of :mod:`equipoise.cards.combos`.

    >>> opening = Range.parse("TT+, AQs+, AsKd:0.5")
    >>> str(opening), opening.total
    ('TT+,AQs+,AsKd:0.5', 38.5)
    """

    __slots__ = ("weights",)
    weights: Float64s

    def __init__(self, weights: Sequence[float] | Float64s) -> None:
        array = np.array(weights, dtype=np.float64)
        if array.shape != (COMBO_COUNT,):
            raise InputError(f"a range of shape {array.shape}", expected="1,326 weights are needed")
        if not ((array >= 0) & (array <= 1)).all():
            raise InputError("a range with a weight that is not from 0 to 1")
        array.setflags(write=False)
        self.weights = array

    @classmethod
    def parse(cls, text: str) -> Range:
        """Parse the notation."""
        return cls(parse_range(text))

    @classmethod
    def of_hand(cls, cards: Sequence[int]) -> Range:
        """The range of exactly one hand."""
        check_cards(cards, "the hand")
        if len(cards) != 2 or cards[0] == cards[1]:
            raise InputError(f"a hand of {len(cards)} cards", expected="two different cards")
        weights = np.zeros(COMBO_COUNT)
        weights[combo_index(cards[0], cards[1])] = 1
        return cls(weights)

    @classmethod
    def random(cls) -> Range:
        """Every hand with weight 1."""
        return cls(np.ones(COMBO_COUNT))

    @classmethod
    def top(cls, share: float) -> Range:
        """The best hands, by their equity against a random hand: ``top(0.15)`` is ``15%``.

        >>> str(Range.top(0.03)), round(Range.top(0.15).total / 1326, 3)
        ('88+', 0.151)
        """
        from equipoise.cards.top_hands import top_combos

        weights = np.zeros(COMBO_COUNT)
        weights[top_combos(share)] = 1
        return cls(weights)

    @property
    def total(self) -> float:
        """The sum of all weights: the number of hands."""
        return float(self.weights.sum())

    def combos(self) -> list[int]:
        """The combo numbers of all hands with a positive weight."""
        return [int(combo) for combo in np.flatnonzero(self.weights)]

    def without(self, cards: Iterable[int]) -> Range:
        """The range without hands that hold one of these cards."""
        return Range(np.where(combos_with(cards), 0.0, self.weights))

    def scaled(self) -> Range:
        """The range scaled to a largest weight of 1; equity depends on proportions only."""
        largest = self.weights.max()
        return Range(self.weights / largest) if largest > 0 else self

    def grid(self) -> Float64s:
        """The mean weight of each type as a 13x13 array, suited hands where row > column."""
        sums = np.bincount(combo_types(), weights=self.weights, minlength=169)
        counts = np.bincount(combo_types(), minlength=169)
        means: Float64s = (sums / counts).reshape(13, 13)
        return means

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Range) and bool((self.weights == other.weights).all())

    def __hash__(self) -> int:
        return hash(self.weights.tobytes())

    def __str__(self) -> str:
        return print_range(self.weights)

    def __repr__(self) -> str:
        return f"Range.parse({str(self)!r})"
