"""The dilated entropy of a player's realisation plans, and smoothed best responses with it.

``d(x) = sum_j w_j x_j (log n_j + sum_a b_a log b_a)`` over information sets j, reached with
probability x_j by the player's own actions, with behaviour b among n_j actions (Hoda, Gilpin, Pena
and Sandholm 2010). It is 0 where every action is equally likely, its smallest value, and strictly
convex for any positive weights. The weights here are ::

    w_j = chance of j's card state + the most that the weights which follow an action add up to

so that an information set weighs as much as what hangs on it (as in Kroer, Waugh, Kilinc-Karzan and
Sandholm 2020), and card states weigh as often as they are dealt.
"""

from __future__ import annotations

import numpy as np

from equipoise.kernels.regret import normalise
from equipoise.kernels.soft import blend_plans, largest_sums, soft_values
from equipoise.kernels.types import Float64s
from equipoise.response.evaluate import Passes


class DilatedEntropy:
    """One player's prox function: weights, largest value, smoothed responses, blending of plans."""

    def __init__(self, passes: Passes, player: int) -> None:
        self.passes, self.player = passes, player
        self._nodes = passes.tree.decision_nodes(player)
        self.weights = self._sums(self._chances())
        self.largest = self._total(self._sums(self.weights * self._logarithms()))
        self._scratch: Float64s = np.zeros(passes.layout.size)

    def _sums(self, own: Float64s) -> Float64s:
        passes, player = self.passes, self.player
        tree, layout = passes.tree, passes.layout
        sums = np.zeros(layout.buffer_sizes[player])
        largest_sums(
            tree.kind, tree.player, tree.round, tree.child_starts, tree.children, player,
            passes.states[player], passes.parents[player], passes.parent_starts[player],
            layout.starts[player], own, sums,
        )  # fmt: skip
        return sums

    def _chances(self) -> Float64s:
        """The probability of the card state, at every information set."""
        layout, model = self.passes.layout, self.passes.model
        own = np.zeros(layout.buffer_sizes[self.player])
        dealt = [matrix.sum(axis=1 - self.player) for matrix in model.fold]
        for node in self._nodes.tolist():
            chances = dealt[self.passes.tree.round[node]]
            start = layout.starts[self.player][node]
            # a state that is never dealt still needs a weight above zero
            own[start : start + len(chances)] = np.maximum(chances, chances.max() * 1e-6)
        return own

    def _logarithms(self) -> Float64s:
        """The logarithm of the number of actions, at every information set."""
        layout, tree = self.passes.layout, self.passes.tree
        own = np.zeros(layout.buffer_sizes[self.player])
        for node in self._nodes.tolist():
            start = layout.starts[self.player][node]
            states = self.passes.model.states[self.player][tree.round[node]]
            own[start : start + states] = np.log(len(tree.children_of(node)))
        return own

    def _total(self, vectors: Float64s) -> float:
        start = self.passes.layout.starts[self.player][0]
        return float(vectors[start : start + self.passes.states[self.player][0]].sum())

    def respond(self, smoothing: float, plans: Float64s, answer: Float64s) -> float:
        """The response that maximises this player's value less ``smoothing`` times the prox.

        It answers the other player's part of ``plans`` and is written into ``answer``; the maximum
        is returned.
        """
        passes, player = self.passes, self.player
        tree, layout = passes.tree, passes.layout
        other = 1 - player
        normalise(
            tree.decision_nodes(other), tree.round, tree.child_starts, layout.offsets,
            passes.states[other], plans, self._scratch,
        )  # fmt: skip
        passes.forward(other, self._scratch)
        passes.terminal_values(player)
        soft_values(
            tree.kind, tree.player, tree.round, tree.child_starts, tree.children, layout.offsets,
            player, passes.states[player], passes.parents[player], passes.parent_starts[player],
            layout.starts[player], smoothing, self.weights, answer, passes.values[player],
        )  # fmt: skip
        return self._total(passes.values[player])

    def blend(self, share: float, strategy: Float64s, plans: Float64s, out: Float64s) -> None:
        """Mix a share of a strategy's plan into the player's, from ``plans`` into ``out``."""
        passes, player = self.passes, self.player
        tree, layout = passes.tree, passes.layout
        reach = passes.forward(player, strategy)
        blend_plans(
            self._nodes, tree.round, tree.child_starts, layout.offsets, passes.states[player],
            layout.starts[player], share, reach, strategy, plans, out,
        )  # fmt: skip

    def behaviour(self, plans: Float64s, strategy: Float64s) -> None:
        """Write this player's part of the strategy that a plan comes from."""
        passes = self.passes
        tree = passes.tree
        normalise(
            self._nodes, tree.round, tree.child_starts, passes.layout.offsets,
            passes.states[self.player], plans, strategy,
        )  # fmt: skip
