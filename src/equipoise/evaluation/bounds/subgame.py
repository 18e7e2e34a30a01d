"""An exact best response to a policy from a public state of hold'em on, with all hands at once.

The subgame is a betting tree times a card model like any other: the responder's actions are its
menus, the agent's are whatever his policy does there, off the tree of his strategy as well. The
policy is written out as a strategy of that subgame, hand by hand on every board that may follow;
one forward and one backward pass give the best response. No board is sampled inside a maximum.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from fractions import Fraction

import numpy as np

from equipoise.base.errors import InputError
from equipoise.evaluation.bounds.menus import LATER, Menus
from equipoise.games.action import Action, Kind
from equipoise.games.betting import BettingState
from equipoise.games.rules import GameRules
from equipoise.kernels.types import Float64s, Int64s
from equipoise.policies.hands import Hands, PolicyLine
from equipoise.policies.policy import RangeChances
from equipoise.spine.cards.hands import HandCards, hand_cards
from equipoise.spine.passes import Passes
from equipoise.spine.tree import BettingTree, grow_tree

_MOST_NUMBERS = 400_000_000  # of the work buffer and the strategy, in single precision


@dataclass
class _Context:
    """What led to a node: the agent's line, his reach, and whether the responder has bet."""

    line: PolicyLine
    round: int
    reach: Float64s
    raised: bool = False
    chances: RangeChances | None = field(default=None, repr=False)


@dataclass(frozen=True, eq=False)
class ResponseSubgame:
    """A subgame in which one player follows his policy and the other responds.

    ``strategy`` is the policy written out; the responder's part of it is empty.
    """

    tree: BettingTree
    model: HandCards
    responder: int
    strategy: Float64s

    def value(self) -> float:
        """The chips that a best response wins, a pair of hands of both ranges taken at random."""
        passes = Passes(self.tree, self.model, np.float32, workers=1)
        return passes.best_response_value(self.responder, self.strategy)


def response_subgame(
    betting: BettingState,
    board: tuple[int, ...],
    line: PolicyLine,
    hands: Hands,
    ranges: tuple[Float64s, Float64s],
    menus: Menus,
) -> ResponseSubgame:
    """The subgame from a betting state on; ``line`` is the policy's there, with ``hands``.

    ``ranges`` are both players' weights of the 1,326 hands.
    """
    agent = hands.position
    model = hand_cards(board, ranges, isomorphism=False)  # a policy may tell suits apart
    grower = _Grower(betting.rules, model, agent, menus)
    first = grower.hands(model.begin)
    origins = np.searchsorted(hands.indices, first.indices)
    start = _Context(line.dealt(first, origins), betting.round, model.root_reach(agent))
    tree, contexts = grow_tree(betting.rules, (None, None), betting, start, grower.menu)
    return ResponseSubgame(tree, model, 1 - agent, _written(tree, model, agent, contexts))


@dataclass
class _Grower:
    """Grows the betting of a subgame, the policy being asked on the way."""

    rules: GameRules
    model: HandCards
    agent: int
    menus: Menus
    nodes: int = 0

    def hands(self, round_number: int) -> Hands:
        """The agent's hands on all boards of a round, as the card model has them."""
        at = round_number - self.model.begin
        boards = tuple(tuple(row) for row in self.model.boards[at].cards.tolist())
        held = self.model.held(self.agent, round_number)
        places = self.model.public[self.agent][round_number]
        return Hands(self.rules, self.agent, boards, held, places)

    def menu(
        self, state: BettingState, before: _Context
    ) -> list[tuple[Action, Fraction | None, _Context]]:
        """What can be done at a betting state."""
        if state.round != before.round:
            origins: Int64s = self.model.parents[self.agent][state.round]
            hands = self.hands(state.round)
            before.line = before.line.dealt(hands, origins)
            before.reach, before.round, before.raised = before.reach[origins], state.round, False
        self._count(len(before.reach))
        if state.to_act == self.agent:
            return self._answers(state, before)
        menu = LATER if before.raised else self.menus.of(state.round)
        return [
            (action, None, self._moved(state, before, action, before.reach))
            for action in menu.actions(state)
        ]

    def _answers(
        self, state: BettingState, before: _Context
    ) -> list[tuple[Action, Fraction | None, _Context]]:
        """The agent's actions, without those that no hand of his range takes."""
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
        raised = before.raised or (state.to_act != self.agent and action.kind == Kind.RAISE)
        line = before.line if over else before.line.after(action)
        return _Context(line, before.round, reach, raised)

    def _count(self, states: int) -> None:
        self.nodes += states
        if self.nodes > _MOST_NUMBERS // 6:
            raise InputError(
                "the subgame is too large", "menus", str(self.menus),
                expected="smaller menus, or a response from the river on",
            )  # fmt: skip


def _written(tree: BettingTree, model: HandCards, agent: int, contexts: list[_Context]) -> Float64s:
    """The policy as a strategy array of the subgame."""
    from equipoise.spine.layout import make_layout

    layout = make_layout(tree, model)
    strategy: Float64s = np.zeros(layout.size)
    for node in tree.decision_nodes(agent).tolist():
        chances = contexts[node].chances
        assert chances is not None
        layout.block(strategy, node)[:] = chances.probabilities
    return strategy
