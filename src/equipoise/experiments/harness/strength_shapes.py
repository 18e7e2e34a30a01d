"""Distributions of final strength as cells and pictures, shared by three experiments."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from equipoise.experiments.harness.experiment import Cell
from equipoise.kernels.types import Float64s
from equipoise.plots.panels import Curve, Panel

FIFTHS = 5


@dataclass(frozen=True, eq=False)
class Shape:
    """A hand's expected strength, its deviation over runouts, and its distribution in 60 bins."""

    strength: float
    deviation: float
    chances: Float64s

    @property
    def fifths(self) -> Float64s:
        """The probability to end in each fifth of strength."""
        parts: Float64s = self.chances.reshape(FIFTHS, -1).sum(axis=1)
        return parts

    def distance(self, other: Shape) -> float:
        """Earth mover's distance, in units of strength (0 to 1)."""
        return float(np.abs(np.cumsum(self.chances - other.chances)).mean())

    def cells(self, row: str, published: float | None = None) -> list[Cell]:
        """Strength (beside the published one), deviation and fifths."""
        cells = [
            Cell(row, "strength", published, self.strength),
            Cell(row, "sd", None, self.deviation),
        ]
        for number, chance in enumerate(self.fifths):
            low = number / FIFTHS
            cells.append(Cell(row, f"{low:.1f}-{low + 1 / FIFTHS:.1f}", None, float(chance)))
        return cells

    def curve(self, label: str, bins: int = 30) -> Curve:
        """The distribution as steps, as a share of all runouts per bin."""
        chances = self.chances.reshape(bins, -1).sum(axis=1)
        edges = np.linspace(0, 1, bins + 1)
        heights = np.concatenate([[0.0], np.repeat(chances, 2), [0.0]])
        return Curve(label, np.repeat(edges, 2).tolist(), heights.tolist())

    def rise(self, label: str) -> Curve:
        """The cumulative distribution; the area between two is their distance."""
        steps = np.concatenate([[0.0], np.cumsum(self.chances)])
        return Curve(label, np.linspace(0, 1, len(steps)).tolist(), steps.tolist())


def shape_of(hole: Sequence[int], board: Sequence[int]) -> Shape:
    """The shape of one hand, by enumeration."""
    from equipoise.abstraction.strength.on_demand import OnDemand

    hand = OnDemand().hand(hole, board)
    variance = float(hand.squared_strength - hand.strength**2)
    counts = np.array(hand.counts, dtype=np.float64)
    return Shape(float(hand.strength), max(variance, 0.0) ** 0.5, counts / counts.sum())


def panel(title: str, curves: list[Curve]) -> Panel:
    """Distributions in one panel."""
    return Panel(title, "strength on the river", "chance", curves)


def both_panels(title: str, shapes: dict[str, Shape]) -> list[Panel]:
    """Distributions and cumulative distributions of hands."""
    return [
        panel(title, [shape.curve(name) for name, shape in shapes.items()]),
        Panel(
            "cumulative: the area between is the distance",
            "strength on the river",
            "chance of at most this",
            [shape.rise(name) for name, shape in shapes.items()],
        ),
    ]
