"""The class of a poker hand by trying every five of its cards."""

from itertools import combinations

from equipoise.cards.ranking import classify_ranks


def classify(cards):
    """The twin of the table evaluator, for five or more cards."""
    return max(
        classify_ranks([card >> 2 for card in five], len({card & 3 for card in five}) == 1)
        for five in combinations(cards, 5)
    )
