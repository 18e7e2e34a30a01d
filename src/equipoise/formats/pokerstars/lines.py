"""Parsing the text of a PokerStars hand history: hands, header, seats, lines.

A hand begins with its header line and ends with its summary. Amounts may carry a currency sign and
commas between thousands; names may hold any character, so a line is matched against the names of
the seats, the longest first.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from decimal import Decimal

_NUMBER = r"[0-9][0-9,]{0,17}(?:\.[0-9]{1,9})?"
#: an amount with its currency sign
AMOUNT = rf"[$€£¥₹]?({_NUMBER})"
HEADER = re.compile(
    r"PokerStars (?:Home Game |Zoom )?(?:Hand|Game) #(?P<hand>[0-9]{1,18}):\s+"
    r"(?:\{[^}]*\}\s*)?"
    r"(?:Tournament #(?P<tournament>[0-9]{1,18}),\s*(?P<fee>Freeroll|\S+(?: [A-Z]{3})?)\s+)?"
    r"(?P<game>\S.*?)\s+"
    r"(?:-\s+)?(?P<level>Match Round .*?|Level \S+\s+)?"
    r"\((?:(?P<of_mix>[^(),]+), )?"
    rf"(?P<sign>[$€£¥₹]?)(?P<low>{_NUMBER})/[$€£¥₹]?(?P<high>{_NUMBER})(?=[ )])"
    rf"(?: - [$€£¥₹]?(?P<cap>{_NUMBER}) Cap - )?[^)]*?(?: (?P<currency>[A-Z]{{3}}))?\)"
    r"(?:\s+-\s+(?P<date>.*))?"
)
START = re.compile(
    r"^[ \t\ufeff]*PokerStars (?:Home Game |Zoom )?(?:Hand|Game) #[0-9]", re.MULTILINE
)
TABLE = re.compile(
    r"Table '(?P<table>.*)' (?:(?P<most>[0-9]{1,2})-max )?.*"
    r"Seat #(?P<button>[0-9]{1,3}) is the button"
)
SEAT = re.compile(
    rf"Seat (?P<seat>[0-9]{{1,3}}): (?P<name>.+) \({AMOUNT} in chips[^)]*\)(?P<rest>.*)"
)
DATE = re.compile(
    r"(?P<year>[0-9]{4})/(?P<month>[0-9]{1,2})/(?P<day>[0-9]{1,2}) "
    r"(?P<hour>[0-9]{1,2}):(?P<minute>[0-9]{2}):(?P<second>[0-9]{2}) ?(?P<zone>[A-Z]{2,5})?"
)
STREET = re.compile(r"\*\*\* (?P<name>[A-Z ]+) \*\*\*\s*(?P<cards>.*)")
CARDS = re.compile(r"\[([2-9TJQKA][cdhs](?: [2-9TJQKA][cdhs])*)\]")

#: events at a table that do not affect the hand
_NOISE = re.compile(
    r"said, \"|joins the table|leaves the table|is (?:dis)?connected|has timed out|has returned"
    r"|was removed from the table|will be allowed to play after|is sitting out|sits out"
    r"|finished the tournament|wins the tournament|wins .* bounty|received? .* eliminating"
    r"|re-?buys|takes the add-?on|adds .* chips|has requested TIME|is capped|did(?:n't| not) show"
    r"|doesn't show hand|Betting is capped|^Board \[|^Total pot|has been added to"
)
_LONGEST = 500


@dataclass(frozen=True)
class Block:
    """The lines of one hand and where they begin in the file."""

    line: int
    lines: tuple[str, ...]


def is_pokerstars(text: str) -> bool:
    """True if a text contains hands of this format."""
    return START.search(text) is not None


def blocks(text: str) -> Iterator[Block]:
    """The hands of a file; what stands before the first header belongs to none."""
    start = 0
    current: list[str] = []
    for number, line in enumerate(text.splitlines(), 1):
        # no line is longer; the limit keeps the patterns linear
        bare = line[:_LONGEST].replace("\xa0", " ").strip().lstrip("\ufeff")
        if START.match(bare):
            if current:
                yield Block(start, tuple(current))
            start, current = number, []
        if start and bare:
            current.append(bare)
    if current:
        yield Block(start, tuple(current))


def amount(text: str) -> Decimal:
    """An amount without its commas.

    >>> amount("1,250.50")
    Decimal('1250.50')
    """
    return Decimal(text.replace(",", ""))


def cards_of(text: str) -> str:
    """The cards in the last pair of brackets, without spaces, or nothing.

    >>> cards_of("[2c 3d 4h] [9s]"), cards_of("nothing")
    ('9s', '')
    """
    found = CARDS.findall(text)
    return found[-1].replace(" ", "") if found else ""


def is_noise(line: str) -> bool:
    """True if a line is known and does not affect the hand."""
    return _NOISE.search(line) is not None


def who_says(line: str, names: Sequence[str]) -> tuple[str, str] | None:
    """The player a line ``name: words`` belongs to, and the words; longest names come first."""
    for name in names:
        if line.startswith(name + ": "):
            return name, line[len(name) + 2 :]
    return None
