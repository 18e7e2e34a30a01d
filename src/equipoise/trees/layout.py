"""Where a strategy's numbers lie: betting tree times card states, one flat array.

At a decision node with A actions, for a player with S card states in its round, the block
``[offset, offset + A*S)`` holds action after action, in each the states one after the other:
``probability(action, state) = array[offset + action * S + state]``. States lie innermost because
all passes run over them.

A *work buffer* of a player holds a vector of that player's states for every node: decision nodes
first, then terminal nodes grouped by round and kind, so that a group is one matrix without copying.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, TypeVar, cast

import numpy as np
import numpy.typing as npt

from equipoise.abstraction.card_model import CardModel
from equipoise.errors import InputError
from equipoise.kernels.types import Float64s, Int64s
from equipoise.trees.tree import DECISION, FOLD, SHOWDOWN, BettingTree

_Values = TypeVar("_Values", bound=npt.NDArray[Any])


@dataclass(frozen=True)
class TerminalGroup:
    """Terminal nodes of one round and kind, and where their vectors lie in a work buffer.

    ``gains`` is what player 1 wins at each: for a fold the folder's chips with a sign, for a
    showdown the chips at stake.
    """

    round: int
    kind: str
    nodes: Int64s
    gains: Float64s
    starts: tuple[int, int]


@dataclass(frozen=True)
class Layout:
    """Offsets of strategy blocks and of work-buffer vectors."""

    tree: BettingTree
    model: CardModel
    offsets: Int64s
    size: int
    starts: tuple[Int64s, Int64s]
    buffer_sizes: tuple[int, int]
    groups: tuple[TerminalGroup, ...]

    @property
    def infosets(self) -> int:
        """How many information sets there are: decision nodes times their player's states."""
        nodes = self.tree.decision_nodes()
        states = [np.array(s) for s in self.model.states]
        return int(sum(states[self.tree.player[n]][self.tree.round[n]] for n in nodes))

    def block(self, values: _Values, node: int) -> _Values:
        """The block of a decision node as [actions, states]; a view of the values."""
        states = self.model.states[self.tree.player[node]][self.tree.round[node]]
        actions = int(self.tree.child_starts[node + 1] - self.tree.child_starts[node])
        start = int(self.offsets[node])
        block = values[start : start + actions * states].reshape(actions, states)
        return cast(_Values, block)

    def uniform(self) -> Float64s:
        """The strategy that plays every action equally often."""
        values = np.zeros(self.size)
        for node in self.tree.decision_nodes():
            block = self.block(values, int(node))
            block[:] = 1 / len(block)
        return values


def make_layout(tree: BettingTree, model: CardModel) -> Layout:
    """The layout of a tree and a card model that belong together."""
    used = int(tree.round.max()) + 1
    if used > model.rounds:
        raise InputError(
            f"the betting goes over {used} rounds, the card model {model.name} over {model.rounds}"
        )
    counts = np.diff(tree.child_starts)
    states = [np.array(model.states[player], dtype=np.int64) for player in range(2)]
    of_node = np.where(tree.player == 0, states[0][tree.round], states[1][tree.round])
    sizes = np.where(tree.kind == DECISION, counts * of_node, 0)
    offsets = np.concatenate([[0], np.cumsum(sizes)])
    order = [np.flatnonzero(tree.kind == DECISION)]
    names = {FOLD: "fold", SHOWDOWN: "showdown"}
    picked = []
    for number in range(used):
        for kind in (FOLD, SHOWDOWN):
            nodes = np.flatnonzero((tree.kind == kind) & (tree.round == number))
            if len(nodes):
                order.append(nodes)
                picked.append((number, kind, nodes))
    sequence = np.concatenate(order)
    starts, totals = [], []
    for player in range(2):
        lengths = states[player][tree.round[sequence]]
        ends = np.cumsum(lengths)
        start = np.zeros(tree.size, dtype=np.int64)
        start[sequence] = ends - lengths
        starts.append(start)
        totals.append(int(ends[-1]))
    groups = tuple(
        TerminalGroup(
            number,
            names[kind],
            nodes,
            _gains(tree, nodes, kind),
            (int(starts[0][nodes[0]]), int(starts[1][nodes[0]])),
        )
        for number, kind, nodes in picked
    )
    return Layout(
        tree, model, offsets[:-1].astype(np.int64), int(offsets[-1]),
        (starts[0], starts[1]), (totals[0], totals[1]), groups,
    )  # fmt: skip


def _gains(tree: BettingTree, nodes: Int64s, kind: int) -> Float64s:
    put = tree.put[nodes].astype(np.float64)
    if kind == SHOWDOWN:
        gains: Float64s = put.min(axis=1)
        return gains
    folder = tree.player[nodes]
    return np.where(folder == 0, -put[:, 0], put[:, 1])
