"""Common base of the hobbyists' players: the game check, and conversion to legal actions."""

from __future__ import annotations

from abc import abstractmethod
from random import Random

from equipoise.agents.agent import Agent
from equipoise.agents.hobbyists.starting import starting_action
from equipoise.agents.loki.limit import check_limit_holdem, legal_action
from equipoise.agents.loki.situation import PREFLOP, LokiSituation, situation_of
from equipoise.games.action import Action, Kind
from equipoise.games.observation import Observation
from equipoise.games.rules import GameRules


class Hobbyist(Agent):
    """Plays starting hands by their group; subclasses play after the flop."""

    def check_game(self, rules: GameRules) -> None:
        """Raise InputError for anything but limit hold'em."""
        check_limit_holdem("a hobbyist's player", rules)

    def act(self, observation: Observation, rng: Random) -> Action:
        """Decide."""
        situation = situation_of(observation)
        if situation.round == PREFLOP:
            kind = starting_action(observation.hole, situation)
        else:
            kind = self.after_flop(observation, situation, rng)
        return legal_action(kind, observation.legal())

    @abstractmethod
    def after_flop(self, observation: Observation, situation: LokiSituation, rng: Random) -> Kind:
        """The action on flop, turn and river."""
