"""Options of agents as written on the command line: typed, checked, described."""

from __future__ import annotations

import math
import re
from collections.abc import Callable
from dataclasses import dataclass

from equipoise.base.errors import InputError

_LONGEST_CAPTION = 40
# int() and float() also accept other scripts' digits, underscores, nan and inf
_WHOLE = re.compile(r"[+-]?[0-9]{1,20}")
_NUMBER = re.compile(r"[+-]?([0-9]{1,20}(\.[0-9]{0,20})?|\.[0-9]{1,20})([eE][+-]?[0-9]{1,3})?")

#: parses the text of a value, or raises an InputError that says what would be right
Reader = Callable[[str], object]


@dataclass(frozen=True)
class Option:
    """An option of an agent; ``default`` is text as a user would write it."""

    name: str
    meaning: str
    default: str
    read: Reader


def choice(*words: str) -> Reader:
    """A parser for one of several words."""

    def read(text: str) -> object:
        if text not in words:
            raise InputError(f"is {text!r}", expected=f"one of {', '.join(words)}")
        return text

    return read


def whole(least: int, most: int) -> Reader:
    """A parser for integers in a range."""

    def read(text: str) -> object:
        value = int(text) if _WHOLE.fullmatch(text) else least - 1
        if not least <= value <= most:
            raise InputError(f"is {text!r}", expected=f"a whole number, {least} to {most}")
        return value

    return read


def number(least: float, most: float) -> Reader:
    """A parser for numbers in a range."""

    def read(text: str) -> object:
        value = plain_number(text)
        if not least <= value <= most:
            raise InputError(f"is {text!r}", expected=f"a number, {least:g} to {most:g}")
        return value

    return read


def plain_number(text: str) -> float:
    """Parse a number in ASCII digits; anything else is ``nan``."""
    return float(text) if _NUMBER.fullmatch(text) else math.nan


def switch(text: str) -> object:
    """Parse yes or no."""
    if text not in ("yes", "no"):
        raise InputError(f"is {text!r}", expected="yes or no")
    return text == "yes"


def caption(text: str) -> object:
    """A short name that can be printed."""
    if len(text) > _LONGEST_CAPTION or not text.isprintable():
        raise InputError(f"is {text!r}", expected=f"at most {_LONGEST_CAPTION} printable letters")
    return text


def read_options(name: str, known: tuple[Option, ...], text: str) -> dict[str, object]:
    """Parse ``OPTION=VALUE,...``, with defaults filled in.

    >>> sizes = (Option("size", "", "pot", choice("min", "pot")),)
    >>> read_options("raise", sizes, "size=min"), read_options("raise", sizes, "")
    ({'size': 'min'}, {'size': 'pot'})
    """
    by_name = {option.name: option for option in known}
    given: dict[str, str] = {}
    for part in text.split(",") if text else []:
        key, equals, value = (word.strip() for word in part.partition("="))
        names = ", ".join(by_name) or "none"
        if not equals:
            raise InputError(
                f"{part!r} is not an option",
                f"agent {name}",
                expected="write OPTION=VALUE; a value cannot contain a comma",
            )
        if key not in by_name:
            raise InputError(
                f"unknown option {key!r}", f"agent {name}", expected=f"it knows {names}"
            )
        if key in given:
            raise InputError(f"{key} is given twice", f"agent {name}")
        given[key] = value
    values: dict[str, object] = {}
    for option in known:
        try:
            values[option.name] = option.read(given.get(option.name, option.default))
        except InputError as error:
            raise InputError(
                f"{option.name} {error.problem}", f"agent {name}", expected=error.expected
            ) from None
    return values
