"""Lines of a spot in words: betting steps and the cards that are dealt between streets.

``check, bet 50%, call, Ah, check``: commas (or slashes) separate steps, cards are dealt where a
street begins.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from equipoise.abstraction.bets.edits import STEP_HINT, Step
from equipoise.base.errors import InputError
from equipoise.cards.card import card_text, parse_cards

_CARD = re.compile(r"(10|[2-9TJQKA])[cdhs♣♦♥♠]", re.IGNORECASE)
_LONGEST = 2000

#: a betting step, or a card
Token = Step | int


@dataclass(frozen=True)
class SpotLine:
    """Betting steps and cards, in order; empty for the start of the spot.

    >>> str(SpotLine.parse("Check, bet 50% , call, ah"))
    'check, bet 50%, call, Ah'
    """

    tokens: tuple[Token, ...] = ()

    @classmethod
    def parse(cls, text: str) -> SpotLine:
        """Parse a line."""
        if len(text) > _LONGEST:
            raise InputError(f"{len(text):,} characters", "line", expected=f"at most {_LONGEST:,}")
        if not text.strip():
            return cls()
        return cls(tuple(_token(part.strip(), text) for part in re.split("[,/]", text)))

    @classmethod
    def of(cls, *steps: str) -> SpotLine:
        """The line of some steps, each of which may hold several."""
        return cls(tuple(token for step in steps for token in cls.parse(step).tokens))

    @property
    def cards(self) -> tuple[int, ...]:
        """The cards of the line."""
        return tuple(token for token in self.tokens if isinstance(token, int))

    def __str__(self) -> str:
        return ", ".join(map(token_text, self.tokens))


def token_text(token: Token) -> str:
    """A step or a card as text."""
    return card_text(token) if isinstance(token, int) else str(token)


def _token(part: str, text: str) -> Token:
    if _CARD.fullmatch(part):
        return parse_cards(part, "line")[0]
    step = Step.read(part)
    if step is None:
        raise InputError(
            f"unknown step {part!r}", "line", text, expected=f"{STEP_HINT}; cards are like Ah"
        )
    return step
