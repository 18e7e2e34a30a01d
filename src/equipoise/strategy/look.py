"""What a strategy does at one decision node."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from equipoise.kernels.types import Float64s
from equipoise.strategy.strategy import Strategy
from equipoise.trees.layout import Layout
from equipoise.trees.path import action_name


@dataclass(frozen=True)
class NodeView:
    """The action frequencies of a decision node by card state.

    ``probabilities`` [actions, states]. ``weights`` say how often the player is in each state when
    he gets here by his own strategy (the opponent's cards and actions left aside); they sum to 1,
    or are all 0 where he never comes here. ``reach`` is how often he plays his part of the path.
    """

    path: str
    player: int
    round: int
    pot: float
    actions: tuple[str, ...]
    labels: tuple[str, ...]
    probabilities: Float64s
    weights: Float64s
    reach: float

    @property
    def totals(self) -> Float64s:
        """How often each action is taken here, over all card states."""
        totals: Float64s = self.probabilities @ self.weights
        return totals


def look(strategy: Strategy, layout: Layout, node: int) -> NodeView:
    """A node of a strategy, with only the blocks along its path read."""
    tree, model = layout.tree, layout.model
    player, number = int(tree.player[node]), int(tree.round[node])
    chance = model.fold[number].sum(axis=1 - player)
    weights = chance * _own_reach(strategy, layout, node)
    reach = float(weights.sum())
    return NodeView(
        path=tree.path(node),
        player=player,
        round=number,
        pot=float(tree.rules.units(int(tree.put[node].sum()))),
        actions=tuple(action_name(tree, node, action) for action in tree.actions_of(node)),
        labels=model.labels[player][number],
        probabilities=strategy.block(layout, node),
        weights=weights / reach if reach > 0 else np.zeros_like(weights),
        reach=reach,
    )


def _own_reach(strategy: Strategy, layout: Layout, node: int) -> Float64s:
    """For each card state of a node's player: the product of his own probabilities on the way."""
    tree, model = layout.tree, layout.model
    player, number = int(tree.player[node]), int(tree.round[node])
    before = np.arange(model.states[player][number])  # the state each state was in, going back
    reach = np.ones(len(before))
    while (parent := int(tree.parents[node])) >= 0:
        while number > tree.round[parent]:
            before = model.parents[player][number][before]
            number -= 1
        if tree.player[parent] == player:
            taken = int(np.flatnonzero(tree.children_of(parent) == node)[0])
            reach *= strategy.block(layout, parent)[taken][before]
        node = parent
    return reach
