"""Expected value, exact best response and exploitability on a betting tree and card model."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import numpy as np
import numpy.typing as npt

from equipoise.base.errors import InputError
from equipoise.base.workers import available_cores
from equipoise.kernels.buckets.dealing import BucketDeals
from equipoise.kernels.passes.reach_and_value import (
    BEST,
    PROBABILITIES,
    Traversal,
    backward_values,
    best_choices,
    forward_reach,
)
from equipoise.kernels.passes.regret import UpdateRule
from equipoise.kernels.passes.sweep import cfr_sweep
from equipoise.kernels.types import Float64s, Floats, Int64s
from equipoise.kernels.walks.dealing import Deals
from equipoise.spine.cards.deals import deals_by_board, deals_by_state
from equipoise.spine.cards.model import CardModel, Operator
from equipoise.spine.engine import Exploitability, Tables
from equipoise.spine.footprint import default_dtype
from equipoise.spine.layout import Layout, TerminalGroup, make_layout
from equipoise.spine.leaves import Leaves
from equipoise.spine.parts import Parts, cut_tree
from equipoise.spine.tree import BettingTree

_IN_CACHE = 1 << 20  # numbers in a block of terminal vectors
# OpenBLAS uses threads above this many multiplications; for narrow matrices they help little, and
# on a busy machine they wait for each other, a hundred times as long
_ON_ONE_CORE = 250_000
_NARROW = 32

#: rows of the opponent's reach, operator, output buffer, factors, rows of values
Block = tuple[Floats, Operator, Floats, Floats, Floats]


class Passes:
    """The forward and backward pass over one game, with their work buffer.

    All amounts are chips. Not thread-safe: each thread needs its own. All arrays have one
    ``dtype``, single or double precision (default: by the size of the game). On large games
    ``workers`` threads (default: all cores) process parts of the tree, with bit-identical results;
    the threads of matrix products are up to the linear algebra library. ``leaves`` give the values
    of the nodes at which a depth-limited tree ends.
    """

    is_slow = False
    is_exact = True

    def __init__(
        self,
        tree: BettingTree,
        model: CardModel,
        dtype: npt.DTypeLike | None = None,
        workers: int | None = None,
        leaves: Leaves | None = None,
    ) -> None:
        self.layout: Layout = make_layout(tree, model)
        self.tree, self.model, self.leaves = tree, model, leaves
        chosen: np.dtype[Any] = np.dtype(dtype or default_dtype(self.layout.size))
        self.dtype: np.dtype[np.floating[Any]] = chosen
        self.work: Floats = np.zeros(self.layout.work_size, dtype=self.dtype)
        #: how often each player's reach was computed, so that its user can tell whether it is still
        #: valid
        self.forwards = [0, 0]
        self._visits = (self.layout.player_nodes(0), self.layout.player_nodes(1))
        self.root_reach: list[Floats] = [
            model.root_reach(player).astype(self.dtype, copy=False) for player in range(2)
        ]
        self.traversals: tuple[Traversal, ...] = tuple(
            (
                tree.player, tree.round, tree.child_starts, tree.children, self.layout.offsets,
                player, np.array(model.states[player], dtype=np.int64),
                *_flat(model.parents[player]),
            )
            for player in range(2)
        )  # fmt: skip
        self.parts: Parts = cut_tree(self.layout)
        self.workers = min(workers or available_cores(), max(1, len(self.parts.below)))
        self._pool = ThreadPoolExecutor(self.workers) if self.workers > 1 else None
        self._blocks = self._terminal_blocks()

    def _terminal_blocks(self) -> tuple[list[Block], list[Block]]:
        """For each player, blocks of terminal vectors with their operators.

        Operators are in terms of player 1's winnings, so the chips of player 2 change sign.
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
            vectors = self.work[group.start :][: rows * group.width].reshape(rows, group.width)
            operators = self._operators(group)
            folds = self.model.operators("fold", group.round, self.dtype)
            for player in (0, 1):
                signed, besides = (
                    part.astype(self.dtype)[:, None] for part in group.factors(player)
                )
                mine, theirs = (self.model.states[p][group.round] for p in (player, 1 - player))
                for first in range(0, rows, step):
                    some = slice(first, first + step)
                    block = vectors[some]
                    product = products[: len(block) * mine].reshape(len(block), mine)
                    operator, factors = operators[player], signed[some]
                    if besides[some].any():
                        operator = _with_rake(operator, folds[player], factors, besides[some])
                        factors = np.ones_like(factors)
                    blocks[player].append(
                        (block[:, :theirs], operator, product, factors, block[:, :mine])
                    )
        return blocks

    def _operators(self, group: TerminalGroup) -> tuple[Operator, Operator]:
        if group.kind != "leaf":
            return self.model.operators(group.kind, group.round, self.dtype)
        if self.leaves is None:
            raise InputError("a tree with leaves", expected="values of them (spine.leaves)")
        return self.leaves.operators(int(group.nodes[0]), self.dtype)

    def over_tree(
        self, sweep: Callable[..., None], player: int, starts: Int64s, *rest: object, down: bool
    ) -> None:
        """Call a kernel for all decision nodes, from the root ``down`` or from the leaves up.

        It gets the nodes of a part of the tree, the tree with the player's states, the starts of
        node vectors, and the ``rest``. Parts below the top run in parallel.
        """
        arguments = (self.traversals[player], starts, *rest)
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
        self.work[starts[0] : starts[0] + self.root_states(player)] = self.root_reach[player]
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
            operator(reach, product)
            np.multiply(product, factors, out=values)

    def backward(self, player: int, strategy: Floats | None, form: int = PROBABILITIES) -> float:
        """The player's value when following a strategy, or of a best response if None."""
        followed = self.work if strategy is None else self._typed(strategy)
        self.over_tree(
            backward_values, player, self.layout.value_starts,
            BEST if strategy is None else form, followed, self.work, down=False,
        )  # fmt: skip
        return self.root_value(player)

    def root_value(self, player: int) -> float:
        """The sum of a player's root values, weighted by his own reach there."""
        start = self.layout.value_starts[0]
        values = self.work[start : start + self.root_states(player)] * self.root_reach[player]
        return float(values.sum(dtype=np.float64))

    def root_states(self, player: int) -> int:
        """Number of the player's card states at the root."""
        return self.model.states[player][int(self.tree.round[0])]

    def root_reach_of(self, player: int) -> Floats:
        """The player's reach at the root."""
        return self.root_reach[player]

    def set_root_reach(self, player: int, reach: Floats) -> None:
        """Let a player enter with another reach."""
        self.root_reach[player] = checked_reach(reach, self.root_states(player), self.dtype)
        self.forwards[player] += 1  # what is in the buffer is no longer his reach

    def root_mass(self, player: int) -> Float64s:
        """The chance times the opponent's reach of each root state."""
        number = int(self.tree.round[0])
        mass = np.zeros((1, self.root_states(player)), dtype=self.dtype)
        fold = self.model.operators("fold", number, self.dtype)[player]
        fold(self.root_reach[1 - player][None, :], mass)
        found: Float64s = mass[0].astype(np.float64)
        return found

    def root_values(self, player: int) -> Float64s:
        """The player's values at the root, after his turn or his backward pass."""
        return self.node_values(player, 0)

    def node_values(self, player: int, node: int) -> Float64s:
        """The player's values at a node, after his turn or his backward pass."""
        start = int(self.layout.value_starts[node])
        states = self.model.states[player][int(self.tree.round[node])]
        return self.work[start : start + states].astype(np.float64)

    def node_reach(self, player: int, node: int) -> Float64s:
        """The player's reach at a decision node, after his forward pass."""
        start = int(self.layout.reach_starts[player][node])
        states = self.model.states[player][int(self.tree.round[node])]
        return self.work[start : start + states].astype(np.float64)

    def best_values(self, player: int, strategy: Floats, form: int = PROBABILITIES) -> Float64s:
        """Counterfactual best response values at the root; those of all nodes lie in the buffer."""
        self.best_response_value(player, strategy, form)
        return self.root_values(player)

    def action_values(self, player: int, node: int) -> Float64s:
        """Values of each action at a node, [actions, states], after a backward pass."""
        tree, layout = self.tree, self.layout
        number = int(tree.round[node])
        values = np.zeros((len(tree.children_of(node)), self.model.states[player][number]))
        for row, child in zip(values, tree.children_of(node).tolist(), strict=True):
            later = int(tree.round[child])
            start = layout.value_starts[child]
            after = self.work[start : start + self.model.states[player][later]]
            if later == number:
                row[:] = after
            else:
                np.add.at(row, self.model.parents[player][later], after)
        return values

    def expected_value(self, strategy: Floats) -> float:
        """Player 1's chips per hand when both follow the strategy."""
        self.forward(1, strategy)
        self.terminal_values(0)
        return self.backward(0, strategy)

    def match(self, ours: Floats, theirs: Floats) -> tuple[float, float]:
        """What one strategy wins against another, in chips per hand, averaged over seats; exact."""
        won = 0.0
        for player in range(2):
            self.forward(1 - player, theirs)
            self.terminal_values(player)
            won += self.backward(player, ours)
        return won / 2, 0.0

    def best_response_value(
        self, player: int, strategy: Floats, form: int = PROBABILITIES
    ) -> float:
        """The value of the best response in this seat against the other seat's strategy."""
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

        ``form`` is what the array holds: ``WEIGHTS`` evaluates an average without normalising it.
        """
        second = self.best_response_value(1, strategy, form)
        # terminal values are still those against player 1's strategy
        other = 0.0 if self.tree.rake is None else self.backward(1, strategy, form)
        first = self.best_response_value(0, strategy, form)
        value = self.backward(0, strategy, form)
        taken = 0.0 if self.tree.rake is None else -value - other
        return Exploitability(value, (first, second), taken=taken)

    # -- the engine protocol (``spine.engine``)

    def whole_tree(self, method: str) -> Passes:
        """Itself."""
        if self.tree.rake is not None:
            raise InputError(
                f"{method} is for zero-sum games of two players, without rake",
                what="method",
                expected="use cfr, cfr+, lcfr, dcfr or pcfr+",
            )
        return self

    def deals(self, public: bool = False) -> Deals:
        """Deals to sample from: pairs of card states, or all states that share a board."""
        if self.tree.rake is not None:
            raise InputError(
                "sampled methods are for games without rake",
                expected="use cfr, cfr+, lcfr, dcfr or pcfr+",
            )
        return (deals_by_board if public else deals_by_state)(self.model.matrices())

    def bucket_deals(self) -> BucketDeals:
        """Raise InputError: states are not buckets here."""
        raise InputError(f"the card model {self.model.name} deals card states, not buckets")

    def tables(self, predict: bool, seed: int = 0) -> Tables:
        """Zero regrets and sums, and the uniform strategy as the current one."""
        zeros = [np.zeros(self.layout.size, dtype=self.dtype) for _ in range(2)]
        return Tables(
            zeros[0], zeros[1], self.layout.uniform().astype(self.dtype, copy=False), seed=seed
        )

    def turn(
        self, player: int, iteration: int, rule: UpdateRule, tables: Tables, theirs: Floats
    ) -> int:
        """One player's turn of CFR; the other plays his part of ``theirs``."""
        # his reach is still valid from the other's turn, unless the buffer was used since
        if tables.reached[player] != self.forwards[player]:
            self.forward(player, tables.current)
        self.forward(1 - player, theirs)
        if theirs is tables.current:
            tables.reached[1 - player] = self.forwards[1 - player]
        self.terminal_values(player)
        self.over_tree(
            cfr_sweep, player, self.layout.value_starts, self.layout.reach_starts[player],
            tuple(rule), self.work, tables.current, tables.regrets, tables.sums, down=False,
        )  # fmt: skip
        tables.reached[player] = -1
        return self._visits[player]


def checked_reach(reach: Floats, states: int, dtype: npt.DTypeLike) -> Floats:
    """A copy of a reach at the root; an error where it has another length or is no reach."""
    found: Floats = np.array(reach, dtype=dtype)
    if found.shape != (states,) or not (np.isfinite(found) & (found >= 0)).all():
        raise InputError(
            f"a reach of shape {found.shape}, or with a number below 0",
            "reach",
            expected=f"{states} numbers of 0 or more",
        )
    return found


def _with_rake(operator: Operator, fold: Operator, factors: Floats, besides: Floats) -> Operator:
    """An operator times its factors, plus the fold operator times others."""

    def apply(reach: Floats, out: Floats) -> None:
        operator(reach, out)
        met = np.zeros_like(out)
        fold(reach, met)
        out[:] = factors * out + besides * met

    return apply


def _flat(parents: tuple[Int64s, ...]) -> tuple[Int64s, Int64s]:
    """The parents of all rounds one after the other, and where each round starts."""
    starts = np.cumsum([0] + [len(part) for part in parents[:-1]]).astype(np.int64)
    return np.concatenate(parents).astype(np.int64), starts
