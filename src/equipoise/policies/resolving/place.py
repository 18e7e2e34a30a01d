"""``Place``: a public state within a solved subgame, and both ranges there."""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np

from equipoise.cards.combos import COMBO_COUNT
from equipoise.games.action import Action
from equipoise.games.betting import BettingState
from equipoise.kernels.types import Float64s
from equipoise.policies.resolving.on_buckets import SolvedOnBuckets
from equipoise.policies.resolving.subgame import Board, Solved, possible
from equipoise.spine.tree import DECISION


@dataclass(frozen=True, eq=False)
class Place:
    """A public state within a solved subgame.

    ``ours``: our exact range; ``theirs``: the opponent's range under the solution; ``reach``: our
    reach in the engine of the subgame. ``gifts``: losses of each opponent hand by its actions since
    its alternative values were set, in chips. ``carried``: the opponent's values if the place is
    off the tree and not solved yet, after an action that no hand of ours takes ended the street.
    """

    solved: Solved | SolvedOnBuckets
    node: int
    betting: BettingState
    board: Board
    ours: Float64s
    theirs: Float64s
    reach: Float64s
    gifts: Float64s
    carried: Float64s | None = None

    @classmethod
    def at_root(cls, solved: Solved | SolvedOnBuckets) -> Place:
        """The root of a subgame; earlier gifts are in its alternative values."""
        root, gifts = solved.root, np.zeros(COMBO_COUNT)
        return cls(solved, 0, root.betting, root.board, root.ours, root.theirs, solved.reach, gifts)

    @property
    def actions(self) -> tuple[Action, ...]:
        """The actions of the player to act, in the tree."""
        return self.solved.tree.actions_of(self.node)

    @property
    def is_ours(self) -> bool:
        """True if we are to act."""
        return self.betting.to_act == self.solved.root.us

    def chances(self) -> Float64s:
        """The strategy of the player to act, [actions, 1326]; 0 for impossible hands."""
        return self.solved.chances(self.node, self.board)

    def opponent_values(self) -> Float64s:
        """The opponent's best response values here, in chips."""
        if self.carried is not None:
            return self.carried
        return self.solved.opponent_values(self.node, self.board, self.reach)

    def after(self, action: Action, count_gifts: bool = False) -> Place | None:
        """The place after an action; None if it is off the tree or no hand of ours takes it."""
        if action not in self.actions:
            return None
        row = self.actions.index(action)
        child = int(self.solved.tree.children_of(self.node)[row])
        taken = self.chances()[row]
        moved = replace(self, node=child, betting=self.betting.after(action))
        if self.is_ours:
            ours = self.ours * taken
            return replace(moved, ours=ours, reach=self.reach * taken) if ours.any() else None
        theirs = self.theirs * taken
        if theirs.any():  # otherwise it gives no information on the opponent's hand
            moved = replace(moved, theirs=theirs)
        if not count_gifts or not self.solved.is_exact:
            return moved
        return replace(moved, gifts=self.gifts + self._gift(child))

    def left(self, betting: BettingState) -> Place:
        """The place after an action off the tree that ends the street."""
        return replace(self, betting=betting, carried=self.opponent_values())

    def dealt(self, board: Board) -> Place:
        """The place on a longer board; a range without any possible hand becomes uniform."""
        free = possible(board)
        ours, theirs, reach, gifts = (
            np.where(free, weights, 0.0)
            for weights in (self.ours, self.theirs, self.reach, self.gifts)
        )
        ours, theirs, reach = (
            weights if weights.any() else np.where(free, 1.0, 0.0)
            for weights in (ours, theirs, reach)
        )
        return replace(self, board=board, ours=ours, theirs=theirs, reach=reach, gifts=gifts)

    def _gift(self, child: int) -> Float64s:
        """A lower bound of the opponent's loss by an action, in chips.

        The best value of an action that ends the hand here (a fold, a closing call) minus the best
        response value after the action: independent of how other subgames are re-solved.
        """
        tree, value = self.solved.tree, self.solved.opponent_values
        ends = [int(node) for node in tree.children_of(self.node) if tree.kind[node] != DECISION]
        if not ends:
            return np.zeros(COMBO_COUNT)
        best = np.max([value(node, self.board, self.reach) for node in ends], axis=0)
        gift: Float64s = np.maximum(best - value(child, self.board, self.reach), 0.0)
        return gift
