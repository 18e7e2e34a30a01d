"""Translation mappings in pictures: the same colour for a mapping everywhere."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from equipoise.plots.panels import Curve, Panel, draw_panels
from equipoise.plots.style import drawn
from equipoise.translation.mappings import MAPPINGS

if TYPE_CHECKING:
    from matplotlib.figure import Figure

    from equipoise.translation.adversary import Findings


def mapping_curve(name: str, x: list[float], y: list[float]) -> Curve:
    """A curve of a mapping, in the same colour in every picture; deterministic ones are dashed."""
    return Curve(name, x, y, MAPPINGS[name].deterministic, list(MAPPINGS).index(name))


def draw_gains(title: str, found: Mapping[str, Findings], scale: int) -> Figure:
    """The gain of each off-tree bet size over the abstract bets, one curve per mapping.

    ``scale``: engine chips per chip of the game.
    """
    curves = [
        mapping_curve(
            name,
            [float(damage.size) for damage in seen.damages],
            [sum(seen.gains(damage)) / 2 / scale for damage in seen.damages],
        )
        for name, seen in found.items()
    ]
    panel = Panel("", "bet, pots", "gain over the abstract bets, chips per hand", curves)
    return draw_panels(drawn(title), [panel])
