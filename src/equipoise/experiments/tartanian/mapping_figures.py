"""Common parts of the figures of Tartanian5 (2012): mappings between two abstract bets.

The paper shows curves, not numbers; the published values are those named in its text. Each figure
is extended by the clairvoyant player's winnings in the half-street game if bets between A and B are
called as often as a mapping implies.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from math import nan

import numpy as np

from equipoise.experiments.harness.experiment import Cell
from equipoise.plots.mappings import mapping_curve
from equipoise.plots.panels import Panel
from equipoise.translation.mappings import MAPPINGS, Mapping

SOURCE = "Ganzfried and Sandholm 2012, Tartanian5, Examples"
DRAWN = ("arithmetic-random", "geometric-random", "geometric-random-2", "pseudo-harmonic")
_POINTS = 240
_GAME_POINTS = 66  # keeps bets in thousandths, as the catalogue requires


def points(a: Fraction, b: Fraction, number: int) -> list[Fraction]:
    """Bets from A to B inclusive, evenly spaced."""
    return [a + (b - a) * part / number for part in range(number + 1)]


def shape(a: Fraction, b: Fraction) -> Panel:
    """The probability of A as a function of the bet, as in the figures."""
    curves = [
        mapping_curve(
            name,
            [float(x) for x in points(a, b, _POINTS)],
            [float(MAPPINGS[name](x, a, b)) for x in points(a, b, _POINTS)],
        )
        for name in DRAWN
    ]
    return Panel(
        f"read as A = {float(a):g} (else as B = {float(b):g})", "bet, pots", "chance of A", curves
    )


def threshold_cells(a: Fraction, b: Fraction, published: dict[str, float]) -> list[Cell]:
    """The bet at which each mapping has probability 1/2, and the mean probability of A."""
    cells = []
    for name, mapping in MAPPINGS.items():
        half = float(mapping.threshold(a, b))
        cells.append(Cell(name, "threshold, pots", published.get(name), half))
        mean = np.mean([float(mapping(x, a, b)) for x in points(a, b, _POINTS)])
        cells.append(Cell(name, "mean chance of A", None, float(mean)))
    return cells


def farthest(one: str, other: str, a: Fraction, b: Fraction) -> float:
    """The largest difference between two mappings on a grid of bets."""
    first, second = MAPPINGS[one], MAPPINGS[other]
    return max(abs(float(first(x, a, b)) - float(second(x, a, b))) for x in points(a, b, _POINTS))


def called(mapping: Mapping, x: Fraction, a: Fraction, b: Fraction) -> Fraction:
    """The calling probability for a bet of x by a player who calls A and B as in equilibrium."""
    lower = Fraction(mapping(x, a, b))
    return lower / (1 + a) + (1 - lower) / (1 + b)


def clairvoyant_gains(x: Fraction, calls: Sequence[Fraction]) -> list[float]:
    """Best-response winnings above the value of the half-street game with bet x, in pots.

    One for each calling probability, computed exactly in the catalogue's game.
    """
    from equipoise.spine.game import AbstractGame

    problem = AbstractGame(f"clairvoyance:{x}")
    passes = problem.passes()
    strategy = np.zeros(passes.layout.size)
    caller = passes.layout.block(strategy, int(passes.tree.decision_nodes(1)[0]))
    gains = []
    for call in calls:
        caller[:, 0] = (float(1 - call), float(call))
        value = passes.best_response_value(0, strategy) / problem.rules.scale
        gains.append(value - float(x / (2 * (1 + x))))
    return gains


def clairvoyance(a: Fraction, b: Fraction) -> tuple[Panel, list[Cell]]:
    """The winnings of bets between A and B in the clairvoyance game against each mapping."""
    inside = points(a, b, _GAME_POINTS)
    won = np.array(
        [clairvoyant_gains(x, [called(m, x, a, b) for m in MAPPINGS.values()]) for x in inside]
    )
    curves = [
        mapping_curve(name, *_with_jump(mapping, inside, won[:, number].tolist(), a, b))
        for number, (name, mapping) in enumerate(MAPPINGS.items())
    ]
    cells = [
        Cell(name, "most won, pots", None, float(won[:, number].max()))
        for number, name in enumerate(MAPPINGS)
    ]
    title = "clairvoyance game: won above its value"
    return Panel(title, "bet, pots", "pots per hand", curves), cells


def _with_jump(
    mapping: Mapping, bets: list[Fraction], values: list[float], a: Fraction, b: Fraction
) -> tuple[list[float], list[float]]:
    """The points of a curve, with a gap at the jump of a deterministic mapping."""
    x = [float(bet) for bet in bets]
    if not mapping.deterministic:
        return x, values
    jump = sum(mapping(bet, a, b) == 1 for bet in bets)  # index of the first bet read as B
    return [*x[:jump], nan, *x[jump:]], [*values[:jump], nan, *values[jump:]]
