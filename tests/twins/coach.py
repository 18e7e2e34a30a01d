"""A coach as a strategy of the full game, from two strategies of the full game.

What the second strategy would bet is judged by its real chips, because a strategy of the full game
has nothing else; ``policies.coach`` goes by the bet that the abstract strategy means.
"""

from __future__ import annotations

import numpy as np

from equipoise.kernels.types import Bools, Float64s
from equipoise.spine.layout import Layout
from equipoise.spine.tree import DECISION
from equipoise.translation.situation import Situation
from equipoise.translation.switching.coach import SUGGESTED, Trigger


class FullGameCoach:
    """A coach on a full tree: ready for any two strategies of the full game."""

    def __init__(self, layout: Layout, trigger: Trigger, full: bool = False) -> None:
        self.layout, self.full = layout, full
        tree = layout.tree
        #: at each decision, which actions are bets that bring the second strategy in
        self._calls_for: dict[int, Bools] = {}
        for node in tree.decision_nodes().tolist():
            real = Situation.of_node(tree, node)
            marked = [trigger(real, action) for action in tree.actions_of(node)]
            self._calls_for[node] = np.array(marked, dtype=np.bool_)

    def strategy(self, first: Float64s, second: Float64s) -> Float64s:
        """What the coach does in the full game with these two."""
        out = np.array(first, dtype=np.float64)
        for seat in range(2):
            self._seat(seat, second, out)
        return out

    def _seat(self, seat: int, second: Float64s, out: Float64s) -> None:
        """Replace the first strategy by the second wherever a card state has gone over to it."""
        tree, layout = self.layout.tree, self.layout
        nobody = np.zeros(layout.model.states[seat][int(tree.round[0])], dtype=np.bool_)
        waiting: list[tuple[int, int, Bools]] = [(0, int(tree.round[0]), nobody)]
        while waiting:
            node, number, over = waiting.pop()
            if tree.kind[node] != DECISION:
                continue
            for later in range(number + 1, int(tree.round[node]) + 1):
                over = over[layout.card_model.parents[seat][later]]
            number = int(tree.round[node])
            marked = self._calls_for[node]
            mine = tree.player[node] == seat
            if mine:
                block = layout.block(second, node)
                if self.full:
                    over = over | (block[marked].sum(axis=0) > SUGGESTED)
                layout.block(out, node)[:, over] = block[:, over]
            for child, bet in zip(tree.children_of(node).tolist(), marked, strict=True):
                waiting.append((child, number, over | (bool(bet) and not mine)))
