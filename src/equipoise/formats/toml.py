"""TOML as text: the few kinds of values that hand histories hold.

The standard library reads TOML and does not write it.
"""

from __future__ import annotations

import datetime
import math
import re
from collections.abc import Mapping
from decimal import Decimal

from equipoise.base.errors import InputError

_BARE_KEY = re.compile(r"[A-Za-z0-9_-]+")
_MOST_ZEROS = 40
_ESCAPES = {"\\": "\\\\", '"': '\\"', "\n": "\\n", "\t": "\\t", "\r": "\\r"}


class Literal(str):
    """Text written verbatim: a number with the required decimals."""

    __slots__ = ()


def toml_string(text: str) -> str:
    """A string, in single quotes where it can be.

    >>> print(toml_string("As"), toml_string("Ann's"))
    'As' "Ann's"
    """
    if "'" not in text and text.isprintable():
        return f"'{text}'"
    parts = [
        _ESCAPES.get(char) or (char if char.isprintable() else f"\\U{ord(char):08x}")
        for char in text
    ]
    return f'"{"".join(parts)}"'


def toml_value(value: object) -> str:
    """A value on one line.

    >>> toml_value([1, Decimal("0.50"), True, "x"])
    "[1, 0.50, true, 'x']"
    """
    if isinstance(value, Literal):
        return str(value)
    if isinstance(value, str):
        return toml_string(value)
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, int):
        return str(value)
    if isinstance(value, Decimal | float):
        return _toml_number(value)
    if isinstance(value, datetime.date | datetime.time):  # a datetime is a date too
        return value.isoformat()
    if isinstance(value, Mapping):
        pairs = [f"{toml_key(key)} = {toml_value(entry)}" for key, entry in value.items()]
        return "{" + ", ".join(pairs) + "}"
    if isinstance(value, list | tuple):
        return "[" + ", ".join(toml_value(entry) for entry in value) + "]"
    raise InputError(f"TOML has no place for a {type(value).__name__}")


def _toml_number(value: Decimal | float) -> str:
    # math's own functions would make a float of a decimal, and infinity of a large one
    if value != value:
        return "nan"
    if value in (math.inf, -math.inf):
        return "inf" if value > 0 else "-inf"
    if isinstance(value, float):
        text = repr(value)
    else:  # written out where that is short: an exponent of a billion makes a billion zeros
        text = format(value, "f") if abs(value.adjusted()) <= _MOST_ZEROS else str(value).lower()
    return text if "." in text or "e" in text else f"{text}.0"


def toml_key(key: str) -> str:
    """A key, in quotes where it needs them."""
    return key if _BARE_KEY.fullmatch(key) else toml_string(key)


def toml_table(fields: Mapping[str, object]) -> str:
    """Keys and values, one a line."""
    return "".join(f"{toml_key(key)} = {toml_value(value)}\n" for key, value in fields.items())
