"""Expected value, exact best response and exploitability, on betting tree times card model."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from equipoise.abstraction.card_model import CardModel
from equipoise.kernels.passes import backward_values, best_choices, forward_reach
from equipoise.kernels.types import Float64s, Int64s, UInt8s
from equipoise.trees.layout import Layout, make_layout
from equipoise.trees.tree import BettingTree

#: kind, player, round, child starts, children, offsets; who; his states, parents, starts
TreeArrays = tuple[
    UInt8s, UInt8s, UInt8s, Int64s, Int64s, Int64s, int, Int64s, Int64s, Int64s, Int64s
]


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

    @property
    def nash_conv(self) -> float:
        """The sum over seats, as OpenSpiel counts it."""
        return sum(self.responses)


class Passes:
    """The forward and backward pass over one game, with their work buffers.

    All amounts are chips of the engine. Not safe for threads: each needs its own.
    """

    def __init__(self, tree: BettingTree, model: CardModel) -> None:
        self.layout: Layout = make_layout(tree, model)
        self.tree, self.model = tree, model
        self.reach: tuple[Float64s, Float64s] = self._buffers()
        self.values: tuple[Float64s, Float64s] = self._buffers()
        self.action_values: Float64s = np.zeros(self.layout.size)
        #: how often each player's reach was computed: who needs it can tell whether it is still his
        self.forwards = [0, 0]
        self.states = tuple(np.array(states, dtype=np.int64) for states in model.states)
        self.parents, self.parent_starts = zip(
            *(_flat(model.parents[player]) for player in range(2)), strict=True
        )
        self._operators = [
            [
                np.ascontiguousarray(model.operator(player, group.round, group.kind).T)
                for group in self.layout.groups
            ]
            for player in range(2)
        ]

    def _buffers(self) -> tuple[Float64s, Float64s]:
        first, second = self.layout.buffer_sizes
        return np.zeros(first), np.zeros(second)

    def forward(self, player: int, strategy: Float64s) -> Float64s:
        """The player's reach at every node."""
        forward_reach(*self.arrays(player), strategy, self.reach[player])
        self.forwards[player] += 1
        return self.reach[player]

    def arrays(self, player: int) -> TreeArrays:
        """What every kernel that passes over the tree for this player takes first."""
        tree, layout = self.tree, self.layout
        return (
            tree.kind, tree.player, tree.round, tree.child_starts, tree.children, layout.offsets,
            player, self.states[player], self.parents[player], self.parent_starts[player],
            layout.starts[player],
        )  # fmt: skip

    def terminal_values(self, player: int) -> None:
        """The player's values at terminal nodes, from the opponent's reach there."""
        other = 1 - player
        for number, group in enumerate(self.layout.groups):
            rows = len(group.nodes)
            theirs = self.model.states[other][group.round]
            mine = self.model.states[player][group.round]
            reach = self.reach[other][group.starts[other] :][: rows * theirs].reshape(rows, theirs)
            values = self.values[player][group.starts[player] :][: rows * mine].reshape(rows, mine)
            np.matmul(reach, self._operators[player][number], out=values)
            sign = -1.0 if player == 1 and group.kind == "fold" else 1.0
            values *= (sign * group.gains)[:, None]

    def backward(self, player: int, strategy: Float64s | None) -> float:
        """The player's value of the game, following a strategy, or responding best if None."""
        backward_values(
            *self.arrays(player), strategy is None,
            self.action_values if strategy is None else strategy,
            self.action_values, self.values[player],
        )  # fmt: skip
        start = self.layout.starts[player][0]
        return float(self.values[player][start : start + self.states[player][0]].sum())

    def expected_value(self, strategy: Float64s) -> float:
        """Player 1's chips a hand when both follow the strategy."""
        self.forward(1, strategy)
        self.terminal_values(0)
        return self.backward(0, strategy)

    def best_response_value(self, player: int, strategy: Float64s) -> float:
        """What the best response in this seat wins against the other seat's strategy."""
        self.forward(1 - player, strategy)
        self.terminal_values(player)
        return self.backward(player, None)

    def best_response(self, player: int, strategy: Float64s) -> Float64s:
        """The strategy with this player's part replaced by a best response."""
        self.best_response_value(player, strategy)
        answer = strategy.copy()
        best_choices(
            self.tree.decision_nodes(player), self.tree.round, self.tree.child_starts,
            self.layout.offsets, self.states[player], self.action_values, answer,
        )  # fmt: skip
        return answer

    def exploitability(self, strategy: Float64s) -> Exploitability:
        """Best responses of both seats, and the value when both follow the strategy."""
        responses = tuple(self.best_response_value(player, strategy) for player in range(2))
        return Exploitability(self.expected_value(strategy), (responses[0], responses[1]))


def _flat(parents: tuple[Int64s, ...]) -> tuple[Int64s, Int64s]:
    """The parents of all rounds one after the other, and where each round starts."""
    starts = np.cumsum([0] + [len(part) for part in parents[:-1]]).astype(np.int64)
    return np.concatenate(parents).astype(np.int64), starts
