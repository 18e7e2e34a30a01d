"""Betting lines of the real game as situations for translation."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from equipoise.games.action import Action
from equipoise.games.betting import BettingState
from equipoise.games.rules import GameRules
from equipoise.translation.situation import Situation

_MOST_PLACES = 50_000


class Place:
    """A point of the real betting, with the visited points after it.

    ``kept`` is a cache for whoever follows the line.
    """

    __slots__ = ("_real", "_replay", "after", "betting", "kept")

    def __init__(self, betting: BettingState, replay: Replay) -> None:
        self.betting = betting
        self._replay = replay
        self._real: Situation | None = None
        self.after: dict[Action, Place] = {}
        self.kept: dict[object, Any] = {}

    @property
    def real(self) -> Situation:
        """The situation of the player to act; there must be one."""
        if self._real is None:
            self._real = Situation.of_state(self.betting)
        return self._real

    def step(self, action: Action) -> Place:
        """The point after an action."""
        following = self.after.get(action)
        if following is None:
            following = self.after[action] = Place(self.betting.apply(action), self._replay)
            self._replay.places += 1
        return following


class Replay:
    """Points along betting lines, cached, since players meet the same betting repeatedly.

    When there are too many, the cache is replaced at the next start.
    """

    def __init__(self) -> None:
        self._roots: dict[GameRules, Place] = {}
        self.places = 0

    def start(self, rules: GameRules) -> Place:
        """The point before the first action."""
        if rules not in self._roots or self.places > _MOST_PLACES:
            self._roots[rules] = Place(BettingState.start(rules), self)
            self.places = 0
        return self._roots[rules]

    def situations(self, rules: GameRules, line: Iterable[Action]) -> list[Situation]:
        """The situation before each action of a line, and the one after the last."""
        place = self.start(rules)
        found = [place.real]
        for action in line:
            place = place.step(action)
            found.append(place.real)
        return found
