"""The rules of dealing: which cards go to whom, and when.

Before each round every player who is still in gets hole cards, position after position, then
face-up cards likewise, then the board gets its cards. No card is burnt, which changes no
probabilities. A whole hand is dealt from one row of shuffled cards in that order, as if nobody
folded, so that the cards of a hand do not depend on the actions.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import accumulate, pairwise

Hands = tuple[tuple[int, ...], ...]
Span = tuple[int, int]


@dataclass(frozen=True)
class HandCards:
    """All cards of a hand, as far as needed: hole and face-up cards by position, and the board."""

    hole: Hands
    board: tuple[int, ...] = ()
    up: Hands = ()


@dataclass(frozen=True)
class CardCounts:
    """Numbers of cards: hole and face-up cards by position, and on the board."""

    hole: tuple[int, ...]
    up: tuple[int, ...]
    board: int

    @cached_property
    def total(self) -> int:
        """The total."""
        return sum(self.hole) + sum(self.up) + self.board

    def __add__(self, other: CardCounts) -> CardCounts:
        return CardCounts(
            tuple([mine + more for mine, more in zip(self.hole, other.hole, strict=True)]),
            tuple([mine + more for mine, more in zip(self.up, other.up, strict=True)]),
            self.board + other.board,
        )

    @cached_property
    def spans(self) -> tuple[list[Span], list[Span], Span]:
        """Slices of each position's hole and face-up cards, and of the board, in a row."""
        ends = list(accumulate((*self.hole, *self.up, self.board), initial=0))
        spans = list(pairwise(ends))
        players = len(self.hole)
        return spans[:players], spans[players : 2 * players], spans[-1]

    def row(self, cards: HandCards, before: HandCards) -> list[int]:
        """The next cards of a hand in dealing order, after those dealt ``before``."""
        found: list[int] = []
        for hands, dealt, counts in (
            (cards.hole, before.hole, self.hole),
            (cards.up, before.up, self.up),
            ((cards.board,), (before.board,), (self.board,)),
        ):
            for place, count in enumerate(counts):
                if count:
                    start = len(dealt[place])
                    found += hands[place][start : start + count]
        return found

    def split(self, row: Sequence[int]) -> HandCards:
        """Split a row in dealing order into the players' cards and the board."""
        return self.split_all([row])[0]

    def split_all(self, rows: Iterable[Sequence[int]]) -> list[HandCards]:
        """The same for many rows."""
        hole, up, (start, end) = self.spans
        return [
            HandCards(
                tuple([tuple(row[a:b]) for a, b in hole]),
                tuple(row[start:end]),
                tuple([tuple(row[a:b]) for a, b in up]),
            )
            for row in rows
        ]


def no_cards(players: int) -> CardCounts:
    """The counts before the first deal."""
    return CardCounts((0,) * players, (0,) * players, 0)


@dataclass(frozen=True)
class Deal:
    """One entry of a game's script: the deal before a betting round (Papp 1998, 2.1.2).

    ``hole`` cards go face down and ``up`` cards face up to each player who has not folded, then
    ``board`` cards to the table. ``receivers`` restricts the players' cards to some positions.

    >>> Deal(hole=2).due(3, contenders=(0, 2)).hole, Deal(board=3).due(3, (0, 2)).total
    ((2, 0, 2), 3)
    """

    hole: int = 0
    up: int = 0
    board: int = 0
    name: str = ""
    receivers: tuple[int, ...] | None = None

    def receives(self, position: int) -> bool:
        """True if a player at this position is dealt cards."""
        return self.receivers is None or position in self.receivers

    @cached_property
    def _known(self) -> dict[tuple[int, tuple[int, ...]], CardCounts]:
        """Cache of ``due``, which is used twice per round."""
        return {}

    def due(self, players: int, contenders: tuple[int, ...]) -> CardCounts:
        """The cards dealt if these positions have not folded."""
        found = self._known.get((players, contenders))
        if found is None:
            gets = [p in contenders and self.receives(p) for p in range(players)]
            found = self._known[players, contenders] = CardCounts(
                tuple([self.hole if got else 0 for got in gets]),
                tuple([self.up if got else 0 for got in gets]),
                self.board,
            )
        return found


def board_by_round(script: Iterable[Deal], board: Sequence[int]) -> list[tuple[int, ...]]:
    """The board cards of each deal so far.

    >>> from equipoise.games import find_game
    >>> board_by_round(find_game("holdem-limit:2p").script, [40, 41, 42, 43])
    [(), (40, 41, 42), (43,)]
    """
    ends = accumulate((deal.board for deal in script), initial=0)
    return [tuple(board[a:b]) for a, b in pairwise(ends) if b <= len(board)]
