"""Exploitability of a strategy, in chips of its game."""

from __future__ import annotations

from dataclasses import dataclass

from equipoise.spine.engine import Exploitability


@dataclass(frozen=True)
class Measured:
    """Values of responses to a strategy, in chips per hand.

    ``responses[p]``: the response in seat p + 1 against the strategy in the other seat; ``value``:
    seat 1's value if the strategy plays both. ``extra``, for sampled boards: half-widths of 95%
    intervals (``interval``, ``value_interval``) and ``same_boards``.
    """

    responses: tuple[float, float]
    value: float
    exploitability: float
    extra: dict[str, float]

    @classmethod
    def of(cls, seen: Exploitability, scale: int) -> Measured:
        """A measurement in engine chips, ``scale`` of which are a chip of the game."""
        first, second = (response / scale for response in seen.responses)
        extra = {name: value / scale for name, value in seen.measures().items()}
        return cls((first, second), seen.value / scale, seen.average / scale, extra)

    @property
    def average(self) -> float:
        """The mean of both seats."""
        return sum(self.responses) / 2
