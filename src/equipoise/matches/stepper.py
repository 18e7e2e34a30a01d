"""A hand played one action at a time, driven by a table, a web page or a socket.

The stepper gives the position to act and its observation, takes an action, and yields each
position's events. It never asks or waits.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction

from equipoise.agents.agent import Event, HandEnded, HandStarted, MoveMade
from equipoise.base.errors import InputError
from equipoise.games.action import Legal
from equipoise.games.dealing import HandCards
from equipoise.games.observation import Observation
from equipoise.matches.betting_cache import PARTS, BettingNode
from equipoise.matches.dealing import strengths_of

Shown = tuple[tuple[int, tuple[int, ...]], ...]


class HandStepper:
    """One hand: its cards, known to the driver alone, and the current betting node.

    ``number`` (of the hand in its match) and ``names`` (by position) are only passed on to players.

    >>> from equipoise.games import Action, HandCards, find_game
    >>> from equipoise.cards import parse_cards
    >>> queen, king = (tuple(parse_cards(card)) for card in ("Qs", "Ks"))
    >>> root = BettingNode.start(find_game("kuhn"))
    >>> hand = HandStepper(root, HandCards((queen, king), up=((), ())))
    >>> hand.to_act, hand.observation(0).hole == queen
    (0, True)
    >>> hand.act(Action.raise_to(2))
    >>> hand.act(Action.fold())
    >>> hand.is_over, [part // PARTS for part in hand.payoffs()]
    (True, [1, -1])
    """

    __slots__ = ("_parts", "_result", "_round", "cards", "names", "node", "number")

    def __init__(
        self, root: BettingNode, cards: HandCards, number: int = 0, names: Sequence[str] = ()
    ) -> None:
        self.node, self.cards = root, cards
        self.number, self.names = number, tuple(names)
        self._round = 0  # round of the last action
        self._parts: tuple[int, ...] | None = None
        self._result: tuple[Shown, tuple[Fraction, ...]] | None = None

    @property
    def to_act(self) -> int | None:
        """The position to act; None when the hand is over."""
        return self.node.to_act

    @property
    def is_over(self) -> bool:
        """True if the betting is over: nobody is to act."""
        return self.node.to_act is None

    @property
    def legal(self) -> Legal | None:
        """The legal actions of the position to act; None when the hand is over."""
        return self.node.legal

    def observation(self, position: int) -> Observation:
        """The observation of a position."""
        cards, dealt = self.cards, self.node.dealt
        up = cards.up
        if any(up):
            up = tuple(hand[:count] for hand, count in zip(up, dealt.up, strict=True))
        return Observation(
            position,
            cards.hole[position][: dealt.hole[position]],
            up,
            cards.board[: dealt.board],
            self.node.betting,
            self.node.history,
        )

    def act(self, action: object) -> None:
        """Apply an action of the position to act.

        Anything illegal or malformed raises ``InputError`` and changes nothing.
        """
        before = self.node
        self.node = before.after(action)
        self._round = before.betting.round

    def payoffs(self, strengths: Sequence[int] | None = None) -> tuple[int, ...]:
        """Winnings of each position, in parts of a chip (``PARTS``), once the hand is over.

        ``strengths`` are the showdown strengths, if already known.
        """
        if self._parts is None:
            if not self.is_over:
                raise InputError("the hand is not over", expected="payoffs come at its end")
            if strengths is None:
                strengths = strengths_of(self.node.betting.rules, self.cards)
            self._parts = self.node.payoffs(strengths)
        return self._parts

    def started(self, position: int) -> HandStarted:
        """The first event of a position."""
        return HandStarted(self.node.betting.rules, self.number, position, self.names)

    def moved(self) -> MoveMade:
        """The event of the last action."""
        return MoveMade(self._round, self.node.history[self._round][-1])

    def ended(self, position: int) -> HandEnded:
        """The last event of a position."""
        if self._result is None:
            shown = tuple((p, self.cards.hole[p]) for p in self.node.betting.show_order())
            self._result = shown, tuple(Fraction(part, PARTS) for part in self.payoffs())
        return HandEnded(self.observation(position), *self._result)

    def events(self, position: int) -> Iterator[Event]:
        """All events of a position so far, for a client that joins late or redraws."""
        yield self.started(position)
        for number, moves in enumerate(self.node.history):
            for move in moves:
                yield MoveMade(number, move)
        if self.is_over:
            yield self.ended(position)
