"""Values at all nodes of one street of a spot on one board, computing only the part below."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from equipoise.kernels.spots.boards import boards_below, carry_reach, street_down, street_up
from equipoise.kernels.spots.street import BEST, FOLLOW
from equipoise.kernels.types import Float32s, Floats
from equipoise.spine.cards.runouts import kept_board
from equipoise.spine.spots.engine import (
    NO_RULE,
    ONLY_RIVERS,
    Level,
    Play,
    SpotEngine,
    river_buffers,
    street_buffers,
)
from equipoise.spine.spots.streets import Rows, make_street

_MOST_BYTES = 1 << 26  # largest size of cached streets


@dataclass(frozen=True, eq=False)
class StreetValues:
    """Both players' values on a board of one round, for all nodes of the round.

    ``firsts`` and ``counts`` are each player's first state on the board and their number.
    """

    rows: tuple[Rows, Rows]
    values: tuple[Float32s, Float32s]
    width: int
    firsts: tuple[int, int]
    counts: tuple[int, int]

    def of(self, player: int, node: int) -> Float32s:
        """The counterfactual values of the player's states on the board.

        Chips times the opponent's reach, summed over compatible hands and runouts.
        """
        start = self.rows[player].value_of[node] * self.width
        return self.values[player][start : start + self.counts[player]]


class SpotLook:
    """Evaluates streets of a strategy, and caches the last ones.

    With ``best`` values are each player's best response values against the other's strategy.
    """

    def __init__(self, engine: SpotEngine, strategy: Floats, best: bool = False) -> None:
        self.engine, self._weights = engine, engine.typed(strategy)
        self._mode = BEST if best else FOLLOW
        self._rows: dict[int, tuple[Rows, Rows]] = {}
        self._known: OrderedDict[tuple[int, ...], StreetValues] = OrderedDict()

    def street(self, cards: Sequence[int] = ()) -> StreetValues:
        """The street on the board with these cards dealt since the start."""
        engine = self.engine
        path = [
            kept_board(engine.model.boards, [*engine.model.board, *cards[:dealt]])[0]
            for dealt in range(len(cards) + 1)
        ]
        key = tuple(path)
        if key in self._known:
            self._known.move_to_end(key)
            return self._known[key]
        found = self._look(path)
        self._known[key] = found
        size = sum(part.nbytes for part in found.values)
        while len(self._known) > max(1, _MOST_BYTES // size):
            self._known.popitem(last=False)
        return found

    def _look(self, path: list[int]) -> StreetValues:
        engine, at = self.engine, len(path) - 1
        rows = self._street_rows(engine.begin + at)
        values = tuple(self._player(player, path, rows[player]) for player in (0, 1))
        hands = [engine.model.hands[player][at].starts for player in (0, 1)]
        low, high = (tuple(int(starts[path[-1] + k]) for starts in hands) for k in (0, 1))
        width = int(engine.levels[0][at][3])
        return StreetValues(
            rows, (values[0], values[1]), width, (low[0], low[1]),
            (high[0] - low[0], high[1] - low[1]),
        )  # fmt: skip

    def _street_rows(self, number: int) -> tuple[Rows, Rows]:
        """The street with a row of values for every node."""
        if number not in self._rows:
            engine = self.engine
            first, second = (
                make_street(engine.layout, number, player, engine.exits, engine.lock_starts, True)
                for player in (0, 1)
            )
            self._rows[number] = first, second
        return self._rows[number]

    def _player(self, player: int, path: list[int], rows: Rows) -> Float32s:
        engine = self.engine
        play: Play = (
            self._weights, self._weights, None, None, None, engine.locks, NO_RULE, self._mode,
        )  # fmt: skip
        levels = engine.levels[player]
        at = len(path) - 1
        reach: Float32s = np.zeros(engine.sizes[0][0], dtype=np.float32)
        reach[: len(engine.roots[1 - player])] = engine.roots[1 - player]
        for above in range(at):
            _, values, scratch, _ = street_buffers(*engine.sizes[above])
            street_down(
                levels[above], path[above], self._weights, engine.locks, reach, values, scratch
            )
            after: Float32s = np.zeros(engine.sizes[above + 1][0], dtype=np.float32)
            carry_reach(levels[above], levels[above + 1], path[above + 1], reach, after)
            reach = after
        level: Level = (rows.street, *levels[at][1:])
        width = engine.sizes[at][2]
        _, _, scratch, spare = street_buffers(*engine.sizes[at])
        values = np.zeros(rows.values * width, dtype=np.float32)
        street_down(level, path[-1], self._weights, engine.locks, reach, values, scratch)
        sums = self._below(player, level, at, path[-1], play, reach)
        street_up(level, path[-1], play, sums, values, spare)
        return values

    def _below(
        self, player: int, level: Level, at: int, board: int, play: Play, reach: Float32s
    ) -> Any:
        """Values at the exits, from all streets below."""
        engine = self.engine
        levels = engine.levels[player]
        if at == len(levels) - 1:
            return np.zeros((1, 0))
        if at == 0:
            engine.below_first(player, level, play, reach)
            return engine.sums
        sums = np.zeros((1, len(level[0].exit_value) * int(level[3])))
        low, high = engine.rivers[board], engine.rivers[board + 1]
        boards_below(
            level, levels[-1], levels[-1], ONLY_RIVERS, low, high, play, reach, sums[0],
            *river_buffers(engine.sizes[-1]),
        )  # fmt: skip
        return sums
