"""Betting abstractions: which bets a player may make, in the letters of Schnizlein 2009.

======  ==========================  ======  ==========================
``f``   fold                        ``p``   the pot
``c``   check or call               ``w``   1.5 pots
``h``   half the pot                ``d``   2 pots
``q``   three quarters of the pot   ``t``   10 pots
``75``  75% of the pot, any number  ``e``   11 pots
``a``   all-in                      ``1/6`` a sixth, any fraction
======  ==========================  ======  ==========================

Letters stand one after the other, ``f`` and ``c`` first: ``fcpa``, ``fchpda``, ``fc75pa``; a comma
keeps two numbers apart: ``fc1/6,80a``. A size that has a letter is printed with it, others as a
percentage where that is whole. A size may
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
_HINT = (
    "letters f c h q p w d t e a, percentages like 75, fractions like 1/6, "
    "and o, n or r behind a size"
)


def _is_digit(character: str) -> bool:
    return character.isascii() and character.isdigit()


@dataclass(frozen=True, order=True)
class BetSize:
    """A bet as a fraction of the pot after calling, and when it may be made."""

    fraction: Fraction
    once_a_round: bool = False
    not_first_round: bool = False

    def __post_init__(self) -> None:
        largest = max(self.fraction.numerator, self.fraction.denominator, int(self.fraction * 100))
        if self.fraction <= 0 or largest >= 10**_MOST_DIGITS:
            raise InputError(
                f"a bet of {self.fraction} pots",
                expected=f"percentages from 1 to {10**_MOST_DIGITS - 1:,} and fractions of numbers "
                f"of at most {_MOST_DIGITS} digits are written",
            )

    def __str__(self) -> str:
        percent = self.fraction * 100
        name = _NAMES.get(self.fraction) or str(
            percent if percent.denominator == 1 else self.fraction
        )
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
    >>> str(BettingAbstraction.parse("fc1/6,1/20a"))
    'fc1/6,5a'
    """

    sizes: tuple[BetSize, ...]
    all_in: bool

    @classmethod
    def parse(cls, text: str) -> BettingAbstraction:
        """The abstraction that a text names."""

        def refuse(problem: str, at: int) -> InputError:
            shown = text if len(text) <= _MOST_SHOWN else text[:_MOST_SHOWN] + "..."
            return InputError(problem, "betting abstraction", shown, at, _HINT)

        def digits_end(start: int) -> int:
            end = start
            while end < len(text) and _is_digit(text[end]):
                end += 1
                if end - start > _MOST_DIGITS:
                    raise refuse(f"a number of more than {_MOST_DIGITS} digits", start)
            return end

        if not text.startswith("fc"):
            raise refuse("it must begin with fc", 0)
        sizes: list[BetSize] = []
        all_in = False
        at = 2
        number = False  # whether the last size was written as one
        while at < len(text):
            start = at
            if text[at] == ",":
                at += 1
                if not (number and at < len(text) and _is_digit(text[at])):
                    raise refuse("a comma stands only between two numbers", start)
                number = False
                continue
            if text[at] == "a":
                all_in = True
                at += 1
                if at < len(text):
                    raise refuse("all-in comes last", at)
                break
            number = _is_digit(text[at])
            if number:
                at = digits_end(start)
                fraction = Fraction(int(text[start:at]), 100)
                if at < len(text) and text[at] == "/":
                    under = at + 1
                    at = digits_end(under)
                    if at == under or int(text[under:at]) == 0:
                        raise refuse("a fraction without a number below", start)
                    fraction = Fraction(int(text[start : under - 1]), int(text[under:at]))
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
