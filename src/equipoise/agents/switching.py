"""The switching player at a table (Schnizlein 2009, section 5.4): several strategies, one hand.

At each decision one strategy is sampled by how closely it sees the stack and bet ratios; see
``translation.suite`` for how each follows the hand. Cards are seen by each in its own way.
"""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from equipoise.agents.agent import Agent
from equipoise.agents.blueprint import drawn
from equipoise.agents.source import Source
from equipoise.errors import InputError
from equipoise.games.action import Action
from equipoise.games.observation import Observation
from equipoise.games.rules import GameRules
from equipoise.strategy.numbers import decoded
from equipoise.translation.player import replayed
from equipoise.translation.suite import Member, Suite, called
from equipoise.translation.switching import choices
from equipoise.translation.weights import Weigh

_NO_BUCKETS = ((), ())  # sources read cards themselves


class Switcher(Agent):
    """Decides by the hand alone and remembers nothing."""

    def __init__(self, sources: Sequence[Source], weigh: Weigh) -> None:
        self.sources, self.weigh = tuple(sources), weigh
        self._members = tuple(Member(source.layout, _NO_BUCKETS) for source in sources)
        self._suites: dict[GameRules, Suite] = {}

    def act(self, observation: Observation, rng: Random) -> Action:
        """Sample a strategy, and an action of it."""
        return drawn(self.chances(observation), rng)

    def chances(self, observation: Observation) -> dict[Action, float]:
        """How often each real action is taken."""
        suite = self._suite(observation.rules)
        actions = [move.action for moves in observation.history for move in moves]
        passed, real = replayed(observation.rules, actions)
        places = suite.start()
        for before, action in passed:
            places = suite.after(suite.present(places, before), action)
        places = suite.present(places, real)
        found: dict[Action, float] = {}
        columns: dict[int, list[float]] = {}
        for member, place, number, action, share in choices(suite, self.weigh, places, real):
            if member not in columns:
                columns[member] = self._column(member, place, observation)
            found[action] = found.get(action, 0.0) + share * columns[member][number]
        return found or {called(real): 1.0}

    def _column(self, member: int, place: int, observation: Observation) -> list[float]:
        source = self.sources[member]
        states = source.reader.states(observation.position, observation.hole, observation.board)
        state = states[min(observation.round, len(states) - 1)]
        block = decoded(source.layout.block(source.values, place)[:, state : state + 1])
        chances: list[float] = block[:, 0].tolist()
        return chances

    def _suite(self, rules: GameRules) -> Suite:
        if rules not in self._suites:
            self._suites[rules] = Suite(rules, self._members)
        return self._suites[rules]

    def check_game(self, rules: GameRules) -> None:
        """Equal stacks and the cards of all; cover games have antes of their own."""
        self._suite(rules)
        for source in self.sources:
            source.check_boards()
            if _cards(source.rules) != _cards(rules):
                raise InputError(
                    f"it was solved for {source.rules.name}, and {rules.name} is another game",
                    source.name,
                    expected="a game of the same kind; stacks and antes may differ",
                )


def _cards(rules: GameRules) -> tuple[object, ...]:
    dealt = [(deal.hole, deal.up, deal.board, deal.receivers) for deal in rules.script]
    return rules.players, rules.deck, dealt, rules.showdown, rules.betting.kind, rules.first
