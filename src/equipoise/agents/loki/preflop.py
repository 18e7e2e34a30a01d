"""Before the flop: income rates against thresholds (Papp 1998, section 6.1, Table B.1)."""

from __future__ import annotations

from dataclasses import dataclass
from enum import IntEnum

from equipoise.agents.loki.decision import Decision, make
from equipoise.agents.loki.settings import Settings, Tightness
from equipoise.agents.loki.situation import LokiSituation
from equipoise.games.action import Kind

#: probability that a player who has not acted will play (appendix B)
PROBABILITY_PLAY = 0.6


class Group(IntEnum):
    """Number of expected players; the value is the number of opponents of the income rates used."""

    TWO = 1
    THREE_OR_FOUR = 3
    FIVE_OR_MORE = 6


class PreflopStrategy(IntEnum):
    """The strategy for the rest of the round, weakest first."""

    MAKE0, CALL1, MAKE1, CALL2, MAKE2, MAKE4 = range(6)

    @property
    def label(self) -> str:
        """The thesis' name."""
        return self.name.capitalize()


#: [base, increment] of Make1, Make2 and Make4, in thousandths of income rate (Table B.1)
TABLE_B1: dict[Group, dict[Tightness, tuple[tuple[int, int], ...]]] = {
    Group.TWO: {
        "tight": ((-50, 50), (150, 50), (300, 0)),
        "moderate": ((-50, 50), (50, 50), (300, 0)),
        "loose": ((-50, 50), (0, 0), (300, 0)),
    },
    Group.THREE_OR_FOUR: {
        "tight": ((50, 50), (200, 50), (580, 0)),
        "moderate": ((50, 25), (200, 25), (580, 0)),
        "loose": ((50, 10), (200, 10), (580, 0)),
    },
    Group.FIVE_OR_MORE: {
        "tight": ((0, 70), (450, 50), (900, 0)),
        "moderate": ((0, 50), (450, 25), (900, 0)),
        "loose": ((0, 30), (450, 10), (900, 0)),
    },
}
#: Call1 and Call2 of the small blind, who owes half a bet (appendix B)
SMALL_BLIND = {Group.THREE_OR_FOUR: (-75, 200), Group.FIVE_OR_MORE: (0, 450)}


@dataclass(frozen=True)
class Choice:
    """A strategy and the inputs of its choice; ``thresholds`` from the strongest strategy down."""

    strategy: PreflopStrategy
    group: Group
    expected_players: float
    position: int
    income_rate: float
    thresholds: dict[PreflopStrategy, int]


def expected_players(situation: LokiSituation) -> float:
    """Equation 6.2."""
    undecided = situation.in_pot - situation.guaranteed
    return situation.guaranteed + PROBABILITY_PLAY * undecided


def group_of(situation: LokiSituation) -> Group:
    """Figure 6.1. The text rounds the expected number instead, which is equivalent.

    With three or more players in the pot, either three have money in it or nobody is undecided.
    """
    if situation.in_pot < 3:
        return Group.TWO
    return Group.FIVE_OR_MORE if expected_players(situation) >= 4.5 else Group.THREE_OR_FOUR


def thresholds(
    group: Group, settings: Settings, situation: LokiSituation
) -> dict[PreflopStrategy, int]:
    """The income rate each strategy needs: base + increment * position (equation 6.1)."""
    one, two, four = (
        base + increment * situation.position
        for base, increment in TABLE_B1[group][settings.tightness]
    )
    call_one, call_two = one, two
    if situation.is_small_blind and group in SMALL_BLIND:
        call_one, call_two = SMALL_BLIND[group]
    found = {
        PreflopStrategy.MAKE4: four,
        PreflopStrategy.MAKE2: two,
        PreflopStrategy.CALL2: call_two,
        PreflopStrategy.MAKE1: one,
        PreflopStrategy.CALL1: call_one,
    }
    return {strategy: value + settings.shift for strategy, value in found.items()}


def choose(settings: Settings, situation: LokiSituation, rates: dict[Group, float]) -> Choice:
    """The strategy for this round (figure 6.1); ``rates`` are the hand's income rates by group."""
    group = group_of(situation)
    rate = rates[group]
    needed = thresholds(group, settings, situation)
    strategy = next((s for s, least in needed.items() if rate >= least), PreflopStrategy.MAKE0)
    return Choice(strategy, group, expected_players(situation), situation.position, rate, needed)


def play(strategy: PreflopStrategy, situation: LokiSituation) -> Decision:
    """The strategy's action now."""
    if strategy is PreflopStrategy.MAKE4:
        kind = Kind.RAISE if situation.can_raise else Kind.CALL
        why = "raise as long as the rules allow, then call"
    elif strategy is PreflopStrategy.MAKE2:
        kind = make(2, situation)
        why = "raise while fewer than two bets have been made, else call"
    elif strategy is PreflopStrategy.CALL2:
        kind, why = Kind.CALL, "call any bet"
    elif strategy is PreflopStrategy.MAKE0:
        kind, why = make(0, situation), "check if free, else fold"
    else:
        kind = make(1, situation)
        if strategy is PreflopStrategy.CALL1 and kind is Kind.RAISE:
            kind = Kind.CALL
        why = "call up to one bet, or any bet after voluntary money"
    return Decision(kind, strategy.label, why)
