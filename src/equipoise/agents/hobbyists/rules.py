"""A rule-based player, like xbot (Papp 1998, section 4.6) and figure 4.1.

The hand's feature and the bets it faces determine the probabilities of raise, call and fold. One
entry is from the figure: facing two bets with less than top pair and no draw it raises 10%, calls
10% and folds 80% of the time. The rest is ours.
"""

from __future__ import annotations

from random import Random

from equipoise.agents.hobbyists.base import Hobbyist
from equipoise.agents.hobbyists.features import Feature, feature
from equipoise.agents.loki.situation import LokiSituation
from equipoise.games.action import Kind
from equipoise.games.observation import Observation

Chances = tuple[int, int]

#: percent of raises and of calls (the rest folds), facing no bet, one, and two or more
RULES: dict[Feature, tuple[Chances, Chances, Chances]] = {
    Feature.STRONG: ((90, 10), (70, 30), (40, 60)),
    Feature.TOP_PAIR: ((80, 20), (20, 70), (5, 65)),
    Feature.DRAW: ((40, 60), (10, 85), (5, 75)),
    Feature.PAIR: ((30, 70), (5, 45), (10, 10)),
    Feature.NOTHING: ((10, 90), (2, 8), (10, 10)),
}


class Rules(Hobbyist):
    """Samples from the probabilities of its rules."""

    def after_flop(self, observation: Observation, situation: LokiSituation, rng: Random) -> Kind:
        """Find the rule and draw."""
        facing = 0 if not situation.to_call else 1 if situation.bets_to_call <= 1 else 2
        raises, calls = RULES[feature(observation.hole, observation.board)][facing]
        drawn = rng.random() * 100
        if drawn < raises:
            return Kind.RAISE
        if drawn < raises + calls or situation.put_in:
            return Kind.CALL
        return Kind.FOLD
