"""Action frequencies of a player: counts in twelve contexts (Papp 1998, 7.1.2).

A context is a round and the bets to call (0, 1, 2 or more). Contexts with few counts are blended
with those of the round before, and finally with the defaults of a typical player (equation 7.4).
"""

from __future__ import annotations

from equipoise.agents.loki.public import PublicAction
from equipoise.games.action import Kind

FOLD, CALL, RAISE = range(3)
#: shares of fold, check or call, and bet or raise, by bets to call (Table B.2)
DEFAULTS = ((0.0, 0.5, 0.5), (0.5, 0.3, 0.2), (0.7, 0.2, 0.1))
#: from this many counts on a context is used alone ("selected arbitrarily", 7.1.2)
ENOUGH = 20
ROUNDS, MOST_BETS = 4, 2

Shares = tuple[float, float, float]

_KINDS = {Kind.FOLD: FOLD, Kind.CALL: CALL, Kind.RAISE: RAISE}


def context(action: PublicAction) -> tuple[int, int]:
    """The round and the bets to call, capped at 2."""
    return action.round, min(action.bets_to_call, MOST_BETS)


class Frequencies:
    """Action counts of one player; nothing is forgotten."""

    def __init__(self) -> None:
        self.counts = [[[0, 0, 0] for _ in DEFAULTS] for _ in range(ROUNDS)]

    def add(self, action: PublicAction) -> None:
        """Count an action in its context."""
        in_round, bets = context(action)
        self.counts[in_round][bets][_KINDS[action.kind]] += 1

    def shares(self, in_round: int, bets: int) -> Shares:
        """Equation 7.4, from the defaults before the first round up to this one.

        The printed equation blends f'' into itself for few counts; the text before it (equation
        7.3) has the counted share f there, and so does this.
        """
        mixed = DEFAULTS[bets]
        for counts in self.counts[: in_round + 1]:
            seen = counts[bets]
            total = sum(seen)
            weight = min(total / ENOUGH, 1.0)
            if total:
                mixed = (
                    weight * seen[0] / total + (1 - weight) * mixed[0],
                    weight * seen[1] / total + (1 - weight) * mixed[1],
                    weight * seen[2] / total + (1 - weight) * mixed[2],
                )
        return mixed


def raise_threshold(shares: Shares) -> float:
    """The fraction of hands below a player's raising hands: 1 - F (section 7.2.1)."""
    return max(1.0 - shares[RAISE], 0.0)


def call_threshold(shares: Shares) -> float:
    """The fraction of hands below a player's calling hands, which are below the raising hands."""
    return max(1.0 - shares[RAISE] - shares[CALL], 0.0)
