"""The dilated entropy of a player's realisation plans, and smoothed best responses with it.

``d(x) = sum_j w_j x_j (log n_j + sum_a b_a log b_a)`` over information sets j, reached with
probability x_j by the player's own actions, with behaviour b among n_j actions (Hoda, Gilpin, Pena
and Sandholm 2010). Its minimum is 0, at the uniform strategy, and it is strictly convex for any
positive weights. The weights here are ::

    w_j = probability of j's card state + max over actions of the sum of the weights below

so that an information set weighs as much as the subtree below it (as in Kroer, Waugh, Kilinc-Karzan
and Sandholm 2020), and card states are weighted by their probability.
"""

from __future__ import annotations

import numpy as np

from equipoise.kernels.passes.reach_and_value import PLAN
from equipoise.kernels.passes.soft import blend_plans, largest_sums, soft_values
from equipoise.kernels.types import Floats
from equipoise.spine.passes import Passes


class DilatedEntropy:
    """One player's prox function: weights, maximum, smoothed responses, blending of plans."""

    def __init__(self, passes: Passes, player: int) -> None:
        self.passes, self.player = passes, player
        self.weights = self._sums(self._chances())
        sums = self._sums(self.weights * self._logarithms())
        start = passes.layout.value_starts[0]
        root = sums[start : start + passes.root_states(player)]
        self.largest = float(root.sum(dtype=np.float64))

    def _sums(self, own: Floats) -> Floats:
        passes, player = self.passes, self.player
        tree, starts = passes.tree, passes.layout.value_starts
        sums = np.zeros_like(own)
        over = passes.traversals[player]
        largest_sums(tree.decision_nodes(), over, starts, tree.kind, own, sums)
        return sums

    def _empty(self) -> Floats:
        return np.zeros(self.passes.layout.decision_size, dtype=self.passes.dtype)

    def _chances(self) -> Floats:
        """The probability of the card state, at every information set."""
        layout, model = self.passes.layout, self.passes.model
        own = self._empty()
        dealt = [matrix.sum(axis=1 - self.player) for matrix in model.matrices().fold]
        for node in self.passes.tree.decision_nodes(self.player).tolist():
            chances = dealt[self.passes.tree.round[node]]
            start = layout.value_starts[node]
            # a state that is never dealt still needs a weight above zero
            own[start : start + len(chances)] = np.maximum(chances, chances.max() * 1e-6)
        return own

    def _logarithms(self) -> Floats:
        """The logarithm of the number of actions, at every information set."""
        layout, tree = self.passes.layout, self.passes.tree
        own = self._empty()
        for node in tree.decision_nodes(self.player).tolist():
            start = layout.value_starts[node]
            states = self.passes.model.states[self.player][tree.round[node]]
            own[start : start + states] = np.log(len(tree.children_of(node)))
        return own

    def respond(self, smoothing: float, plans: Floats, answer: Floats) -> float:
        """The response that maximises this player's value minus ``smoothing`` times the prox.

        It responds to the other player's part of ``plans`` and is written to ``answer``; the
        maximum is returned.
        """
        passes, player = self.passes, self.player
        passes.forward(1 - player, plans, PLAN)
        passes.terminal_values(player)
        passes.over_tree(
            soft_values, player, passes.layout.value_starts, passes.dtype.type(smoothing),
            self.weights, answer, passes.work, down=False,
        )  # fmt: skip
        return passes.root_value(player)

    def blend(self, share: float, strategy: Floats, plans: Floats, out: Floats) -> None:
        """Mix a share of a strategy's plan into the player's, from ``plans`` into ``out``."""
        passes, player = self.passes, self.player
        reach = passes.forward(player, strategy)
        passes.over_tree(
            blend_plans, player, passes.layout.reach_starts[player], passes.dtype.type(share),
            reach, strategy, plans, out, down=True,
        )  # fmt: skip
