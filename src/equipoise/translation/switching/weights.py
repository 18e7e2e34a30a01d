"""How a switching player chooses among its members (Schnizlein 2009, section 5.4).

A rule gets the real ratios and what each member sees (None for members out of the hand) and gives
each a weight; the player samples a member in proportion to them, anew at every decision.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction
from typing import NamedTuple

from equipoise.translation.mappings import in_pots


class Ratios(NamedTuple):
    """The two numbers a decision is judged by, exact: fractions in lowest terms, above and below.

    ``stack``: the starting stack over the pot. ``bet``: the last bet over the pot after calling it;
    None where nobody has bet. With equal stacks both follow from what the players have put in.
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
    """The smaller of two fractions over the larger: 1 where they agree.

    >>> nearness((3, 1), (4, 1))
    0.75
    """
    one, other = first[0] * second[1], second[0] * first[1]
    return one / other if one < other else other / one


def near_weight(real: Ratios, seen: Ratios) -> float:
    """How closely a member sees the situation: by its stack ratio, times the bet's if there is one.

    >>> round(near_weight(Ratios.of(12, (2, 3)), Ratios.of(12, (1, 2))), 6)
    0.3
    """
    weight = nearness(real.stack, seen.stack)
    if real.bet is not None and seen.bet is not None:
        weight *= nearness(real.bet, seen.bet)
    return weight


def by_nearness(real: Ratios, seen: Sequence[Ratios | None]) -> list[float]:
    """Every member that is in the hand, by how closely it sees the situation: for sub covers."""
    return [0.0 if ratios is None else near_weight(real, ratios) for ratios in seen]


def by_match(real: Ratios, seen: Sequence[Ratios | None]) -> list[float]:
    """The members that see exactly these ratios, all alike: for full covers.

    A full cover has one at every decision. Where others have none, nearness decides.
    """
    fits = [float(ratios == real) for ratios in seen]
    return fits if any(fits) else by_nearness(real, seen)


def shares(weights: list[float]) -> list[float]:
    """Weights that sum to one; all zero where no member is left."""
    total = sum(weights)
    return [weight / total for weight in weights] if total > 0 else weights
