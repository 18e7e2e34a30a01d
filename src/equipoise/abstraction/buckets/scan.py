"""A parser that reads left to right, with errors that point at the character."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeVar

from equipoise.base.errors import InputError

_MOST_DIGITS = 6
Name = TypeVar("Name", bound=str)


class Scan:
    """A position in the text of a card abstraction."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.at = 0

    @property
    def ended(self) -> bool:
        """True at the end of the text."""
        return self.at >= len(self.text)

    @property
    def seen(self) -> str:
        """The next character, quoted for an error."""
        return "the end" if self.ended else repr(self.text[self.at])

    def refuse(self, problem: str, expected: str, at: int | None = None) -> InputError:
        """An error at position ``at`` (default: where reading stopped)."""
        return InputError(
            problem, "card abstraction", self.text, self.at if at is None else at, expected
        )

    def sees(self, word: str) -> bool:
        """True if this word is next."""
        return self.text.startswith(word, self.at)

    def take(self, word: str) -> bool:
        """Consume a word if it is next."""
        if not self.sees(word):
            return False
        self.at += len(word)
        return True

    def one_of(self, words: Sequence[Name]) -> Name | None:
        """Consume the longest of these words that is next."""
        for word in sorted(words, key=len, reverse=True):
            if self.take(word):
                return word
        return None

    def number(self, wanted: str) -> int:
        """Parse an integer from 1."""
        start = self.at
        while self.at < len(self.text) and "0" <= self.text[self.at] <= "9":
            self.at += 1
        digits = self.text[start : self.at]
        if not digits:
            raise self.refuse(f"{self.seen} is not {wanted}", "a number like 8, ir169 or pub20x36")
        if len(digits) > _MOST_DIGITS:
            raise self.refuse(f"a number of {len(digits)} digits", "at most 999,999", start)
        if int(digits) == 0:
            raise self.refuse("0 buckets", "at least 1", start)
        return int(digits)
