"""Options of agents, as they are written on the command line: typed, checked, with a meaning."""

from __future__ import annotations

import math
import re
from collections.abc import Callable
from dataclasses import dataclass

from equipoise.base.errors import InputError

_LONGEST_CAPTION = 40
# int() and float() know the digits of every script, underscores, nan and inf as well
_WHOLE = re.compile(r"[+-]?[0-9]{1,20}")
_NUMBER = re.compile(r"[+-]?([0-9]{1,20}(\.[0-9]{0,20})?|\.[0-9]{1,20})([eE][+-]?[0-9]{1,3})?")

#: turns the text of a value into the value, or raises an InputError that says what would be right
Reader = Callable[[str], object]


@dataclass(frozen=True)
class Option:
    """An option of an agent: ``default`` is written as a user would write it."""

    name: str
    meaning: str
    default: str
    read: Reader


def choice(*words: str) -> Reader:
    """One of some words."""

    def read(text: str) -> object:
        if text not in words:
            raise InputError(f"is {text!r}", expected=f"one of {', '.join(words)}")
        return text

    return read


def whole(least: int, most: int) -> Reader:
    """A whole number of a span."""

    def read(text: str) -> object:
        value = int(text) if _WHOLE.fullmatch(text) else least - 1
        if not least <= value <= most:
            raise InputError(f"is {text!r}", expected=f"a whole number, {least} to {most}")
        return value

    return read


def number(least: float, most: float) -> Reader:
    """A number of a span."""

    def read(text: str) -> object:
        value = plain_number(text)
        if not least <= value <= most:
            raise InputError(f"is {text!r}", expected=f"a number, {least:g} to {most:g}")
        return value

    return read


def plain_number(text: str) -> float:
    """A number as people write it, in ASCII digits; anything else is not a number (``nan``)."""
    return float(text) if _NUMBER.fullmatch(text) else math.nan


def switch(text: str) -> object:
    """Yes or no."""
    if text not in ("yes", "no"):
        raise InputError(f"is {text!r}", expected="yes or no")
    return text == "yes"


def caption(text: str) -> object:
    """A short name that can be printed."""
    if len(text) > _LONGEST_CAPTION or not text.isprintable():
        raise InputError(f"is {text!r}", expected=f"at most {_LONGEST_CAPTION} printable letters")
    return text


def read_options(name: str, known: tuple[Option, ...], text: str) -> dict[str, object]:
    """The values of ``OPTION=VALUE,...``, defaults filled in.

    >>> sizes = (Option("size", "", "pot", choice("min", "pot")),)
    >>> read_options("raise", sizes, "size=min"), read_options("raise", sizes, "")
    ({'size': 'min'}, {'size': 'pot'})
    """
    by_name = {option.name: option for option in known}
    given: dict[str, str] = {}
    for part in text.split(",") if text else []:
        key, equals, value = (word.strip() for word in part.partition("="))
        names = ", ".join(by_name) or "none at all"
        if not equals:
            raise InputError(
                f"{part!r} is not an option",
                f"agent {name}",
                expected="write OPTION=VALUE; a value has no comma",
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
