"""Reading text files whole, and numbers that are exact."""

from __future__ import annotations

import sys
from decimal import Decimal
from fractions import Fraction
from pathlib import Path

from equipoise.errors import InputError

STDIN = "-"


def read_text(path: str | Path) -> str:
    """A file as text (``-`` is standard input), or an error that names it and what is wrong."""
    name = str(path)
    if name == STDIN:
        data = sys.stdin.buffer.read()
        name = "standard input"
    else:
        place = Path(path)
        if place.is_dir():
            raise InputError("is a directory", name, expected="name the files in it")
        try:
            data = place.read_bytes()
        except FileNotFoundError:
            raise InputError("there is no such file", name) from None
        except OSError as error:
            raise InputError(f"cannot be read ({error.strerror})", name) from None
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        raise InputError(
            f"byte {data[error.start]:#04x} is not UTF-8",
            f"{name}, line {line}",
            expected="save the file as UTF-8 text",
        ) from None
    if not text.strip():
        raise InputError("is empty", name)
    return text


def decimal_text(number: Fraction, places: int) -> str:
    """A number with at most so many decimals, zeros at the end cut.

    >>> decimal_text(Fraction(25, 2), 6), decimal_text(Fraction(-100, 3), 6)
    ('12.5', '-33.333333')
    """
    scaled = round(number * 10**places)
    sign, digits = "-" if scaled < 0 else "", f"{abs(scaled):0{places + 1}d}"
    if not places:
        return sign + digits
    whole, part = digits[:-places], digits[-places:].rstrip("0")
    return sign + (f"{whole}.{part}" if part else whole)


def fixed_text(number: Fraction, places: int) -> str | None:
    """A number with exactly so many decimals, or None where they do not suffice.

    >>> fixed_text(Fraction(1, 2), 2), fixed_text(Fraction(1, 3), 2)
    ('0.50', None)
    """
    scaled = number * 10**places
    if scaled.denominator != 1:
        return None
    if not places:
        return str(scaled)
    sign, digits = "-" if scaled < 0 else "", f"{abs(int(scaled)):0{places + 1}d}"
    return f"{sign}{digits[:-places]}.{digits[-places:]}"


def decimal_places(number: int | Decimal) -> int:
    """How many decimals a number was written with; those at the end count too.

    >>> decimal_places(Decimal("0.50")), decimal_places(7)
    (2, 0)
    """
    if isinstance(number, int):
        return 0
    exponent = number.as_tuple().exponent
    return max(0, -exponent) if isinstance(exponent, int) else 0
