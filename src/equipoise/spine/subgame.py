"""Subgames of a game that passes go over: cut out at a public state, and spliced back.

A ``Subgame`` is the betting below a node, on one board or on all boards that may lie there. Its
probabilities are those of the whole game, so that values on both sides are in the same units. A
``Trunk`` is a strategy as it is seen from every public state: both players' reach, and what the
opponent's best response is worth to each of his states.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np

from equipoise.base.errors import InputError
from equipoise.kernels.types import Float64s, Floats, Int64s
from equipoise.spine.cards.matrix import restricted
from equipoise.spine.layout import Layout
from equipoise.spine.passes import Passes
from equipoise.spine.tree import DECISION, BettingTree


def subtree(tree: BettingTree, node: int) -> BettingTree:
    """The tree below a node, as one of its own; nodes keep their order."""
    after = node + 1
    while after < tree.size and tree.parents[after] >= node:
        after += 1
    some = slice(node, after)
    edges = slice(int(tree.child_starts[node]), int(tree.child_starts[after]))
    parents = tree.parents[some] - node
    parents[0] = -1
    return replace(
        tree,
        kind=tree.kind[some].copy(),
        player=tree.player[some].copy(),
        round=tree.round[some].copy(),
        put=tree.put[some].copy(),
        child_starts=tree.child_starts[node : after + 1] - tree.child_starts[node],
        children=tree.children[edges] - node,
        parents=parents,
        actions=tree.actions[edges],
        sizes=tree.sizes[edges],
    )


@dataclass(frozen=True, eq=False)
class Subgame:
    """The game from a public state on: a node of the whole tree, and a board or None for all.

    ``passes`` go over it alone; its tree may have fewer actions than the whole one. ``kept`` are
    the states of the whole game that it has, by player and round. Both players' reach at its root
    is one until it is set.
    """

    layout: Layout
    node: int
    board: int | None
    passes: Passes
    kept: list[list[Int64s]]

    @property
    def round(self) -> int:
        """The round it starts in."""
        return int(self.passes.tree.round[0])

    def states(self, player: int) -> Int64s:
        """The player's states at the root, by their numbers in the whole game."""
        return self.kept[player][self.round]

    def origins(self, player: int) -> Int64s:
        """The state of the round before that each root state comes from."""
        if self.round == 0:
            raise InputError("the game starts here", expected="a node after the first round")
        return self.layout.card_model.parents[player][self.round][self.states(player)]

    def splice(self, solution: Floats, into: Floats, player: int) -> None:
        """Write a player's part of a solution into a strategy of the whole game.

        Actions are matched by what they are; those that the subgame lacks get no weight.
        """
        splice(self.passes.layout, self.layout, self.node, self.kept, solution, into, player)


def cut(
    whole: Passes, node: int, board: int | None = None, tree: BettingTree | None = None
) -> Subgame:
    """Cut a game at a decision node, on one board (its ``public`` number) or on all.

    ``tree`` is what is played from there on; the whole game's bets if None.
    """
    if whole.tree.kind[node] != DECISION:
        raise InputError(f"node {node} is an end of the betting", expected="a decision")
    below = subtree(whole.tree, node) if tree is None else tree
    model, kept = restricted(whole.model.matrices(), int(whole.tree.round[node]), board)
    return Subgame(whole.layout, node, board, Passes(below, model, whole.dtype, 1), kept)


def splice(
    part: Layout,
    whole: Layout,
    node: int,
    kept: list[list[Int64s]],
    solution: Floats,
    into: Floats,
    player: int,
) -> None:
    """Write the strategy of a part of a game into that of the whole, from ``node`` on."""
    waiting = [(0, node)]
    while waiting:
        here, there = waiting.pop()
        actions = part.tree.actions_of(here)
        if not actions:
            continue
        known = {action: n for n, action in enumerate(whole.tree.actions_of(there))}
        places = np.array([known[action] for action in actions])
        if part.tree.player[here] == player:
            states = kept[player][int(part.tree.round[here])]
            block = whole.block(into, there)
            block[:, states] = 0.0
            block[np.ix_(places, states)] = part.block(solution, here)
        below = whole.tree.children_of(there)[places].tolist()
        waiting += zip(part.tree.children_of(here).tolist(), below, strict=True)


class Trunk:
    """A strategy of the whole game as the player ``us`` is bound by it at every public state.

    Vectors are over all states of a node's round; ``Subgame.states`` picks those of a board. The
    opponent's values are those of his ``best`` response, or else of following the strategy.
    """

    def __init__(self, whole: Passes, strategy: Floats, us: int, best: bool = True) -> None:
        self.layout, self.us = whole.layout, us
        self._fold = [
            whole.model.operators("fold", r, np.float64) for r in range(whole.model.rounds)
        ]
        opponent = 1 - us
        whole.forward(opponent, strategy)
        whole.forward(us, strategy)
        whole.terminal_values(opponent)
        self.value = whole.backward(opponent, None if best else strategy)
        self._work = whole.work.copy()

    def reach(self, player: int, node: int) -> Float64s:
        """The player's reach of a decision node."""
        return self._vector(player, node, self.layout.reach_starts[player])

    def values(self, node: int) -> Float64s:
        """The opponent's counterfactual values at a node; of his best response: CBV."""
        return self._vector(1 - self.us, node, self.layout.value_starts)

    def mass(self, node: int) -> Float64s:
        """Chance times our reach of each of the opponent's states at a decision node."""
        mine = self.reach(self.us, node)
        mass = np.zeros((1, self._states(1 - self.us, node)))
        self._fold[int(self.layout.tree.round[node])][1 - self.us](mine[None, :], mass)
        found: Float64s = mass[0]
        return found

    def _states(self, player: int, node: int) -> int:
        return self.layout.model.states[player][int(self.layout.tree.round[node])]

    def _vector(self, player: int, node: int, starts: Int64s) -> Float64s:
        start = int(starts[node])
        return self._work[start : start + self._states(player, node)].astype(np.float64)
