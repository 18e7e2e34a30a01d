"""Betting abstractions: which bets a player may make, in the letters of Schnizlein 2009.

======  ==========================  ======  ==========================
``f``   fold                        ``p``   the pot
``c``   check or call               ``w``   1.5 pots
``h``   half the pot                ``d``   2 pots
``q``   three quarters of the pot   ``t``   10 pots
``75``  75% of the pot, any number  ``e``   11 pots
``a``   all-in
======  ==========================  ======  ==========================

Letters stand one after the other, ``f`` and ``c`` first: ``fcpa``, ``fchpda``, ``fc75pa``; a comma
keeps two percentages apart: ``fc60,80a``. A size that has a letter is printed with it. A size may
carry a restriction behind it: ``o`` once a round for each player, ``n`` not in the first round,
``r`` both, which is how the thesis uses half and three-quarter pot bets in hold'em: ``fchrpa``.

Sizes are fractions of the pot after calling, cut to whole chips. A bet below the smallest legal one
is raised to it, a bet at or above the stack is all-in, and equal bets are one. In a fixed-limit
game every size means the one bet there is.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from equipoise.errors import InputError
from equipoise.games.action import Action, Kind
from equipoise.games.betting import BettingState

FULL = "full"
_LETTERS = {
    "h": Fraction(1, 2),
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
_MOST_SHOWN = 80
_HINT = "letters f c h q p w d t e a, percentages like 75, and o, n or r behind a size"


def _is_digit(character: str) -> bool:
    return character.isascii() and character.isdigit()


@dataclass(frozen=True, order=True)
class BetSize:
    """A bet as a fraction of the pot after calling, in whole percent, and when it may be made."""

    fraction: Fraction
    once_a_round: bool = False
    not_first_round: bool = False

    def __post_init__(self) -> None:
        percent = self.fraction * 100
        if percent != int(percent) or not 1 <= percent < 10**_MOST_DIGITS:
            raise InputError(
                f"a bet of {percent} percent of the pot",
                expected=f"whole percentages from 1 to {10**_MOST_DIGITS - 1:,} are written",
            )

    def __str__(self) -> str:
        name = _NAMES.get(self.fraction) or str(int(self.fraction * 100))
        return name + _RESTRICTION_NAMES.get((self.once_a_round, self.not_first_round), "")


@dataclass(frozen=True)
class BettingAbstraction:
    """A menu of bets; fold and call are always on it.

    >>> str(BettingAbstraction.parse("fchrp125a"))
    'fchrp125a'
    >>> str(BettingAbstraction.parse("fc60,80a"))
    'fc60,80a'
    >>> str(BettingAbstraction.parse("fc75pa"))
    'fcqpa'
    """

    sizes: tuple[BetSize, ...]
    all_in: bool

    @classmethod
    def parse(cls, text: str) -> BettingAbstraction:
        """The abstraction that a text names."""

        def refuse(problem: str, at: int) -> InputError:
            shown = text if len(text) <= _MOST_SHOWN else text[:_MOST_SHOWN] + "..."
            return InputError(problem, "betting abstraction", shown, at, _HINT)

        if not text.startswith("fc"):
            raise refuse("it must begin with fc", 0)
        sizes: list[BetSize] = []
        all_in = False
        at = 2
        percentage = False  # whether the last size was one
        while at < len(text):
            start = at
            if text[at] == ",":
                at += 1
                if not (percentage and at < len(text) and _is_digit(text[at])):
                    raise refuse("a comma stands only between two percentages", start)
                percentage = False
                continue
            if text[at] == "a":
                all_in = True
                at += 1
                if at < len(text):
                    raise refuse("all-in comes last", at)
                break
            percentage = _is_digit(text[at])
            if percentage:
                while at < len(text) and _is_digit(text[at]):
                    at += 1
                    if at - start > _MOST_DIGITS:
                        raise refuse(f"a percentage of more than {_MOST_DIGITS} digits", start)
                fraction = Fraction(int(text[start:at]), 100)
                if fraction == 0:
                    raise refuse("a bet of nothing", start)
            elif text[at] in _LETTERS:
                fraction = _LETTERS[text[at]]
                at += 1
            else:
                raise refuse(f"unknown letter {text[at]!r}", at)
            once, later = False, False
            if at < len(text) and text[at] in _RESTRICTIONS:
                once, later = _RESTRICTIONS[text[at]]
                at += 1
            if any(size.fraction == fraction for size in sizes):
                raise refuse(f"{text[start:at]} stands here twice", start)
            sizes.append(BetSize(fraction, once, later))
        return cls(tuple(sizes), all_in)

    def __str__(self) -> str:
        text = "fc"
        for size in map(str, self.sizes):
            text += "," + size if text[-1].isdigit() and size[0].isdigit() else size
        return text + ("a" if self.all_in else "")

    def actions(
        self, state: BettingState, used: frozenset[Fraction] = frozenset()
    ) -> list[tuple[Action, Fraction | None]]:
        """The actions on the menu, smallest raise last but all-in, and the size each stands for.

        ``used`` are the sizes this player has used in this round. Equal amounts are one action,
        which stands for the first size in the notation that gives it.
        """
        legal = state.legal()
        menu: list[tuple[Action, Fraction | None]] = []
        if legal.can_fold:
            menu.append((Action(Kind.FOLD, legal.put), None))
        if legal.call_to is not None:
            menu.append((Action(Kind.CALL, legal.call_to), None))
        if legal.min_raise is None or legal.max_raise is None:
            return menu
        call_to = legal.call_to if legal.call_to is not None else legal.put
        pot_after_call = state.pot + call_to - legal.put
        raises: dict[int, Fraction | None] = {}
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
        menu += [(Action(Kind.RAISE, to), raises[to]) for to in sorted(raises)]
        return menu


Bets = BettingAbstraction | None


def parse_bets(text: str | None) -> tuple[Bets, Bets]:
    """``fcpa`` for both seats, ``fcpa-fchpda`` for seat 1 and seat 2; None for every bet."""
    if text is None or text == FULL:
        return None, None
    first, dash, second = text.partition("-")

    def one(part: str) -> Bets:
        return None if part == FULL else BettingAbstraction.parse(part)

    return one(first), one(second if dash else first)


def bets_text(bets: tuple[Bets, Bets]) -> str:
    """The text of two abstractions, as :func:`parse_bets` reads it.

    >>> bets_text(parse_bets("fc75pa-full")), bets_text(parse_bets("fc75pa"))
    ('fcqpa-full', 'fcqpa')
    """
    first, second = (FULL if part is None else str(part) for part in bets)
    return first if first == second else f"{first}-{second}"
