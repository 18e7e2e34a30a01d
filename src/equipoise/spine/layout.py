"""The layout of a strategy: betting tree times card states, in one flat array.

At a decision node with A actions, for a player with S card states in its round, the block
``[offset, offset + A*S)`` holds the actions one after the other, each with all states:
``probability(action, state) = array[offset + action * S + state]``. States are innermost because
all passes loop over them.

The *work buffer* is one flat array with four parts: the values of decision nodes, the vectors of
terminal nodes, and each player's reach of decision nodes. In every part a node has a vector sized
for the player with more states in its round. Terminal nodes are grouped by round and kind, so that
a group is one matrix without copying; their vectors hold first the opponent's reach and then, in
the same place, the player's values.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Literal, TypeVar, cast

import numpy as np
import numpy.typing as npt

from equipoise.base.errors import InputError
from equipoise.kernels.types import Float64s, Int64s
from equipoise.spine.cards.model import CardModel
from equipoise.spine.cards.states import CardStates
from equipoise.spine.tree import DECISION, FOLD, LEAF, SHOWDOWN, BettingTree

End = Literal["fold", "showdown", "leaf"]
_Values = TypeVar("_Values", bound=npt.NDArray[Any])


@dataclass(frozen=True)
class TerminalGroup:
    """Terminal nodes of one round and kind, with the position of their vectors in the work buffer.

    ``gains`` is player 1's chips at each before any rake: for a fold the folder's chips with a
    sign, for a showdown the stake. ``rakes`` is the rake of the pot. The vector of the first node
    is at ``start``, each ``width`` long. A leaf has operators of its own and is its own group.
    """

    round: int
    kind: End
    nodes: Int64s
    gains: Float64s
    rakes: Float64s
    start: int
    width: int

    def factors(self, player: int) -> tuple[Float64s, Float64s]:
        """A player's factors of the group's operator and of the additional fold operator (rake).

        Operators are in terms of player 1's winnings. With r the rake and c the chips at stake a
        fold pays the winner c - r and the loser -c; a showdown is worth (c - r/2) times win minus
        loss, minus r/2 whenever there is one.
        """
        if self.kind == "leaf":
            return np.ones(len(self.nodes)), np.zeros(len(self.nodes))
        signed = self.gains if player == 0 else -self.gains
        if self.kind == "fold":
            return np.where(signed > 0, signed - self.rakes, signed), np.zeros(len(signed))
        return signed - np.sign(signed) * self.rakes / 2, -self.rakes / 2


@dataclass(frozen=True)
class Layout:
    """Offsets of strategy blocks and of work-buffer vectors.

    ``value_starts`` is the position of a node's values in the work buffer, ``reach_starts[p]`` that
    of player p's reach; both are the same at terminal nodes. The first ``decision_size`` numbers of
    the buffer are values of decision nodes, the first ``vector_size`` those of all nodes.
    """

    tree: BettingTree
    model: CardStates
    offsets: Int64s
    size: int
    value_starts: Int64s
    reach_starts: tuple[Int64s, Int64s]
    decision_size: int
    vector_size: int
    work_size: int
    groups: tuple[TerminalGroup, ...]

    @property
    def card_model(self) -> CardModel:
        """The card states as a model with operators, if they are one."""
        return self.model.as_model()

    @property
    def infosets(self) -> int:
        """Number of information sets: decision nodes times their player's states."""
        nodes = self.tree.decision_nodes()
        states = [np.array(s) for s in self.model.states]
        return int(sum(states[self.tree.player[n]][self.tree.round[n]] for n in nodes))

    @property
    def nodes(self) -> int:
        """Betting nodes times the card states of each player: visited by a pass for both."""
        return self.player_nodes(0) + self.player_nodes(1)

    def player_nodes(self, player: int) -> int:
        """Betting nodes times the card states of one player."""
        return int(np.array(self.model.states[player])[self.tree.round].sum())

    def block(self, values: _Values, node: int) -> _Values:
        """The block of a decision node as [actions, states]; a view of the values."""
        states = self.model.states[self.tree.player[node]][self.tree.round[node]]
        actions = int(self.tree.child_starts[node + 1] - self.tree.child_starts[node])
        start = int(self.offsets[node])
        block = values[start : start + actions * states].reshape(actions, states)
        return cast(_Values, block)

    def uniform(self) -> Float64s:
        """The uniform strategy."""
        values = np.zeros(self.size)
        for node in self.tree.decision_nodes():
            block = self.block(values, int(node))
            block[:] = 1 / len(block)
        return values


def make_layout(tree: BettingTree, model: CardStates) -> Layout:
    """The layout of a tree and a card model that belong together."""
    used = int(tree.round.max()) + 1
    if used > model.rounds:
        raise InputError(
            f"the betting has {used} rounds, the card model {model.name} has {model.rounds}"
        )
    counts = np.diff(tree.child_starts)
    states = [np.array(model.states[player], dtype=np.int64) for player in range(2)]
    of_node = np.where(tree.player == 0, states[0][tree.round], states[1][tree.round])
    sizes = np.where(tree.kind == DECISION, counts * of_node, 0)
    offsets = np.concatenate([[0], np.cumsum(sizes)])
    order = [np.flatnonzero(tree.kind == DECISION)]
    names: dict[int, End] = {FOLD: "fold", SHOWDOWN: "showdown", LEAF: "leaf"}
    picked = []
    for number in range(used):
        for kind in (FOLD, SHOWDOWN):
            nodes = np.flatnonzero((tree.kind == kind) & (tree.round == number))
            if len(nodes):
                order.append(nodes)
                picked.append((number, kind, nodes))
        for leaf in np.flatnonzero((tree.kind == LEAF) & (tree.round == number)):
            order.append(np.array([leaf]))
            picked.append((number, LEAF, order[-1]))
    width = np.maximum(*states)
    sequence = np.concatenate(order)
    lengths = width[tree.round[sequence]]
    ends = np.cumsum(lengths)
    starts = np.zeros(tree.size, dtype=np.int64)
    starts[sequence] = ends - lengths
    decision_size = int(lengths[: len(order[0])].sum())
    work_size = vector_size = int(ends[-1])
    reach_starts = []
    for player in range(2):
        reach, room = _reach_starts(tree, width, player, work_size)
        reach_starts.append(np.where(tree.kind == DECISION, reach, starts))
        work_size += room
    groups = tuple(
        TerminalGroup(
            number,
            names[kind],
            nodes,
            _gains(tree, nodes, kind),
            _rakes(tree, nodes),
            int(starts[nodes[0]]),
            int(width[number]),
        )
        for number, kind, nodes in picked
    )
    return Layout(
        tree, model, offsets[:-1].astype(np.int64), int(offsets[-1]), starts,
        (reach_starts[0], reach_starts[1]), decision_size, vector_size, work_size, groups,
    )  # fmt: skip


def _reach_starts(tree: BettingTree, width: Int64s, player: int, first: int) -> tuple[Int64s, int]:
    """Positions of a player's reach at decision nodes, and their total size.

    The opponent's actions do not change it, so that within a round the nodes after the opponent
    share the vector of the node at which the opponent acted.
    """
    before = np.maximum(tree.parents, 0)
    shared = (tree.player[before] != player) & (tree.round[before] == tree.round)
    shared[0] = False
    own = (tree.kind == DECISION) & ~shared
    lengths = np.where(own, width[tree.round], 0)
    starts = first + np.cumsum(lengths) - lengths
    origin = np.where(shared, before, np.arange(tree.size))
    while (origin != origin[origin]).any():
        origin = origin[origin]
    return starts[origin].astype(np.int64), int(lengths.sum())


def _gains(tree: BettingTree, nodes: Int64s, kind: int) -> Float64s:
    put = tree.put[nodes].astype(np.float64)
    if kind == LEAF:
        return np.zeros(len(nodes))
    if kind == SHOWDOWN:
        gains: Float64s = put.min(axis=1)
        return gains
    folder = tree.player[nodes]
    return np.where(folder == 0, -put[:, 0], put[:, 1])


def _rakes(tree: BettingTree, nodes: Int64s) -> Float64s:
    pots: Float64s = 2.0 * tree.put[nodes].min(axis=1)
    return np.zeros(len(nodes)) if tree.rake is None else tree.rake.taken(pots)
