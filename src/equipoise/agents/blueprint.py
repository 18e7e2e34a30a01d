"""The blueprint agent: a strategy of an abstract game, translated into the real one as it plays.

A stored strategy, a mapping, a style, fixes, and what is done to small probabilities. These are
removed from the strategy itself, before translation mixes what several abstract histories would do,
as Tartanian5 did (Ganzfried and Sandholm 2012). An action that the strategy hardly ever takes is
then taken at no history, while actions that two histories weigh against each other are kept.

All chances are known exactly (:meth:`Blueprint.chances`): the agent keeps every abstract history
with its weight instead of sampling one.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from random import Random

from equipoise.agents.agent import Agent
from equipoise.agents.source import Source
from equipoise.games.action import Action
from equipoise.games.betting import BettingState
from equipoise.games.observation import Observation
from equipoise.games.rules import GameRules
from equipoise.strategy.numbers import decoded
from equipoise.strategy.purify import Purification
from equipoise.translation.live import Behaviour, Meant, WeightedHistories
from equipoise.translation.mappings import find_mapping
from equipoise.translation.options import Translation
from equipoise.translation.situation import Situation
from equipoise.translation.sized import HARD, Size, SizedSteps
from equipoise.translation.steps import Steps

_MOST_PLACES = 50_000


@dataclass(frozen=True)
class Sizing:
    """How bets are made with a good hand and with a bad one; ``all_in`` None: as other bets.

    ``gives_up``: a bet after the abstract hand is over is folded to.
    """

    good: Size = "meant"
    bad: Size = "meant"
    all_in: Size | None = None
    gives_up: bool = False

    def steps(self, plain: Steps, hard: str = HARD) -> tuple[SizedSteps, SizedSteps]:
        """The step functions with a bad hand and with a good one, against a hard mapping."""
        bad, good = (
            SizedSteps.around(plain, size, self.all_in or size, self.gives_up, hard)
            for size in (self.bad, self.good)
        )
        return bad, good if self.looks_at_hands else bad

    @property
    def looks_at_hands(self) -> bool:
        """Whether good hands are bet otherwise than bad ones."""
        return self.good != self.bad


AS_MEANT = Sizing()


class _Place:
    """A point of the real betting, with those after it that were met."""

    __slots__ = ("after", "betting", "real")

    def __init__(self, betting: BettingState) -> None:
        self.betting = betting
        self.real = Situation.of_state(betting)
        self.after: dict[Action, _Place] = {}


class Blueprint(Agent):
    """Plays a translated strategy; without memory of earlier hands.

    ``sizing`` makes it an exploiter (see ``agents.exploiters``).
    """

    def __init__(
        self,
        source: Source,
        translation: Translation | None = None,
        how: Purification | None = None,
        sizing: Sizing = AS_MEANT,
    ) -> None:
        self.source = source
        self.translation = translation or Translation()
        self.how = how
        self.sizing = sizing
        self._roots: dict[GameRules, _Place] = {}
        self._places = 0

    @cached_property
    def steps(self) -> tuple[SizedSteps, SizedSteps]:
        """The step functions with a bad hand and with a good one."""
        plain = Steps.of(self.source.layout.tree, self.translation)
        mapping = find_mapping(self.translation.mapping)
        return self.sizing.steps(plain, mapping.name if mapping.deterministic else HARD)

    def check_game(self, rules: GameRules) -> None:
        """Stacks may differ from those of the strategy, nothing else."""
        self.source.check_game(rules)
        self.source.check_boards()

    def is_good(self, position: int, number: int, state: int) -> bool:
        """Whether a card state of a round is bet as a good hand."""
        if not self.sizing.looks_at_hands:
            return False
        by_round = self.source.good[position]
        return number < len(by_round) and bool(by_round[number][state])

    def act(self, observation: Observation, rng: Random) -> Action:
        """Draw an action."""
        return drawn(self.chances(observation), rng)

    def chances(self, observation: Observation) -> dict[Action, float]:
        """How often each real action is taken."""
        histories, real, behaviour = self._followed(observation)
        return histories.chances(real, behaviour)

    def abstract_chances(self, observation: Observation) -> dict[Meant, float]:
        """How often each action of the abstract game is meant; none where its betting is over."""
        histories, real, behaviour = self._followed(observation)
        return histories.abstract_chances(real, behaviour)

    def _followed(self, observation: Observation) -> tuple[WeightedHistories, Situation, Behaviour]:
        """What the hand so far may be in the abstract game, and what the strategy does there."""
        position = observation.position
        states = self.source.reader.states(position, observation.hole, observation.board)
        histories = WeightedHistories(self.steps[0], self.translation)
        place = self._root(observation.rules)
        for moves in observation.history:
            for move in moves:
                if move.position != position:
                    histories.observe(place.real, move.action)
                else:
                    behaviour = self._behaviour(place.real, states, histories)
                    histories.act(place.real, move.action, behaviour)
                place = self._after(place, move.action)
        return histories, place.real, self._behaviour(place.real, states, histories)

    def _behaviour(
        self, real: Situation, states: tuple[int, ...], histories: WeightedHistories
    ) -> Behaviour:
        """What the strategy does here with these cards; the sizes of bets follow the hand."""
        layout, values = self.source.layout, self.source.values
        # a strategy that ends before the flop has no menu after it, and needs no state
        state = states[min(real.round, len(states) - 1)]
        histories.steps = self.steps[self.is_good(real.player, real.round, state)]

        def behaviour(node: int) -> list[float]:
            column = decoded(layout.block(values, node)[:, state : state + 1])
            if self.how is not None:
                column = self.how.of_block(column)
            chances: list[float] = column[:, 0].tolist()
            return chances

        return behaviour

    def _root(self, rules: GameRules) -> _Place:
        if rules not in self._roots or self._places > _MOST_PLACES:
            self._roots[rules] = _Place(BettingState.start(rules))
            self._places = 0
        return self._roots[rules]

    def _after(self, place: _Place, action: Action) -> _Place:
        following = place.after.get(action)
        if following is None:
            following = place.after[action] = _Place(place.betting.apply(action))
            self._places += 1
        return following


def drawn(chances: dict[Action, float], rng: Random) -> Action:
    """An action by its chance."""
    left = rng.random() * sum(chances.values())
    chosen = None
    for action, chance in chances.items():
        if chance > 0.0:
            chosen = action
            left -= chance
            if left < 0.0:
                break
    assert chosen is not None
    return chosen
