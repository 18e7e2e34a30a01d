"""What plays the full game and can say how, from the actions of a hand and one's own cards."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from equipoise.games.action import Action
from equipoise.games.betting import BettingState
from equipoise.games.rules import GameRules
from equipoise.translation.situation import Situation


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
