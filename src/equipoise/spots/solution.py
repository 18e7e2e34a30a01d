"""``SpotSolution``: a solved spot, to be explored node by node."""

from __future__ import annotations

from dataclasses import asdict, dataclass, field
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any

from equipoise.base.errors import InputError
from equipoise.base.progress import Report, silent
from equipoise.kernels.types import Floats
from equipoise.spine.game import AbstractGame
from equipoise.spine.layout import Layout
from equipoise.spine.spot_node import SpotNode, spot_node
from equipoise.spots.by_street import STREETS
from equipoise.spots.game import spot_game, spot_walker
from equipoise.spots.kept import Kept
from equipoise.spots.later import Later, solve_later
from equipoise.spots.lines import SpotLine
from equipoise.spots.spot import Spot
from equipoise.spots.view import SpotView, view_node
from equipoise.spots.walk import Place, Walker

if TYPE_CHECKING:
    from equipoise.spots.report import CardReport

RIVER = 3


@dataclass(frozen=True)
class Summary:
    """The result of a solve: values in chips of the pot, equity and exploitability (chips, and %).

    ``memory_bytes`` is the engine's memory, ``precision`` its number type. ``actions`` are those at
    the start: ``action``, ``frequency``, ``value``, ``percent``.
    """

    oop_value: float
    ip_value: float
    oop_equity: float
    exploitability: float
    exploitability_percent: float
    iterations: int
    seconds: float
    memory_bytes: int
    method: str
    precision: str
    actions: tuple[dict[str, Any], ...] = ()

    def as_json(self) -> dict[str, Any]:
        """The summary as JSON types."""
        return {**asdict(self), "actions": [dict(action) for action in self.actions]}


@dataclass(eq=False)
class SpotSolution:
    """A spot with the average strategy of its solve.

    ``strategy`` are the probabilities of all streets up to round ``last`` (``spots.kept``), with
    the values of nodes in ``numbers`` if later streets are not stored; those are re-solved on
    demand, with the ranges that reach them.
    """

    spot: Spot
    summary: Summary
    strategy: Floats = field(repr=False)
    numbers: Floats = field(repr=False)
    last: int = RIVER
    report: Report = field(default=silent, repr=False)
    _later: dict[tuple[int, tuple[int, ...]], Later] = field(default_factory=dict, repr=False)

    @cached_property
    def game(self) -> AbstractGame:
        """The game that was solved."""
        return spot_game(self.spot)

    @cached_property
    def layout(self) -> Layout:
        """The layout of the strategy."""
        return self.game.layout()

    @cached_property
    def walker(self) -> Walker:
        """The walker of lines."""
        return spot_walker(self.spot, self.layout.tree)

    @cached_property
    def _kept(self) -> Kept:
        return Kept(self.layout, self.strategy, self.numbers, self.last)

    def node(self, *line: str) -> SpotView:
        """The view after a line: ``node("check", "bet 50%", "call", "Ah")``."""
        place = self.walker.find(SpotLine.of(*line))
        if place.missing:
            street = STREETS[int(self.layout.tree.round[place.node])]
            raise InputError(
                f"the {street} card is missing", "line", place.text, expected="a card like Ah"
            )
        return self.at(place)

    def at(self, place: Place, seen: SpotNode | None = None) -> SpotView:
        """The view at a place, whose vectors may be given."""
        return view_node(self.layout.tree, self.spot.cards, place, seen or self.seen(place))

    def seen(self, place: Place) -> SpotNode:
        """The vectors of a place, in engine chips."""
        tree = self.layout.tree
        if self.last == RIVER:
            return spot_node(self.layout, self.strategy, place.node, place.cards)
        if self._kept.has(place.node):
            return self._kept.seen(place.node, place.cards)
        entry = place.node
        while (above := int(tree.parents[entry])) >= 0 and tree.round[above] > self.last:
            entry = above
        dealt = self.last + 1 - self.spot.round
        key = (entry, place.cards[:dealt])
        if key not in self._later:
            reach = self._kept.reach(*key)
            percent = self.summary.exploitability_percent
            self._later[key] = solve_later(
                self.game, tree, *key, reach, max(percent, 0.01), self.report
            )
        return self._later[key].seen(place.node, place.cards[dealt:])

    def cards(self, *line: str) -> CardReport:
        """A report by next card after a line that ends a street."""
        from equipoise.spots.report import report_cards

        return report_cards(self, SpotLine.of(*line))

    def save(self, folder: str | Path, store: str = STREETS[RIVER]) -> None:
        """Write the solution to a folder, with the streets up to ``store``."""
        from equipoise.spots.store import save_solution

        save_solution(self, Path(folder), store)

    @staticmethod
    def load(folder: str | Path) -> SpotSolution:
        """A stored solution, its arrays memory-mapped."""
        from equipoise.spots.store import load_solution

        return load_solution(Path(folder))
