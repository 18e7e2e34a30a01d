from random import Random

import pytest

from equipoise.agents.loki.postflop import Plans, Values, decide, values
from equipoise.agents.loki.settings import Deception, Settings
from equipoise.agents.loki.situation import FLOP, RIVER, TURN, LokiSituation
from equipoise.cards.outlook import Outlook
from equipoise.games.action import Kind

ALL = Settings(tightness="moderate")


def at(round_number=FLOP, to_call=0, bets=0, put_in=0, pot=20, behind=0):
    size = 2 if round_number == FLOP else 4
    return LokiSituation(
        round_number, size, pot, to_call, bets, put_in, 2, behind, 0, 3, False, bets < 4
    )


def hand(strength=0.0, positive=0.0, negative=0.0, settings=ALL):
    return values(Outlook(strength**0.5, positive, negative), 2, settings)


def decision(seen, situation, settings=ALL, plans=None, rng=None):
    return decide(settings, seen, situation, plans or Plans(), rng or Random(1))


def test_values_by_hand():
    """HS_2 of 0.6 is 0.36; EHS = 0.36 + 0.64 * 0.25 - 0.36 * 0.1."""
    seen = values(Outlook(0.6, 0.25, 0.1), 2, ALL)
    assert seen == Values(
        0.6, pytest.approx(0.36), 0.25, 0.1, pytest.approx(0.484), pytest.approx(0.52)
    )
    alone = values(Outlook(0.6, 0.25, 0.1), 2, Settings(counts_opponents=False))
    assert alone.strength == 0.6


@pytest.mark.parametrize(
    ("strength", "situation", "kind", "rule"),
    [
        (0.86, at(), Kind.RAISE, "Make2"),
        (0.86, at(to_call=2, bets=1), Kind.RAISE, "Make2"),
        (0.86, at(to_call=4, bets=2), Kind.CALL, "Make2"),
        (0.84, at(to_call=2, bets=1), Kind.CALL, "Make1"),
        (0.84, at(to_call=4, bets=2), Kind.FOLD, "Make1"),
        (0.84, at(to_call=4, bets=2, put_in=2), Kind.CALL, "Make1"),
        (0.51, at(), Kind.RAISE, "Make1"),
        (0.49, at(RIVER), Kind.CALL, "check"),
    ],
)
def test_bets_by_strength(strength, situation, kind, rule):
    seen = decision(hand(strength), situation)
    assert (seen.kind, seen.rule) == (kind, rule)


def test_pot_odds_at_the_corner():
    """A pot of 20 and 4 to call need a sixth: of potential before the river, of strength on it."""
    need = 4 / 24
    off = Settings(showdown_odds=False)
    for chance, kind in ((need, Kind.CALL), (need - 1e-9, Kind.FOLD)):
        assert decision(hand(0, chance), at(TURN, 4, 1), off).kind is kind
        assert (
            decision(Values(chance, chance, 0, 0, chance, chance), at(RIVER, 4, 1), off).kind
            is kind
        )
    assert decision(hand(0, need), at(TURN, 4, 1), Settings(pot_odds=False)).kind is Kind.FOLD


def test_showdown_odds_at_the_corner():
    """On the turn (4 + 4) / (20 + 4 + 8) = 1/4, on the flop (2 + 8) / (20 + 2 + 16); never later."""
    for situation, need in ((at(TURN, 4, 1), 8 / 32), (at(FLOP, 2, 1), 10 / 38)):
        for chance, kind in ((need, Kind.CALL), (need - 1e-9, Kind.FOLD)):
            seen = Values(chance, chance, 0, 0, chance, chance)
            assert decision(seen, situation).kind is kind
            assert decision(seen, situation, Settings(showdown_odds=False)).kind is Kind.FOLD
    low = Values(0.1, 0.1, 0, 0, 0.1, 0.1)
    assert decision(low, at(RIVER, 4, 1)).rule == "fold"


def test_a_semi_bluff_goes_on_until_somebody_bets():
    need = 4 / 32
    plans = Plans()
    first = decision(hand(0, need), at(FLOP), plans=plans)
    assert (first.kind, first.rule, plans.semi_bluff) == (Kind.RAISE, "semi-bluff", True)
    nothing = hand(0, 0)
    assert decision(nothing, at(TURN), plans=plans).kind is Kind.RAISE
    assert decision(nothing, at(RIVER), plans=plans).kind is Kind.RAISE
    assert decision(nothing, at(RIVER, 4, 2, 4, pot=200), plans=plans).kind is Kind.FOLD
    assert not plans.semi_bluff
    assert decision(nothing, at(RIVER), plans=plans).kind is Kind.CALL
    plans = Plans(semi_bluff=True)  # left from another hand: the flop starts anew
    assert decision(nothing, at(FLOP), plans=plans).kind is Kind.CALL
    assert decision(hand(0, need - 1e-9), at(FLOP)).kind is Kind.CALL
    assert decision(hand(0, 1.0 - 1e-9), at(RIVER), Settings(make1=2, make2=2)).kind is Kind.CALL
    assert decision(hand(0, need), at(FLOP), Settings(semi_bluff=False)).kind is Kind.CALL


def test_the_simple_strategy_knows_strength_alone():
    """Potential does not matter to it, and by figure 6.2 it calls once it has put money in."""
    simple = Settings(simple=True)
    draw = hand(0.1, 0.9)
    assert decision(draw, at(), simple).kind is Kind.CALL
    assert decision(draw, at(to_call=2, bets=1), simple).kind is Kind.FOLD
    assert decision(draw, at(to_call=2, bets=2, put_in=2), simple).kind is Kind.CALL
    assert decision(hand(0.5), at(), simple).rule == "Make1"
    assert decision(hand(0.85), at(to_call=2, bets=1), simple).kind is Kind.RAISE


class Loaded(Random):
    """Dice that always show one number."""

    def __init__(self, number):
        super().__init__(0)
        self.number = number

    def random(self):
        return self.number


TRICKY = Settings(deception=Deception())


def test_check_raises():
    """60% with three behind and EHS' of 0.92 (section 8.2); then the raise comes when one bets."""
    plans = Plans()
    strong = hand(0.92)
    assert decision(strong, at(behind=3), TRICKY, plans, Loaded(0.61)).kind is Kind.RAISE
    checked = decision(strong, at(behind=3), TRICKY, plans, Loaded(0.59))
    assert (checked.kind, checked.rule, plans.check_raise) == (Kind.CALL, "check-raise", FLOP)
    raised = decision(strong, at(to_call=2, bets=1), TRICKY, plans, Loaded(0.9))
    assert (raised.kind, raised.rule, plans.check_raise) == (Kind.RAISE, "check-raise", None)
    assert decision(strong, at(behind=2), TRICKY, plans, Loaded(0.0)).kind is Kind.RAISE
    assert decision(hand(0.91), at(behind=3), TRICKY, plans, Loaded(0.0)).rule == "Make2"
    fake = decision(hand(0.6), at(behind=3), TRICKY, plans, Loaded(0.0))
    assert (fake.kind, fake.rule) == (Kind.CALL, "fake check-raise")
    assert decision(hand(0.6), at(TURN, 4, 1), TRICKY, plans, Loaded(0.9)).rule == "Make1"


def test_bluffs_and_balancing_raises():
    weak, median = hand(0.08**2), hand(0.5**2)  # against two opponents
    assert decision(weak, at(RIVER), TRICKY, rng=Loaded(0.0)).rule == "pure bluff"
    assert decision(weak, at(RIVER), TRICKY, rng=Loaded(0.5)).kind is Kind.CALL
    assert decision(weak, at(TURN), TRICKY, rng=Loaded(0.0)).kind is Kind.CALL
    assert decision(median, at(RIVER), TRICKY, rng=Loaded(0.0)).kind is Kind.CALL
    assert decision(hand(0.11**2), at(RIVER), TRICKY, rng=Loaded(0.0)).kind is Kind.CALL
    facing = at(to_call=2, bets=1)
    assert decision(hand(0.6), facing, TRICKY, rng=Loaded(0.0)).rule == "balancing raise"
    assert decision(hand(0.6), facing, TRICKY, rng=Loaded(0.5)).kind is Kind.CALL
    capped = at(to_call=2, bets=4, put_in=2)
    assert decision(hand(0.9), capped, TRICKY, rng=Loaded(0.0)).kind is Kind.CALL
