"""The log of a match as it is played: a line when a hand is over, the score at the end.

The header is the reference dealer's, with the game behind it, so that the log can be read alone.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from functools import lru_cache
from pathlib import Path

from equipoise.base.errors import InputError, argument
from equipoise.base.files import check_writable, naming
from equipoise.formats.acpc.game import write_game
from equipoise.formats.check import ROUNDED_TO
from equipoise.formats.text import decimal_text
from equipoise.interfaces.acpc.terms import Terms
from equipoise.matches.betting_cache import PARTS


def header_lines(terms: Terms) -> list[str]:
    """What the reference dealer says first, on standard error and in its log."""
    clocks = terms.clocks
    game = "".join("_" if letter.isspace() else letter for letter in terms.game)
    return [
        f"# name/game/hands/seed {terms.name} {game} {terms.hands} {terms.seed}",
        f"#--t_response {round(clocks.action * 1000)}",
        f"#--t_hand {round(clocks.hand * 1000)}",
        f"#--t_per_hand {round(clocks.per_hand * 1000)}",
    ]


@lru_cache(maxsize=4096)
def _chips(parts: int) -> str:
    return decimal_text(Fraction(parts, PARTS), ROUNDED_TO)


def values_text(parts: Sequence[int]) -> str:
    """Results in parts of a chip as chips, at most six decimals of them."""
    return "|".join([_chips(part) for part in parts])


def score_line(totals: Sequence[int], names: Sequence[str]) -> str:
    """The last line of a match, in the order of seats."""
    return f"SCORE:{values_text(totals)}:{'|'.join(names)}"


def check_log(path: Path, terms: Terms) -> None:
    """Raise InputError if a log of a match could not be written, before anybody connects."""
    for seating in range(len(terms.seatings)):
        place = log_path(path, terms, seating)
        check_writable(place, argument("log"))
        if place.exists():
            raise InputError(
                "is there already", f"log {str(place)!r}", expected="choose a new name"
            )


class LogFile:
    """A log that grows by whole lines, so that what a killed match leaves can be read."""

    def __init__(self, path: Path, terms: Terms, seating: int = 0) -> None:
        self.path = path
        with naming(path):
            self._file = path.open("xb", buffering=0)
        lines = header_lines(terms)
        if terms.duplicate:
            lines.append(f"# seating {seating + 1} of {len(terms.seatings)}")
        lines += [f"# {line}" for line in write_game(terms.rules).splitlines()]
        self.write("\n".join(lines).encode())

    def write(self, line: bytes) -> None:
        """Add a line."""
        with naming(self.path):
            self._file.write(line + b"\n")

    def close(self) -> None:
        """Nothing more will be written."""
        self._file.close()


def log_path(path: Path, terms: Terms, seating: int) -> Path:
    """Where the log of a seating goes: the path itself, or with a number if there are several.

    >>> from equipoise.games import find_game
    >>> terms = Terms("leduc", find_game("leduc"), ("Ann", "Bob"), 10, 0, duplicate=True)
    >>> log_path(Path("demo.log"), terms, 1).name
    'demo-2.log'
    """
    if not terms.duplicate:
        return path
    return path.with_name(f"{path.stem}-{seating + 1}{path.suffix}")
