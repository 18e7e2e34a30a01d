"""The strategy at one decision node."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from equipoise.games.action import Action, Kind
from equipoise.games.positions import position_words
from equipoise.games.rules import UNLIMITED
from equipoise.kernels.types import Float64s, Int64s
from equipoise.spine.layout import Layout
from equipoise.spine.path import action_name
from equipoise.spine.tree import BettingTree
from equipoise.strategies.strategy import Strategy


@dataclass(frozen=True)
class NodeView:
    """The action frequencies of a decision node by card state.

    ``probabilities`` [actions, states]. ``weights`` are the probabilities of the player's states
    given his own reach (ignoring the opponent's cards and actions); they sum to 1, or are all 0 if
    the node is never reached. ``reach`` is the probability of his own actions on the path. ``seat``
    names his position, ``stack`` is his remaining chips (infinite in limit games), ``sizes`` are
    raises as fractions of the pot after calling; None for other actions.
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
    seat: str = ""
    stack: float = 0.0
    sizes: tuple[float | None, ...] = ()

    @property
    def sized_actions(self) -> tuple[str, ...]:
        """The actions with raises in pots too: ``raise to 6 (1 pot)``."""
        sizes = self.sizes or (None,) * len(self.actions)
        return tuple(
            name if size is None else f"{name} ({size:.2g} pot)"
            for name, size in zip(self.actions, sizes, strict=True)
        )

    @property
    def totals(self) -> Float64s:
        """The frequency of each action over all card states."""
        totals: Float64s = self.probabilities @ self.weights
        return totals


def look(strategy: Strategy, layout: Layout, node: int) -> NodeView:
    """A node of a strategy; only the blocks along its path are read."""
    tree, model = layout.tree, layout.model
    player, number = int(tree.player[node]), int(tree.round[node])
    histories, likely = model.histories(player, number)
    reached = likely * _own_reach(strategy, layout, node, histories)
    weights: Float64s = np.bincount(
        histories[:, number], weights=reached, minlength=model.states[player][number]
    ).astype(np.float64)
    labels = model.labels[player][number]
    return _view(layout, node, labels, strategy.block(layout, node), weights)


def look_at_hands(
    strategy: Strategy,
    layout: Layout,
    node: int,
    hands: Sequence[str],
    states: npt.NDArray[np.integer],
) -> NodeView:
    """A node of a strategy by equally likely hands on one board instead of card states.

    ``states`` [hands, rounds so far] are the card states of each hand, so that imperfect recall
    does not matter.
    """
    histories = states.astype(np.int64)
    weights = _own_reach(strategy, layout, node, histories) / len(hands)
    probabilities = strategy.block(layout, node)[:, histories[:, -1]]
    return _view(layout, node, tuple(hands), probabilities, weights)


def _view(
    layout: Layout, node: int, labels: tuple[str, ...], probabilities: Float64s, weights: Float64s
) -> NodeView:
    tree = layout.tree
    reach = float(weights.sum())
    return NodeView(
        path=tree.path(node),
        player=int(tree.player[node]),
        round=int(tree.round[node]),
        pot=float(tree.rules.units(int(tree.put[node].sum()))),
        actions=tuple(action_name(tree, node, action) for action in tree.actions_of(node)),
        labels=labels,
        probabilities=probabilities,
        weights=weights / reach if reach > 0 else np.zeros_like(weights),
        reach=reach,
        seat=position_words(tree.rules, int(tree.player[node])),
        stack=_stack(tree, node),
        sizes=tuple(_in_pots(tree, node, action) for action in tree.actions_of(node)),
    )


def _stack(tree: BettingTree, node: int) -> float:
    player = int(tree.player[node])
    stack = tree.rules.stacks[player]
    if stack == UNLIMITED:
        return float("inf")
    return float(tree.rules.units(stack - int(tree.put[node][player])))


def _in_pots(tree: BettingTree, node: int, action: Action) -> float | None:
    """The size of a raise beyond a call, in pots after the call."""
    if action.kind != Kind.RAISE:
        return None
    put = [int(chips) for chips in tree.put[node]]
    called = max(put)
    return (action.to - called) / (sum(put) + called - put[int(tree.player[node])])


def _own_reach(strategy: Strategy, layout: Layout, node: int, histories: Int64s) -> Float64s:
    """For each history of a node's player: the product of his own probabilities on the path."""
    tree = layout.tree
    player = int(tree.player[node])
    reach = np.ones(len(histories))
    while (parent := int(tree.parents[node])) >= 0:
        if tree.player[parent] == player:
            taken = int(np.flatnonzero(tree.children_of(parent) == node)[0])
            states = histories[:, int(tree.round[parent])]
            reach *= strategy.block(layout, parent)[taken][states]
        node = parent
    return reach
