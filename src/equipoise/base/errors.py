"""Exceptions shown as one line: bad input, and work that failed.

Messages may quote files and command lines: :func:`printable` escapes control characters,
:func:`one_line` shortens a message.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass

_MOST_SHOWN = 200
#: lengths of a line, of its problem part, of a place and of the hint
_LONGEST_LINE, _LONGEST_FIRST, _LONGEST_PLACE, _SHORTEST_HINT = 600, 400, 160, 200
_GAP = " ... "
#: marks around the name of an argument in an error: characters that no text has
_OPEN, _CLOSE = "\ue000", "\ue001"
_ARGUMENT = re.compile(f"{_OPEN}([a-z_]+){_CLOSE}")


def shortened(text: str) -> str:
    """A user's text, truncated if it would fill the screen.

    >>> shortened("9" * 5000)[-30:]
    '99999999... (5000 characters)'
    """
    if len(text) <= _MOST_SHOWN:
        return text
    return f"{text[:_MOST_SHOWN]}... ({len(text)} characters)"


def printable(text: str, keep: str = "") -> str:
    r"""Text with invisible characters escaped, except the control characters in ``keep``.

    Control characters (also of the C1 set), escape sequences, line separators, marks that change
    the direction of writing and halves of surrogate pairs (bytes of a file name that are not UTF-8)
    are escaped as in Python literals, so that a terminal shows them instead of acting on them.

    >>> print(printable("Ann\x1b[2J\u202e\udcff"))
    Ann\x1b[2J\u202e\udcff
    """
    if text.isprintable():
        return text
    return "".join(
        char if char.isprintable() or char in keep else char.encode("unicode_escape").decode()
        for char in text
    )


def one_line(text: str, most: int = _LONGEST_LINE) -> str:
    r"""Text printable on one line, with its middle omitted if it is too long.

    >>> print(one_line("first\nsecond"), one_line("abcdefghij" * 10, 26))
    first\nsecond abcdefghijabcd ... defghij
    """
    if len(text) > 2 * most:  # the omitted part need not be made printable
        text = text[:most] + text[-most:]
    line = printable(text)
    if len(line) <= most:
        return line
    tail = (most - len(_GAP)) // 3
    return line[: most - len(_GAP) - tail] + _GAP + line[len(line) - tail :]


def argument(name: str) -> str:
    """The name of an argument, for use in the texts of an :class:`InputError`.

    The error shows it as is; the command line, where arguments are options, with dashes.

    >>> error = InputError("unknown method 'x'", argument("method"))
    >>> print(error, "|", error.line(lambda name: f"--{name}"))
    method: unknown method 'x' | --method: unknown method 'x'
    """
    return f"{_OPEN}{name}{_CLOSE}"


@dataclass(eq=False)
class InputError(ValueError):
    """Bad input, as one line of at most a few hundred characters: what, where, what is right.

    ``position`` counts characters of ``text`` from 0; it is displayed counted from 1.

    >>> print(InputError("unknown rank 'X'", what="card", text="Xs", position=0,
    ...                  expected="a rank is one of 23456789TJQKA"))
    card 'Xs', character 1: unknown rank 'X'; a rank is one of 23456789TJQKA
    """

    problem: str
    what: str = ""
    text: str | None = None
    position: int | None = None
    expected: str = ""

    def __str__(self) -> str:
        return self.line(str)

    def line(self, spell: Callable[[str], str]) -> str:
        """The error in one line, with names of arguments as ``spell`` writes them."""

        def spelled(text: str) -> str:
            return _ARGUMENT.sub(lambda found: spell(found[1]), text)

        where = one_line(spelled(self.what), _LONGEST_PLACE)
        if self.text is not None:
            where = f"{where} {one_line(repr(shortened(self.text)), 240)}".strip()
        if self.position is not None:
            where += f", character {self.position + 1}"
        problem = spelled(self.problem)
        line = one_line(f"{where}: {problem}" if where else problem, _LONGEST_FIRST)
        hint = one_line(spelled(self.expected), max(_LONGEST_LINE - len(line), _SHORTEST_HINT))
        return f"{line}; {hint}" if hint else line


class Interrupted(KeyboardInterrupt):
    """Work stopped by Ctrl-C, with its result so far; None if there is none."""

    def __init__(self, so_far: object = None) -> None:
        super().__init__()
        self.so_far = so_far


class UnsolvedError(RuntimeError):
    """Work that started and did not finish: out of time, or no convergence; shown as one line."""
