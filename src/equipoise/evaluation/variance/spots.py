"""A public spot seen by a player who knows the opponent's hand, and what all own hands get there.

Estimators average over the hands that a player could have held. So everything here is a vector over
the player's private hands (:func:`~equipoise.games.public_state.private_hands`); hands that share
a card with the opponent's or with the board have no meaning.
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
    """The betting so far, the board so far, whose hands are asked about, and the other's hand.

    The board may lack cards that the betting calls for: then they are about to be dealt.
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
        """How many board cards are about to be dealt."""
        return max(self.place.dealt.board - len(self.board), 0)

    @property
    def possible(self) -> Bools:
        """Which own hands share no card with the board and the other's hand."""
        return possible_against(self.rules, self.position, self.board, self.other)

    def after(self, place: BettingNode) -> Spot:
        """After an action."""
        return Spot(place, self.board, self.position, self.other)

    def dealt(self, board: Board) -> Spot:
        """With more cards on the board."""
        return Spot(self.place, board, self.position, self.other)

    def deals(self) -> Iterator[Board]:
        """Every board that may lie here after the cards that are about to be dealt."""
        held = private_hands(self.rules, 1 - self.position)[self.other].tolist()
        gone = {*self.board, *held}
        left = [card for card in self.rules.deck.cards if card not in gone]
        for cards in combinations(left, self.missing):
            yield (*self.board, *cards)

    @property
    def deals_of_a_hand(self) -> int:
        """How many of these boards each own hand leaves possible."""
        held = sum(private_hands(self.rules, position).shape[1] for position in range(2))
        return comb(self.rules.deck.size - held - len(self.board), self.missing)


def hands_on(rules: GameRules, position: int, gone: Board) -> Bools:
    """Which hands of a position hold none of these cards; cached."""
    return _without(rules.deck.cards, private_hands(rules, position).shape[1], gone)


@lru_cache(maxsize=4096)
def _without(deck: Board, cards: int, gone: Board) -> Bools:
    """By the deck, not the rules: those take longer to look up than this takes to find."""
    taken: Bools = np.zeros(256, dtype=np.bool_)
    taken[list(gone)] = True
    found: Bools = np.logical_not(taken[hands_of_deck(deck, cards)].any(axis=1))
    found.setflags(write=False)
    return found


def possible_against(rules: GameRules, position: int, board: Board, other: int) -> Bools:
    """Which hands of a position share no card with the board and one hand of the other."""
    held = private_hands(rules, 1 - position)[other].tolist()
    return hands_on(rules, position, (*board, *held))


@lru_cache(maxsize=4096)
def hand_ranks(rules: GameRules, position: int, board: Board) -> Int64s:
    """What each hand is worth at a showdown on a whole board; -1 where it shares a card with it."""
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
    """Who is ahead on a whole board: 1 where the own hand wins, -1 where it loses."""
    theirs = hand_ranks(rules, 1 - position, board)[other]
    ahead = np.sign(hand_ranks(rules, position, board) - theirs)
    found: Int64s = np.where(possible_against(rules, position, board, other), ahead, 0)
    return found


def margins(rules: GameRules, position: int, board: Board, other: int) -> Float64s:
    """Chance to win less chance to lose of each hand, all cards of the game to come dealt."""
    held = tuple(private_hands(rules, 1 - position)[other].tolist())
    found: Float64s = -margins_of_hand(rules, held, board)
    return found


@lru_cache(maxsize=4096)
def paid(place: BettingNode, position: int) -> tuple[float, float, float]:
    """Chips at the end of a hand where the own hand is worse, the same, better."""
    orders = ((0, 1), (0, 0), (1, 0))
    held = [order if position == 0 else order[::-1] for order in orders]
    worse, same, better = (place.payoffs(order)[position] / PARTS for order in held)
    return worse, same, better


def payoffs(spot: Spot) -> Float64s:
    """What each own hand gets at the end of a hand, the mean over cards that are to come."""
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
