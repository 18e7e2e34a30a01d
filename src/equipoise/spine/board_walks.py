"""Threaded walks with all hands on boards; each part of the tree owns its nodes.

A part writes only to its own nodes, so that results are bit-identical for any number of threads.
"""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor

import numpy as np

from equipoise.base.workers import available_cores
from equipoise.cards.combos import combo_cards
from equipoise.kernels.boards.hands import HANDS, BoardHands, arrange_hands
from equipoise.kernels.passes.regret import UpdateRule
from equipoise.kernels.types import Float32s, Floats, Int64s, UInt8s, UInt32s
from equipoise.kernels.walks.board_walks import REACH, Part, board_walk
from equipoise.spine.cards.buckets import BucketStates
from equipoise.spine.engine import Tables
from equipoise.spine.layout import Layout
from equipoise.spine.tree import DECISION, BettingTree
from equipoise.spine.tree_arrays import walked

_PARTS = 24
_WORTH_A_THREAD = 40  # nodes with a vector of 1,081 hands each: 0.1 ms
PLAIN = UpdateRule(1.0, 1.0, 1.0, -np.inf, 1.0, False)
_NO_CHOICES: UInt8s = np.zeros(0, dtype=np.uint8)
_NO_NUMBERS: Float32s = np.zeros(0, dtype=np.float32)


class BoardWalks:
    """A betting tree and the buckets of hands, prepared for walks over all hands on boards.

    ``ranges`` are both players' weights of the 1,326 hands at the root; None means ones.
    """

    def __init__(
        self,
        layout: Layout,
        states: BucketStates,
        workers: int | None = None,
        ranges: tuple[Float32s, Float32s] | None = None,
    ) -> None:
        self.layout, self.states, self.ranges = layout, states, ranges
        self.workers = workers or available_cores()
        self._tree = walked(layout)
        self._height = tree_height(layout.tree)
        self._whole = np.full(layout.tree.size, -1, dtype=np.int64)
        self._whole[0] = 0
        self._cut = self._whole.copy()
        roots = part_roots(layout.tree) if self.workers > 1 else []
        self._cut[roots] = np.arange(1, len(roots) + 1)
        self._roots: list[int] = roots
        self._pool = ThreadPoolExecutor(self.workers) if roots else None

    def memory(self, boards: int) -> int:
        """Bytes for walks on ``boards`` boards, with twice as many arranged.

        Each thread has at every level of the tree a vector of reach and one of values, and the
        values of each action; the cuts have two vectors each. A hand is arranged in 22 bytes, and
        looking up its buckets takes 20.
        """
        actions = int(np.diff(self.layout.tree.child_starts).max())
        threads = self.workers if self._pool else 1
        vectors = threads * (self._height + 1) * (actions + 2) + 2 * (len(self._roots) + 1)
        return HANDS * boards * (4 * vectors + 2 * 22 + 20)

    def arrange(self, boards: UInt8s) -> BoardHands:
        """Arrange the hands on boards [n, 5]; with few boards only occurring states are members."""
        buckets = self.states.bucketing.on_boards(boards)
        n = HANDS * len(boards)
        first, second = np.empty(n, dtype=np.uint8), np.empty(n, dtype=np.uint8)
        values = np.empty(n, dtype=np.uint32)
        places: UInt32s = np.empty((self.states.rounds, n), dtype=np.uint32)
        arrange_hands(boards, combo_cards(), buckets, first, second, values, places)
        counts: Int64s = np.array(self.states.states[0], dtype=np.int64)
        if n >= counts.max():
            members = np.tile(np.arange(counts.max(), dtype=np.int32), (len(counts), 1))
            return BoardHands(first, second, values, places, members, counts)
        members = np.zeros((len(counts), n), dtype=np.int32)
        for number, row in enumerate(places):
            found, inverse = np.unique(row, return_inverse=True)
            counts[number] = len(found)
            members[number, : len(found)] = found
            places[number] = inverse
        return BoardHands(first, second, values, places, members, counts)

    def walk(
        self,
        hands: BoardHands,
        who: int,
        mode: int,
        matched: Floats,
        *,
        rule: UpdateRule = PLAIN,
        caution: float = 0.0,
        tables: Tables | None = None,
        choices: UInt8s = _NO_CHOICES,
    ) -> tuple[Float32s, int]:
        """One player's values of all hands at the root, and the number of nodes visited.

        Both players' strategies are proportional to the positive part of ``matched``. With ranges,
        values are multiplied by the player's weight of the hand.
        """
        none: Floats = np.zeros(0, dtype=matched.dtype)
        regrets, sums, predicted = none, none, none
        if tables is not None:
            regrets, sums, predicted = tables.regrets, tables.sums, tables.current
        rest = (rule, caution, matched, regrets, predicted, sums, choices)
        slots = len(self._roots) + 1
        reach: Float32s = np.zeros((slots, len(hands.first)), dtype=np.float32)
        values: Float32s = np.zeros_like(reach)
        reach[0], own = 1.0, _NO_NUMBERS
        if self.ranges is not None:
            combos = combos_of(hands)
            reach[0], own = self.ranges[1 - who][combos], self.ranges[who][combos]
        cut = self._cut if self._pool else self._whole
        top = Part(0, self._height, cut, reach, values, own)
        visited = 0
        if self._pool is not None:
            board_walk(self._tree, hands, top, who, REACH, *rest)

            def below(slot: int) -> int:
                if not reach[slot].any():
                    return 0
                part = Part(self._roots[slot - 1], self._height, cut, reach, values, own)
                return board_walk(self._tree, hands, part, who, mode, *rest)

            visited += sum(self._pool.map(below, range(1, slots)))
        visited += board_walk(self._tree, hands, top, who, mode, *rest)
        return values[0], visited


def combos_of(hands: BoardHands) -> Int64s:
    """The combo numbers (0 to 1,325) of hands."""
    first, second = hands.first.astype(np.int64), hands.second.astype(np.int64)
    high, low = np.maximum(first, second), np.minimum(first, second)
    combos: Int64s = high * (high - 1) // 2 + low
    return combos


def tree_height(tree: BettingTree) -> int:
    """The number of actions in the longest betting line."""
    depth = np.zeros(tree.size, dtype=np.int64)
    for node in range(1, tree.size):
        depth[node] = depth[tree.parents[node]] + 1
    return int(depth.max())


def part_roots(tree: BettingTree) -> list[int]:
    """The decision nodes at which a tree is cut into about equal parts, large ones first."""
    below = np.ones(tree.size, dtype=np.int64)
    for node in range(tree.size - 1, 0, -1):
        below[tree.parents[node]] += below[node]
    share = tree.size / _PARTS
    inside = below > share
    roots = np.flatnonzero(
        ~inside & inside[tree.parents] & (tree.kind == DECISION) & (below >= _WORTH_A_THREAD)
    )
    roots = roots[roots > 0]
    return [int(node) for node in roots[np.argsort(-below[roots], kind="stable")]]
