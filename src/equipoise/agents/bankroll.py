"""The bankroll agent of 2009: explore, predict the best technique, exploit or fall back.

By Schnizlein (2009, section 6.1.2) it raised different amounts and observed the responses, then
predicted with a model whether naive PA and + - would work, played the one with the highest
prediction, or else an underlying strategy with soft translation. Details he leaves open are decided
in ``docs/decisions/bankroll-agent.md``.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from math import inf
from random import Random

from equipoise.agents.agent import Agent, Event, HandEnded, HandStarted, MoveMade
from equipoise.agents.learner import check_openings
from equipoise.agents.opening import Answer, Opening, situation
from equipoise.agents.policy_agent import PolicyAgent
from equipoise.agents.predictions import Outcomes, Value, naive_outcomes, plus_minus_value
from equipoise.games.action import Action, Kind, Move
from equipoise.games.observation import Observation
from equipoise.games.rules import GameRules
from equipoise.policies.blueprint import Blueprint
from equipoise.policies.exploiters import exploiter, naive
from equipoise.policies.opened import OpenedStrategy
from equipoise.policies.policy import Policy
from equipoise.translation.boundary import Learner
from equipoise.translation.options import Translation

FOLDED_FIRST, FOLDED_LATER, NOT_FOLDED = range(3)
#: maximum number of exploration periods
_PERIODS = 3
#: + - is dropped when its mean result is this many standard errors below 0, after at least this
#: many hands; tested after every hand, so two standard errors would be too few
_LOSING, _FEWEST = 3.0, 200
NAIVE, PLUS_MINUS = "naive-pa", "plus-minus"


@dataclass
class Technique:
    """An exploiting technique with its predicted value.

    ``outcomes`` count how hands of naive PA end, and correct the prediction. The gain of + - is
    smaller than the noise of so few hands; for it they only record winnings.
    """

    name: str
    agent: PolicyAgent
    outcomes: Outcomes
    predicted: Value
    dropped: bool = False

    @property
    def is_naive(self) -> bool:
        """True if the prediction is corrected by the outcomes."""
        return self.name == NAIVE

    def value(self) -> Value:
        """Its present value."""
        return self.outcomes.value() if self.is_naive else self.predicted

    def played(self, ending: int, payoff: float) -> None:
        """Count a hand; a technique that loses even at best is dropped for good."""
        self.outcomes.add(ending if self.is_naive else 0, payoff)
        seen = self.outcomes.value()
        if self.is_naive:
            self.dropped = seen.at_best < 0.0
        elif self.outcomes.hands >= _FEWEST:
            self.dropped = seen.mean < -_LOSING * seen.error


class Bankroll(Agent):
    """Explores the opening, then exploits what it found.

    ``model`` is the learned opponent model; ``techniques[0]`` are for hands in which it acts first,
    ``techniques[1]`` for the others.
    """

    remembers = True

    def __init__(
        self,
        strategy: OpenedStrategy,
        soft: Translation,
        bets: int,
        explore: int,
        confidence: float,
    ) -> None:
        self.strategy = strategy
        self.soft = soft
        self.rest = PolicyAgent(Blueprint(strategy, soft))
        self.explore = explore
        self.model = Learner(bets, confidence, _PERIODS * explore)
        self.techniques: tuple[list[Technique], list[Technique]] = ([], [])
        self._made = False
        self._answer = Answer()
        self._hand = _Hand(0)

    def act(self, observation: Observation, rng: Random) -> Action:
        """Explore, exploit or fall back; a hand is finished with the mode it was begun with."""
        if self._hand.agent is None:
            real = situation(observation)
            opening = None
            if real is not None:
                opening = Opening.of(real, self.model.counts.shape[1], "ratio")
            self._hand.agent = self.rest
            if opening is not None and self._explores:
                self._answer.place = self.model.hands % len(opening.bets)
                return Action.raise_to(opening.bets[self._answer.place])
            if opening is not None and not self._made:
                self._predict(observation, opening)
            self._hand.technique = self._best(opening is None)
            if self._hand.technique is not None:
                self._hand.agent = self._hand.technique.agent
        return self._hand.agent.act(observation, rng)

    def observe(self, event: Event) -> None:
        """Count responses while exploring, and outcomes of hands with a technique."""
        heard = self._answer.heard(event)
        if heard is not None:
            self.model.heard(*heard)
        if isinstance(event, HandStarted):
            self._hand = _Hand(event.position)
        elif isinstance(event, MoveMade):
            self._hand.follow(event.move)
        elif isinstance(event, HandEnded) and self._hand.technique is not None:
            payoff = float(event.payoffs[self._hand.position])
            self._hand.technique.played(self._hand.ending, payoff)

    def check_game(self, rules: GameRules) -> None:
        """Accept games that the strategy can play and that have trial bets."""
        check_openings("bankroll-2009", rules, self.model.counts.shape[1], "ratio")
        self.rest.check_game(rules)

    @property
    def _explores(self) -> bool:
        """True if the first period is not over, or was not sufficient."""
        return self.model.hands < self.explore or not self.model.is_done

    def _best(self, second: bool) -> Technique | None:
        """The technique with the highest value among those predicted to win and not dropped."""
        left = [t for t in self.techniques[second] if not t.dropped and t.predicted.mean > 0.0]
        return max(left, key=lambda technique: technique.value().at_best, default=None)

    def _predict(self, observation: Observation, opening: Opening) -> None:
        """Build the techniques that fit the learned boundary, if there is one."""
        self._made = True
        found = self.model.estimate()
        mapping = opening.mapping(found.place)
        if not found.converged or mapping is None:
            return
        lower, upper = (side.tolist() for side in self.model.sides())
        attacked = replace(self.soft, mapping=mapping)
        blind, sized = (
            naive(self.strategy, attacked),
            exploiter(PLUS_MINUS, self.strategy, attacked),
        )
        first, second = line_of(blind, observation)
        gain = plus_minus_value(lower, opening.call_to + opening.pot, opening.bets[found.place])
        for techniques in self.techniques:
            outcomes = naive_outcomes(lower, upper, opening.call_to, first, second)
            nothing = Outcomes((1.0,), (0.0,), memory=inf)
            techniques.append(Technique(NAIVE, PolicyAgent(blind), outcomes, outcomes.value()))
            techniques.append(Technique(PLUS_MINUS, PolicyAgent(sized), nothing, gain))


class _Hand:
    """The current hand: who plays it, and the opponent's responses so far."""

    def __init__(self, position: int) -> None:
        self.position = position
        self.agent: Agent | None = None
        self.technique: Technique | None = None
        self.ending = NOT_FOLDED
        self._bets = 0

    def follow(self, move: Move) -> None:
        """Record own bets and a fold of the opponent."""
        if move.position == self.position:
            self._bets += move.action.kind == Kind.RAISE
        elif move.action.kind == Kind.FOLD:
            self.ending = FOLDED_FIRST if self._bets <= 1 else FOLDED_LATER


def line_of(policy: Policy, observation: Observation) -> tuple[int, int]:
    """The first bet of a player that ignores its cards, and the next one if it is called."""
    first = _likeliest(policy, observation)
    betting, moves = observation.betting, [list(round_moves) for round_moves in observation.history]
    position = observation.position

    def play(action: Action) -> None:
        nonlocal betting
        mover, number = betting.to_act, betting.round
        assert mover is not None
        made = betting.legal().checked(action)
        moves[number].append(Move(mover, made))
        betting = betting.apply(made)

    play(first)
    while betting.to_act is not None and betting.to_act != position:
        play(Action.call())
    if betting.to_act is None:
        return first.to, first.to
    history = tuple(tuple(round_moves) for round_moves in moves)
    later = Observation(position, (), observation.up, (), betting, history)
    return first.to, max(_likeliest(policy, later).to, first.to)


def _likeliest(policy: Policy, observation: Observation) -> Action:
    chances = policy.chances(observation)
    return max(chances, key=lambda action: chances[action])
