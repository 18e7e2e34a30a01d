"""Cards as small integers, and their text.

A card is ``rank * 4 + suit`` with ranks ``23456789TJQKA`` (0 to 12) and suits ``cdhs`` (0 to 3):
``2c`` is 0, ``As`` is 51. Higher integers are higher cards; the suit order carries no meaning.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from operator import index

from equipoise.base.errors import InputError

RANKS = "23456789TJQKA"
SUITS = "cdhs"
SUIT_SYMBOLS = "♣♦♥♠"
DECK_SIZE = 52

_RANK_OF = {symbol: rank for rank, symbol in enumerate(RANKS)}
_RANK_OF.update({symbol.lower(): rank for rank, symbol in enumerate(RANKS)})
_SUIT_OF = {symbol: suit for suit, symbol in enumerate(SUITS)}
_SUIT_OF.update({symbol.upper(): suit for suit, symbol in enumerate(SUITS)})
_SUIT_OF.update({symbol: suit for suit, symbol in enumerate(SUIT_SYMBOLS)})

RANK_HINT = f"a rank is one of {RANKS}"
SUIT_HINT = f"a suit is one of {SUITS}"


def make_card(rank: int, suit: int) -> int:
    """The card of a rank (0 for deuces to 12 for aces) and a suit (0 to 3 for ``cdhs``)."""
    if not (0 <= rank < 13 and 0 <= suit < 4):
        raise InputError(
            f"no card has rank {rank} and suit {suit}",
            expected="ranks are 0 to 12, suits 0 to 3",
        )
    return rank * 4 + suit


def rank_from_text(symbol: str) -> int | None:
    """The rank of a character, or None."""
    return _RANK_OF.get(symbol)


def suit_from_text(symbol: str) -> int | None:
    """The suit of a character (letter or symbol), or None."""
    return _SUIT_OF.get(symbol)


def card_text(card: int) -> str:
    """A card as text.

    >>> card_text(51), card_text(0)
    ('As', '2c')
    """
    if not 0 <= card < DECK_SIZE:
        raise InputError(f"{card} is not a card", expected="cards are 0 (2c) to 51 (As)")
    return RANKS[card >> 2] + SUITS[card & 3]


def cards_text(cards: Iterable[int], separator: str = "") -> str:
    """Cards as text.

    >>> cards_text([51, 46, 0], " ")
    'As Kh 2c'
    """
    return separator.join(card_text(int(card)) for card in cards)


def cards_symbols(cards: Iterable[int]) -> str:
    """Cards with suit symbols.

    >>> cards_symbols([51, 46])
    'A♠ K♥'
    """
    return " ".join(RANKS[card >> 2] + SUIT_SYMBOLS[card & 3] for card in cards)


def _scan(text: str, what: str) -> list[tuple[int, int]]:
    """The cards of a text with their positions."""
    found: list[tuple[int, int]] = []
    at = 0
    while at < len(text):
        if text[at] in " ,-\t":
            at += 1
            continue
        start = at
        ten = text.startswith("10", at)
        rank = _RANK_OF.get("T" if ten else text[at])
        if rank is None:
            raise InputError(f"unknown rank {text[at]!r}", what, text, at, RANK_HINT)
        at += 2 if ten else 1
        if at >= len(text):
            raise InputError(
                f"the card {text[start:]!r} has no suit", what, text, start, "write it like As"
            )
        suit = _SUIT_OF.get(text[at])
        if suit is None:
            raise InputError(f"unknown suit {text[at]!r}", what, text, at, SUIT_HINT)
        at += 1
        card = rank * 4 + suit
        if card in (known for known, _ in found):
            raise InputError(f"{card_text(card)} occurs twice", what, text, start)
        found.append((card, start))
    return found


def parse_cards(
    text: str, what: str = "cards", fewest: int = 0, most: int = DECK_SIZE, expected: str = ""
) -> list[int]:
    """Cards from text: two characters each; spaces, commas and dashes between them are allowed.

    ``10`` is accepted as a ten, suits may be symbols, and case does not matter. Repeated cards
    raise InputError, as do fewer than ``fewest`` or more than ``most`` cards.

    >>> parse_cards("As Kh"), parse_cards("A♠-K♥"), parse_cards("10c")
    ([51, 46], [51, 46], [32])
    >>> parse_cards("AsAs")
    Traceback (most recent call last):
    equipoise.base.errors.InputError: cards 'AsAs', character 3: As occurs twice
    """
    found = _scan(text, what)
    if not fewest <= len(found) <= most:
        place = found[most][1] if len(found) > most else len(text)
        cards = "1 card" if len(found) == 1 else f"{len(found)} cards"
        raise InputError(cards, what, text, place, expected)
    return [card for card, _ in found]


def check_apart(places: Sequence[tuple[str, str]]) -> None:
    """Raise InputError for a card that occurs in two texts, naming both positions.

    >>> check_apart([("hand 1", "AsAh"), ("hand 2", "KsAs")])
    Traceback (most recent call last):
    equipoise.base.errors.InputError: hand 2 'KsAs', character 3: ... 'AsAh' too, character 1
    """
    seen: dict[int, tuple[str, str, int]] = {}
    for what, text in places:
        for card, at in _scan(text, what):
            if card in seen:
                other, there, place = seen[card]
                raise InputError(
                    f"{card_text(card)} is in {other} {there!r} too, character {place + 1}",
                    what,
                    text,
                    at,
                )
            seen[card] = what, text, at


def parse_card(text: str) -> int:
    """One card from text.

    >>> parse_card("Td")
    33
    """
    return parse_cards(text, "card", 1, 1, "one is needed")[0]


def check_cards(cards: Iterable[int], name: str) -> None:
    """Raise InputError for an invalid card number.

    >>> check_cards([0, 52], "the board")
    Traceback (most recent call last):
    equipoise.base.errors.InputError: 52 in the board is not a card; cards are 0 (2c) to 51 (As)
    """
    for card in cards:
        try:
            known = 0 <= index(card) < DECK_SIZE
        except TypeError:
            known = False
        if not known:
            raise InputError(
                f"{card!r} in {name} is not a card", expected="cards are 0 (2c) to 51 (As)"
            )


def check_distinct(groups: Sequence[tuple[str, Sequence[int]]]) -> None:
    """Raise InputError for an invalid card, or one that occurs twice in the named groups.

    >>> check_distinct([("hand", [51]), ("board", [51, 0])])
    Traceback (most recent call last):
    equipoise.base.errors.InputError: As is in both hand and board
    """
    seen: dict[int, str] = {}
    for name, cards in groups:
        check_cards(cards, name)
        for card in cards:
            if card in seen:
                if seen[card] == name:
                    raise InputError(f"{card_text(card)} is in {name} twice")
                raise InputError(f"{card_text(card)} is in both {seen[card]} and {name}")
            seen[card] = name
