"""A public spot from the view of a player who knows the opponent's hand, with all own hands.

Estimators average over the hands that a player could have held, so everything here is a vector over
the player's private hands (:func:`~equipoise.games.public_state.private_hands`); entries of hands
that share a card with the opponent's or the board are meaningless.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from itertools import combinations
from math import comb

import numpy as np

from equipoise.cards.evaluator import evaluate_many
from equipoise.evaluation.bounds.margins import margins as margins_of_hand
from equipoise.evaluation.variance.hands import Board
from equipoise.games.public_state import hands_of_deck, private_hands
from equipoise.games.rules import GameRules
from equipoise.games.showdown import strength
from equipoise.kernels.types import Bools, Float64s, Int64s
from equipoise.matches.betting_cache import PARTS, BettingNode


@dataclass(frozen=True)
class Spot:
    """The betting and the board so far, the player's position, and the opponent's hand.

    If the board has fewer cards than the betting requires, they are about to be dealt.
    """

    place: BettingNode
    board: Board
    position: int
    other: int

    @property
    def rules(self) -> GameRules:
        """The rules of the game."""
        return self.place.betting.rules

    @property
    def missing(self) -> int:
        """The number of board cards about to be dealt."""
        return max(self.place.dealt.board - len(self.board), 0)

    @property
    def possible(self) -> Bools:
        """True for own hands that share no card with the board or the opponent's hand."""
        return possible_against(self.rules, self.position, self.board, self.other)

    def after(self, place: BettingNode) -> Spot:
        """The spot after an action."""
        return Spot(place, self.board, self.position, self.other)

    def dealt(self, board: Board) -> Spot:
        """The spot with more cards on the board."""
        return Spot(self.place, board, self.position, self.other)

    def deals(self) -> Iterator[Board]:
        """All possible boards after the next deal."""
        held = private_hands(self.rules, 1 - self.position)[self.other].tolist()
        gone = {*self.board, *held}
        left = [card for card in self.rules.deck.cards if card not in gone]
        for cards in combinations(left, self.missing):
            yield (*self.board, *cards)

    @property
    def deals_of_a_hand(self) -> int:
        """The number of these boards possible with each own hand."""
        held = sum(private_hands(self.rules, position).shape[1] for position in range(2))
        return comb(self.rules.deck.size - held - len(self.board), self.missing)


def hands_on(rules: GameRules, position: int, gone: Board) -> Bools:
    """True for hands of a position without any of these cards; cached."""
    return _without(rules.deck.cards, private_hands(rules, position).shape[1], gone)


@lru_cache(maxsize=4096)
def _without(deck: Board, cards: int, gone: Board) -> Bools:
    """Cached by the deck: hashing the rules takes longer than the computation."""
    taken: Bools = np.zeros(256, dtype=np.bool_)
    taken[list(gone)] = True
    found: Bools = np.logical_not(taken[hands_of_deck(deck, cards)].any(axis=1))
    found.setflags(write=False)
    return found


def possible_against(rules: GameRules, position: int, board: Board, other: int) -> Bools:
    """True for hands of a position disjoint from the board and one hand of the opponent."""
    held = private_hands(rules, 1 - position)[other].tolist()
    return hands_on(rules, position, (*board, *held))


@lru_cache(maxsize=4096)
def hand_ranks(rules: GameRules, position: int, board: Board) -> Int64s:
    """The rank of each hand at a showdown on a complete board; -1 if it shares a card with it."""
    hands = private_hands(rules, position)
    possible = hands_on(rules, position, board)
    ranks = np.full(len(hands), -1, dtype=np.int64)
    if rules.showdown == "best" and 5 <= hands.shape[1] + len(board) <= 7:
        rows = np.concatenate(
            [hands[possible], np.tile(np.array(board, dtype=np.uint8), (int(possible.sum()), 1))],
            axis=1,
        )
        ranks[possible] = evaluate_many(rows)
    else:
        ranks[possible] = [
            strength(rules.showdown, hand, board) for hand in hands[possible].tolist()
        ]
    return ranks


def _signs(rules: GameRules, position: int, board: Board, other: int) -> Int64s:
    """The showdown on a complete board: 1 if the own hand wins, -1 if it loses, 0 for a tie."""
    theirs = hand_ranks(rules, 1 - position, board)[other]
    ahead = np.sign(hand_ranks(rules, position, board) - theirs)
    found: Int64s = np.where(possible_against(rules, position, board, other), ahead, 0)
    return found


def margins(rules: GameRules, position: int, board: Board, other: int) -> Float64s:
    """The margin of each hand: probability of winning minus losing over all cards to come."""
    held = tuple(private_hands(rules, 1 - position)[other].tolist())
    found: Float64s = -margins_of_hand(rules, held, board)
    return found


@lru_cache(maxsize=4096)
def paid(place: BettingNode, position: int) -> tuple[float, float, float]:
    """Chips at the end of a hand if the own hand is worse, equal, better."""
    orders = ((0, 1), (0, 0), (1, 0))
    held = [order if position == 0 else order[::-1] for order in orders]
    worse, same, better = (place.payoffs(order)[position] / PARTS for order in held)
    return worse, same, better


def payoffs(spot: Spot) -> Float64s:
    """The payoff of each own hand at the end of a hand, averaged over cards to come."""
    worse, same, better = paid(spot.place, spot.position)
    if spot.place.betting.is_folded_out:
        return np.full(len(private_hands(spot.rules, spot.position)), same)
    possible = spot.possible
    if spot.missing == 0:
        ahead = _signs(spot.rules, spot.position, spot.board, spot.other)
        found = np.array([same, better, worse])[ahead]  # -1 is the last
        return np.where(possible, found, 0.0)
    share = margins(spot.rules, spot.position, spot.board, spot.other)
    return np.where(possible, (better + worse) / 2 + share * (better - worse) / 2, 0.0)
