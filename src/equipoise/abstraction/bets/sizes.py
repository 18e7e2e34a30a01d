"""Bet sizes in the language of postflop solvers: ``50%``, ``2.5x``, ``20c``, ``e``, ``a``.

===========  =====================================================================================
``50%``      a fraction of the pot; for a raise, of the pot after calling
``2.5x``     raises only: to 2.5 times the bet
``20c``      20 chips; a raise adds 20 chips to the bet
``20c3r``    raises only: the same, in the first three raises of a street
``e``        geometric: the pot fraction that, bet on this and all later streets, gets the stacks in
``2e``       the same over two streets; ``3e200%`` at most 200% of the pot
``a``        all-in
===========  =====================================================================================

A list has commas between sizes: ``50%, e, a``; an empty one, or ``none``, has no bets. Numbers may
have decimals. Amounts are rounded to whole chips (``BetPoint.unit``), halves up.

With SPR = stack / pot, betting the fraction f of the pot n times and being called each time
multiplies the pot by (1 + 2f)^n, which must equal 1 + 2 SPR: f = ((1 + 2 SPR)^(1/n) - 1) / 2.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from decimal import Decimal
from fractions import Fraction

from equipoise.abstraction.bets.point import BetPoint
from equipoise.base.errors import InputError

NONE = "none"
_HINT = "sizes are like 50%, 2.5x, 20c, 20c3r, e, 2e, 3e200%, a, with commas between them"
_MOST_SIZES = 50
_LONGEST = 1000
_NUMBER = r"[0-9]{1,9}(?:\.[0-9]{1,6})?"
_SIZE = re.compile(
    rf"(?P<share>{_NUMBER})%|(?P<times>{_NUMBER})x|(?P<chips>{_NUMBER})c(?:(?P<cap>[0-9]{{1,2}})r)?"
    rf"|(?P<streets>[1-9])?e(?:(?P<most>{_NUMBER})%)?|(?P<all>a)",
    re.ASCII,
)


@dataclass(frozen=True)
class PotShare:
    """A fraction of the pot: ``50%``."""

    fraction: Fraction

    def __str__(self) -> str:
        return f"{_decimal(self.fraction * 100)}%"

    def amount(self, at: BetPoint) -> int | None:
        """The amount this bets to, before limits; None if the size does not apply."""
        return at.previous + at.rounded(self.fraction * at.pot)


@dataclass(frozen=True)
class Times:
    """A multiple of the previous bet: ``2.5x``."""

    factor: Fraction

    def __str__(self) -> str:
        return f"{_decimal(self.factor)}x"

    def amount(self, at: BetPoint) -> int | None:
        """The amount this raises to; None if there is no bet."""
        return at.rounded(self.factor * at.previous) if at.previous else None


@dataclass(frozen=True)
class Chips:
    """Chips of the user: ``20c``; ``cap`` limits the raises of a street: ``20c3r``."""

    chips: Fraction
    cap: int | None = None

    def __str__(self) -> str:
        return f"{_decimal(self.chips)}c" + ("" if self.cap is None else f"{self.cap}r")

    def amount(self, at: BetPoint) -> int | None:
        """The amount this bets to; None once the allowed raises are used up."""
        if self.cap is not None and at.bets > self.cap:
            return None
        return at.previous + at.rounded(self.chips * at.scale)


@dataclass(frozen=True)
class Geometric:
    """Equal pot fractions over some streets (None: all that are left): ``e``, ``3e200%``."""

    streets: int | None = None
    most: Fraction | None = None

    def __str__(self) -> str:
        streets = "" if self.streets is None else str(self.streets)
        most = "" if self.most is None else f"{_decimal(self.most * 100)}%"
        return f"{streets}e{most}"

    def amount(self, at: BetPoint) -> int | None:
        """The amount this bets to; every bet already made uses up one street."""
        streets = max((self.streets or at.streets) - at.bets, 1)
        fraction = ((1 + 2 * at.behind / at.pot) ** (1 / streets) - 1) / 2
        if self.most is not None:
            fraction = min(fraction, float(self.most))
        return at.previous + at.rounded(fraction * at.pot)


@dataclass(frozen=True)
class AllIn:
    """All-in: ``a``."""

    def __str__(self) -> str:
        return "a"

    def amount(self, at: BetPoint) -> int | None:
        """The all-in amount."""
        return at.largest


Size = PotShare | Times | Chips | Geometric | AllIn
Sizes = tuple[Size, ...]


def _decimal(number: Fraction) -> str:
    """A number without zeros at the end.

    >>> _decimal(Fraction(665, 20)), _decimal(Fraction(50))
    ('33.25', '50')
    """
    text = format(Decimal(number.numerator) / Decimal(number.denominator), "f")
    return text.rstrip("0").rstrip(".") if "." in text else text


def parse_size(text: str) -> Size | None:
    """Parse a size; None if the text is not one.

    >>> [str(parse_size(text)) for text in ("050.50%", "2.50x", "3e200%", "half")]
    ['50.5%', '2.5x', '3e200%', 'None']
    """
    found = _SIZE.fullmatch(text)
    if found is None:
        return None
    if found["share"]:
        return PotShare(Fraction(found["share"]) / 100)
    if found["times"]:
        return Times(Fraction(found["times"]))
    if found["chips"]:
        return Chips(Fraction(found["chips"]), int(found["cap"]) if found["cap"] else None)
    if found["all"]:
        return AllIn()
    streets, most = found["streets"], found["most"]
    return Geometric(int(streets) if streets else None, Fraction(most) / 100 if most else None)


def parse_sizes(text: str, what: str = "bet sizes", raises: bool = False) -> Sizes:
    """Parse a list of sizes; ``what`` names it in errors, ``raises`` is True for a list of raises.

    >>> print_sizes(parse_sizes("33.5% , e,a")), print_sizes(parse_sizes(""))
    ('33.5%, e, a', 'none')
    >>> parse_sizes("50%, 2.5x")
    Traceback (most recent call last):
    equipoise.base.errors.InputError: bet sizes '50%, 2.5x', character 6: 2.5x is only for raises...
    """
    if len(text) > _LONGEST:
        raise InputError(f"{len(text):,} characters", what, expected=f"at most {_LONGEST:,}")
    if text.strip() in ("", NONE):
        return ()
    sizes: list[Size] = []
    start = 0
    for item in text.split(","):
        at = start + len(item) - len(item.lstrip())
        start += len(item) + 1
        size = parse_size(item.strip())
        problem = None
        if size is None:
            problem = f"{item.strip()!r} is not a bet size" if item.strip() else "a size is missing"
        elif size in sizes:
            problem = f"{size} occurs twice"
        else:
            problem = _refused(size, raises)
        if problem is not None or size is None:
            raise InputError(problem or "", what, text, at, _HINT)
        sizes.append(size)
    if len(sizes) > _MOST_SIZES:
        raise InputError(f"{len(sizes)} sizes", what, expected=f"at most {_MOST_SIZES}")
    return tuple(sizes)


def _refused(size: Size, raises: bool) -> str | None:
    """Why a size is not allowed in a list of bets, or of raises."""
    if isinstance(size, PotShare) and not size.fraction:
        return "a bet of 0"
    if isinstance(size, Chips) and not size.chips:
        return "a bet of 0"
    if isinstance(size, Geometric) and size.most == 0:
        return "a bet of 0"
    if isinstance(size, Times) and size.factor <= 1:
        return f"a raise to {size} of the bet is not a raise"
    if not raises and isinstance(size, Times):
        return f"{size} is only for raises"
    if not raises and isinstance(size, Chips) and size.cap is not None:
        return f"{size} is only for raises: {size.cap}r limits their number"
    return None


def print_sizes(sizes: Sizes) -> str:
    """The text of a list, which :func:`parse_sizes` reads back."""
    return ", ".join(map(str, sizes)) or NONE
