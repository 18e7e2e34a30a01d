"""The responder's actions on each street, as text: ``c/c/56/56``.

``c`` checks or calls and never folds; ``56`` is all-in and 55 bets of 0.05 x 1.15^k pots, k = 0 to
54 (Lisý and Bowling 2017); anything else is a menu of :mod:`equipoise.abstraction.bets.menu`, as
``fc``, ``fcpa`` or ``fchpda``. The last menu given holds for all later streets.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from equipoise.abstraction.bets.betting import BettingAbstraction
from equipoise.abstraction.bets.menu import BetMenu, BetSize
from equipoise.base.errors import InputError
from equipoise.games.action import Action, Kind
from equipoise.games.betting import BettingState

CALLS, MANY = "c", "56"
_SMALLEST, _RATIO, _COUNT = 0.05, 1.15, 55
_PARTS = 10_000  # sizes are stored in this fraction of the pot
_HINT = "a menu for each street, / between: c, fc, fcpa, 56, or any betting menu such as fchpda"
#: 0.05 to 94.8 pots; rounding to whole chips is rarely visible
MANY_BETS = BetMenu(
    tuple(BetSize(Fraction(round(_SMALLEST * _RATIO**k * _PARTS), _PARTS)) for k in range(_COUNT)),
    all_in=True,
)


@dataclass(frozen=True)
class Menu:
    """The actions of one street; without ``folds`` the responder never folds if it can call."""

    text: str
    bets: BetMenu
    folds: bool = True

    def actions(self, betting: BettingState) -> list[Action]:
        """The actions: fold, call, and raises in ascending order."""
        found = [action for action, _ in self.bets.actions(betting)]
        if self.folds:
            return found
        staying = [action for action in found if action.kind != Kind.FOLD]
        return staying or found


@dataclass(frozen=True)
class Menus:
    """A menu for each street.

    >>> str(Menus.parse("c/c/56/56")), len(Menus.parse("56").of(3).bets.sizes)
    ('c/c/56/56', 55)
    """

    streets: tuple[Menu, ...]

    @classmethod
    def parse(cls, text: str) -> Menus:
        """Parse menus."""
        return cls(tuple(_menu(part, text) for part in text.split("/")))

    def __str__(self) -> str:
        return "/".join(menu.text for menu in self.streets)

    def of(self, round_number: int) -> Menu:
        """The menu of a street."""
        return self.streets[min(round_number, len(self.streets) - 1)]

    def check_rounds(self, rounds: int) -> None:
        """Raise InputError for more menus than a game has streets."""
        if len(self.streets) > rounds:
            raise InputError(
                f"{len(self.streets)} menus for a game of {rounds} rounds", "menus", str(self),
                expected="one for each street at most",
            )  # fmt: skip


def _menu(text: str, whole: str) -> Menu:
    if text == CALLS:
        return Menu(text, BetMenu((), all_in=False), folds=False)
    if text == MANY:
        return Menu(text, MANY_BETS)
    try:
        read = BettingAbstraction.parse(text)
    except InputError as error:
        raise InputError(error.problem, "menus", whole, expected=_HINT) from None
    if len(read.rounds) > 1 or len(read.rounds[0]) > 1:
        raise InputError(f"{text!r} is more than one menu", "menus", whole, expected=_HINT)
    return Menu(text, read.rounds[0][0])


#: the menu of a responder that has already bet in the round
LATER = _menu("fca", "fca")
