"""Players of the full game by the letter: chances from the actions of a hand and one's card states.

Slow and obvious twins of the policies: every call replays the whole hand, one private hand at a
time.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Protocol

from tests.twins.histories import Behaviour, WeightedHistories

from equipoise.games.action import Action
from equipoise.games.betting import BettingState
from equipoise.games.rules import GameRules
from equipoise.kernels.types import Float64s
from equipoise.spine.cards.matrix import Buckets
from equipoise.spine.layout import Layout
from equipoise.translation.options import Translation
from equipoise.translation.situation import Situation
from equipoise.translation.steps import Steps
from equipoise.translation.switching.coach import SUGGESTED, Trigger
from equipoise.translation.switching.player import choices
from equipoise.translation.switching.suite import Suite, called
from equipoise.translation.switching.weights import Weigh


class Player(Protocol):
    """Who plays the full game and can say how."""

    def chances(self, actions: Sequence[Action], states: Sequence[int]) -> dict[Action, float]:
        """How often each action is taken by the player who is to act after these.

        ``states`` are the player's own card states in the exact card model, one a round.
        """


def replayed(
    rules: GameRules, actions: Sequence[Action]
) -> tuple[list[tuple[Situation, Action]], Situation]:
    """The situations that actions were taken in, and the one after them."""
    betting = BettingState.start(rules)
    passed = []
    for action in actions:
        passed.append((Situation.of_state(betting), action))
        betting = betting.apply(action)
    return passed, Situation.of_state(betting)


@dataclass(frozen=True)
class TranslatedPlayer:
    """Follows weighted histories of an abstract game along a real hand.

    ``rules`` are the real game's; ``buckets[player][round]`` maps its card states to the source's.
    """

    rules: GameRules
    source: Layout
    buckets: Buckets
    translation: Translation
    probabilities: Float64s

    @cached_property
    def _steps(self) -> Steps:
        return Steps.of(self.source.tree, self.translation)

    def chances(self, actions: Sequence[Action], states: Sequence[int]) -> dict[Action, float]:
        """How often each action is taken after these; ``states`` are one's own, a round each."""
        passed, now = replayed(self.rules, actions)
        histories = WeightedHistories(self._steps, self.translation)
        for real, action in passed:
            if real.player == now.player:
                histories.act(real, action, self._behaviour(real, states))
            else:
                histories.observe(real, action)
        return histories.chances(now, self._behaviour(now, states))

    def _behaviour(self, real: Situation, states: Sequence[int]) -> Behaviour:
        bucket = self.buckets[real.player][real.round][states[real.round]]
        return lambda place: self.source.block(self.probabilities, place)[:, bucket].tolist()


@dataclass(frozen=True)
class CoachPlayer:
    """The same coach in a hand that is being played."""

    rules: GameRules
    first: Player
    second: Player
    trigger: Trigger
    full: bool = False

    def chances(self, actions: Sequence[Action], states: Sequence[int]) -> dict[Action, float]:
        """How often each action is taken after these; ``states`` are one's own, a round each."""
        passed, now = replayed(self.rules, actions)
        over = any(
            self._suggested(actions[:count], real, states)
            if real.player == now.player
            else self.trigger(real, action)
            for count, (real, action) in enumerate(passed)
        )
        over = over or self._suggested(actions, now, states)
        return (self.second if over else self.first).chances(actions, states)

    def _suggested(self, actions: Sequence[Action], real: Situation, states: Sequence[int]) -> bool:
        """Whether the second strategy would bet what brings it in, at a decision of one's own."""
        if not self.full:
            return False
        chances = self.second.chances(actions, states[: real.round + 1])
        suggested = sum(p for action, p in chances.items() if self.trigger(real, action))
        return suggested > SUGGESTED


@dataclass(frozen=True)
class SwitchingPlayer:
    """The player in a hand that is being played, without the tree of the full game."""

    suite: Suite
    weigh: Weigh
    strategies: tuple[Float64s, ...]

    def chances(self, actions: Sequence[Action], states: Sequence[int]) -> dict[Action, float]:
        """How often each action is taken after these; ``states`` are one's own, a round each."""
        passed, real = replayed(self.suite.rules, actions)
        places = self.suite.start()
        for before, action in passed:
            places = self.suite.after(self.suite.present(places, before), action)
        places = self.suite.present(places, real)
        found: dict[Action, float] = {}
        for member, place, number, action, share in choices(self.suite, self.weigh, places, real):
            one = self.suite.members[member]
            block = one.layout.block(self.strategies[member], place)
            state = states[real.round]
            chance = float(block[number, one.buckets[real.player][real.round][state]])
            found[action] = found.get(action, 0.0) + share * chance
        return found or {called(real): 1.0}
