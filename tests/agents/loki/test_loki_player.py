from random import Random

import numpy as np
import pytest
from tests.agents.loki.spots import spot

from equipoise.agents.agent import HandStarted
from equipoise.agents.loki.beliefs import Uniform
from equipoise.agents.loki.explain import earlier_decisions, explain, weights_by_type
from equipoise.agents.loki.player import Loki, income_rates
from equipoise.agents.loki.preflop import Group
from equipoise.agents.loki.settings import Deception, Settings
from equipoise.agents.loki.typical import typical_weights
from equipoise.agents.loki.versions import VERSIONS
from equipoise.agents.registry import find_agent, register
from equipoise.base.errors import InputError
from equipoise.cards import parse_cards
from equipoise.cards.combos import combo_index
from equipoise.cards.strength import assess
from equipoise.games.action import Kind
from equipoise.matches.match import play_match
from equipoise.matches.plan import MatchPlan


def make(settings=None):
    return Loki(settings or Settings(tightness="tight"), Uniform())


def test_the_example_of_section_6_1_with_our_own_income_rates():
    rate = income_rates(tuple(parse_cards("AdTd")))[Group.THREE_OR_FOUR]
    assert rate == pytest.approx(491, abs=5)
    seen = explain(make(), spot("ff"))
    assert seen.thought.decision.rule == "Make2" and seen.action == "raise"


def test_a_strategy_stays_for_the_round():
    """Sevens enter among six to call one bet; alone with a raiser they would be worth four."""
    player = make()
    first, later = (spot(line, hole="7d7h") for line in ("", "cffffr"))
    assert player.think(first, Random(1)).decision.rule == "Make1"
    thought = player.think(later, Random(1))
    assert (thought.decision.rule, thought.decision.kind) == ("Make1", Kind.CALL)
    assert make().think(later, Random(1)).decision.kind is Kind.RAISE


def test_money_put_in_keeps_a_player_in():
    """KTo on the button calls one bet; raised behind it stays in, because it has put money in."""
    player = make(Settings(tightness="loose"))
    first = spot("fff", hole="KdTh")
    assert player.act(first, Random(1)).kind is Kind.RAISE
    weak = make(Settings(tightness="loose", shift=150))
    assert weak.act(first, Random(1)).kind is Kind.CALL
    assert weak.act(spot("fffcrr", hole="KdTh"), Random(1)).kind is Kind.CALL
    fresh = make(Settings(tightness="loose", shift=150))
    assert fresh.act(spot("fffrrr", 7, hole="KdTh"), Random(1)).kind is Kind.FOLD


def test_a_new_hand_begins_anew():
    player = make()
    assert player.act(spot("ff", hole="AdAh"), Random(1)).kind is Kind.RAISE
    assert player.act(spot("ff", hole="7d2h"), Random(1)).kind is Kind.FOLD
    told = make()
    told.observe(HandStarted(spot().rules, 0, 4, tuple("abcdef")))
    assert told.act(spot("ff", hole="AdAh"), Random(1)).kind is Kind.RAISE
    told.observe(HandStarted(spot().rules, 1, 4, tuple("abcdef")))
    assert told.act(spot("ff", hole="7d2h"), Random(1)).kind is Kind.FOLD


def test_values_are_those_of_the_strength_command():
    seen = explain(make(), spot("ffrfcc/ccr", hole="AdTd", board="Kd7d2c"))
    expected = assess(parse_cards("AdTd"), parse_cards("Kd7d2c"), opponents=2)
    found = seen.thought.values
    assert found is not None
    assert found.strength == pytest.approx(expected.hs)
    assert (found.positive, found.negative) == pytest.approx((expected.ppot1, expected.npot1))
    assert (found.effective, found.optimistic) == pytest.approx(
        (expected.ehs, expected.ehs_optimistic)
    )
    assert sorted(seen.weights) == [1, 4] and seen.same_for_all


def test_earlier_decisions_are_what_was_seen():
    seen = spot("ffrfcc/ccr", hole="AdTd", board="Kd7d2c")
    earlier = list(earlier_decisions(seen))
    assert [(o.round, o.position, kind) for o, kind in earlier] == [
        (0, 0, Kind.CALL),
        (1, 0, Kind.CALL),
    ]
    assert earlier[1][0] == spot("ffrfcc/", hole="AdTd", board="Kd7d2c")


def test_plans_of_somebody_else_come_to_nothing():
    """A draw that was checked, where Loki would have semi-bluffed, is no bluff on the turn."""
    cards = {"hole": "5d4d", "board": "KdQd9c2s"}
    flop = explain(make(), spot("ffcccc/", **cards))
    assert flop.thought.decision.rule == "semi-bluff"
    bet, checked = (explain(make(), spot(f"ffcccc/{line}/", **cards)) for line in ("rccc", "cccc"))
    assert "continues" in bet.thought.decision.why
    assert "continues" not in checked.thought.decision.why


def test_plans_end_with_the_hand():
    """A semi-bluff of one hand is none in the next, wherever a player comes into it."""
    player, cards = make(), {"hole": "5d4d", "board": "KdQd9c2s"}
    flop, turn = (spot(line, **cards) for line in ("ffcccc/", "ffcccc/rccc/"))
    news = HandStarted(flop.rules, 0, flop.position, tuple("abcdef"))
    player.observe(news)
    assert player.think(flop, Random(1)).decision.rule == "semi-bluff"
    assert "continues" in player.think(turn, Random(1)).decision.why
    player.observe(news)
    assert "continues" not in player.think(turn, Random(1)).decision.why


def test_typical_weights_are_the_reweighting_at_its_corners():
    weights = typical_weights()
    rates = income_rates(tuple(parse_cards("AsAh")))
    assert rates[Group.FIVE_OR_MORE] > 1900
    assert weights[combo_index(*parse_cards("AsAh"))] == 1.0
    assert weights[combo_index(*parse_cards("7s2h"))] == 0.01
    assert np.median(weights) == pytest.approx(0.5, abs=0.01)
    by_type = weights_by_type(np.ones(1326), tuple(parse_cards("AsAhAdAc")[:3]))
    assert np.isnan(by_type[168]) and by_type[0] == 1.0


def test_versions_differ_as_the_thesis_says():
    a, e = VERSIONS["loki-a"].settings, VERSIONS["loki-e"].settings
    assert not VERSIONS["loki-b"].settings.showdown_odds and a.showdown_odds
    assert not VERSIONS["loki-c"].settings.pot_odds and not VERSIONS["loki-d"].settings.semi_bluff
    assert e.simple and e.tightness == "moderate"
    loose, tight = VERSIONS["loki-bpl"].settings, VERSIONS["loki-bpt"].settings
    assert (loose.make1, loose.make2, loose.shift, loose.tightness) == (0.4, 0.8, -100, "loose")
    assert (tight.make1, tight.make2, tight.shift, tight.tightness) == (0.6, 0.9, 100, "tight")
    assert not VERSIONS["loki-bpl2"].settings.counts_opponents


def test_another_game_is_refused():
    with pytest.raises(InputError, match="cannot play"):
        MatchPlan("leduc", ("loki-a", "loki-b"), 10).checked()
    with pytest.raises(InputError, match="model is 'psychic'"):
        find_agent("loki-a:model=psychic")


@pytest.fixture
def tricky():
    """A Loki with every trick, often, by the name of tricky."""
    often = Deception(1.0, 0.7, 1, 0.5, 0.5, 0.5, 0.5)
    register("tricky", "for tests")(lambda: Loki(Settings(deception=often), Uniform()))


@pytest.mark.parametrize("players", [10, 6, 3, 2])
def test_thousands_of_hands_without_a_fault(players, tricky):
    names = ["loki-a", "tricky", "simulation:deals=20", "loki-bpl2", "rules", "loki-bpt"]
    names += ["loki-simple", "loki-e", "raise", "loki-d"]
    game = f"holdem-limit:{players}p"
    plan = MatchPlan(game, tuple(names[:players]), 100, seed=7, duplicate=True)
    result = play_match(plan, workers=1)
    assert [faults.total for faults in result.faults] == [0] * players
    assert result.parts.sum() == 0


def test_the_same_seed_gives_the_same_hands(tricky):
    plan = MatchPlan("holdem-limit:3p", ("tricky", "rules", "simulation:deals=50"), 50, seed=3)
    one, other = (play_match(plan, workers=1).parts for _ in range(2))
    assert (one == other).all()
