"""Depth-limited lookaheads to the end of a round: several continuations at the leaves.

At a leaf the opponent chooses, with each state, one of several strategies for the rest of the game;
we follow a strategy of the whole game (Brown, Sandholm and Amos 2018). With a single continuation
the opponent could not adapt, and the solution would be highly exploitable: in their figure 2 one
value is worse than translation, four are far better.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from equipoise.base.errors import InputError
from equipoise.games.action import Action, Kind
from equipoise.kernels.types import Float64s, Floats
from equipoise.spine.cards.model import CardModel
from equipoise.spine.layout import Layout
from equipoise.spine.leaves import MatrixLeaves, limit_depth
from equipoise.spine.passes import Passes
from equipoise.spine.subgame import subtree
from equipoise.spine.tree import BettingTree

#: unchanged, and with one kind of action ten times as likely
BIASES: tuple[Kind | None, ...] = (None, Kind.FOLD, Kind.CALL, Kind.RAISE)
FACTOR = 10.0


def biased(layout: Layout, strategy: Floats, kind: Kind, factor: float = FACTOR) -> Float64s:
    """A strategy whose actions of one kind are ``factor`` times as likely, renormalised."""
    found = np.array(strategy, dtype=np.float64)
    for node in layout.tree.decision_nodes().tolist():
        chosen = np.array([action.kind == kind for action in layout.tree.actions_of(node)])
        if not chosen.any():
            continue
        block = layout.block(found, node)
        block[chosen] *= factor
        block /= np.maximum(block.sum(axis=0), np.finfo(np.float64).tiny)
    return found


def biased_continuations(
    layout: Layout, strategy: Floats, biases: Sequence[Kind | None] = BIASES, factor: float = FACTOR
) -> list[Float64s]:
    """Continuations by bias: None for the strategy itself, else one kind of action more often."""
    return [
        np.array(strategy, dtype=np.float64)
        if kind is None
        else biased(layout, strategy, kind, factor)
        for kind in biases
    ]


@dataclass(frozen=True, eq=False)
class Continuations:
    """Continuations after a round: strategies of a game with every bet of that round.

    ``ours``: our strategy; ``theirs``: those the opponent chooses from.
    """

    whole: Passes
    ours: Floats
    theirs: Sequence[Floats]

    def __post_init__(self) -> None:
        if not self.theirs:
            raise InputError("no continuation to choose from", expected="two or more")

    def passes(
        self, tree: BettingTree, model: CardModel, line: tuple[Action, ...], us: int
    ) -> Passes:
        """Passes over a tree, reached by a betting line, up to the end of its first round."""
        opponent = 1 - us
        limited = limit_depth(tree, int(tree.round[0]), opponent, len(self.theirs))
        values: dict[int, Float64s] = {}
        known: dict[int, list[Float64s]] = {}
        for leaf, (node, choice) in limited.leaves.items():
            if node not in known:
                steps = [action for action, _ in tree.steps_to(node)]
                known[node] = self.values(self._follow((*line, *steps)), us)
            values[leaf] = known[node][choice]
        return Passes(limited.tree, model, np.float64, 1, MatrixLeaves(values))

    def _follow(self, line: Sequence[Action]) -> int:
        node = 0
        for action in line:
            known = self.whole.tree.actions_of(node)
            if action not in known:
                raise InputError(
                    f"the continuations have no {action} after {self.whole.tree.path(node)!r}",
                    expected="a game with every bet that may be made",
                )
            node = int(self.whole.tree.children_of(node)[known.index(action)])
        return node

    def values(self, node: int, us: int) -> list[Float64s]:
        """A matrix per continuation, over the states before the card at a node.

        [states of player 1, states of player 2]: player 1's chips times the chance of the deal.
        """
        opponent, model = 1 - us, self.whole.model
        number = int(self.whole.tree.round[node])
        passes = Passes(subtree(self.whole.tree, node), model, np.float64, 1)
        start = int(self.whole.layout.offsets[node])
        part = slice(start, start + passes.layout.size)  # preorder: a subtree is contiguous
        counts = [model.states[player][number - 1] for player in (0, 1)]
        origins = [model.parents[player][number] for player in (0, 1)]
        found = [np.zeros((counts[opponent], counts[us])) for _ in self.theirs]
        passes.set_root_reach(opponent, np.ones(len(origins[opponent])))
        for held in range(counts[us]):
            passes.set_root_reach(us, (origins[us] == held).astype(np.float64))
            passes.forward(us, self.ours[part])
            passes.terminal_values(opponent)
            for matrix, theirs in zip(found, self.theirs, strict=True):
                passes.backward(opponent, theirs[part])
                np.add.at(matrix[:, held], origins[opponent], passes.root_values(opponent))
        return [matrix if opponent == 0 else -matrix.T for matrix in found]
