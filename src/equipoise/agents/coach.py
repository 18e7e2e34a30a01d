"""Coaches at the table: one blueprint until the hand calls for another (Schnizlein 2009, 5.5).

The rule is that of ``translation.coach``; here the two are agents, each with cards of its own. What
the opponent bets is read as a part of the real pot. What the second strategy suggests is the
abstract bet that it means: translation may make a pot bet as fewer chips, and it stays a pot bet.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import accumulate
from random import Random

from equipoise.agents.agent import Agent
from equipoise.agents.blueprint import Blueprint, drawn
from equipoise.errors import InputError
from equipoise.games.action import Action, Move
from equipoise.games.betting import BettingState
from equipoise.games.observation import Observation
from equipoise.games.rules import GameRules
from equipoise.translation.coach import SUGGESTED, bets_only_in
from equipoise.translation.live import Meant
from equipoise.translation.situation import Situation
from equipoise.trees.tree import BettingTree

_MOST_KEPT = 100_000


class Coach(Agent):
    """The defensive coach, or the full one; it decides by the hand alone and remembers nothing."""

    def __init__(self, first: Blueprint, second: Blueprint, full: bool = False) -> None:
        self.first, self.second, self.full = first, second, full
        self._trigger = bets_only_in(*(_bets(one.source.layout.tree) for one in (second, first)))
        self._known: dict[tuple[Situation, Action], bool] = {}
        self._meant: dict[Meant, bool] = {}

    def act(self, observation: Observation, rng: Random) -> Action:
        """What the strategy that is in charge does."""
        return drawn(self.chances(observation), rng)

    def chances(self, observation: Observation) -> dict[Action, float]:
        """How often each real action is taken."""
        if any(self._calls_for_second(view, move) for view, move in earlier(observation)):
            return self.second.chances(observation)
        if not self.full:
            return self.first.chances(observation)
        return (self.second if self._suggests(observation) else self.first).chances(observation)

    def _calls_for_second(self, view: Observation, move: Move) -> bool:
        if move.position != view.position:
            return self._brings_in(Situation.of_state(view.betting), move.action)
        return self.full and self._suggests(view)

    def _suggests(self, view: Observation) -> bool:
        """Whether the second strategy means a bet that brings it in."""
        meant = self.second.abstract_chances(view)
        return (
            sum(p for (node, place), p in meant.items() if self._only_second(node, place))
            > SUGGESTED
        )

    def _only_second(self, node: int, place: int) -> bool:
        """Whether an abstract action of the second strategy is a bet that the first has not."""
        if (node, place) not in self._meant:
            tree = self.second.source.layout.tree
            betting = BettingState.start(tree.rules)
            for action, _ in tree.steps_to(node):
                betting = betting.apply(action)
            situation = Situation.of_state(betting)  # with all legal bets, not the menu's alone
            self._meant[node, place] = self._trigger(situation, tree.actions_of(node)[place])
        return self._meant[node, place]

    def _brings_in(self, real: Situation, action: Action) -> bool:
        """Whether a bet is one that only the second strategy knows; kept, because bets repeat."""
        if len(self._known) > _MOST_KEPT:
            self._known.clear()
        key = (real, action)
        if key not in self._known:
            self._known[key] = self._trigger(real, action)
        return self._known[key]

    def check_game(self, rules: GameRules) -> None:
        """What both can play."""
        self.first.check_game(rules)
        self.second.check_game(rules)


def earlier(observation: Observation) -> Iterator[tuple[Observation, Move]]:
    """Every decision of the hand so far as this seat saw it, and what was done."""
    rules = observation.rules
    boards = list(accumulate(deal.board for deal in rules.script))
    betting = BettingState.start(rules)
    history: list[tuple[Move, ...]] = [() for _ in range(rules.rounds)]
    for number, moves in enumerate(observation.history):
        board = observation.board[: boards[number]]
        for move in moves:
            seen = tuple(history)
            yield (
                Observation(
                    observation.position, observation.hole, observation.up, board, betting, seen
                ),
                move,
            )
            history[number] += (move,)
            betting = betting.apply(move.action)


def _bets(tree: BettingTree) -> str:
    """The bets of a strategy that has the same in both seats."""
    first, second = tree.bets
    if first is None or first != second:
        raise InputError(
            "its seats have different bets, or all", "agent coach", expected="one menu, as fchpa"
        )
    return str(first)
