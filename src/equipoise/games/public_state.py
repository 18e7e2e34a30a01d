"""Public states, and the private hands that are possible in them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import combinations
from math import comb

import numpy as np

from equipoise.base.errors import InputError
from equipoise.games.action import Action, Move
from equipoise.games.betting import BettingState
from equipoise.games.observation import Observation, UpCards
from equipoise.games.rules import GameRules
from equipoise.games.state import State
from equipoise.kernels.types import Bools, UInt8s

_MOST_HANDS = 1_000_000


@dataclass(frozen=True, slots=True)
class PublicState:
    """A hand without private cards: the betting with its moves, and the public cards.

    >>> from equipoise.cards import parse_cards
    >>> from equipoise.games import Action, State, find_game
    >>> state = State.start(find_game("leduc")).deal(parse_cards("KsQs")).apply(Action.call())
    >>> public = PublicState.of(state)
    >>> public == PublicState.of(state.observe(0)), public.to_act, [str(a) for a in public.line]
    (True, 1, ['call to 1'])
    """

    betting: BettingState
    board: tuple[int, ...]
    up: UpCards
    history: tuple[tuple[Move, ...], ...]
    awaits_deal: bool = False

    @classmethod
    def of(cls, view: Observation | State) -> PublicState:
        """The public part of an observation or a state."""
        return cls(view.betting, view.board, view.up, view.history, view.awaits_deal)

    @classmethod
    def at(
        cls, rules: GameRules, line: Sequence[Action] = (), board: Sequence[int] = ()
    ) -> PublicState:
        """The public state after these actions; ``board`` has the cards of every round so far."""
        betting = BettingState.start(rules)
        history: list[list[Move]] = [[] for _ in range(rules.rounds)]
        for action in line:
            position, number = betting.to_act, betting.round
            made = betting.legal().checked(action)
            assert position is not None
            history[number].append(Move(position, made))
            betting = betting.after(made)
        needed = sum(deal.board for deal in rules.script[: betting.round + 1])
        _check_board(rules, board, needed)
        moves = tuple(tuple(made) for made in history)
        return cls(betting, tuple(board), ((),) * rules.players, moves)

    @property
    def rules(self) -> GameRules:
        """The rules of the game."""
        return self.betting.rules

    @property
    def round(self) -> int:
        """The round of betting, from 0."""
        return self.betting.round

    @property
    def to_act(self) -> int | None:
        """The position that must act now, if any."""
        return None if self.awaits_deal else self.betting.to_act

    @property
    def moves(self) -> tuple[Move, ...]:
        """All moves of the hand, in order."""
        return tuple(move for moves in self.history for move in moves)

    @property
    def line(self) -> tuple[Action, ...]:
        """All actions of the hand, in order."""
        return tuple(move.action for moves in self.history for move in moves)

    def with_board(self, board: Sequence[int]) -> PublicState:
        """The same betting on another board."""
        _check_board(self.rules, board, len(self.board))
        return replace(self, board=tuple(board))


def _check_board(rules: GameRules, board: Sequence[int], needed: int) -> None:
    if len(board) != needed:
        raise InputError(f"a board of {len(board)} cards", expected=f"{needed} are dealt by now")
    if len(set(board)) != len(board) or any(card not in rules.deck for card in board):
        raise InputError("a board with a card twice, or with one that is not in the deck")


def private_hands(rules: GameRules, position: int) -> UInt8s:
    """Every private hand of a position, [hands, cards]; the row is the *hand index*.

    Hands are sets of cards in colexicographic order of the deck, the higher card first. In hold'em
    the hand index is therefore the combo number of :mod:`equipoise.cards.combos` (1,326 of them),
    in Kuhn and Leduc the index of the card in the deck. A position without private cards has one
    hand, the empty one.
    """
    return hands_of_deck(rules.deck.cards, rules.whole_hand.hole[position])


@lru_cache(maxsize=16)
def hands_of_deck(deck: tuple[int, ...], cards: int) -> UInt8s:
    """Every set of ``cards`` cards of a deck, in the order of :func:`private_hands`."""
    count = comb(len(deck), cards)
    if count > _MOST_HANDS:
        raise InputError(f"{count:,} private hands", expected=f"at most {_MOST_HANDS:,}")
    found = sorted(combinations(range(len(deck)), cards), key=lambda hand: hand[::-1])
    rows = [[deck[place] for place in reversed(hand)] for hand in found]
    hands: UInt8s = np.array(rows, dtype=np.uint8).reshape(len(found), cards)
    hands.setflags(write=False)
    return hands


def possible_hands(rules: GameRules, position: int, board: Sequence[int]) -> Bools:
    """Which private hands of a position hold no card of the board, [hands]."""
    gone: Bools = np.zeros(256, dtype=np.bool_)
    gone[list(board)] = True
    return np.logical_not(gone[private_hands(rules, position)].any(axis=1))
