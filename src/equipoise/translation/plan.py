"""The abstract histories at every real decision of one seat, with their origins.

A plan depends on the two trees, the style and the fixes, but not on probabilities or on the
mapping: it only records which readings the mapping must decide. So it is built once and used for
any number of strategies. Everything is in flat arrays, real nodes in preorder:

- real decision ``nodes[i]`` has the histories ``history_starts[i]`` to ``history_starts[i + 1]``;
- a history is at the abstract node ``places[h]`` (-1: no menu, one certain option) and has
  options, one per abstract action, made as the real action ``option_actions[o]`` and named by
  ``option_names[o]`` (the same number for the same name, 0 for a call);
- a history was reached from the options ``origins[k]`` of the seat's decision before (-1 at the
  start) through readings with the chances ``chances[k, 0] * chances[k, 1]``, indices into the
    readings of ``questions``: 0 is certain, 2q - 1 the lower and 2q the upper bet of question q.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from fractions import Fraction

import numpy as np

from equipoise.base.errors import InputError
from equipoise.games.action import Kind
from equipoise.kernels.types import Float64s, Int64s
from equipoise.spine.tree import DECISION, BettingTree
from equipoise.translation.mappings import Mapping
from equipoise.translation.menus import CALL
from equipoise.translation.situation import Situation
from equipoise.translation.steps import Chance, History, Step, Steps

Question = tuple[Fraction, Fraction, Fraction]
_Origin = tuple[int, int, int]  # an option, and the indices of up to two reading probabilities
_Histories = dict[History, list[_Origin]]
_CERTAIN = 0
_NO_OPTION = -1


@dataclass(frozen=True)
class Plan:
    """The plan of one seat; see the module."""

    seat: int
    nodes: Int64s
    history_starts: Int64s
    places: Int64s
    option_starts: Int64s
    option_actions: Int64s
    option_names: Int64s
    origin_starts: Int64s
    origins: Int64s
    chances: Int64s
    questions: tuple[Question, ...]
    names: int

    def answers(self, mapping: Mapping) -> Float64s:
        """The mapping's reading probabilities, by the indices in ``chances``."""
        lower = np.array([float(mapping(*question)) for question in self.questions])
        answers = np.ones(1 + 2 * len(lower))
        answers[1::2], answers[2::2] = lower, 1.0 - lower
        return answers


def make_plan(steps: Steps, real: BettingTree, seat: int) -> Plan:
    """Build a plan by walking the real tree with the step functions."""
    if real.bets != (None, None):
        raise InputError(
            f"the betting tree of {real.rules.name} to translate into is abstracted",
            expected="use the tree with all legal bets",
        )
    walk = _Walk(steps, real, seat)
    walk.go()
    return walk.plan()


@dataclass
class _Walk:
    steps: Steps
    real: BettingTree
    seat: int
    nodes: list[int] = field(default_factory=list)
    history_starts: list[int] = field(default_factory=lambda: [0])
    places: list[int] = field(default_factory=list)
    option_starts: list[int] = field(default_factory=lambda: [0])
    option_actions: list[int] = field(default_factory=list)
    option_names: list[int] = field(default_factory=list)
    origin_starts: list[int] = field(default_factory=lambda: [0])
    origins: list[_Origin] = field(default_factory=list)
    questions: dict[Question, int] = field(default_factory=dict)
    names: dict[object, int] = field(default_factory=lambda: {CALL: 0})

    def go(self) -> None:
        """Visit decisions in preorder, with the histories of each."""
        start: _Histories = {self.steps.start(): [(_NO_OPTION, _CERTAIN, _CERTAIN)]}
        waiting = [(0, start)]
        while waiting:
            node, histories = waiting.pop()
            if self.real.kind[node] != DECISION:
                continue
            situation = Situation.of_node(self.real, node)
            if situation.player == self.seat:
                following = self._decide(node, situation, histories)
            else:
                following = self._observe(node, situation, histories)
            children = self.real.children_of(node).tolist()
            waiting += list(zip(children, following, strict=True))[::-1]

    def _decide(self, node: int, real: Situation, histories: _Histories) -> list[_Histories]:
        """Record an own decision; returns the histories after each real action."""
        actions = self.real.actions_of(node)
        numbers = {action: number for number, action in enumerate(actions)}
        following: list[_Histories] = []
        firsts: dict[History, int] = {}
        self.nodes.append(node)
        for history, origins in histories.items():
            self.origins += origins
            self.origin_starts.append(len(self.origins))
            firsts[history] = len(self.option_actions)
            options = self.steps.options(history, real)
            self.places.append(-1 if options[0].place is None else history.node)
            for option in options:
                self.option_actions.append(numbers[option.action])
                self.option_names.append(self.names.setdefault(option.name, len(self.names)))
            self.option_starts.append(len(self.option_actions))
        self.history_starts.append(len(self.places))
        for action in actions:
            after: _Histories = {}
            for history, steps in self.steps.own(histories, real, action):
                for step in steps:
                    # without a menu there is one option
                    taken = firsts[history] + (0 if step.option is None else step.option)
                    after.setdefault(step.history, []).append(
                        (taken, self._number(step.chance), _CERTAIN)
                    )
            following.append(after)
        return following

    def _observe(self, node: int, real: Situation, histories: _Histories) -> list[_Histories]:
        """The histories after each real action of the opponent."""
        following: list[_Histories] = []
        for action in self.real.actions_of(node):
            after: _Histories = {}
            if action.kind != Kind.FOLD:
                for history, origins in histories.items():
                    steps = self.steps.read(history, real, action)
                    for option, one, two in origins:
                        self._continue(after, steps, option, one, two)
            following.append(after)
        return following

    def _continue(
        self, after: _Histories, steps: list[Step], option: int, one: int, two: int
    ) -> None:
        for step in steps:
            number = self._number(step.chance)
            if number == _CERTAIN:
                chances = one, two
            else:
                assert two == _CERTAIN, "an opponent raises twice between two own decisions"
                chances = (number, _CERTAIN) if one == _CERTAIN else (one, number)
            after.setdefault(step.history, []).append((option, *chances))

    def _number(self, chance: Chance | None) -> int:
        if chance is None:
            return _CERTAIN
        question = (chance.bet, chance.lower, chance.upper)
        place = self.questions.setdefault(question, len(self.questions))
        return 2 * place + (2 if chance.as_upper else 1)

    def plan(self) -> Plan:
        """Convert the lists to arrays."""
        table = np.array(self.origins, dtype=np.int64).reshape(-1, 3)

        def array(values: list[int]) -> Int64s:
            return np.array(values, dtype=np.int64)

        return Plan(
            self.seat,
            array(self.nodes),
            array(self.history_starts),
            array(self.places),
            array(self.option_starts),
            array(self.option_actions),
            array(self.option_names),
            array(self.origin_starts),
            np.ascontiguousarray(table[:, 0]),
            np.ascontiguousarray(table[:, 1:]),
            tuple(self.questions),
            len(self.names),
        )
