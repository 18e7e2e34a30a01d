"""Expected value, exact best response and exploitability, on betting tree times card model."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from equipoise.abstraction.card_model import CardModel
from equipoise.kernels.passes import (
    BEST,
    PROBABILITIES,
    backward_values,
    best_choices,
    forward_reach,
)
from equipoise.kernels.types import Float64s, Floats, Int64s
from equipoise.trees.footprint import default_dtype
from equipoise.trees.layout import Layout, make_layout
from equipoise.trees.parts import Parts, cut_tree
from equipoise.trees.tree import BettingTree
from equipoise.workers import available_cores

_IN_CACHE = 1 << 20  # numbers in a block of terminal vectors
# OpenBLAS takes threads for more multiplications than this; where matrices are narrow they bring
# little, and on a machine with other work they wait for each other, a hundred times as long
_ON_ONE_CORE = 250_000
_NARROW = 32

#: vectors of the opponent's reach, operator, room for their product, factors, vectors of values
Block = tuple[Floats, Floats, Floats, Floats, Floats]


@dataclass(frozen=True)
class Exploitability:
    """What best responses win, in chips a hand.

    ``responses[p]``: a best responder in seat p + 1 against the other seat's strategy. Their mean
    is the exploitability: the values of the game cancel. ``value`` is seat 1's when both play
    the strategy.
    """

    value: float
    responses: tuple[float, float]

    @property
    def average(self) -> float:
        """The mean over seats of what a best response gains over the value of the game."""
        return sum(self.responses) / 2

    def measures(self) -> dict[str, float]:
        """What a trace keeps besides, in chips: nothing where all is exact."""
        return {}

    @property
    def nash_conv(self) -> float:
        """The sum over seats, as OpenSpiel counts it."""
        return sum(self.responses)


class Passes:
    """The forward and backward pass over one game, with their work buffer.

    All amounts are chips of the engine. Not safe for threads: each needs its own. All arrays are
    of one ``dtype``, single or double precision, by the size of the game if None. On large games
    parts of the tree are passed over by ``workers`` threads (all cores if None), with the same
    result to the last bit; how many threads matrix products take is the linear algebra library's
    affair.
    """

    is_slow = False

    def __init__(
        self,
        tree: BettingTree,
        model: CardModel,
        dtype: npt.DTypeLike | None = None,
        workers: int | None = None,
    ) -> None:
        self.layout: Layout = make_layout(tree, model)
        self.tree, self.model = tree, model
        chosen: np.dtype[Any] = np.dtype(dtype or default_dtype(self.layout.size))
        self.dtype: np.dtype[np.floating[Any]] = chosen
        self.work: Floats = np.zeros(self.layout.work_size, dtype=self.dtype)
        #: how often each player's reach was computed: who needs it can tell whether it is still his
        self.forwards = [0, 0]
        self.states = tuple(np.array(states, dtype=np.int64) for states in model.states)
        self.parents, self.parent_starts = zip(
            *(_flat(model.parents[player]) for player in range(2)), strict=True
        )
        self.parts: Parts = cut_tree(self.layout)
        self.workers = min(workers or available_cores(), max(1, len(self.parts.below)))
        self._pool = ThreadPoolExecutor(self.workers) if self.workers > 1 else None
        self._blocks = self._terminal_blocks()

    def _terminal_blocks(self) -> tuple[list[Block], list[Block]]:
        """For each player, blocks of terminal vectors with what turns reach into values.

        Values are matrix @ reach for player 1 and, of opposite sign, matrix.T @ reach for player 2;
        with vectors as rows the other way round. Both use the same matrix: nothing is copied.
        """
        groups, widths = self.layout.groups, np.array([g.width for g in self.layout.groups])
        counts = np.array([len(group.nodes) for group in groups])
        steps = np.where(
            widths <= _NARROW, _ON_ONE_CORE // widths**2, np.maximum(256, _IN_CACHE // widths)
        )
        products: Floats = np.zeros((np.minimum(counts, steps) * widths).max(), dtype=self.dtype)
        blocks: tuple[list[Block], list[Block]] = ([], [])
        for group, step in zip(groups, steps.tolist(), strict=True):
            rows = len(group.nodes)
            matrix = np.asarray(getattr(self.model, group.kind)[group.round], dtype=self.dtype)
            vectors = self.work[group.start :][: rows * group.width].reshape(rows, group.width)
            gains = group.gains.astype(self.dtype)[:, None]
            for player, operator, signed in ((0, matrix.T, gains), (1, matrix, -gains)):
                theirs, mine = operator.shape
                for first in range(0, rows, step):
                    block = vectors[first : first + step]
                    product = products[: len(block) * mine].reshape(len(block), mine)
                    factors = signed[first : first + step]
                    blocks[player].append(
                        (block[:, :theirs], operator, product, factors, block[:, :mine])
                    )
        return blocks

    def over_tree(
        self, sweep: Callable[..., None], player: int, starts: Int64s, *rest: object, down: bool
    ) -> None:
        """Call a kernel for all decision nodes, from the root ``down`` or from the ends up.

        It gets the nodes of a part of the tree, the tree, the player with his states, where the
        vectors of nodes start, and the ``rest``. Parts below the top run side by side.
        """
        tree = self.tree
        arguments = (
            tree.player, tree.round, tree.child_starts, tree.children, self.layout.offsets,
            player, self.states[player], self.parents[player], self.parent_starts[player], starts,
            *rest,
        )  # fmt: skip
        if down:
            sweep(self.parts.top, *arguments)
        if self._pool is None:
            for nodes in self.parts.below:
                sweep(nodes, *arguments)
        else:
            for future in [self._pool.submit(sweep, n, *arguments) for n in self.parts.below]:
                future.result()
        if not down:
            sweep(self.parts.top, *arguments)

    def forward(self, player: int, strategy: Floats, form: int = PROBABILITIES) -> Floats:
        """The player's reach at every node, into the work buffer: see ``Layout.reach_starts``."""
        starts = self.layout.reach_starts[player]
        self.work[starts[0] : starts[0] + self.states[player][0]] = 1.0
        self.over_tree(
            forward_reach, player, starts, form, self._typed(strategy), self.work, down=True
        )
        self.forwards[player] += 1
        return self.work

    def _typed(self, strategy: Floats) -> Floats:
        return np.asarray(strategy, dtype=self.dtype)

    def terminal_values(self, player: int) -> None:
        """The player's values at terminal nodes, in place of the opponent's reach there."""
        for reach, operator, product, factors, values in self._blocks[player]:
            np.matmul(reach, operator, out=product)
            np.multiply(product, factors, out=values)

    def backward(self, player: int, strategy: Floats | None, form: int = PROBABILITIES) -> float:
        """The player's value of the game, following a strategy, or responding best if None."""
        followed = self.work if strategy is None else self._typed(strategy)
        self.over_tree(
            backward_values, player, self.layout.value_starts,
            BEST if strategy is None else form, followed, self.work, down=False,
        )  # fmt: skip
        return self.root_value(player)

    def root_value(self, player: int) -> float:
        """The sum of a player's values at the root."""
        start = self.layout.value_starts[0]
        values = self.work[start : start + self.states[player][0]]
        return float(values.sum(dtype=np.float64))

    def action_values(self, player: int, node: int) -> Float64s:
        """What each action is worth at a node, [actions, states], after a backward pass."""
        tree, layout = self.tree, self.layout
        number = int(tree.round[node])
        values = np.zeros((len(tree.children_of(node)), self.states[player][number]))
        for row, child in zip(values, tree.children_of(node).tolist(), strict=True):
            later = int(tree.round[child])
            start = layout.value_starts[child]
            after = self.work[start : start + self.states[player][later]]
            if later == number:
                row[:] = after
            else:
                np.add.at(row, self.model.parents[player][later], after)
        return values

    def expected_value(self, strategy: Floats) -> float:
        """Player 1's chips a hand when both follow the strategy."""
        self.forward(1, strategy)
        self.terminal_values(0)
        return self.backward(0, strategy)

    def match(self, ours: Floats, theirs: Floats) -> float:
        """What one strategy wins from another, in chips a hand, the mean of both seats."""
        won = 0.0
        for player in range(2):
            self.forward(1 - player, theirs)
            self.terminal_values(player)
            won += self.backward(player, ours)
        return won / 2

    def best_response_value(
        self, player: int, strategy: Floats, form: int = PROBABILITIES
    ) -> float:
        """What the best response in this seat wins against the other seat's strategy."""
        self.forward(1 - player, strategy, form)
        self.terminal_values(player)
        return self.backward(player, None)

    def best_response(self, player: int, strategy: Floats) -> Floats:
        """The strategy with this player's part replaced by a best response."""
        self.best_response_value(player, strategy)
        answer: Floats = np.array(strategy, dtype=self.dtype)
        self.over_tree(
            best_choices, player, self.layout.value_starts, self.work, answer, down=False
        )
        return answer

    def exploitability(self, strategy: Floats, form: int = PROBABILITIES) -> Exploitability:
        """Best responses of both seats, and the value when both follow the strategy.

        ``form`` says what the array holds: ``WEIGHTS`` measures an average without writing it out.
        """
        second = self.best_response_value(1, strategy, form)
        first = self.best_response_value(0, strategy, form)
        # terminal values are still those against player 2's strategy
        return Exploitability(self.backward(0, strategy, form), (first, second))


def _flat(parents: tuple[Int64s, ...]) -> tuple[Int64s, Int64s]:
    """The parents of all rounds one after the other, and where each round starts."""
    starts = np.cumsum([0] + [len(part) for part in parents[:-1]]).astype(np.int64)
    return np.concatenate(parents).astype(np.int64), starts
