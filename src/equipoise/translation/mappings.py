"""Mappings: the probability that a real bet is read as the lower of two abstract ones.

Each mapping is a function f(x; A, B) of a real bet x with A <= x <= B, where A < B are the nearest
abstract bets; x is read as A with probability f and as B with probability 1 - f. In all of them
f(A) = 1 and f(B) = 0: a bet of the abstraction is read as itself. Outside [A, B] :func:`reading`
takes the nearest abstract bet.

**Unit.** A, B and x are bets in pots: the chips beyond a call, as a fraction of the pot after
calling (:func:`in_pots`). Only the pseudo-harmonic mapping requires that unit, since it adds 1, the
pot, to bets. The geometric mappings are invariant under scaling, so chips beyond a call work as
well; total chips, which add the call to every bet, do not. The arithmetic ones are also invariant
under translation. See ``docs/decisions/mapping-units.md``.

Sources: Ganzfried and Sandholm 2012 (Tartanian5), Survey of existing reverse mapping algorithms and
Our new reverse mapping algorithm; Schnizlein 2009, equations 4.6 to 4.8.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from itertools import pairwise
from math import isfinite, isqrt, sqrt
from numbers import Rational

from equipoise.base.errors import InputError
from equipoise.base.plugins import check_name, load_plugins

Number = int | Fraction | float
_HALVINGS = 64


def arithmetic(x: Fraction, a: Fraction, b: Fraction) -> Fraction:
    """1 below the middle (A + B) / 2, else 0 (Tartanian5, Deterministic arithmetic)."""
    return Fraction(2 * x < a + b)


def arithmetic_random(x: Fraction, a: Fraction, b: Fraction) -> Fraction:
    """(B - x) / (B - A) (Tartanian5, Randomized arithmetic)."""
    return (b - x) / (b - a)


def geometric(x: Fraction, a: Fraction, b: Fraction) -> Fraction:
    """1 if A/x > x/B, else 0: at the geometric mean the larger (thesis, equation 4.6)."""
    return Fraction(x * x < a * b)


def geometric_random(x: Fraction, a: Fraction, b: Fraction) -> Fraction:
    """The part g / (g + h), g = (A/x - A/B) / (1 - A/B), h = (x/B - A/B) / (1 - A/B).

    Multiplied by x (B - A) these are A (B - x) and x (x - A). Thesis, equations 4.7 and 4.8; Sartre
    (Rubin and Watson 2012); Tartanian5, Randomized geometric 1.
    """
    lower = a * (b - x)
    return lower / (lower + x * (x - a))


def geometric_random_2(x: Fraction, a: Fraction, b: Fraction) -> Fraction:
    """AB (A + B) / ((B - A)(x^2 + AB)) + A / (A - B) (Tartanian4, in Tartanian5)."""
    return a * b * (a + b) / ((b - a) * (x * x + a * b)) + a / (a - b)


def pseudo_harmonic(x: Fraction, a: Fraction, b: Fraction) -> Fraction:
    """(B - x)(1 + A) / ((B - A)(1 + x)), bets in pots (Tartanian5).

    The only f with f / (1 + A) + (1 - f) / (1 + B) = 1 / (1 + x): a bettor of x is called as often
    as in the clairvoyance game, if A and B are.
    """
    return (b - x) * (1 + a) / ((b - a) * (1 + x))


def _middle(a: Fraction, b: Fraction) -> Number:
    return (a + b) / 2


def _geometric_mean(a: Fraction, b: Fraction) -> Number:
    """The square root of AB, exact if rational."""
    square = a * b
    root = Fraction(isqrt(square.numerator), isqrt(square.denominator))
    return root if root * root == square else sqrt(square)


def _harmonic_middle(a: Fraction, b: Fraction) -> Number:
    return (a + b + 2 * a * b) / (a + b + 2)


@dataclass(frozen=True)
class Mapping:
    """A mapping by name; calling it gives the probability of the lower bet.

    >>> MAPPINGS["geometric-random"](5, 2, 12), MAPPINGS["pseudo-harmonic"](2, 1, 4)
    (Fraction(14, 29), Fraction(4, 9))
    >>> MAPPINGS["pseudo-harmonic"].threshold(1, 4)
    Fraction(13, 7)
    """

    name: str
    deterministic: bool
    _chance: Callable[[Fraction, Fraction, Fraction], Fraction]
    _threshold: Callable[[Fraction, Fraction], Number]

    def __call__(self, x: Number, lower: Number, upper: Number) -> Fraction | float:
        """The probability that x is read as the lower bet; exact unless a float is given."""
        bet, a, b = (_exact(value) for value in (x, lower, upper))
        _check_order(a, b)
        if not a <= bet <= b:
            raise InputError(
                f"a bet of {_shown(bet)} is not between {_shown(a)} and {_shown(b)}",
                what="mapping",
                expected="bets outside are read as the nearest abstract bet",
            )
        # the end points explicitly: with A = 0 the geometric ones are 0/0 there
        chance = Fraction(bet == a) if bet in (a, b) else self._chance(bet, a, b)
        inexact = any(not isinstance(value, Rational) for value in (x, lower, upper))
        return float(chance) if inexact else chance

    def threshold(self, lower: Number, upper: Number) -> Number:
        """The boundary of a deterministic mapping, or the bet at which the probability is 1/2.

        With A = 0 the geometric mappings switch at 0 itself: every bet is read as B.
        """
        a, b = _exact(lower), _exact(upper)
        _check_order(a, b)
        return self._threshold(a, b)


MAPPINGS: dict[str, Mapping] = {
    mapping.name: mapping
    for mapping in (
        Mapping("arithmetic", True, arithmetic, _middle),
        Mapping("arithmetic-random", False, arithmetic_random, _middle),
        Mapping("geometric", True, geometric, _geometric_mean),
        Mapping("geometric-random", False, geometric_random, _geometric_mean),
        Mapping("geometric-random-2", False, geometric_random_2, _geometric_mean),
        Mapping("pseudo-harmonic", False, pseudo_harmonic, _harmonic_middle),
    )
}

_BUILT_IN = frozenset(MAPPINGS)

#: the thesis' names
ALIASES = {"hard": "geometric", "soft": "geometric-random"}
_CUT = re.compile(r"cut-(0|0?\.[0-9]{1,4})")


def find_mapping(name: str) -> Mapping:
    """A mapping by its name or alias; ``cut-0.3`` cuts at 0.3 of the way from A to B.

    >>> find_mapping("hard").name
    'geometric'
    >>> find_mapping("cut-0.3").threshold(1, 11)
    Fraction(4, 1)
    """
    mapping = MAPPINGS.get(ALIASES.get(name, name))
    cut = _CUT.fullmatch(name)
    if cut is not None:
        return _cut_at(Fraction(cut[1]))
    if mapping is None and load_plugins():
        mapping = MAPPINGS.get(name)
    if mapping is None:
        known = ", ".join([*MAPPINGS, *ALIASES])
        raise InputError(f"unknown mapping {name!r}", expected=f"one of {known}, or cut-0.3")
    return mapping


def register_mapping(
    name: str,
    chance: Callable[[Fraction, Fraction, Fraction], Fraction],
    threshold: Callable[[Fraction, Fraction], Number] | None = None,
    deterministic: bool = False,
) -> Mapping:
    """Register a mapping by name, for translations, agents and commands.

    ``chance(x, a, b)`` is the probability that a bet of ``x`` pots is read as ``a`` rather than
    ``b``, for a < x < b; it is called with fractions and must not increase with x. ``threshold(a,
    b)`` is the bet where it falls to 1/2, found by bisection by default.

    >>> squared = register_mapping("squared", lambda x, a, b: ((b - x) / (b - a)) ** 2)
    >>> squared(2, 1, 3), round(squared.threshold(1, 3), 3)
    (Fraction(1, 4), 1.586)
    """
    check_name(name, "mapping")
    if name in _BUILT_IN or name in ALIASES or name.startswith("cut-"):
        raise InputError(f"{name!r} is a built-in mapping", expected="another name")
    MAPPINGS[name] = Mapping(
        name, deterministic, _checked(name, chance), threshold or _half(chance)
    )
    return MAPPINGS[name]


def _checked(
    name: str, chance: Callable[[Fraction, Fraction, Fraction], Fraction]
) -> Callable[[Fraction, Fraction, Fraction], Fraction]:
    def checked(x: Fraction, a: Fraction, b: Fraction) -> Fraction:
        found = Fraction(chance(x, a, b))
        if not 0 <= found <= 1:
            raise InputError(
                f"mapping {name!r} gives {_shown(found)} for a bet of {_shown(x)} between "
                f"{_shown(a)} and {_shown(b)}",
                expected="a probability",
            )
        return found

    return checked


def _half(
    chance: Callable[[Fraction, Fraction, Fraction], Fraction],
) -> Callable[[Fraction, Fraction], Number]:
    """The point at which a decreasing probability is 1/2, to double precision."""

    def threshold(a: Fraction, b: Fraction) -> float:
        low, high = float(a), float(b)
        for _ in range(_HALVINGS):
            middle = (low + high) / 2
            if not low < middle < high:
                break
            low, high = (middle, high) if 2 * chance(Fraction(middle), a, b) > 1 else (low, middle)
        return (low + high) / 2

    return threshold


@lru_cache(maxsize=64)
def _cut_at(part: Fraction) -> Mapping:
    """1 up to A + part (B - A), else 0: a moved boundary (thesis, section 4.5.4, equation 4.9)."""

    def boundary(a: Fraction, b: Fraction) -> Fraction:
        return a + part * (b - a)

    def chance(x: Fraction, a: Fraction, b: Fraction) -> Fraction:
        return Fraction(x <= boundary(a, b))

    return Mapping(f"cut-{float(part):g}", True, chance, boundary)


def in_pots(to: int, called: int) -> Fraction:
    """A raise to ``to`` total chips as a fraction of the pot after calling, with two players.

    After the call both have put in ``called``, so the pot is twice that. With different antes the
    pot is counted instead (``Menu.part_of``, ``Situation.part_of``).

    >>> in_pots(9, 3), in_pots(to=2, called=1)
    (Fraction(1, 1), Fraction(1, 2))
    """
    if called <= 0:
        raise InputError(f"a pot of {2 * called} chips", expected="the pot must be above 0")
    return Fraction(to - called, 2 * called)


def reading(mapping: Mapping, bet: Number, menu: Sequence[Number]) -> list[tuple[int, Number]]:
    """Menu indices that a bet may be read as, with positive probabilities that sum to 1.

    The menu ascends and is in the same unit as the bet. A bet below all of it is read as the first,
    one above all of it as the last.

    >>> reading(MAPPINGS["geometric-random"], 5, [2, 12, 20])
    [(0, Fraction(14, 29)), (1, Fraction(15, 29))]
    >>> reading(MAPPINGS["geometric"], 25, [2, 12, 20])
    [(2, 1)]
    """
    if not menu:
        raise InputError("a menu without bets", what="mapping")
    if any(size >= following for size, following in pairwise(menu)):
        raise InputError("a menu that is not ascending", what="mapping")
    lower, upper = neighbours(bet, menu)
    if lower == upper:
        return [(lower, 1)]
    chance = mapping(bet, menu[lower], menu[upper])
    return [(place, part) for place, part in ((lower, chance), (upper, 1 - chance)) if part > 0]


def neighbours(bet: Number, menu: Sequence[Number]) -> tuple[int, int]:
    """The indices in an ascending menu between which a bet lies.

    Both are the same if the reading is certain: the bet itself, or the nearest one.

    >>> [neighbours(bet, [2, 12, 20]) for bet in (1, 5, 12, 25)]
    [(0, 0), (0, 1), (1, 1), (2, 2)]
    """
    above = bisect_left(menu, bet)
    if above == len(menu):
        return above - 1, above - 1
    return (above, above) if above == 0 or menu[above] == bet else (above - 1, above)


def _exact(value: Number) -> Fraction:
    """The number as a fraction; exact for floats."""
    if isinstance(value, Rational):
        return Fraction(int(value.numerator), int(value.denominator))
    if not isfinite(value):
        raise InputError(f"a bet of {value}", what="mapping", expected="a bet is a finite number")
    return Fraction(float(value))


def _check_order(a: Fraction, b: Fraction) -> None:
    if not 0 <= a < b:
        raise InputError(
            f"abstract bets of {_shown(a)} and {_shown(b)}",
            what="mapping",
            expected="the first is at least 0 and below the second",
        )


def _shown(value: Fraction) -> str:
    return str(value.numerator) if value.denominator == 1 else f"{float(value):g}"
