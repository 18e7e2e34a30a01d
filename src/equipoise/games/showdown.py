"""Showdown rules by name: how hands are compared.

``best`` takes the best five of all cards a player can use, own and board; with fewer than five
cards, pairs and better still beat high cards, so Kuhn (one card) and Leduc (two) need no special
rule. ``omaha`` takes exactly two of the player's own and three of the board. ``clairvoyance`` is
the half-street game of Ankenman and Chen (2006): an ace wins, any other card loses, and a player
without cards ranks between them.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from itertools import combinations

from equipoise.base.errors import InputError
from equipoise.games.rules import ShowdownRule

_ACE = 12
_FEW_CARDS = 5
_MOST_CARDS = 7


def _strength_of_few(cards: Sequence[int]) -> int:
    """Strength of fewer than five cards: the most frequent ranks first, then the highest."""
    counts = Counter(card >> 2 for card in cards)
    by_weight = sorted(counts, key=lambda rank: (counts[rank], rank), reverse=True)
    value = 0
    # the rank multiplicities come before the ranks; 14 is above every rank
    for digit in [counts[rank] for rank in by_weight] + [0] * (_FEW_CARDS - len(by_weight)):
        value = value * 14 + digit
    for digit in by_weight + [0] * (_FEW_CARDS - len(by_weight)):
        value = value * 14 + digit
    return value


def _best_strength(own: Sequence[int], board: Sequence[int]) -> int:
    cards = [*own, *board]
    if len(cards) < _FEW_CARDS:
        return _strength_of_few(cards)
    from equipoise.cards.evaluator import evaluate, evaluate_many

    if len(cards) <= _MOST_CARDS:
        return evaluate(cards)
    return int(evaluate_many(list(combinations(cards, 5))).max())


def _omaha_strength(own: Sequence[int], board: Sequence[int]) -> int:
    from equipoise.cards.evaluator import evaluate_many

    hands = [two + three for two in combinations(own, 2) for three in combinations(board, 3)]
    return int(evaluate_many(hands).max())


def _clairvoyance_strength(own: Sequence[int], board: Sequence[int]) -> int:
    if not own:
        return 1
    return 2 if own[0] >> 2 == _ACE else 0


def strength(rule: ShowdownRule, own: Sequence[int], board: Sequence[int]) -> int:
    """The strength of a hand: higher wins, equal ties. Comparable only within one rule and board.

    >>> from equipoise.cards import parse_cards as cards
    >>> strength("best", cards("Jh"), cards("Js")) > strength("best", cards("Kh"), cards("Js"))
    True
    """
    if any(card < 0 for card in [*own, *board]):
        raise InputError("a hand with unknown cards cannot be compared")
    if rule == "omaha":
        return _omaha_strength(own, board)
    if rule == "clairvoyance":
        return _clairvoyance_strength(own, board)
    return _best_strength(own, board)
