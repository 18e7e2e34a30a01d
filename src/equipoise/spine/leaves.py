"""Depth-limited trees: the betting ends at leaves, where the opponent chooses how it goes on.

In games of imperfect information a leaf has no single value: what is best now depends on what
both would do later. So the opponent of the player who is solved for gets a choice at every leaf,
by each of his states, among several strategies for the rest of the game (Brown, Sandholm and Amos
2018). A leaf is a decision node of his with one child for each continuation, and a child is a
linear operator on reach, like every other end of the betting.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Protocol

import numpy as np
import numpy.typing as npt

from equipoise.games.action import Action, Kind
from equipoise.kernels.types import Float64s
from equipoise.spine.cards.model import Operator
from equipoise.spine.tree import DECISION, LEAF, BettingTree


class Leaves(Protocol):
    """Values of the leaves of a depth-limited tree."""

    def operators(self, node: int, dtype: npt.DTypeLike) -> tuple[Operator, Operator]:
        """For each player what turns the opponent's reach of a leaf into his values."""


@dataclass(frozen=True)
class MatrixLeaves:
    """Leaves with a matrix each, [states of player 1, states of player 2].

    An entry is what player 1 wins when both hold these states, times the chance that they do.
    """

    values: Mapping[int, Float64s]

    def operators(self, node: int, dtype: npt.DTypeLike) -> tuple[Operator, Operator]:
        """Matrix products."""
        matrix = np.ascontiguousarray(self.values[node], dtype)
        lost = np.ascontiguousarray(-matrix)
        return (
            lambda reach, out: np.matmul(reach, matrix.T, out=out),
            lambda reach, out: np.matmul(reach, lost, out=out),
        )


@dataclass(frozen=True)
class Limited:
    """A tree that ends with a round, and what its leaves stand for.

    ``leaves[n]`` is, for a leaf of the tree, the node of the whole tree and the continuation;
    ``nodes[n]`` the node of the whole tree for every other node of the tree. A leaf's choice has
    the node where the whole tree goes on.
    """

    tree: BettingTree
    nodes: dict[int, int]
    leaves: dict[int, tuple[int, int]]


def limit_depth(tree: BettingTree, last: int, chooser: int, choices: int) -> Limited:
    """The tree up to the end of round ``last``; then ``chooser`` picks one of the continuations."""
    kind: list[int] = []
    player: list[int] = []
    rounds: list[int] = []
    put: list[list[int]] = []
    parents: list[int] = []
    edges: list[list[tuple[int, Action, Fraction | None]]] = []
    nodes: dict[int, int] = {}
    leaves: dict[int, tuple[int, int]] = {}

    def add(like: int, parent: int, what: int, who: int, number: int) -> int:
        kind.append(what)
        player.append(who)
        rounds.append(number)
        put.append(tree.put[like].tolist())
        parents.append(parent)
        edges.append([])
        return len(kind) - 1

    waiting: list[tuple[int, int, Action | None, Fraction | None]] = [(0, -1, None, None)]
    while waiting:
        node, parent, action, size = waiting.pop()
        goes_on = int(tree.round[node]) > last and tree.kind[node] == DECISION
        if goes_on:
            here = add(node, parent, DECISION, chooser, last)
            for number in range(choices):
                leaf = add(node, here, LEAF, 0, last)
                leaves[leaf] = (node, number)
                # continuations are told apart by a number where other actions have chips
                edges[here].append((leaf, Action(Kind.CALL, number), None))
        else:
            here = add(
                node, parent, int(tree.kind[node]), int(tree.player[node]), int(tree.round[node])
            )
            low, high = tree.child_starts[node], tree.child_starts[node + 1]
            for edge in reversed(range(low, high)):
                child = int(tree.children[edge])
                waiting.append((child, here, tree.actions[edge], tree.sizes[edge]))
        nodes[here] = node
        if action is not None:
            edges[parent].append((here, action, size))
    flat = [edge for row in edges for edge in row]
    starts = np.cumsum([0, *(len(row) for row in edges)])
    limited = replace(
        tree,
        kind=np.array(kind, dtype=np.uint8),
        player=np.array(player, dtype=np.uint8),
        round=np.array(rounds, dtype=np.uint8),
        put=np.array(put, dtype=np.int32),
        child_starts=starts.astype(np.int64),
        children=np.array([child for child, _, _ in flat], dtype=np.int64),
        parents=np.array(parents, dtype=np.int64),
        actions=tuple(action for _, action, _ in flat),
        sizes=tuple(size for _, _, size in flat),
    )
    return Limited(limited, nodes, leaves)
