"""A bet menu: the actions at one point of the betting, in letters.

======  ==========================  =======  ==========================
``f``   fold                        ``p``    the pot
``c``   check or call               ``w``    1.5 pots
``h``   half the pot                ``d``    2 pots
``s``   two thirds of the pot       ``t``    10 pots
``q``   three quarters of the pot   ``e``    11 pots
``75``  75% of the pot, any number  ``1/6``  a sixth, any fraction
``a``   all-in
======  ==========================  =======  ==========================

The letters are those of Schnizlein 2009 (3.2.1) plus ``s``. They are written one after the other,
``f`` and ``c`` first: ``fcpa``, ``fchpda``, ``fc75pa``; a comma separates two numbers:
``fc1/6,80a``. A size with a letter is printed with it, others as a whole percentage if possible. A
suffix restricts a size: ``o`` once per round and player, ``n`` not in the first round, ``r`` both,
as the thesis uses half and three-quarter pot bets in hold'em: ``fchrpa``.

Sizes are fractions of the pot after calling, rounded down to whole chips. A bet below the legal
minimum is raised to it, a bet at or above the stack is all-in, and equal bets are merged. In a
fixed-limit game every size means the fixed bet.

Without ``c`` a player who can raise cannot call: ``fa`` is jam-fold. Checking is always possible,
and so is a call if no raise is left.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction

from equipoise.base.errors import InputError
from equipoise.games.action import Action, Kind
from equipoise.games.betting import BettingState

_LETTERS = {
    "h": Fraction(1, 2),
    "s": Fraction(2, 3),
    "q": Fraction(3, 4),
    "p": Fraction(1),
    "w": Fraction(3, 2),
    "d": Fraction(2),
    "t": Fraction(10),
    "e": Fraction(11),
}
_NAMES = {fraction: letter for letter, fraction in _LETTERS.items()}
_RESTRICTIONS = {"o": (True, False), "n": (False, True), "r": (True, True)}
_RESTRICTION_NAMES = {value: letter for letter, value in _RESTRICTIONS.items()}
_MOST_DIGITS = 6
#: sizes of a menu; more than any tree could hold
_MOST_SIZES = 200

Refuse = Callable[[str, int], InputError]


def _is_digit(character: str) -> bool:
    return character.isascii() and character.isdigit()


@dataclass(frozen=True, order=True)
class BetSize:
    """A bet as a fraction of the pot after calling, with its restriction."""

    fraction: Fraction
    once_a_round: bool = False
    not_first_round: bool = False

    def __post_init__(self) -> None:
        largest = max(self.fraction.numerator, self.fraction.denominator, int(self.fraction * 100))
        if self.fraction <= 0 or largest >= 10**_MOST_DIGITS:
            raise InputError(
                f"a bet of {self.fraction} pots",
                expected=f"percentages from 1 to {10**_MOST_DIGITS - 1:,} and fractions of "
                f"numbers of at most {_MOST_DIGITS} digits are allowed",
            )

    def __str__(self) -> str:
        percent = self.fraction * 100
        name = _NAMES.get(self.fraction) or str(
            percent if percent.denominator == 1 else self.fraction
        )
        return name + _RESTRICTION_NAMES.get((self.once_a_round, self.not_first_round), "")


@dataclass(frozen=True)
class BetMenu:
    """Bet sizes, whether all-in is included, and whether calling is allowed (``calls``)."""

    sizes: tuple[BetSize, ...]
    all_in: bool
    calls: bool = True

    def __str__(self) -> str:
        text = "fc" if self.calls else "f"
        for size in map(str, self.sizes):
            text += "," + size if text[-1].isdigit() and size[0].isdigit() else size
        return text + ("a" if self.all_in else "")

    def actions(
        self, state: BettingState, used: frozenset[Fraction] = frozenset()
    ) -> list[tuple[Action, Fraction | None]]:
        """The actions on the menu, raises last and ascending, with the size of each.

        ``used`` are the sizes this player has used in this round. Equal amounts are one action,
        with the first size in the notation that gives it.
        """
        legal = state.legal()
        menu: list[tuple[Action, Fraction | None]] = []
        raises: dict[int, Fraction | None] = {}
        call_to = legal.call_to if legal.call_to is not None else legal.put
        if legal.min_raise is not None and legal.max_raise is not None:
            pot_after_call = state.pot + call_to - legal.put
            for size in self.sizes:
                if (size.once_a_round and size.fraction in used) or (
                    size.not_first_round and state.round == 0
                ):
                    continue
                to = call_to + int(size.fraction * pot_after_call)
                to = min(max(to, legal.min_raise), legal.max_raise)
                raises.setdefault(to, size.fraction)
            if self.all_in:
                raises.setdefault(legal.max_raise, None)
        if legal.can_fold:
            menu.append((Action(Kind.FOLD, legal.put), None))
        if legal.call_to is not None and (self.calls or call_to == legal.put or not raises):
            menu.append((Action(Kind.CALL, legal.call_to), None))
        return menu + [(Action(Kind.RAISE, to), raises[to]) for to in sorted(raises)]


def read_menu(text: str, at: int, refuse: Refuse) -> BetMenu:
    """Parse a menu from character ``at`` to the end of the text.

    ``refuse`` builds the error for a position.
    """
    if not text.startswith("f", at):
        raise refuse("a menu must begin with fc, or with f for no calls", at)
    start = at
    calls = text.startswith("fc", at)
    at += 2 if calls else 1
    sizes: list[BetSize] = []
    all_in = False
    number = False  # whether the last size was written as a number
    while at < len(text):
        if text[at] == ",":
            if not (number and at + 1 < len(text) and _is_digit(text[at + 1])):
                raise refuse("a comma is allowed only between two numbers", at)
            number = False
            at += 1
        elif text[at] == "a":
            all_in = True
            at += 1
            if at < len(text):
                raise refuse("all-in must be last", at)
        else:
            number = _is_digit(text[at])
            size, end = _read_size(text, at, refuse)
            if any(other.fraction == size.fraction for other in sizes):
                raise refuse(f"{text[at:end]} occurs twice", at)
            if len(sizes) == _MOST_SIZES:
                raise refuse(f"more than {_MOST_SIZES} sizes in a menu", at)
            sizes.append(size)
            at = end
    if not (calls or sizes or all_in):
        raise refuse("a menu without calls needs a bet", start)
    return BetMenu(tuple(sizes), all_in, calls)


def _read_size(text: str, at: int, refuse: Refuse) -> tuple[BetSize, int]:
    """Parse a size with its restriction; returns it and the next position."""
    start = at
    if _is_digit(text[at]):
        at = _digits_end(text, start, refuse)
        fraction = Fraction(int(text[start:at]), 100)
        if text.startswith("/", at):
            under = at + 1
            at = _digits_end(text, under, refuse)
            if at == under or int(text[under:at]) == 0:
                raise refuse("a fraction without a denominator", start)
            fraction = Fraction(int(text[start : under - 1]), int(text[under:at]))
        if fraction == 0:
            raise refuse("a bet of 0", start)
    elif text[at] in _LETTERS:
        fraction = _LETTERS[text[at]]
        at += 1
    else:
        raise refuse(f"unknown letter {text[at]!r}", at)
    once, later = False, False
    if at < len(text) and text[at] in _RESTRICTIONS:
        once, later = _RESTRICTIONS[text[at]]
        at += 1
    return BetSize(fraction, once, later), at


def _digits_end(text: str, start: int, refuse: Refuse) -> int:
    end = start
    while end < len(text) and _is_digit(text[end]):
        end += 1
        if end - start > _MOST_DIGITS:
            raise refuse(f"a number of more than {_MOST_DIGITS} digits", start)
    return end
