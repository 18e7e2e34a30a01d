"""Decks: the 52 cards, and the small ones of Kuhn and Leduc.

A deck is a set of ranks times a set of suits; its cards are ordinary cards. By the convention of
ACPC ``.game`` files small decks have the top ranks and the last suits; Kuhn and Leduc here use
their customary ranks (J, Q, K).
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from itertools import combinations

import numpy as np

from equipoise.base.errors import InputError
from equipoise.cards.card import RANKS, SUITS, make_card


@dataclass(frozen=True)
class Deck:
    """An ordered set of cards: every rank of ``ranks`` in every suit of ``suits``.

    >>> LEDUC_DECK.size, str(LEDUC_DECK)
    (6, 'JhJsQhQsKhKs')
    >>> HOLDEM_DECK.size
    52
    """

    ranks: str = RANKS
    suits: str = SUITS

    def __post_init__(self) -> None:
        for symbols, known, what in (
            (self.ranks, RANKS, "ranks of a deck"),
            (self.suits, SUITS, "suits of a deck"),
        ):
            order = [known.find(symbol) for symbol in symbols]
            if not order or min(order) < 0 or order != sorted(set(order)):
                raise InputError(
                    f"{symbols!r} is not a choice from {known} in that order", what=what
                )

    @classmethod
    def of_size(cls, ranks: int, suits: int) -> Deck:
        """The deck of the top ``ranks`` ranks in the last ``suits`` suits, as in ACPC files.

        >>> str(Deck.of_size(3, 2))
        'QhQsKhKsAhAs'
        """
        if not (1 <= ranks <= 13 and 1 <= suits <= 4):
            raise InputError(
                f"there is no deck of {ranks} ranks and {suits} suits",
                expected="1 to 13 ranks, 1 to 4 suits",
            )
        return cls(RANKS[13 - ranks :], SUITS[4 - suits :])

    @cached_property
    def cards(self) -> tuple[int, ...]:
        """The cards, lowest first."""
        return tuple(
            make_card(RANKS.index(rank), SUITS.index(suit))
            for rank in self.ranks
            for suit in self.suits
        )

    @property
    def size(self) -> int:
        """Number of cards."""
        return len(self.ranks) * len(self.suits)

    def hands(self, cards: int) -> list[tuple[int, ...]]:
        """All hands of ``count`` cards, in lexicographic order."""
        return list(combinations(self.cards, cards))

    def deal(self, count: int, rng: np.random.Generator) -> list[int]:
        """``count`` different cards drawn at random, in order of drawing."""
        if not 0 <= count <= self.size:
            raise InputError(f"cannot deal {count} cards from a deck of {self.size}")
        return [int(card) for card in rng.permutation(self.cards)[:count]]

    def __contains__(self, card: object) -> bool:
        return card in self.cards

    def __str__(self) -> str:
        return "".join(f"{RANKS[card >> 2]}{SUITS[card & 3]}" for card in self.cards)


HOLDEM_DECK = Deck()
LEDUC_DECK = Deck("JQK", "hs")
KUHN_DECK = Deck("JQK", "s")
