"""The cards of one hand as the bytes of match states, computed once for all its states.

A dealer writes about twenty match states per hand, in which only the betting and the number of
rounds differ. :func:`~equipoise.formats.acpc.state.write_match_state` is the readable twin.
"""

from __future__ import annotations

from collections.abc import Collection
from itertools import accumulate

from equipoise.cards.card import card_text
from equipoise.formats.acpc.state import check_dealing
from equipoise.formats.acpc.twin import to_twin
from equipoise.games.dealing import HandCards
from equipoise.games.rules import GameRules


class CardTexts:
    """The text of every card of a game, and where the board is cut into rounds."""

    def __init__(self, rules: GameRules) -> None:
        check_dealing(rules)
        self.rules = rules
        self._text = {
            card: card_text(shown).encode()
            for card, shown in zip(rules.deck.cards, to_twin(rules, rules.deck.cards), strict=True)
        }
        ends = list(accumulate(deal.board for deal in rules.script))
        self._spans = list(zip([0, *ends], ends, strict=False))
        # the first round has a slash only if it has cards
        self._slashes = [
            b"/" if number or deal.board else b"" for number, deal in enumerate(rules.script)
        ]

    def cards(self, cards: Collection[int]) -> bytes:
        """Some cards."""
        text = self._text
        return b"".join([text[card] for card in cards])

    def hand(self, cards: HandCards) -> HandText:
        """The cards of a hand as texts."""
        boards, board = [b""], b""
        for slash, (start, end) in zip(self._slashes, self._spans, strict=True):
            board += slash + self.cards(cards.board[start:end])
            boards.append(board)
        return HandText([self.cards(hole) for hole in cards.hole], boards)


class HandText:
    """``holes`` by position; ``boards[n]`` is the board after n rounds.

    >>> from equipoise.cards import parse_cards
    >>> from equipoise.games import find_game
    >>> rules = find_game("holdem-nolimit:100bb")
    >>> text = CardTexts(rules).hand(rules.whole_hand.split(parse_cards("AsAhKsKh2c7d9hTcJd")))
    >>> text.seen_by(1, rounds=2), text.shown(0, (0, 1), rounds=3)
    (b'|KsKh/2c7d9h', b'AsAh|KsKh/2c7d9h/Tc')
    """

    __slots__ = ("_own", "boards", "holes")

    def __init__(self, holes: list[bytes], boards: list[bytes]) -> None:
        self.holes, self.boards = holes, boards
        last = len(holes) - 1
        self._own = [b"|" * p + hole + b"|" * (last - p) for p, hole in enumerate(holes)]

    def seen_by(self, position: int, rounds: int) -> bytes:
        """The cards visible to a position before a showdown."""
        return self._own[position] + self.boards[rounds]

    def shown(self, position: int, shown: Collection[int], rounds: int) -> bytes:
        """The cards visible to a position after these positions have shown their hands."""
        holes = [hole if p == position or p in shown else b"" for p, hole in enumerate(self.holes)]
        return b"|".join(holes) + self.boards[rounds]

    def all(self, rounds: int) -> bytes:
        """All players' cards, for the log."""
        return b"|".join(self.holes) + self.boards[rounds]
