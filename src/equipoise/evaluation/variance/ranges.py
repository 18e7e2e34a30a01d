"""A policy's probabilities for all hands at the spots of played hands; many thousands per match.

Any policy has ``range_chances``. For a blueprint whose betting line has a single abstract history
(always on its own tree, and off it with a deterministic mapping) the probabilities are a block of
its strategy: the abstract node is found once per betting line, and only the card states of the
hands are looked up on each board.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from equipoise.evaluation.variance.hands import Board
from equipoise.evaluation.variance.spots import hands_on
from equipoise.games.public_state import PublicState, private_hands
from equipoise.games.rules import GameRules
from equipoise.kernels.types import Bools, Float64s, Int32s
from equipoise.matches.betting_cache import BettingNode
from equipoise.policies.blueprint import Blueprint
from equipoise.policies.policy import Policy
from equipoise.spine.cards.readers import HandBuckets
from equipoise.translation.mappings import find_mapping
from equipoise.translation.situation import Situation
from equipoise.translation.steps import History

#: the next nodes, and the probability of each for every hand of the player to act, [hands]
Options = dict[BettingNode, Float64s]


class PolicyRanges:
    """Any policy."""

    def __init__(self, policy: Policy) -> None:
        self.policy = policy

    def options(self, place: BettingNode, board: Board) -> Options:
        """The probabilities of the player to act here, for each hand."""
        nothing_up = ((),) * place.betting.rules.players
        public = PublicState(place.betting, board, nothing_up, place.history)
        found = self.policy.range_chances(public)
        options: Options = {}
        for action, shares in zip(found.actions, found.probabilities, strict=True):
            child = place.after(action)
            options[child] = options[child] + shares if child in options else shares
        return options


@dataclass(frozen=True, eq=False)
class _Menu:
    """The only abstract history of a line: its node (None: a single action) and children."""

    node: int | None
    children: tuple[BettingNode, ...]


class BlueprintRanges(PolicyRanges):
    """A blueprint, by blocks of its strategy for lines with a single abstract history."""

    def __init__(self, policy: Blueprint) -> None:
        super().__init__(policy)
        self.blueprint = policy
        self._steps = policy.steps[0]
        self._menus: dict[BettingNode, _Menu | None] = {}
        self._boards: dict[tuple[int, Board], Int32s] = {}
        self._answers: dict[tuple[BettingNode, Board], Options] = {}

    def options(self, place: BettingNode, board: Board) -> Options:
        """The probabilities of the player to act here, for each hand; recent results are cached."""
        key = place, board
        found = self._answers.get(key)
        if found is None:
            if len(self._answers) > _ANSWERS_KEPT:
                self._answers.clear()
            found = self._answers[key] = self._options(place, board)
        return found

    def _options(self, place: BettingNode, board: Board) -> Options:
        if place not in self._menus:
            self._menus[place] = self._menu(place)
        menu = self._menus[place]
        if menu is None:
            return super().options(place, board)
        position = place.to_act
        assert position is not None
        possible = hands_on(place.betting.rules, position, board)
        if menu.node is None:
            return {menu.children[0]: possible.astype(np.float64)}
        states = self._states(place, position, board, possible)
        number = min(place.betting.round, len(states) - 1)
        block = self.blueprint.strategy.block(menu.node, states[number])
        if self.blueprint.how is not None:
            block = self.blueprint.how.of_block(block)
        block = block * possible
        options: Options = {}
        for child, shares in zip(menu.children, block, strict=True):
            options[child] = options[child] + shares if child in options else shares
        return options

    def _states(self, place: BettingNode, position: int, board: Board, possible: Bools) -> Int32s:
        """Card states of all hands on a board, [rounds, hands]; arbitrary for impossible hands."""
        key = position, board
        if key not in self._boards:
            if len(self._boards) > _BOARDS_KEPT:
                self._boards.clear()
            self._boards[key] = self._look_up(place.betting.rules, position, board, possible)
        return self._boards[key]

    def _look_up(self, rules: GameRules, position: int, board: Board, possible: Bools) -> Int32s:
        reader = self.blueprint.strategy.reader
        holes = private_hands(rules, position)
        if isinstance(reader, HandBuckets):
            bucketing = reader.buckets.bucketing
            if not bucketing.sampled:
                return np.maximum(bucketing.on_board(board), 0)
        known = reader.hands(position, holes[possible], board)
        states = np.zeros((known.shape[1], len(holes)), dtype=np.int32)
        states[:, possible] = known.T
        return states

    def _menu(self, place: BettingNode) -> _Menu | None:
        policy = self.blueprint
        if policy.sizing.looks_at_hands or policy.translation.without_dominated:
            return None
        history = self._history(place)
        if history is None:
            return None
        real = Situation.of_state(place.betting)
        options = self._steps.options(history, real)
        node = None if options[0].place is None else history.node
        return _Menu(node, tuple(place.after(option.action) for option in options))

    def _history(self, place: BettingNode) -> History | None:
        """The abstract history of a betting line; None if there are several."""
        position = place.to_act
        mapping = find_mapping(self.blueprint.translation.mapping)
        history = self._steps.start()
        here = BettingNode.start(place.betting.rules)
        for moves in place.history:
            for move in moves:
                real = Situation.of_state(here.betting)
                if move.position == position:
                    found = self._steps.own([history], real, move.action)[0][1]
                else:
                    found = self._steps.read(history, real, move.action)
                likely = {s.history for s in found if s.probability(mapping) > 0.0}
                if len(likely) != 1:
                    return None
                history = likely.pop()
                here = here.after(move.action)
        return history


_BOARDS_KEPT = _ANSWERS_KEPT = 64


def ranges_of(policy: Policy | PolicyRanges) -> PolicyRanges:
    """The fastest way to query a policy for all hands."""
    if isinstance(policy, PolicyRanges):
        return policy
    return BlueprintRanges(policy) if isinstance(policy, Blueprint) else PolicyRanges(policy)
