"""The log of a match in progress: a line per finished hand, the score at the end.

The header is the reference dealer's, followed by the game, so the log is self-contained.
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
    """The reference dealer's header, for standard error and the log."""
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
    """Results in fractions of a chip as chips with at most six decimals."""
    return "|".join([_chips(part) for part in parts])


def score_line(totals: Sequence[int], names: Sequence[str]) -> str:
    """The last line of a match, in the order of seats."""
    return f"SCORE:{values_text(totals)}:{'|'.join(names)}"


def check_log(path: Path, terms: Terms) -> None:
    """Raise InputError before clients connect if the log of a match cannot be written."""
    for seating in range(len(terms.seatings)):
        place = log_path(path, terms, seating)
        check_writable(place, argument("log"))
        if place.exists():
            raise InputError(
                "is there already", f"log {str(place)!r}", expected="choose a new name"
            )


class LogFile:
    """A log written in whole lines, so that it stays readable if the match is killed."""

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
        """Close the file."""
        self._file.close()


def log_path(path: Path, terms: Terms, seating: int) -> Path:
    """The path of a seating's log: the path itself, or numbered if there are several.

    >>> from equipoise.games import find_game
    >>> terms = Terms("leduc", find_game("leduc"), ("Ann", "Bob"), 10, 0, duplicate=True)
    >>> log_path(Path("demo.log"), terms, 1).name
    'demo-2.log'
    """
    if not terms.duplicate:
        return path
    return path.with_name(f"{path.stem}-{seating + 1}{path.suffix}")
