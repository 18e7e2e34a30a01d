"""Amounts as given by users, and the integer chips of the engine.

The engine counts in integer chips, both players having put in half of the pot. If all amounts of a
spot are integers, bets are rounded to whole chips; if one has decimals, to hundredths, or finer if
it has more of them. An odd pot doubles the chips of the engine.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from decimal import Decimal, InvalidOperation
from fractions import Fraction

from equipoise.base.errors import InputError

Amount = int | float | str | Fraction | Decimal

_PLACES, _MOST_PLACES = 2, 6
_LARGEST = 10**8
_NUMBER = re.compile(r"[0-9]{1,12}(\.[0-9]{1,12})?")


def number(value: Amount, what: str) -> Fraction:
    """A number of 0 or more, exactly as written.

    >>> number(5.5, "pot"), number("0.1", "pot")
    (Fraction(11, 2), Fraction(1, 10))
    """
    if isinstance(value, bool) or not isinstance(value, int | float | str | Fraction | Decimal):
        raise InputError(f"{value!r} is not a number", what, expected="a number like 120 or 5.5")
    if isinstance(value, int | Fraction):
        found = Fraction(value)
    else:
        text = str(value).strip()
        if isinstance(value, str) and not _NUMBER.fullmatch(text):
            raise InputError("not a number", what, text, expected="a number like 120 or 5.5")
        try:
            found = Fraction(Decimal(text))
        except (InvalidOperation, ValueError, OverflowError):
            raise InputError(f"{text} is not a number", what) from None
    if found < 0 or found > _LARGEST:
        raise InputError(f"{float(found):g}", what, expected=f"a number from 0 to {_LARGEST:,}")
    return found


def places(value: Fraction, what: str) -> int:
    """Number of decimals of a number."""
    for digits in range(_MOST_PLACES + 1):
        if (value * 10**digits).denominator == 1:
            return digits
    raise InputError(
        f"{float(value):g} has more than {_MOST_PLACES} decimals",
        what,
        expected="use fewer decimals",
    )


@dataclass(frozen=True)
class Scale:
    """Engine chips per user's chip (``chips``), and the step of bets (``unit``).

    >>> Scale.of(180, [910]), Scale.of(181, [910]), Scale.of(Fraction(11, 2), [97])
    (Scale(chips=1, unit=1), Scale(chips=2, unit=2), Scale(chips=100, unit=1))
    """

    chips: int
    unit: int

    @classmethod
    def of(cls, pot: Fraction | int, others: Iterable[Fraction | int]) -> Scale:
        """The scale that makes half of the pot, and the other amounts, integers."""
        digits = max(places(Fraction(value), "amount") for value in (pot, *others))
        steps = 10 ** max(digits, _PLACES) if digits else 1
        doubled = 2 if int(Fraction(pot) * steps) % 2 else 1
        return cls(steps * doubled, doubled)

    def engine(self, value: Fraction) -> int:
        """An amount in chips of the engine."""
        return int(value * self.chips)
