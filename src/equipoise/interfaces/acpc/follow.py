"""A match from a client's view: match states parsed into hands, moves and results.

Only the new part of a state is parsed; the repeated part is compared. So the cost of a hand is
linear in its number of actions.
"""

from __future__ import annotations

from collections.abc import Iterator

from equipoise.agents.agent import Event
from equipoise.base.errors import InputError
from equipoise.formats.acpc.state import read_acpc_action, read_cards, split_match_state
from equipoise.games.action import Action, Kind
from equipoise.games.dealing import HandCards
from equipoise.games.lines import ROUND_END, split_line
from equipoise.games.rules import GameRules
from equipoise.games.showdown import strength
from equipoise.games.state import UNKNOWN
from equipoise.matches.betting_cache import PARTS, BettingCache
from equipoise.matches.stepper import HandStepper

_ROOT_EVERY = 1000  # hands that share one cached betting tree


class Follower:
    """The hands of a match from one seat.

    ``hand``: the current hand, ``position``: the own position in it. Seats move by one per hand, so
    opponents are named by their distance from the own seat, which stays the same.

    >>> from equipoise.games import find_game
    >>> follower = Follower(find_game("holdem-nolimit:100bb"))
    >>> [type(event).__name__ for event in follower.hear("MATCHSTATE:0:0:r6:AsAh|")]
    ['HandStarted', 'MoveMade']
    >>> follower.is_my_turn, follower.hand.legal.describe()
    (True, 'legal: fold, call to 6, raise to 10..200')
    """

    def __init__(self, rules: GameRules) -> None:
        self.rules = rules
        self.hand: HandStepper | None = None
        self.position = 0
        #: finished hands and their total result, in fractions of a chip
        self.hands = self.won = 0
        self._cache = BettingCache(rules)
        self._root = self._cache.root()
        self._cards = ""  # as last read

    @property
    def is_my_turn(self) -> bool:
        """True if the client is to act."""
        return self.hand is not None and self.hand.to_act == self.position

    @property
    def is_between_hands(self) -> bool:
        """True if a match can end here."""
        return self.hand is None or self.hand.is_over

    def hear(self, line: str) -> Iterator[Event]:
        """Parse a match state; returns the events that led to it.

        Raises ``InputError`` if it contradicts the game or earlier states.
        """
        position, number, betting, cards = split_match_state(line)
        try:
            yield from self._heard(position, number, betting, cards)
        except InputError as error:
            raise InputError(
                f"does not fit {self.rules.name} ({error})", "match state", line
            ) from None

    def _heard(self, position: int, number: int, betting: str, cards: str) -> Iterator[Event]:
        if position >= self.rules.players:
            raise InputError(f"there is no position {position}")
        hand = self.hand
        if hand is None or hand.number != number or hand.is_over:
            hand = self._start(position, number, cards)
            yield hand.started(position)
        elif position != self.position:
            raise InputError(f"position {position} in a hand that was dealt to {self.position}")
        if cards != self._cards:
            hand.cards, self._cards = self._read(cards), cards
        seen = hand.node.line
        if not betting.startswith(seen):
            raise InputError(f"the betting was {seen!r} before")
        for _, step in split_line(betting[len(seen) :]):
            if step == ROUND_END:
                continue
            hand.act(self._action(hand, step))
            yield hand.moved()
        if hand.node.line != betting:
            raise InputError(f"by the rules the betting is {hand.node.line!r}")
        dealt = hand.node.dealt.board
        if len(hand.cards.board) != dealt:
            raise InputError(f"{len(hand.cards.board)} cards on the board; {dealt} are dealt")
        if hand.is_over:
            self.hands += 1
            if self._settle(hand):
                self.won += hand.payoffs()[position]
                yield hand.ended(position)

    def _start(self, position: int, number: int, cards: str) -> HandStepper:
        if self.hands % _ROOT_EVERY == 0:
            self._root = self._cache.root()
        self.position = position
        players = self.rules.players
        names = [f"opponent{(place - position) % players}" for place in range(players)]
        names[position] = "me"
        self._cards = cards
        self.hand = HandStepper(self._root, self._read(cards), number, names)
        return self.hand

    def _read(self, text: str) -> HandCards:
        cards = read_cards(self.rules, text)
        if UNKNOWN in cards.hole[self.position]:
            raise InputError("one's own cards are missing")
        return HandCards(cards.hole, cards.board, ((),) * self.rules.players)

    def _action(self, hand: HandStepper, step: str) -> Action:
        action = read_acpc_action(self.rules, step)
        if action.kind is Kind.RAISE and not action.to and hand.legal is not None:
            action = Action.raise_to(hand.legal.min_raise or 0)
        return action

    def _settle(self, hand: HandStepper) -> bool:
        """Compute the result; True if it is known."""
        shown = hand.node.betting.show_order()
        if any(UNKNOWN in hand.cards.hole[position] for position in shown):
            return False
        strengths = [
            strength(self.rules.showdown, hole, hand.cards.board) if place in shown else 0
            for place, hole in enumerate(hand.cards.hole)
        ]
        hand.payoffs(strengths)
        return True


def chips(parts: int) -> float:
    """Fractions of a chip as chips."""
    return parts / PARTS
