"""Cards of a match: those of hand k depend only on the seed and on k.

Philox (Salmon et al. 2011) is a counter-based generator: hand k uses its own counter range,
independent of what was dealt before.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

import numpy as np

from equipoise.games.dealing import HandCards
from equipoise.games.rules import GameRules
from equipoise.games.showdown import strength
from equipoise.kernels.types import Int64s, UInt8s

_NUMBERS_A_COUNT = 4
_LOW = np.uint64(0xFFFFFFFF)
_HALF = np.uint64(32)
_EVALUATED = range(5, 8)


def deal_cards(rules: GameRules, seed: int, first: int, count: int) -> UInt8s:
    """``count`` hands starting with hand ``first``, one per row: everybody's cards, then the board.

    A partial Fisher-Yates shuffle, vectorised over hands. An index below n is the upper half of n
    times 32 random bits, with a bias of at most n / 2**32.
    """
    needed = rules.cards_dealt
    counts = -(-needed // _NUMBERS_A_COUNT)
    key = np.random.SeedSequence((seed, needed)).generate_state(2, np.uint64)
    bits = np.random.Philox(counter=first * counts, key=key)
    numbers = bits.random_raw(count * counts * _NUMBERS_A_COUNT).reshape(count, -1)
    size = rules.deck.size
    decks = np.tile(np.array(rules.deck.cards, dtype=np.uint8), (count, 1))
    rows = np.arange(count)
    for place in range(needed):
        left = np.uint64(size - place)
        chosen = place + (((numbers[:, place] & _LOW) * left) >> _HALF).astype(np.int64)
        drawn = decks[rows, chosen]
        decks[rows, chosen] = decks[:, place]
        decks[:, place] = drawn
    return decks[:, :needed]


@dataclass(frozen=True)
class Deals:
    """Consecutive hands with all their cards.

    ``strengths[hand][position]`` is the showdown strength, or None if computed on demand.
    """

    hands: list[HandCards]
    strengths: list[list[int]] | None


def deal_hands(rules: GameRules, seed: int, first: int, count: int) -> Deals:
    """Deal hands; their showdown strengths are computed in one batch.

    >>> from equipoise.cards import cards_text
    >>> from equipoise.games import find_game
    >>> game = find_game("holdem-nolimit:100bb")
    >>> one, other = deal_hands(game, 1, 0, 8).hands[7], deal_hands(game, 1, 7, 1).hands[0]
    >>> one == other, cards_text(one.board) == cards_text(other.board)
    (True, True)
    """
    table = deal_cards(rules, seed, first, count)
    hands = hand_cards(rules, table)
    strengths = dealt_strengths(rules, table)
    return Deals(hands, None if strengths is None else strengths.tolist())


def hand_cards(rules: GameRules, table: UInt8s) -> list[HandCards]:
    """The rows of a table as players' cards and boards."""
    return rules.whole_hand.split_all(table.tolist())


def dealt_strengths(rules: GameRules, table: UInt8s) -> Int64s | None:
    """Showdown strengths of each position, [hands, players]; None without kernel support."""
    hole_spans, up_spans, (board_start, board_end) = rules.whole_hand.spans
    own = rules.hole_cards
    whole = all(deal.receivers is None for deal in rules.script)
    if rules.showdown != "best" or not whole or own + rules.board_cards not in _EVALUATED:
        return None
    from equipoise.cards.evaluator import evaluate_many

    board = table[:, board_start:board_end]
    columns = [
        evaluate_many(np.concatenate([table[:, a:b], table[:, c:d], board], axis=1))
        for (a, b), (c, d) in zip(hole_spans, up_spans, strict=True)
    ]
    strengths: Int64s = np.stack(columns, axis=1)
    return strengths


@lru_cache(maxsize=100_000)
def _strength(rules: GameRules, own: tuple[int, ...], board: tuple[int, ...]) -> int:
    return strength(rules.showdown, own, board)


def strengths_of(rules: GameRules, cards: HandCards) -> list[int]:
    """Showdown strength of each position; cached, because small games repeat."""
    return [
        _strength(rules, hole + up, cards.board)
        for hole, up in zip(cards.hole, cards.up, strict=True)
    ]
