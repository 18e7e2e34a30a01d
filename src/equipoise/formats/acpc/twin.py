"""An equivalent game that ACPC text can express, for one that it cannot.

Kuhn and Leduc are known here by their antes and by jacks, queens and kings. A ``.game`` file has
blinds only, and small decks are the top ranks. Two changes make no difference to anyone:

- equal antes where there are no blinds, written as equal blinds: everyone has put in the same and
  nobody owes anything, so the same totals are legal; without a limit the smallest bet must be the
  ante, because there the file takes it from the blinds;
- other ranks and suits in the same order, where hands have fewer than five cards: then only pairs
  and the order of ranks count, never straights or flushes.

So these games are written as their twin, and their cards are converted here.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import lru_cache

from equipoise.base.errors import InputError
from equipoise.cards.card import card_text
from equipoise.cards.deck import Deck
from equipoise.games.rules import GameRules

_CARDS_OF_A_STRAIGHT = 5


def acpc_twin(rules: GameRules) -> GameRules:
    """The game in its ACPC form; the same rules if no change is needed.

    >>> from equipoise.games import find_game
    >>> twin = acpc_twin(find_game("leduc"))
    >>> twin.blinds, twin.antes, str(twin.deck)
    ((1, 1), (0, 0), 'QhQsKhKsAhAs')
    """
    ante = rules.antes[0]
    sized = rules.betting.kind == "fixed-limit" or set(rules.betting.sizes) == {ante}
    if set(rules.antes) == {ante} and ante and not any(rules.blinds) and sized:
        rules = replace(rules, blinds=rules.antes, antes=(0,) * rules.players)
    return replace(rules, deck=_usual_deck(rules.deck)) if _is_exchanged(rules) else rules


def _is_exchanged(rules: GameRules) -> bool:
    few = rules.hole_cards + rules.board_cards < _CARDS_OF_A_STRAIGHT
    return few and rules.showdown == "best" and rules.deck != _usual_deck(rules.deck)


def _usual_deck(deck: Deck) -> Deck:
    return Deck.of_size(len(deck.ranks), len(deck.suits))


@lru_cache(maxsize=64)
def _exchange(deck: Deck) -> tuple[dict[int, int], dict[int, int]]:
    """The cards of a deck as those of the usual one of its size, and back."""
    pairs = list(zip(deck.cards, _usual_deck(deck).cards, strict=True))
    return dict(pairs), {their: our for our, their in pairs}


def to_twin(rules: GameRules, cards: Sequence[int]) -> tuple[int, ...]:
    """Cards of a game as ACPC text shows them; cards that were not seen stay so.

    >>> from equipoise.cards import cards_text, parse_cards
    >>> from equipoise.games import find_game
    >>> cards_text(to_twin(find_game("kuhn"), parse_cards("JsKs")))
    'QsAs'
    """
    if not _is_exchanged(rules):
        return tuple(cards)
    exchange, _ = _exchange(rules.deck)
    return tuple(exchange.get(card, card) for card in cards)


def from_twin(rules: GameRules, cards: Sequence[int]) -> tuple[int, ...]:
    """Cards of ACPC text as cards of the game; InputError for cards not in its deck."""
    if not _is_exchanged(rules):
        return tuple(cards)
    _, exchange = _exchange(rules.deck)
    for card in cards:
        if card not in exchange:
            raise InputError(
                f"{card_text(card)} is not in the deck that ACPC text has for {rules.name}",
                expected=f"there {rules.deck} are {_usual_deck(rules.deck)}",
            )
    return tuple(exchange[card] for card in cards)
