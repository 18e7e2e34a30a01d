"""Loki: betting strategy, hand evaluation and beliefs combined (Papp 1998, figure 4.3)."""

from __future__ import annotations

from dataclasses import dataclass
from random import Random

from equipoise.agents.agent import Agent, Event, HandEnded, HandStarted
from equipoise.agents.loki import postflop, preflop
from equipoise.agents.loki.beliefs import Beliefs
from equipoise.agents.loki.decision import Decision
from equipoise.agents.loki.limit import check_limit_holdem, legal_action
from equipoise.agents.loki.postflop import Plans, Values
from equipoise.agents.loki.preflop import Choice, Group
from equipoise.agents.loki.public import Seats, Story
from equipoise.agents.loki.settings import Settings
from equipoise.agents.loki.situation import PREFLOP, LokiSituation, situation_of
from equipoise.cards.combos import combo_index
from equipoise.cards.income_table import income_by_combo
from equipoise.cards.outlook import Outlook, outlook
from equipoise.games.action import Action
from equipoise.games.observation import Observation
from equipoise.games.rules import GameRules


@dataclass(frozen=True, slots=True)
class Thought:
    """A decision with its inputs: ``choice`` before the flop, ``values`` after it."""

    situation: LokiSituation
    decision: Decision
    choice: Choice | None
    values: Values | None


class Loki(Agent):
    """A version of Loki: its settings, and its beliefs about the others.

    A hand begins with its start event, or with the first decision if there are no events.
    """

    def __init__(self, settings: Settings, beliefs: Beliefs) -> None:
        self.settings, self.beliefs = settings, beliefs
        self.remembers = beliefs.remembers
        self._hears = self._begun = False
        self._story: Story | None = None
        self._board: tuple[int, ...] = ()
        self._choice: Choice | None = None
        self._plans = Plans()
        self._looked: tuple[tuple[int, ...], Outlook] | None = None

    @property
    def listens(self) -> bool:
        """True only for models that learn across hands; the rest is in the observation."""
        return self.remembers

    def check_game(self, rules: GameRules) -> None:
        """Raise InputError for anything but limit hold'em."""
        check_limit_holdem("Loki", rules)

    def observe(self, event: Event) -> None:
        """Begin a hand with its names; at its end learn from the actions after one's own fold."""
        if isinstance(event, HandStarted):
            self._hears = True
            self._begin(event.rules, Seats(event.position, event.names))
        elif isinstance(event, HandEnded) and self.remembers and self._begun:
            self._catch_up(event.observation)

    def act(self, observation: Observation, rng: Random) -> Action:
        """Decide."""
        thought = self.think(observation, rng)
        return legal_action(thought.decision.kind, observation.legal())

    def think(self, observation: Observation, rng: Random) -> Thought:
        """The decision and its inputs; called once for each decision of a hand, in order."""
        situation = situation_of(observation)
        if not self._begun or (not self._hears and _is_first(observation)):
            names = tuple(f"seat {n + 1}" for n in range(observation.rules.players))
            self._begin(observation.rules, Seats(observation.position, names))
        if situation.round == PREFLOP:
            if self._choice is None:
                rates = income_rates(observation.hole)
                self._choice = preflop.choose(self.settings, situation, rates)
            decision = preflop.play(self._choice.strategy, situation)
            return Thought(situation, decision, self._choice, None)
        seen = self._look(observation)
        values = postflop.values(seen, situation.opponents, self.settings)
        decision = postflop.decide(self.settings, values, situation, self._plans, rng)
        return Thought(situation, decision, None, values)

    def forget_plans(self) -> None:
        """Drop all plans: another action than the decided one was taken."""
        self._plans = Plans()

    def informed(self, observation: Observation) -> Beliefs:
        """The beliefs, updated with everything observed."""
        self._catch_up(observation)
        return self.beliefs

    def _begin(self, rules: GameRules, seats: Seats) -> None:
        self._begun = True
        self._story, self._board = Story(rules) if self.beliefs.watches else None, ()
        self._choice, self._plans, self._looked = None, Plans(), None
        self.beliefs.start(seats)

    def _catch_up(self, observation: Observation) -> None:
        if self._story is not None:
            for action in self._story.news(observation):
                self._see_board(action.board)
                self.beliefs.observe(action)
        self._see_board(observation.board)

    def _see_board(self, board: tuple[int, ...]) -> None:
        if len(board) > len(self._board):
            self._board = board
            self.beliefs.dealt(board)

    def _look(self, observation: Observation) -> Outlook:
        """Strength and potential against the field; cached per board if beliefs are fixed."""
        board = observation.board
        if self._looked is not None and self._looked[0] == board:
            return self._looked[1]
        beliefs = self.informed(observation)
        seen = outlook(observation.hole, board, beliefs.field())
        if not beliefs.watches:
            self._looked = board, seen
        return seen


def income_rates(hole: tuple[int, ...]) -> dict[Group, float]:
    """The income rates of a hand for each group of players (appendix A)."""
    combo = combo_index(hole[0], hole[1])
    return {group: float(income_by_combo(group.value)[combo]) for group in Group}


def _is_first(observation: Observation) -> bool:
    """True if the seat has not acted in this hand."""
    own = observation.position
    return all(move.position != own for moves in observation.history for move in moves)
