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

    ``ours`` is our range exactly as it was played, ``theirs`` the opponent's if he follows the
    solution; ``reach`` is ours as the engine of the subgame has it. ``gifts`` are what each hand of
    the opponent has given away since his alternative values were set, in chips. ``carried`` are his
    values where the place has left the tree without a solve yet: an action that no hand of ours
    takes has ended the street.
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
        """At the root of a subgame; gifts made before are in its alternative values."""
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
        """What the player to act does, [actions, 1326]; impossible hands have zeros."""
        return self.solved.chances(self.node, self.board)

    def opponent_values(self) -> Float64s:
        """The opponent's best response values here, in chips."""
        if self.carried is not None:
            return self.carried
        return self.solved.opponent_values(self.node, self.board, self.reach)

    def after(self, action: Action, count_gifts: bool = False) -> Place | None:
        """The place after an action; None for one off the tree, or that no hand of ours takes."""
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
        if theirs.any():  # else it says nothing about his hand
            moved = replace(moved, theirs=theirs)
        if not count_gifts or not self.solved.is_exact:
            return moved
        return replace(moved, gifts=self.gifts + self._gift(child))

    def left(self, betting: BettingState) -> Place:
        """The place after an action that ends the street and has no place in the tree."""
        return replace(self, betting=betting, carried=self.opponent_values())

    def dealt(self, board: Board) -> Place:
        """The place on a longer board; a range that loses all its hands is any hand's."""
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
        """What the opponent gives away by an action for sure, in chips.

        His best end of the hand here (a fold, a call that ends it) less his best response value
        after the action: a bound that does not depend on how other subgames are solved again.
        """
        tree, value = self.solved.tree, self.solved.opponent_values
        ends = [int(node) for node in tree.children_of(self.node) if tree.kind[node] != DECISION]
        if not ends:
            return np.zeros(COMBO_COUNT)
        best = np.max([value(node, self.board, self.reach) for node in ends], axis=0)
        gift: Float64s = np.maximum(best - value(child, self.board, self.reach), 0.0)
        return gift
