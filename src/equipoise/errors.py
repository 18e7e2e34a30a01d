"""Exceptions that people see as one line: for input that cannot be used, for work that failed."""

from __future__ import annotations

from dataclasses import dataclass

_MOST_SHOWN = 200


def shortened(text: str) -> str:
    """Text that someone gave, cut where it would fill the screen.

    >>> shortened("9" * 5000)[-30:]
    '99999999... (5000 characters)'
    """
    if len(text) <= _MOST_SHOWN:
        return text
    return f"{text[:_MOST_SHOWN]}... ({len(text)} characters)"


@dataclass(eq=False)
class InputError(ValueError):
    """Input that cannot be used, said in one line.

    ``position`` counts characters of ``text`` from 0; people are shown it counted from 1.

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
        where = self.what
        if self.text is not None:
            where = f"{where} {shortened(self.text)!r}".strip()
        if self.position is not None:
            where += f", character {self.position + 1}"
        line = f"{where}: {self.problem}" if where else self.problem
        return f"{line}; {self.expected}" if self.expected else line


class UnsolvedError(RuntimeError):
    """Work that was begun and did not come to its end: out of time, or no convergence; one line."""
