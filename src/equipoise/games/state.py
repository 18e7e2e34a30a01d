"""A hand of poker as a value: the cards dealt so far and the betting state."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction

from equipoise.base.errors import InputError
from equipoise.cards.card import DECK_SIZE, card_text
from equipoise.games.action import Action, Legal, Move
from equipoise.games.betting import BettingState
from equipoise.games.dealing import CardCounts, HandCards, Hands
from equipoise.games.observation import Observation
from equipoise.games.pots import Pot, award, build_pots
from equipoise.games.rules import GameRules
from equipoise.games.showdown import strength

#: a card that was dealt but not seen
UNKNOWN = -1


@dataclass(frozen=True, slots=True)
class State:
    """A hand between two events: it awaits a deal, an action, or is over.

    States are immutable: ``deal`` and ``apply`` return the next one.

    >>> from equipoise.games import Action, State, find_game
    >>> from equipoise.cards import parse_cards
    >>> state = State.start(find_game("kuhn")).deal(parse_cards("QsKs"))
    >>> state = state.apply(Action.raise_to(2)).apply(Action.fold())
    >>> [int(chips) for chips in state.payoffs()]
    [1, -1]
    """

    betting: BettingState
    hole: Hands
    up: Hands
    board: tuple[int, ...]
    rounds_dealt: int
    history: tuple[tuple[Move, ...], ...]

    @classmethod
    def start(cls, rules: GameRules) -> State:
        """A hand with antes and blinds posted and no card dealt."""
        nothing: Hands = ((),) * rules.players
        return cls(BettingState.start(rules), nothing, nothing, (), 0, ((),) * rules.rounds)

    @property
    def rules(self) -> GameRules:
        """The rules of the game."""
        return self.betting.rules

    @property
    def round(self) -> int:
        """The round of betting, from 0."""
        return self.betting.round

    @property
    def awaits_deal(self) -> bool:
        """True if cards must be dealt before anything else happens."""
        return self.rounds_dealt <= self.betting.round and not self.betting.is_folded_out

    @property
    def is_over(self) -> bool:
        """True if the hand has ended, all cards dealt."""
        return self.betting.is_over and not self.awaits_deal

    @property
    def to_act(self) -> int | None:
        """The position that must act now, if any."""
        return None if self.awaits_deal else self.betting.to_act

    def legal(self) -> Legal:
        """The legal actions of the player to act."""
        if self.awaits_deal:
            raise InputError(
                "an action before the cards of the round",
                expected=f"{self.cards_awaited()} cards must be dealt first",
            )
        return self.betting.legal()

    def apply(self, action: Action, position: int | None = None) -> State:
        """The hand after an action; give ``position`` to check the turn too."""
        legal = self.legal()
        if position is not None and position != legal.position:
            raise InputError(
                f"position {position + 1} acts out of turn",
                expected=f"position {legal.position + 1} is to act",
            )
        return self._after(legal, action)

    def _after(self, legal: Legal, action: Action) -> State:
        made = legal.checked(action)
        at = self.betting.round
        history = list(self.history)
        history[at] = (*history[at], Move(legal.position, made))
        return State(
            self.betting.after(made),
            self.hole,
            self.up,
            self.board,
            self.rounds_dealt,
            tuple(history),
        )

    def _due(self) -> CardCounts:
        rules = self.rules
        return rules.script[self.rounds_dealt].due(rules.players, self.betting.contenders)

    def cards_awaited(self) -> int:
        """Number of cards of the next deal; 0 if none is due."""
        return self._due().total if self.awaits_deal else 0

    def deal(self, cards: Sequence[int]) -> State:
        """The hand after a deal: each player's hole cards by position, then up cards, then board.

        Cards of players may be ``UNKNOWN``.
        """
        if not self.awaits_deal:
            raise InputError("cards dealt when none are due")
        due = self._due()
        if len(cards) != due.total:
            raise InputError(
                f"{len(cards)} cards dealt before the {self.rules.round_name(self.rounds_dealt)}",
                expected=f"{due.total} are needed",
            )
        self._check_cards(cards, due.board)
        hole, up, board = self.hole, self.up, tuple(cards)
        if due.board < due.total:
            dealt = due.split(cards)
            hole = tuple([hand + more for hand, more in zip(hole, dealt.hole, strict=True)])
            up = tuple([hand + more for hand, more in zip(up, dealt.up, strict=True)])
            board = dealt.board
        return State(
            self.betting, hole, up, self.board + board, self.rounds_dealt + 1, self.history
        )

    def _check_cards(self, cards: Sequence[int], on_board: int) -> None:
        seen = {card for hand in (*self.hole, *self.up, self.board) for card in hand}
        for place, card in enumerate(cards):
            if card == UNKNOWN and place < len(cards) - on_board:
                continue
            if card not in self.rules.deck:
                known = card_text(card) if 0 <= card < DECK_SIZE else f"card {card}"
                raise InputError(f"{known} is not in the deck of {self.rules.name}")
            if card in seen:
                raise InputError(f"{card_text(card)} is dealt twice")
            seen.add(card)

    def deal_from(self, cards: HandCards, as_far_as_known: bool = False) -> State:
        """The hand after all due deals, taken from the full set of a hand's cards.

        With ``as_far_as_known`` dealing stops where the cards end instead of raising.
        """
        state = self
        while state.awaits_deal:
            due = state._due()
            dealt = due.row(cards, HandCards(state.hole, state.board, state.up))
            if as_far_as_known and len(dealt) < due.total:
                break
            state = state.deal(dealt)
        return state

    def put_before_round(self, position: int) -> int:
        """A position's chips before this round's bets: only the ante in the first round.

        Formats that count by street add this to get totals of the hand.

        >>> from equipoise.games import Action, State, find_game
        >>> state = State.start(find_game("holdem-nolimit:100bb")).deal([0, 1, 2, 3])
        >>> state = state.apply(Action.raise_to(6)).apply(Action.call()).deal([4, 5, 6])
        >>> state.put_before_round(0)
        6
        """
        if self.round == 0:
            return self.rules.ante_paid(position)
        for moves in reversed(self.history[: self.round]):
            for move in reversed(moves):
                if move.position == position:
                    return move.action.to
        return self.rules.ante_paid(position) + self.rules.blind_paid(position)

    def pots(self) -> tuple[Pot, ...]:
        """The current main pot and side pots."""
        return build_pots(self.betting)

    def strengths(self, mucked: Collection[int] = ()) -> tuple[int | None, ...]:
        """The strength of each hand at the showdown; None for players who folded or mucked."""
        contenders = [p for p in self.betting.contenders if p not in mucked]
        values: list[int | None] = [None] * self.rules.players
        for position in contenders:
            own = self.hole[position] + self.up[position]
            if len(contenders) > 1:
                values[position] = strength(self.rules.showdown, own, self.board)
            else:
                values[position] = 0
        return tuple(values)

    def winnings(self, mucked: Collection[int] = ()) -> tuple[Fraction, ...]:
        """The chips each position takes from the pots (its own included) when the hand is over.

        ``mucked`` names positions that gave up at the showdown without showing their cards; they
        lose to other contenders of the same pot, but keep an uncalled bet.
        """
        if not self.is_over:
            raise InputError("the hand is not over", expected="payoffs come at its end")
        order = self.betting.show_order()
        return award(self.pots(), self.strengths(mucked), self.rules.odd_chips, order)

    def payoffs(self, mucked: Collection[int] = ()) -> tuple[Fraction, ...]:
        """The winnings of each position, in engine chips; they sum to 0."""
        return tuple(
            won - put for won, put in zip(self.winnings(mucked), self.betting.put, strict=True)
        )

    def shown(self) -> tuple[tuple[int, tuple[int, ...]], ...]:
        """Positions and hole cards in showing order; empty if all but one folded."""
        if not self.is_over:
            return ()
        return tuple((position, self.hole[position]) for position in self.betting.show_order())

    def observe(self, position: int) -> Observation:
        """The observation of a position."""
        if not 0 <= position < self.rules.players:
            raise InputError(
                f"there is no position {position + 1}",
                expected=f"positions run from 1 to {self.rules.players}",
            )
        return Observation(
            position,
            self.hole[position],
            self.up,
            self.board,
            self.betting,
            self.history,
            self.awaits_deal,
        )

    def with_hole(self, hole: Hands) -> State:
        """The same hand with other hole cards, for records completed at the showdown."""
        return replace(self, hole=hole)
