"""Tartanian5 2012: which reverse mapping has which of the four properties, tested on a grid.

1 if a property holds for all bets of the grid, 0 if a bet violates it. Exact arithmetic.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from fractions import Fraction
from itertools import pairwise

from equipoise.experiments.harness.experiment import Cell, Claim, Outcome, Setting
from equipoise.experiments.tartanian.mapping_figures import points
from equipoise.translation.mappings import MAPPINGS, Mapping, in_pots

_ABOVE_NOTHING = (Fraction(1, 100), Fraction(1, 2), Fraction(1), Fraction(3))
_WIDTHS = (Fraction(1, 2), Fraction(1), Fraction(7))
_SCALES = (Fraction(1, 3), Fraction(2), Fraction(10))
_STEPS = 12

Found = dict[str, Fraction]


def _ends(lowers: tuple[Fraction, ...]) -> Iterator[tuple[Fraction, Fraction]]:
    return ((a, a + width) for a in lowers for width in _WIDTHS)


def _not_at_ends(mapping: Mapping) -> Iterator[Found]:
    for a, b in _ends((Fraction(0), *_ABOVE_NOTHING)):
        if (mapping(a, a, b), mapping(b, a, b)) != (1, 0):
            yield {"A": a, "B": b}


def _not_decreasing(mapping: Mapping, lowers: tuple[Fraction, ...]) -> Iterator[Found]:
    for a, b in _ends(lowers):
        for x, y in pairwise(points(a, b, _STEPS)):
            if mapping(x, a, b) <= mapping(y, a, b):
                yield {"A": a, "B": b, "x": x, "y": y}


def _not_scaling(mapping: Mapping) -> Iterator[Found]:
    for a, b in _ends((Fraction(0), *_ABOVE_NOTHING)):
        for x in points(a, b, _STEPS):
            for k in _SCALES:
                if mapping(k * x, k * a, k * b) != mapping(x, a, b):
                    yield {"A": a, "B": b, "x": x, "k": k}


def _in_chips(mapping: Mapping, k: int) -> Fraction | float:
    """Bets of 10, 20 and 40 chips into a pot of 10, five from each player, all scaled."""
    a, x, b = (in_pots(k * (5 + bet), k * 5) for bet in (10, 20, 40))
    return mapping(x, a, b)


PROPERTIES: dict[str, Callable[[Mapping], Iterator[Found]]] = {
    "1, 2 ends": _not_at_ends,
    "3 decreasing, A > 0": lambda mapping: _not_decreasing(mapping, _ABOVE_NOTHING),
    "3 decreasing, A = 0": lambda mapping: _not_decreasing(mapping, (Fraction(0),)),
    "4 scaling": _not_scaling,
}
#: the statements of the text in the order above; None if it makes none
PUBLISHED: dict[str, tuple[int | None, ...]] = {
    "arithmetic": (1, 0, 0, 1),
    "arithmetic-random": (1, 1, 1, 1),
    "geometric": (1, 0, 0, 1),
    "geometric-random": (None, None, 0, None),
    "geometric-random-2": (None, None, 0, None),
    "pseudo-harmonic": (1, 1, 1, 1),
}


def run(setting: Setting) -> Outcome:
    """Search for bets that violate a property of a mapping."""
    del setting
    cells, broken = [], {}
    for name, mapping in MAPPINGS.items():
        for (column, search), published in zip(PROPERTIES.items(), PUBLISHED[name], strict=True):
            found = next(search(mapping), None)
            cells.append(Cell(name, column, published, float(found is None)))
            if found is not None:
                broken[name, column] = found
    differing = [c for c in cells if c.published is not None and c.published != c.measured]
    new = MAPPINGS["pseudo-harmonic"]
    claims = [
        Claim(
            "each mapping has the properties that the paper says it has",
            not differing,
            "; ".join(f"{c.row}: {c.column} is {c.measured:.0f}" for c in differing) or "all agree",
        ),
        Claim(
            "with the pot scaled as well as the bets, the new mapping scales",
            len({_in_chips(new, k) for k in range(1, _STEPS)}) == 1,
            f"a bet of 20 chips between 10 and 40 into a pot of 10, all times 1 to {_STEPS - 1}: "
            f"always {_in_chips(new, 1)}",
        ),
        Claim(
            "with A = 0, B = 1 the geometric mapping takes a bet of 0.1 pot for the pot",
            MAPPINGS["geometric"](Fraction(1, 10), 0, 1) == 0,
            f"the new one reads it as a check with chance {new(Fraction(1, 10), 0, 1)}",
        ),
    ]
    notes = [
        "Decreasing means strictly: the paper counts a mapping that is constant on an interval "
        "as violating property 3.",
        "Property 4 as written scales the bets and leaves the pot at 1: f(2; 1, 4) = "
        f"{new(2, 1, 4)} but f(4; 2, 8) = {new(4, 2, 8)} by the pseudo-harmonic mapping. The "
        "paper says that it has all four properties.",
    ]
    notes += [
        f"{name} breaks {column!r} with "
        + ", ".join(f"{letter} = {value}" for letter, value in found.items())
        for (name, column), found in broken.items()
    ]
    return Outcome(cells, claims, notes)
