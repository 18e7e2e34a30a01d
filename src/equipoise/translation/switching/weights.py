"""Sampling weights of a switching player's members (Schnizlein 2009, section 5.4).

A rule takes the real ratios and each member's ratios (None if out of the hand) and returns weights;
the player samples a member in proportion to them at every decision.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction
from typing import NamedTuple

from equipoise.translation.mappings import in_pots


class Ratios(NamedTuple):
    """The stack and bet ratios of a decision, as (numerator, denominator) in lowest terms.

    ``stack``: the starting stack over the pot. ``bet``: the last bet over the pot after calling it;
    None without a bet. With equal stacks both follow from the chips put in.
    """

    stack: tuple[int, int]
    bet: tuple[int, int] | None

    @classmethod
    def of(cls, stack: int, put: tuple[int, int]) -> Ratios:
        """The ratios of a situation.

        >>> Ratios.of(12, (2, 3))
        Ratios(stack=(12, 5), bet=(1, 4))
        """
        low, high = sorted(put)
        bet = None if low == high else in_pots(high, low).as_integer_ratio()
        return cls(Fraction(stack, low + high).as_integer_ratio(), bet)


Weigh = Callable[[Ratios, Sequence[Ratios | None]], list[float]]


def nearness(first: tuple[int, int], second: tuple[int, int]) -> float:
    """The smaller of two fractions over the larger: 1 if equal.

    >>> nearness((3, 1), (4, 1))
    0.75
    """
    one, other = first[0] * second[1], second[0] * first[1]
    return one / other if one < other else other / one


def near_weight(real: Ratios, seen: Ratios) -> float:
    """Similarity of a member's situation: that of the stack ratio, times the bet's if any.

    >>> round(near_weight(Ratios.of(12, (2, 3)), Ratios.of(12, (1, 2))), 6)
    0.3
    """
    weight = nearness(real.stack, seen.stack)
    if real.bet is not None and seen.bet is not None:
        weight *= nearness(real.bet, seen.bet)
    return weight


def by_nearness(real: Ratios, seen: Sequence[Ratios | None]) -> list[float]:
    """Weight every member in the hand by its similarity: for sub covers."""
    return [0.0 if ratios is None else near_weight(real, ratios) for ratios in seen]


def by_match(real: Ratios, seen: Sequence[Ratios | None]) -> list[float]:
    """Weight the members with exactly these ratios equally: for full covers.

    A full cover has one at every decision. If there is none, the similarity decides.
    """
    fits = [float(ratios == real) for ratios in seen]
    return fits if any(fits) else by_nearness(real, seen)


def shares(weights: list[float]) -> list[float]:
    """Normalised weights; all zero if no member is left."""
    total = sum(weights)
    return [weight / total for weight in weights] if total > 0 else weights
