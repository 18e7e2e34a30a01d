"""A policy written out as a strategy of a subgame of hold'em, hand by hand on every board.

The subgame is a betting tree times a card model like any other: the other player has its own menus,
the policy all actions it takes there, including off the tree of its strategy. One forward and one
backward pass then give exact values and best responses against it.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from fractions import Fraction

import numpy as np

from equipoise.base.errors import InputError
from equipoise.games.action import Action, Kind
from equipoise.games.betting import BettingState
from equipoise.games.rules import GameRules
from equipoise.kernels.types import Float64s, Int64s
from equipoise.policies.hands import Hands, PolicyLine
from equipoise.policies.policy import RangeChances
from equipoise.spine.cards.hands import HandCards, hand_cards
from equipoise.spine.layout import make_layout
from equipoise.spine.tree import BettingTree, grow_tree

_MOST_NUMBERS = 400_000_000  # bytes of the work buffer and the strategy, in single precision

#: the other player's actions at a betting state; the flag: it has already bet in this round
OtherMenu = Callable[[BettingState, bool], Sequence[Action]]


@dataclass(frozen=True, eq=False)
class WrittenPolicy:
    """A policy as a strategy array of a subgame; the part of the ``other`` player is empty."""

    tree: BettingTree
    model: HandCards
    other: int
    strategy: Float64s


@dataclass
class _Context:
    """The path to a node: the policy's line, its reach, and whether the other player has bet."""

    line: PolicyLine
    round: int
    reach: Float64s
    raised: bool = False
    chances: RangeChances | None = field(default=None, repr=False)


def write_policy(
    betting: BettingState,
    board: tuple[int, ...],
    line: PolicyLine,
    hands: Hands,
    ranges: tuple[Float64s, Float64s],
    menu: OtherMenu,
) -> WrittenPolicy:
    """Write out a policy from a betting state on; ``line``: the policy's line there, ``hands``.

    ``ranges`` are both players' weights of the 1,326 hands, ``menu`` the other player's actions.
    """
    position = hands.position
    model = hand_cards(board, ranges, isomorphism=False)  # a policy may distinguish suits
    grower = _Grower(betting.rules, model, position, menu)
    first = grower.hands(model.begin)
    origins = np.searchsorted(hands.indices, first.indices)
    start = _Context(line.dealt(first, origins), betting.round, model.root_reach(position))
    tree, contexts = grow_tree(betting.rules, (None, None), betting, start, grower.menu)
    strategy = _written(tree, model, position, contexts)
    return WrittenPolicy(tree, model, 1 - position, strategy)


@dataclass
class _Grower:
    """Builds the betting tree of a subgame, querying the policy on the way."""

    rules: GameRules
    model: HandCards
    position: int
    other_menu: OtherMenu
    nodes: int = 0

    def hands(self, round_number: int) -> Hands:
        """The policy's hands on all boards of a round, in the order of the card model."""
        at = round_number - self.model.begin
        boards = tuple(tuple(row) for row in self.model.boards[at].cards.tolist())
        held = self.model.held(self.position, round_number)
        places = self.model.public[self.position][round_number]
        return Hands(self.rules, self.position, boards, held, places)

    def menu(
        self, state: BettingState, before: _Context
    ) -> list[tuple[Action, Fraction | None, _Context]]:
        """The actions at a betting state."""
        if state.round != before.round:
            origins: Int64s = self.model.parents[self.position][state.round]
            hands = self.hands(state.round)
            before.line = before.line.dealt(hands, origins)
            before.reach, before.round, before.raised = before.reach[origins], state.round, False
        self._count(len(before.reach))
        if state.to_act == self.position:
            return self._answers(state, before)
        return [
            (action, None, self._moved(state, before, action, before.reach))
            for action in self.other_menu(state, before.raised)
        ]

    def _answers(
        self, state: BettingState, before: _Context
    ) -> list[tuple[Action, Fraction | None, _Context]]:
        """The policy's actions, without those that no hand of its range takes."""
        found = before.line.chances()
        taken = before.reach * found.probabilities
        rows = np.flatnonzero(taken.any(axis=1))
        actions = tuple(found.actions[row] for row in rows)
        before.chances = RangeChances(actions, found.probabilities[rows])
        return [
            (action, None, self._moved(state, before, action, taken[row]))
            for action, row in zip(actions, rows, strict=True)
        ]

    def _moved(
        self, state: BettingState, before: _Context, action: Action, reach: Float64s
    ) -> _Context:
        over = state.after(action).to_act is None
        raised = before.raised or (state.to_act != self.position and action.kind == Kind.RAISE)
        line = before.line if over else before.line.after(action)
        return _Context(line, before.round, reach, raised)

    def _count(self, states: int) -> None:
        self.nodes += states
        if self.nodes > _MOST_NUMBERS // 6:
            raise InputError(
                "the subgame is too large", "menus",
                expected="smaller menus, or a start on the river",
            )  # fmt: skip


def _written(
    tree: BettingTree, model: HandCards, position: int, contexts: list[_Context]
) -> Float64s:
    """The policy as a strategy array of the subgame."""
    layout = make_layout(tree, model)
    strategy: Float64s = np.zeros(layout.size)
    for node in tree.decision_nodes(position).tolist():
        chances = contexts[node].chances
        assert chances is not None
        layout.block(strategy, node)[:] = chances.probabilities
    return strategy
