"""Bet sizes by street in one text, ``52% / 55% / 70%``, starting with the street of the board.

The last one applies to all later streets.
"""

from __future__ import annotations

from equipoise.abstraction.bets.sizes import Sizes, parse_sizes, print_sizes
from equipoise.base.errors import InputError

STREETS = ("preflop", "flop", "turn", "river")
_BETWEEN = "/"


def read_streets(text: str, what: str, streets: int, raises: bool = False) -> tuple[Sizes, ...]:
    """The sizes of each of ``streets`` streets."""
    parts = text.split(_BETWEEN)
    if len(parts) > streets:
        raise InputError(
            f"sizes for {len(parts)} streets", what, text,
            expected=f"at most {streets} are left, the first is the street of the board",
        )  # fmt: skip
    found = [parse_sizes(part, what, raises) for part in parts]
    return tuple(found + [found[-1]] * (streets - len(found)))


def print_streets(sizes: tuple[Sizes, ...]) -> str:
    """The text that :func:`read_streets` reads back, without trailing repetitions.

    >>> print_streets(read_streets("50% / a / a", "bets", 3)), print_streets(((), ()))
    ('50% / a', 'none')
    """
    kept = list(sizes)
    while len(kept) > 1 and kept[-1] == kept[-2]:
        kept.pop()
    return f" {_BETWEEN} ".join(map(print_sizes, kept))
