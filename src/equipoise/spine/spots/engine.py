"""``SpotEngine``: spots of hold'em with real hands, at the speed of native solvers.

The tree is passed over street by street: the first one on its board, and then board by board all
that is below, so that what a board needs stays in the cache. Of the vectors only the opponent's
reach goes down, so that the average strategy weighs iterations but not a player's own reach
(``docs/decisions/spot-engine.md``). Boards are divided into parts, which threads work through in
any order; their sums are added up in the order of the boards, so that results do not depend on
threads.
"""

from __future__ import annotations

from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from functools import cached_property
from math import inf
from queue import SimpleQueue
from typing import Any

import numpy as np
import numpy.typing as npt

from equipoise.base.errors import InputError
from equipoise.base.workers import available_cores
from equipoise.cards.combos import combo_cards
from equipoise.kernels.arrays import frozen
from equipoise.kernels.buckets.dealing import BucketDeals
from equipoise.kernels.passes.reach_and_value import PROBABILITIES
from equipoise.kernels.passes.regret import UpdateRule
from equipoise.kernels.spots.boards import boards_below, street_down, street_up
from equipoise.kernels.spots.ends import SUMS
from equipoise.kernels.spots.street import BEST, FOLLOW
from equipoise.kernels.spots.vectors import WIDTH
from equipoise.kernels.types import Float32s, Floats
from equipoise.kernels.walks.dealing import Deals
from equipoise.spine.cards.hands import ROUNDS, HandCards
from equipoise.spine.cards.runouts import ALONE
from equipoise.spine.engine import Exploitability, Tables
from equipoise.spine.layout import Layout, make_layout
from equipoise.spine.locks import Lock
from equipoise.spine.passes import Passes
from equipoise.spine.spots.locked import lock_arrays
from equipoise.spine.spots.streets import make_street, scale_starts, street_exits
from equipoise.spine.spots.tables import board_hands_of, width_of
from equipoise.spine.tree import BettingTree

_RIVER = ROUNDS - 1
#: what kernels take (``kernels.spots.boards``)
Level = tuple[Any, ...]
Play = tuple[Any, ...]
_PARTS = 16  # of the rivers after a turn that a spot starts with
#: bounds of the rivers after each turn, where the boards below a street are rivers themselves
ONLY_RIVERS: npt.NDArray[np.int64] = np.zeros(0, dtype=np.int64)
NO_RULE: tuple[Any, ...] = (*map(np.float32, (1, 1, -inf, 1, 1)), False)


class SpotEngine:
    """Values and trains strategies of a spot; ``workers`` threads (all cores if None)."""

    is_slow = False
    is_exact = True

    def __init__(
        self,
        tree: BettingTree,
        model: HandCards,
        dtype: npt.DTypeLike | None = None,
        workers: int | None = None,
        locks: Sequence[Lock] = (),
    ) -> None:
        if model.buckets is not None:
            raise InputError(f"{model.name} has buckets", expected="real hands")
        self.tree, self.model = tree, model
        self.layout: Layout = make_layout(tree, model)
        self.dtype: np.dtype[Any] = np.dtype(dtype or np.float32)
        if self.dtype not in (np.float32, np.int16):
            raise InputError(
                f"a spot in {self.dtype}", expected="float32, or int16 for half of the memory"
            )
        self.workers = workers or available_cores()
        self.begin = model.begin
        self.lock_starts, self.locks = lock_arrays(self.layout, model, locks)
        self.exits = exits = street_exits(tree, self.begin)
        tables = [board_hands_of(model, number) for number in range(self.begin, ROUNDS)]
        widths = [width_of(pair) for pair in tables]
        rows = [
            [make_street(self.layout, number, player, exits, self.lock_starts) for player in (0, 1)]
            for number in range(self.begin, ROUNDS)
        ]
        #: for each player and round what kernels call a level
        self.levels = [
            [
                (both[player].street, pair[player], pair[1 - player], np.uint64(width))
                for both, pair, width in zip(rows, tables, widths, strict=True)
            ]
            for player in (0, 1)
        ]
        most = int(np.diff(tree.child_starts).max())
        self.sizes = [
            (
                width * max(street.reach for street in both),
                width * max(street.values for street in both),
                width,
                2 * most * width,
            )
            for both, width in zip(rows, widths, strict=True)
        ]
        self._top = street_buffers(*self.sizes[0])
        self._exits = [len(exits.get(number, ())) for number in range(self.begin, ROUNDS)]
        self._parts = self._make_parts()
        self.sums = np.zeros((max(1, len(self._parts)), self._exits[0] * widths[0]))
        count = min(self.workers, len(self._parts))
        self._helpers = max(0, count - 1)  # threads besides the caller's
        self._pool = ThreadPoolExecutor(self._helpers) if self._helpers else None
        self._free: SimpleQueue[Any] = SimpleQueue()
        for _ in range(count):
            self._free.put(self.buffers())
        self.roots = [model.root_reach(player) for player in (0, 1)]
        self._counts = [self.roots[p] * model.hands[p][0].size for p in (0, 1)]
        self.scale = 1.0 / (model.pairs * model.ways(_RIVER))

    def _make_parts(self) -> list[tuple[int, int]]:
        """The boards after the first in parts, the same whatever the number of threads."""
        if self.begin == _RIVER:
            return []
        boards = len(self.model.boards[1])
        step = 1 if self.begin < _RIVER - 1 else -(-boards // _PARTS)
        return [(low, min(low + step, boards)) for low in range(0, boards, step)]

    def buffers(self) -> tuple[Any, ...]:
        """Buffers of a thread: of the turn with sums at its exits, and of the river."""
        if len(self.sizes) < 3:
            return river_buffers(self.sizes[-1])
        river = street_buffers(*self.sizes[-1])
        turn = street_buffers(*self.sizes[1])
        return ((*turn, np.zeros(self._exits[1] * self.sizes[1][2])), river)

    def _pass(self, player: int, play: Play) -> Float32s:
        """One player's turn, over all boards; his values at the root."""
        top, theirs = self.levels[player][0], self.roots[1 - player]
        reach, values, scratch, spare = self._top
        reach[: len(theirs)] = theirs
        street_down(top, 0, play[0], play[5], reach, values, scratch)
        self.below_first(player, top, play, reach)
        street_up(top, 0, play, self.sums, values, spare)
        start = int(top[0].entry_value[0]) * int(top[3])
        found: Float32s = values[start : start + len(self.roots[player])]
        return found

    def below_first(self, player: int, top: Level, play: Play, reach: Float32s) -> None:
        """All streets after the first, on all boards; values at its exits are left in ``sums``."""
        levels: Any = self.levels[player][1:]
        rivers = ONLY_RIVERS if len(levels) < 2 else self.rivers
        parts = iter(enumerate(self._parts))  # the next one for whoever is free

        def work() -> None:
            buffers = self._free.get()
            try:
                for part, (low, high) in parts:
                    boards_below(
                        top, levels[0], levels[-1], rivers, low, high, play, reach,
                        self.sums[part], *buffers,
                    )  # fmt: skip
            finally:
                self._free.put(buffers)

        if not self._parts:
            return
        helpers = [self._pool.submit(work) for _ in range(self._helpers)] if self._pool else []
        work()
        for helper in helpers:
            helper.result()

    @cached_property
    def rivers(self) -> npt.NDArray[np.int64]:
        """Bounds of the rivers after each turn, where a spot starts on the flop."""
        parents = self.model.boards[2].parent
        return np.searchsorted(parents, np.arange(len(self.model.boards[1]) + 1))

    def _value(self, player: int, play: Play) -> float:
        """The player's chips a hand."""
        values = self._pass(player, play).astype(np.float64)
        return float(values @ self._counts[player]) * self.scale

    # -- what solvers ask of an engine (``spine.engine``)

    def exploitability(self, strategy: Floats, form: int = PROBABILITIES) -> Exploitability:
        """Best responses of both seats, and the value when both follow the strategy.

        Probabilities and weights in proportion to them are the same here.
        """
        weights = self.typed(strategy)

        def value(player: int, mode: int) -> float:
            return self._value(
                player, (weights, weights, None, None, None, self.locks, NO_RULE, mode)
            )

        first, second = value(0, BEST), value(1, BEST)
        mine = value(0, FOLLOW)
        taken = 0.0 if self.tree.rake is None else -mine - value(1, FOLLOW)
        return Exploitability(mine, (first, second), taken=taken)

    def match(self, ours: Floats, theirs: Floats) -> tuple[float, float]:
        """What one strategy wins from another, in chips a hand, the mean of both seats; exactly."""
        mine, other = self.typed(ours), self.typed(theirs)
        won = sum(
            self._value(player, (other, mine, None, None, None, self.locks, NO_RULE, FOLLOW))
            for player in (0, 1)
        )
        return won / 2, 0.0

    def typed(self, strategy: Floats) -> Floats:
        """A strategy, or weights in proportion to it, in numbers that kernels take."""
        kind = strategy.dtype if strategy.dtype in (np.float32, np.uint16) else np.float32
        return frozen(np.asarray(strategy, dtype=kind))

    @property
    def memory_bytes(self) -> int:
        """What a solve takes: regrets and sums with their scales, hands and boards, buffers.

        Of the first two nothing is there yet when an engine is made.
        """
        arrays = 2 * self.layout.size * self.dtype.itemsize
        if self.dtype == np.int16:
            arrays += 4 * int(scale_starts(self.layout)[-1])
        tables = sum(
            table.nbytes for level in self.levels[0] for side in level[1:3] for table in side
        )
        hands = sum(part.nbytes for side in self.model.hands for part in side)
        numbers = sum(
            reach + values + 4 * WIDTH * width + spare for reach, values, width, spare in self.sizes
        )
        buffers = 4 * numbers * max(1, self._free.qsize()) + self.sums.nbytes
        return arrays + tables + hands + buffers + self.locks.nbytes

    def smallest(self) -> SpotEngine:
        """The same spot with one hand each, for compiling kernels."""
        cards = combo_cards()
        first, second = self.model.combos
        pair = next((a, b) for a in first for b in second if not set(cards[a]) & set(cards[b]))
        mine, theirs = (np.array([combo]) for combo in pair)
        one = np.ones(1)
        model = replace(self.model, combos=(mine, theirs), weights=(one, one), group=ALONE)
        return SpotEngine(self.tree, model, self.dtype, workers=1)

    def tables(self, predict: bool, seed: int = 0) -> Tables:
        """Regrets and sums of nothing yet; the current strategy is matched to the regrets."""
        size = self.layout.size
        if self.dtype == np.int16:
            if predict:
                raise InputError("predictions take 32 bits", expected="precision float32")
            room: Any = np.zeros(2 * size, dtype=np.uint16)
            small = room[size:].view(np.int16)
            scales = np.zeros(int(scale_starts(self.layout)[-1]), dtype=np.float32)
            return Tables(small, room[:size], small, seed=seed, scales=scales, room=room)
        regrets, sums = (np.zeros(size, dtype=np.float32) for _ in range(2))
        return Tables(regrets, sums, np.zeros_like(regrets) if predict else regrets, seed=seed)

    def turn(
        self, player: int, iteration: int, rule: UpdateRule, tables: Tables, theirs: Floats
    ) -> int:
        """One player's turn of CFR, the other playing his part of ``theirs``."""
        numbers = (rule.keep_positive, rule.keep_negative, rule.floor, 1.0, rule.weight)
        plain = (*(np.float32(number) for number in numbers), rule.predict)
        learnt = (tables.regrets, tables.sums, tables.scales)
        self._pass(player, (frozen(theirs), tables.current, *learnt, self.locks, plain, FOLLOW))
        return self.layout.player_nodes(player)

    def whole_tree(self, method: str) -> Passes:
        """Passes over the whole tree, where they are small enough."""
        self.model.check_size()
        return Passes(self.tree, self.model, np.float64, self.workers).whole_tree(method)

    def deals(self, public: bool = False) -> Deals:
        """Deals to sample from."""
        return self.whole_tree("a sampled method").deals(public)

    def bucket_deals(self) -> BucketDeals:
        """There are no buckets."""
        raise InputError("a spot with real hands has no buckets")


def river_buffers(size: tuple[int, int, int, int]) -> tuple[Any, ...]:
    """Buffers of a thread where all boards are rivers, and those of turns are not used."""
    river = street_buffers(*size)
    return (*river, np.zeros(0)), river


def street_buffers(reach: int, values: int, width: int, spare: int) -> tuple[Any, ...]:
    """Rows of reach and of values, lanes and running sums, room for a node's new numbers."""
    lanes = [aligned(width * WIDTH) for _ in range(4)]
    scratch = (aligned(SUMS), *lanes, np.zeros(WIDTH, dtype=np.uint64))
    return aligned(reach), aligned(values), scratch, aligned(spare)


def aligned(count: int) -> Float32s:
    """Zeros that start where a cache line does: a vector that lies in two takes twice the time."""
    room = np.zeros(count + WIDTH, dtype=np.float32)
    first = -room.ctypes.data // room.itemsize % WIDTH
    return room[first : first + count]
