"""Betting abstractions: the menu of bets at each point of the betting.

A single menu (``fcpa``, see :mod:`equipoise.abstraction.bets.menu`) applies everywhere. Menus can
depend on

- the round: ``fcpa/fchpa/fcpa`` has one menu before the flop, one on the flop and one from the
  turn on. The last one applies to all later rounds.
- the number of bets and raises in the round so far (blinds not counted):
  ``fchpa+fcpa+fca`` has half-pot and pot bets for the first bet, pot for the raise, and all-in from
  the second raise on. Again the last one applies to all later ones, so that ``fcpa+fcpa+fc``
    allows two raises per round.

Both together: ``fcpda+fcpa/fcspa+fcpa+fca``. ``-`` separates seat 1 and seat 2:
``fcpa-fcpa/fchpa``. Names (``NAMED``) are abbreviations of menus and are printed in full, so that a
stored strategy does not depend on a name.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from fractions import Fraction
from typing import TypeVar

from equipoise.abstraction.bets.menu import BetMenu, read_menu
from equipoise.abstraction.bets.menu import BetSize as BetSize
from equipoise.abstraction.bets.menus import Line, Option
from equipoise.base.errors import InputError
from equipoise.games.betting import BettingState

FULL = "full"
NAMED = {
    "jamfold": "fa",
    # Ganzfried and Sandholm 2012 say: fold, call and all-in everywhere, one or two of half pot, two
    # thirds and pot, and 1.5 and 2 pots "in certain situations". Which size is used where is our
    # choice.
    "tartanian5": "fcpda+fcpa/fcspa+fcpa/fchpa+fcpa/fcpwa+fcpa",
}
_MOST_SHOWN = 80
_LONGEST = 10_000
#: a round begins with f, which never follows the slash of a fraction (1/6)
_BETWEEN = re.compile(r"(?<![0-9])/|/(?=f)|\+", re.ASCII)
_HINT = (
    "letters f c h s q p w d t e a, percentages like 75, fractions like 1/6, o, n or r after a "
    f"size, / between rounds, + between bets of a round; or {', '.join(NAMED)}, {FULL}"
)

Rounds = tuple[tuple[BetMenu, ...], ...]
_Item = TypeVar("_Item")


@dataclass(frozen=True)
class BettingAbstraction:
    """Menus by round and by the number of raises in it; the last of each applies from there on.

    >>> str(BettingAbstraction.parse("fc75pa"))
    'fcqpa'
    >>> str(BettingAbstraction.parse("fc1/6,1/20a"))
    'fc1/6,5a'
    >>> str(BettingAbstraction.parse("fchpa+fcpa+fcpa/fc60,80a/fc60,80a"))
    'fchpa+fcpa/fc60,80a'
    """

    rounds: Rounds

    def __post_init__(self) -> None:
        if not self.rounds or not all(self.rounds):
            raise InputError("a betting abstraction without a menu")
        # trailing menus that repeat the last one are redundant
        short = _without_repeats(tuple(_without_repeats(menus) for menus in self.rounds))
        object.__setattr__(self, "rounds", short)

    @classmethod
    def parse(cls, text: str) -> BettingAbstraction:
        """Parse the notation."""
        return _read(text, 0, len(text))

    def __str__(self) -> str:
        return "/".join("+".join(map(str, menus)) for menus in self.rounds)

    def menu(self, round_number: int, raises: int) -> BetMenu:
        """The menu after ``raises`` raises in a round."""
        menus = self.rounds[min(round_number, len(self.rounds) - 1)]
        return menus[min(raises, len(menus) - 1)]

    def actions(
        self, state: BettingState, used: frozenset[Fraction] = frozenset(), line: Line = ()
    ) -> list[Option]:
        """The player's actions, raises last and ascending, with the size of each.

        ``used`` are the sizes this player has used in this round; the rest of the line is ignored.
        """
        return self.menu(state.round, state.raises).actions(state, used)

    @property
    def sizes(self) -> tuple[BetSize, ...]:
        """All sizes of all menus, each once, in the order of the notation."""
        every = (size for menus in self.rounds for menu in menus for size in menu.sizes)
        return tuple(dict.fromkeys(every))

    @property
    def all_in(self) -> bool:
        """True if some menu has all-in."""
        return any(menu.all_in for menus in self.rounds for menu in menus)

    @property
    def only_jams(self) -> bool:
        """True if the first round offers only all-in and fold."""
        return all(m.all_in and not m.calls and not m.sizes for m in self.rounds[0])


def _without_repeats(items: tuple[_Item, ...]) -> tuple[_Item, ...]:
    while len(items) > 1 and items[-1] == items[-2]:
        items = items[:-1]
    return items


def _read(text: str, start: int, end: int) -> BettingAbstraction:
    """Parse a slice of a text; errors point into the whole text."""

    def refuse(problem: str, at: int) -> InputError:
        shown = text if len(text) <= _MOST_SHOWN else text[:_MOST_SHOWN] + "..."
        return InputError(problem, "betting abstraction", shown, at, _HINT)

    if text[start:end] in NAMED:
        named = NAMED[text[start:end]]
        return _read(named, 0, len(named))
    if len(text) > _LONGEST:
        raise refuse(f"{len(text):,} characters; the limit is {_LONGEST:,}", start)
    rounds: list[list[BetMenu]] = [[]]
    at = start
    for between in _BETWEEN.finditer(text, start, end):
        rounds[-1].append(read_menu(text[: between.start()], at, refuse))
        if between[0] == "/":
            rounds.append([])
        at = between.end()
    rounds[-1].append(read_menu(text[:end], at, refuse))
    return BettingAbstraction(tuple(map(tuple, rounds)))


Bets = BettingAbstraction | None


def parse_bets(text: str | None) -> tuple[Bets, Bets]:
    """``fcpa`` for both seats, ``fcpa-fchpda`` for seat 1 and seat 2; None for every bet."""
    if text is None:
        return None, None
    first, dash, _ = text.partition("-")

    def one(start: int, end: int) -> Bets:
        return None if text[start:end] == FULL else _read(text, start, end)

    mine = one(0, len(first))
    return mine, one(len(first) + 1, len(text)) if dash else mine


def bets_text(bets: tuple[Bets, Bets]) -> str:
    """The text of two abstractions, which :func:`parse_bets` reads back.

    >>> bets_text(parse_bets("fc75pa-full")), bets_text(parse_bets("fc75pa"))
    ('fcqpa-full', 'fcqpa')
    """
    first, second = (FULL if part is None else str(part) for part in bets)
    return first if first == second else f"{first}-{second}"


def is_jam_fold(text: str | None) -> bool:
    """True if both seats can only go all-in or fold in the first round.

    >>> [is_jam_fold(text) for text in ("jamfold", "fa/fcpa", "fcpa-fa", "full")]
    [True, True, False, False]
    """
    return all(bets is not None and bets.only_jams for bets in parse_bets(text))
