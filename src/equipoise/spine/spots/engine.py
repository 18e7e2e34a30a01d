"""``SpotEngine``: spots of hold'em with real hands, at the speed of native solvers.

The tree is processed street by street: the first one on its board, and then everything below board
by board, so that a board's data stays in the cache. Only the opponent's reach is propagated down,
so that the average strategy weights iterations but not a player's own reach
(``docs/decisions/spot-engine.md``). Boards are divided into parts, which threads process in any
order; their sums are added in the order of the boards, so that results do not depend on threads.
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
from equipoise.kernels.types import Float32s, Float64s, Floats
from equipoise.kernels.walks.dealing import Deals
from equipoise.spine.cards.hands import ROUNDS, HandCards
from equipoise.spine.cards.runouts import ALONE
from equipoise.spine.engine import Exploitability, Tables
from equipoise.spine.layout import Layout, make_layout
from equipoise.spine.locks import Lock
from equipoise.spine.passes import Passes, checked_reach
from equipoise.spine.spots.locked import lock_arrays
from equipoise.spine.spots.streets import make_street, scale_starts, street_exits
from equipoise.spine.spots.tables import board_hands_of, width_of
from equipoise.spine.tree import BettingTree

_RIVER = ROUNDS - 1
#: the tuple that kernels take (``kernels.spots.boards``)
Level = tuple[Any, ...]
Play = tuple[Any, ...]
_PARTS = 16  # parts of the rivers of a spot that starts on the turn
#: bounds of the rivers after each turn, where the boards below a street are rivers themselves
ONLY_RIVERS: npt.NDArray[np.int64] = np.zeros(0, dtype=np.int64)
NO_RULE: tuple[Any, ...] = (*map(np.float32, (1, 1, -inf, 1, 1)), False)


class SpotEngine:
    """Evaluates and trains strategies of a spot; ``workers`` threads (default: all cores)."""

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
            raise InputError(f"{model.name} has buckets", expected="use full cards")
        self.tree, self.model = tree, model
        self.layout: Layout = make_layout(tree, model)
        self.dtype: np.dtype[Any] = np.dtype(dtype or np.float32)
        if self.dtype not in (np.float32, np.int16):
            raise InputError(
                f"number type {self.dtype} for a spot",
                expected="use float32, or int16 for half of the memory",
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
        #: for each player and round its level (``kernels.spots.boards``)
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
        self.roots: list[Floats] = [model.root_reach(player) for player in (0, 1)]
        self._counts = [self.roots[p] * model.hands[p][0].size for p in (0, 1)]
        self.scale = 1.0 / (model.pairs * model.ways(_RIVER))
        self._root_values = [np.zeros(len(root), dtype=np.float32) for root in self.roots]

    def _make_parts(self) -> list[tuple[int, int]]:
        """Divide the boards after the first into parts, independent of the number of threads."""
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
        """One player's turn over all boards; his values at the root."""
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
        """All streets after the first, on all boards; values at its exits go to ``sums``."""
        levels: Any = self.levels[player][1:]
        rivers = ONLY_RIVERS if len(levels) < 2 else self.rivers
        parts = iter(enumerate(self._parts))  # the next part for any free thread

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
        """Bounds of the rivers after each turn, if a spot starts on the flop."""
        parents = self.model.boards[2].parent
        return np.searchsorted(parents, np.arange(len(self.model.boards[1]) + 1))

    def _value(self, player: int, play: Play) -> float:
        """The player's chips per hand."""
        values = self._pass(player, play).astype(np.float64)
        return float(values @ self._counts[player]) * self.scale

    # -- the engine protocol (``spine.engine``)

    def exploitability(self, strategy: Floats, form: int = PROBABILITIES) -> Exploitability:
        """Best responses of both seats, and the value when both follow the strategy.

        Probabilities and proportional weights are treated alike.
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
        """What one strategy wins against another, in chips per hand, averaged over seats; exact."""
        mine, other = self.typed(ours), self.typed(theirs)
        won = sum(
            self._value(player, (other, mine, None, None, None, self.locks, NO_RULE, FOLLOW))
            for player in (0, 1)
        )
        return won / 2, 0.0

    def typed(self, strategy: Floats) -> Floats:
        """A strategy, or weights proportional to it, in the kernels' number type."""
        kind = strategy.dtype if strategy.dtype in (np.float32, np.uint16) else np.float32
        return frozen(np.asarray(strategy, dtype=kind))

    @property
    def memory_bytes(self) -> int:
        """The memory of a solve: regrets and sums with their scales, hands and boards, buffers.

        Regrets and sums are not allocated yet when an engine is built.
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
        """Zero regrets and sums; the current strategy follows from the regrets."""
        size = self.layout.size
        if self.dtype == np.int16:
            if predict:
                raise InputError(
                    "predictive methods need 32 bits", expected="use precision float32"
                )
            room: Any = np.zeros(2 * size, dtype=np.uint16)
            small = room[size:].view(np.int16)
            scales = np.zeros(int(scale_starts(self.layout)[-1]), dtype=np.float32)
            return Tables(small, room[:size], small, seed=seed, scales=scales, room=room)
        regrets, sums = (np.zeros(size, dtype=np.float32) for _ in range(2))
        return Tables(regrets, sums, np.zeros_like(regrets) if predict else regrets, seed=seed)

    def turn(
        self, player: int, iteration: int, rule: UpdateRule, tables: Tables, theirs: Floats
    ) -> int:
        """One player's turn of CFR; the other plays his part of ``theirs``."""
        numbers = (rule.keep_positive, rule.keep_negative, rule.floor, 1.0, rule.weight)
        plain = (*(np.float32(number) for number in numbers), rule.predict)
        learnt = (tables.regrets, tables.sums, tables.scales)
        found = self._pass(
            player, (frozen(theirs), tables.current, *learnt, self.locks, plain, FOLLOW)
        )
        self._root_values[player][:] = found
        return self.layout.player_nodes(player)

    def root_reach_of(self, player: int) -> Floats:
        """The player's reach at the root, by state: hands that suits alone tell apart are one."""
        return self.roots[player]

    def set_root_reach(self, player: int, reach: Floats) -> None:
        """Let a player enter with another reach; hands that are one state have the same."""
        self.roots[player] = checked_reach(reach, len(self.roots[player]), np.float64)
        self._counts[player] = self.roots[player] * self.model.hands[player][0].size

    def root_mass(self, player: int) -> Float64s:
        """The chance times the opponent's reach of each state, all its hands together."""
        mass = np.zeros((1, len(self.roots[player])))
        fold = self.model.operators("fold", self.begin, np.float64)[player]
        fold(self.roots[1 - player][None, :].astype(np.float64), mass)
        found: Float64s = mass[0]
        return found

    def root_values(self, player: int) -> Float64s:
        """The player's values at the root in his last turn, of all hands of a state together."""
        return self._in_units(player, self._root_values[player])

    def best_values(self, player: int, strategy: Floats, form: int = PROBABILITIES) -> Float64s:
        """Counterfactual best response values at the root."""
        weights = self.typed(strategy)
        play = (weights, weights, None, None, None, self.locks, NO_RULE, BEST)
        return self._in_units(player, self._pass(player, play))

    def _in_units(self, player: int, values: Float32s) -> Float64s:
        """Values of single hands as passes count them: by state, times the chance of the deal."""
        counts = self.model.hands[player][0].size * self.scale
        return values.astype(np.float64) * counts

    def whole_tree(self, method: str) -> Passes:
        """Passes over the whole tree, if they are small enough."""
        self.model.check_size()
        return Passes(self.tree, self.model, np.float64, self.workers).whole_tree(method)

    def deals(self, public: bool = False) -> Deals:
        """Deals to sample from."""
        return self.whole_tree("a sampled method").deals(public)

    def bucket_deals(self) -> BucketDeals:
        """Raise InputError: there are no buckets."""
        raise InputError("a spot with real hands has no buckets")


def river_buffers(size: tuple[int, int, int, int]) -> tuple[Any, ...]:
    """Buffers of a thread where all boards are rivers, and those of turns are not used."""
    river = street_buffers(*size)
    return (*river, np.zeros(0)), river


def street_buffers(reach: int, values: int, width: int, spare: int) -> tuple[Any, ...]:
    """Rows of reach and of values, lanes and running sums, scratch for a node's new numbers."""
    lanes = [aligned(width * WIDTH) for _ in range(4)]
    scratch = (aligned(SUMS), *lanes, np.zeros(WIDTH, dtype=np.uint64))
    return aligned(reach), aligned(values), scratch, aligned(spare)


def aligned(count: int) -> Float32s:
    """Zeros aligned to a cache line: a vector across two lines takes twice the time."""
    room = np.zeros(count + WIDTH, dtype=np.float32)
    first = -room.ctypes.data // room.itemsize % WIDTH
    return room[first : first + count]
