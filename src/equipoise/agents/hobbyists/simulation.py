"""A simulation-based player, after r00lbot (Papp 1998, section 4.6).

After the flop it simulates the hand to the showdown, typically 3,000 times, against random hands of
its opponents, plus one more for every bet of the round, and acts on its share of the pots.
"""

from __future__ import annotations

from random import Random

import numpy as np

from equipoise.agents.hobbyists.base import Hobbyist
from equipoise.agents.loki.situation import LokiSituation
from equipoise.games.action import Kind
from equipoise.games.observation import Observation
from equipoise.kernels.arrays import frozen
from equipoise.kernels.cards.income import sample_against_random

_MOST_OPPONENTS = 20


class Simulation(Hobbyist):
    """Bets with a share of at least ``bet``, raises with ``raises``, calls by pot odds."""

    def __init__(self, deals: int, bet: float, raises: float) -> None:
        self.deals, self.bet, self.raises = deals, bet, raises

    def after_flop(self, observation: Observation, situation: LokiSituation, rng: Random) -> Kind:
        """Act on the share of pots won."""
        opponents = min(situation.opponents + situation.bets_made, _MOST_OPPONENTS)
        share = share_against_random(observation, opponents, self.deals, rng)
        least = self.raises if situation.bets_made else self.bet
        if share >= least and situation.can_raise:
            return Kind.RAISE
        if not situation.to_call:
            return Kind.CALL
        return Kind.CALL if share >= situation.pot_odds else Kind.FOLD


def share_against_random(
    observation: Observation, opponents: int, deals: int, rng: Random
) -> float:
    """The share of the pots that a hand wins against random hands, over ``deals`` deals."""
    shared = np.zeros(opponents + 2, dtype=np.int64)
    state = np.array([rng.getrandbits(64) for _ in range(4)], dtype=np.uint64)
    sample_against_random(
        frozen(np.array(observation.hole, dtype=np.uint8)),
        frozen(np.array(observation.board, dtype=np.uint8)),
        opponents,
        deals,
        state,
        shared,
    )
    return float((shared[1:] / np.arange(1, opponents + 2)).sum()) / deals
