"""A translated strategy as a player of the full game, while a hand is played."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

from equipoise.abstraction.card_model import Buckets
from equipoise.games.action import Action
from equipoise.games.rules import GameRules
from equipoise.kernels.types import Float64s
from equipoise.translation.live import Behaviour, WeightedHistories
from equipoise.translation.options import Translation
from equipoise.translation.player import replayed
from equipoise.translation.situation import Situation
from equipoise.translation.steps import Steps
from equipoise.trees.layout import Layout


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
