"""Responses of a hold'em blueprint to opening bets, averaged over its cards.

The bets do not depend on the bettor's cards, so the opponent's 1,326 hands have equal weight.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from equipoise.games.action import Action
from equipoise.games.public_state import PublicState
from equipoise.translation.boundary import ANSWERS

if TYPE_CHECKING:
    from equipoise.kernels.types import Float64s
    from equipoise.policies.blueprint import Blueprint
    from equipoise.translation.mappings import Number


@dataclass(frozen=True)
class TableResponder:
    """Responds to each bet by a table of probabilities."""

    chances: dict[int, Float64s]

    def respond(self, bet: Number, rng: np.random.Generator) -> int:
        """A response drawn from the table."""
        return int(rng.choice(len(ANSWERS), p=self.chances[int(bet)]))


def opening_answers(policy: Blueprint, bets: Sequence[int]) -> TableResponder:
    """A policy's response probabilities to opening bets (totals of the hand), over all hands."""
    chances = {}
    for to in bets:
        answers = policy.range_chances(PublicState.at(policy.strategy.rules, [Action.raise_to(to)]))
        seen = np.zeros(len(ANSWERS))
        for action, probabilities in zip(answers.actions, answers.probabilities, strict=True):
            seen[ANSWERS.index(str(action.kind))] += probabilities.sum()
        chances[to] = seen / seen.sum()
    return TableResponder(chances)
