"""Numbers on the command line: ASCII digits, finite, of a plausible size.

Python's ``int`` and ``float``, which parse options, accept digits of every script, ``nan`` and
``inf``, and range checks let ``nan`` through.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable
from typing import Any

from equipoise.base.errors import InputError

_MOST = 2**63 - 1


def check_digits(arguments: Iterable[str]) -> None:
    """Raise InputError for numbers in digits that are not ASCII.

    >>> check_digits(["--hands", "\u0663"])
    Traceback (most recent call last):
    equipoise.base.errors.InputError: '\u0663': digits that are not ASCII; write numbers with 0 to 9
    """
    for argument in arguments:
        option, equals, value = argument.partition("=")
        for text in (argument, value) if equals and option.startswith("-") else (argument,):
            if not text.isascii() and _is_number(text) and not os.path.exists(text):
                raise InputError(
                    "digits that are not ASCII", text=text, expected="write numbers with 0 to 9"
                )


def _is_number(text: str) -> bool:
    try:
        float(text)
    except ValueError:
        return False
    return True


def guard_numbers(command: Any) -> None:
    """Make a command and its subcommands refuse implausible numbers.

    ``command`` is a Click object, whose class Typer renames between versions.
    """
    if command.callback is not None:
        command.callback = _guarded(command.callback)
    for below in getattr(command, "commands", {}).values():
        guard_numbers(below)


def _guarded(callback: Callable[..., Any]) -> Callable[..., Any]:
    def checked(**values: Any) -> Any:
        for name, value in values.items():
            if isinstance(value, int | float) and not -_MOST <= value <= _MOST:
                problem = f"is {value:g}" if isinstance(value, float) else "is too large"
                raise InputError(problem, option_name(name), expected="a finite number below 2^63")
        return callback(**values)

    return checked


def option_name(name: str) -> str:
    """The command-line option of a function argument.

    >>> option_name("act_seconds")
    '--act-seconds'
    """
    return "--" + name.replace("_", "-")
