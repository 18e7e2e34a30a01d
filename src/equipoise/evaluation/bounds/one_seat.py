"""A response learned by CFR for one seat, which may bet off the agent's tree.

The response is a strategy of an abstract game: the agent's buckets, the responder's own bets, and
for the agent every real action that its translation produces. CFR on sampled boards with the agent
frozen learns it, one seat at a time. While learning, the abstract histories of a soft translation
are weighted by the probabilities of the mapping alone, since buckets with imperfect recall do not
determine the agent's earlier actions. The response is then evaluated against the agent as it
plays, on other boards, with all hands.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from fractions import Fraction

import numpy as np

from equipoise.abstraction.bets.betting import BettingAbstraction
from equipoise.base.errors import InputError
from equipoise.base.progress import Report, portion, silent
from equipoise.evaluation.expected import ExpectedValue
from equipoise.games.action import Action, Kind
from equipoise.games.betting import BettingState
from equipoise.games.rules import GameRules
from equipoise.kernels.types import Float64s, Floats, Int32s
from equipoise.policies.blueprint import Blueprint
from equipoise.policies.opened import OpenedStrategy
from equipoise.policies.policy import Policy
from equipoise.solvers.cfr import SCHEDULES
from equipoise.spine.board_engine import BoardEngine
from equipoise.spine.cards.readers import HandBuckets
from equipoise.spine.layout import Layout, make_layout
from equipoise.spine.tree import LARGEST_TREE, grow_tree
from equipoise.translation.mappings import Mapping, find_mapping
from equipoise.translation.situation import Situation
from equipoise.translation.steps import History, Option, Steps

#: entries of a strategy; learning takes about 16 bytes per entry
MOST_NUMBERS = 80_000_000
_SEED = 0x5EA7


@dataclass
class _Context:
    """The agent's abstract histories at a node, with their translation probabilities."""

    histories: dict[History, float]
    options: list[tuple[History, float, list[Option]]] = field(default_factory=list)


@dataclass(frozen=True)
class OneSeat:
    """An abstract game of the responder against a frozen blueprint.

    ``frozen``: the blueprint's part of a strategy of that game.
    """

    policy: Blueprint
    seat: int
    layout: Layout
    frozen: Floats

    def learn(self, iterations: int, seed: int = 0, report: Report = silent) -> Blueprint:
        """The response after ``iterations`` boards; at unreached nodes it checks or calls."""
        reader = self.policy.strategy.reader
        assert isinstance(reader, HandBuckets)
        engine = BoardEngine(self.layout, reader.buckets, boards=1, seed=seed)
        tables = engine.tables(False, seed)
        tables.regrets[:] = self.frozen  # regret matching of probabilities returns them unchanged
        schedule = SCHEDULES["lcfr"]
        for iteration in range(1, iterations + 1):
            rule = schedule.rule(iteration, by_growth=True)
            engine.turn(self.seat, iteration, rule, tables, tables.current)
            report(iteration, iterations, "learning a response")
        name = f"the response to {self.policy.strategy.name}"
        return Blueprint(OpenedStrategy(name, self.layout, self._answer(tables.regrets), reader))

    def _answer(self, regrets: Floats) -> Float64s:
        """The strategy of the regrets, by regret matching."""
        tree, layout = self.layout.tree, self.layout
        strategy: Float64s = np.zeros(layout.size)
        for node in tree.decision_nodes().tolist():
            found = np.maximum(layout.block(regrets, node), 0.0).astype(np.float64)
            total = found.sum(axis=0)
            kinds = [action.kind for action in tree.actions_of(node)]
            calling = kinds.index(Kind.CALL) if Kind.CALL in kinds else 0
            block = layout.block(strategy, node)
            np.divide(found, total, out=block, where=total > 0.0)
            block[calling, total <= 0.0] = 1.0
        return strategy


def one_seat_game(rules: GameRules, policy: Policy, bets: BettingAbstraction, seat: int) -> OneSeat:
    """The game in which a seat responds with these bets."""
    if not isinstance(policy, Blueprint) or not isinstance(policy.strategy.reader, HandBuckets):
        raise InputError(
            "a response is learned against buckets only", "agent",
            expected="a strategy of hold'em with a card abstraction",
        )  # fmt: skip
    policy.strategy.check_game(rules)  # only boards covered by its buckets
    if policy.sizing.looks_at_hands:
        raise InputError(
            "it sizes its bets by the hand", "agent", expected="a blueprint that does not"
        )
    steps = policy.steps[0]
    grower = _Grower(rules, policy, steps, bets, seat)
    start = BettingState.start(rules)
    context = _Context({steps.start(): 1.0})
    tree, contexts = grow_tree(rules, (None, None), start, context, grower.menu)
    layout = make_layout(tree, policy.strategy.layout.model)
    if layout.size > MOST_NUMBERS:
        raise _too_large(bets, f"a response of {layout.size:,} numbers")
    return OneSeat(policy, seat, layout, _frozen(policy, layout, 1 - seat, contexts))


@dataclass
class _Grower:
    """Builds the betting tree and tracks the agent's abstract histories."""

    rules: GameRules
    policy: Blueprint
    steps: Steps
    bets: BettingAbstraction
    seat: int
    nodes: int = 0

    def menu(
        self, state: BettingState, before: _Context
    ) -> Sequence[tuple[Action, Fraction | None, _Context]]:
        """The actions at a betting state."""
        self.nodes += 1
        if self.nodes > LARGEST_TREE // 10:
            raise _too_large(self.bets, f"more than {LARGEST_TREE // 10:,} decisions")
        real = Situation.of_state(state)
        if state.to_act == self.seat:
            return [
                (action, size, self._read(state, before, real, action))
                for action, size in self.bets.actions(state)
            ]
        for history, weight in before.histories.items():
            before.options.append((history, weight, self.steps.options(history, real)))
        made = {option.action for _, _, options in before.options for option in options}
        ordered = sorted(made, key=lambda action: (list(Kind).index(action.kind), action.to))
        return [(action, None, self._made(state, before, real, action)) for action in ordered]

    def _read(
        self, state: BettingState, before: _Context, real: Situation, action: Action
    ) -> _Context:
        after: dict[History, float] = {}
        if state.after(action).to_act is not None:
            mapping = self._mapping()
            for history, weight in before.histories.items():
                for step in self.steps.read(history, real, action):
                    chance = weight * step.probability(mapping)
                    if chance > 0.0:
                        after[step.history] = after.get(step.history, 0.0) + chance
        return _Context(after)

    def _made(
        self, state: BettingState, before: _Context, real: Situation, action: Action
    ) -> _Context:
        after: dict[History, float] = {}
        if state.after(action).to_act is not None:
            mapping = self._mapping()
            for history, found in self.steps.own(before.histories, real, action):
                for step in found:
                    chance = before.histories[history] * step.probability(mapping)
                    if chance > 0.0:
                        after[step.history] = after.get(step.history, 0.0) + chance
        return _Context(after)

    def _mapping(self) -> Mapping:
        return find_mapping(self.policy.translation.mapping)


def _frozen(policy: Blueprint, layout: Layout, agent: int, contexts: list[_Context]) -> Floats:
    """The blueprint as a strategy of the game, histories weighted by translation probability."""
    tree = layout.tree
    values: Floats = np.zeros(layout.size, dtype=np.float32)
    for node in tree.decision_nodes(agent).tolist():
        block = layout.block(values, node)
        places = {action: place for place, action in enumerate(tree.actions_of(node))}
        context = contexts[node]
        total = sum(weight for _, weight, _ in context.options)
        states: Int32s = np.arange(block.shape[1], dtype=np.int32)
        for history, weight, options in context.options:
            certain = options[0].place is None
            chances = None if certain else policy.block(history.node, states)
            for number, option in enumerate(options):
                share = 1.0 if chances is None else chances[number]
                block[places[option.action]] += share * (weight / total)
    return values


def _too_large(bets: BettingAbstraction, what: str) -> InputError:
    return InputError(what, "responder's bets", str(bets), expected="fewer bets")


def learned_response(
    rules: GameRules,
    policy: Policy,
    bets: BettingAbstraction,
    iterations: int,
    boards: int,
    seed: int = 0,
    report: Report = silent,
    workers: int | None = None,
) -> Float64s:
    """Chips won by the responses learned in each seat, on other boards, [boards, 2]."""
    won = []
    for seat in (0, 1):
        part = portion(report, seat / 2, 0.35)
        game = one_seat_game(rules, policy, bets, seat)
        response = game.learn(iterations, seed, part)
        meeting = ExpectedValue(rules, (response, policy))
        dealt = meeting.boards(boards, seed + _SEED)
        valued = portion(report, seat / 2 + 0.35, 0.15, "valuing the response")
        won.append(meeting.on_boards(dealt, seed, valued, workers, seats=(seat,))[:, 0])
    return np.stack(won, axis=1)
