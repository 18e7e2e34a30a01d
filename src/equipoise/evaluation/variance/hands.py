"""Played hands as columns, the input of every estimator."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache

import numpy as np

from equipoise.base.errors import InputError
from equipoise.games.action import Action
from equipoise.games.public_state import private_hands
from equipoise.games.record import HandRecord
from equipoise.games.rules import GameRules
from equipoise.games.state import UNKNOWN
from equipoise.kernels.types import Bools, Float64s, Int64s, UInt8s
from equipoise.matches.betting_cache import BettingNode

#: a card that was not dealt or not seen
NO_CARD = 255
Board = tuple[int, ...]


@dataclass(frozen=True, eq=False)
class Line:
    """The betting of a hand: ``places`` are the nodes before each action and after the last."""

    places: tuple[BettingNode, ...]
    actions: tuple[Action, ...]

    @property
    def end(self) -> BettingNode:
        """The node at which the hand ended."""
        return self.places[-1]


class Lines:
    """Distinct betting lines; lines of the same rules share nodes."""

    def __init__(self) -> None:
        self._roots: dict[GameRules, BettingNode] = {}
        self._known: dict[tuple[GameRules, tuple[Action, ...]], int] = {}
        self.found: list[Line] = []

    def add(self, rules: GameRules, actions: Sequence[Action]) -> int:
        """The index of a line; ``InputError`` for illegal or missing actions."""
        key = rules, tuple(actions)
        number = self._known.get(key)
        if number is None:
            if rules not in self._roots:
                self._roots[rules] = BettingNode.start(rules)
            places = [self._roots[rules]]
            for action in key[1]:
                places.append(places[-1].after(action))
            if places[-1].to_act is not None:
                raise InputError("its actions do not end it")
            number = self._known[key] = len(self.found)
            made = tuple(move.action for moves in places[-1].history for move in moves)
            self.found.append(Line(tuple(places), made))
        return number


@dataclass(frozen=True, eq=False)
class PlayedHands:
    """Hands of one game, one row each.

    ``cards`` [n, cards]: hole cards by position, then the board, ``NO_CARD`` if not dealt or not
    seen. ``line_of`` [n]: indices into ``lines``; ``players`` [n, positions]: indices into
    ``names``; ``won`` [n, positions]: chips. Hands with the same ``deal`` had the same cards in
    other seatings (``trial``). Hands of the same ``block`` may be dependent, because an agent has
    memory; None if all are independent.
    """

    rules: GameRules
    names: tuple[str, ...]
    cards: UInt8s
    lines: tuple[Line, ...]
    line_of: Int64s
    players: Int64s
    won: Float64s
    deal: Int64s
    trial: Int64s
    block: Int64s | None = None

    def __len__(self) -> int:
        return len(self.line_of)

    def chosen(self, rows: Bools | Int64s) -> PlayedHands:
        """Some of the hands."""
        return replace(
            self,
            cards=self.cards[rows],
            line_of=self.line_of[rows],
            players=self.players[rows],
            won=self.won[rows],
            deal=self.deal[rows],
            trial=self.trial[rows],
            block=None if self.block is None else self.block[rows],
        )

    @property
    def holes(self) -> tuple[UInt8s, ...]:
        """The hole cards of each position, [n, cards]."""
        spans, _, _ = self.rules.whole_hand.spans
        return tuple(self.cards[:, start:end] for start, end in spans)

    @property
    def boards(self) -> UInt8s:
        """The boards, [n, cards]."""
        start, end = self.rules.whole_hand.spans[2]
        return self.cards[:, start:end]

    def board(self, row: int) -> Board:
        """The dealt part of a hand's board."""
        return tuple(card for card in self.boards[row].tolist() if card != NO_CARD)

    def hand_numbers(self, position: int) -> Int64s:
        """The hand index of a position's cards (``private_hands``) in every hand; -1: unknown."""
        holes = self.holes[position]
        table = hand_index(self.rules, position)
        unknown = (holes == NO_CARD).any(axis=1)
        found = table[tuple(np.where(holes == NO_CARD, 0, holes).T)]
        return np.where(unknown, -1, found)

    @property
    def shows_all(self) -> Bools:
        """True for hands with all hole cards known, [n]."""
        shown: Bools = np.ones(len(self), dtype=np.bool_)
        for hole in self.holes:
            shown &= (hole != NO_CARD).all(axis=1)
        return shown

    def by_player(self, by_position: Float64s) -> Float64s:
        """Values by position [n, positions] as values by player [n, players]; 0 if absent."""
        result = np.zeros((len(self), len(self.names)))
        np.put_along_axis(result, self.players, by_position, axis=1)
        return result

    def seats_of(self, player: int) -> Int64s:
        """The position of a player in every hand, -1 if absent."""
        here = self.players == player
        return np.where(here.any(axis=1), here.argmax(axis=1), -1)


@lru_cache(maxsize=8)
def hand_index(rules: GameRules, position: int) -> Int64s:
    """The hand index of cards in any order; one axis per card."""
    hands = private_hands(rules, position)
    size = max(rules.deck.cards) + 1
    table = np.full((size,) * hands.shape[1], -1, dtype=np.int64)
    if hands.shape[1] == 1:
        table[hands[:, 0]] = np.arange(len(hands))
    else:
        for columns in ((0, 1), (1, 0)):
            table[hands[:, columns[0]], hands[:, columns[1]]] = np.arange(len(hands))
    return table


def check_private_cards(rules: GameRules, what: str) -> None:
    """Raise InputError unless two players get one or two hole cards at the start."""
    first, *later = rules.script
    simple = (
        rules.players == 2
        and 1 <= first.hole <= 2
        and first.board == 0
        and all(deal.hole == 0 for deal in later)
        and all(deal.up == 0 and deal.receivers is None for deal in rules.script)
        and rules.showdown == "best"
    )
    if not simple:
        raise InputError(
            f"{what} cannot assess {rules.name} of {rules.players} players",
            expected="a game of two players who get one or two hole cards, and a board",
        )


def check_shown(hands: PlayedHands, what: str) -> None:
    """Raise InputError if any hole cards are hidden."""
    hidden = int((~hands.shows_all).sum())
    if hidden:
        raise InputError(
            f"{what} needs everybody's hole cards: {hidden:,} of {len(hands):,} hands hide some",
            expected="hands with all cards, or estimators money and importance",
        )


def of_records(records: Iterable[HandRecord], names: Sequence[str] = ()) -> PlayedHands:
    """Columns from records of finished hands; players are identified by name.

    Only stacks and the rule for odd chips may differ between hands.
    """
    lines = Lines()
    known = {name: number for number, name in enumerate(names)}
    line_of, players, won, cards = [], [], [], []
    rules: GameRules | None = None
    for row, record in enumerate(records):
        where = f"hand {record.hand or row + 1}"
        if rules is None:
            rules = record.rules
        elif record.rules.players != rules.players:
            raise InputError(
                f"it has {record.rules.players} players, the hands before {rules.players}",
                where,
                expected="hands of one game",
            )
        elif replace(record.rules, stacks=rules.stacks, odd_chips=rules.odd_chips) != rules:
            raise InputError(
                f"it is of {record.rules.name}, the hands before of {rules.name}",
                where,
                expected="hands of one game",
            )
        try:
            line_of.append(lines.add(record.rules, record.actions))
        except InputError as error:
            raise InputError(str(error), where) from None
        if record.payoffs is None:
            raise InputError("its result is not known", where)
        called = [name or f"position {p + 1}" for p, name in enumerate(record.names)]
        players.append([known.setdefault(name, len(known)) for name in called])
        won.append([float(chips) for chips in record.payoffs])
        board = record.board + (UNKNOWN,) * (rules.board_cards - len(record.board))
        hole = [card for hand in record.hole for card in hand]
        cards.append([NO_CARD if card == UNKNOWN else card for card in (*hole, *board)])
    if rules is None:
        raise InputError("there are no hands")
    count = len(line_of)
    return PlayedHands(
        rules=rules,
        names=tuple(known),
        cards=np.array(cards, dtype=np.uint8),
        lines=tuple(lines.found),
        line_of=np.array(line_of, dtype=np.int64),
        players=np.array(players, dtype=np.int64),
        won=np.array(won),
        deal=np.arange(count),
        trial=np.zeros(count, dtype=np.int64),
    )
