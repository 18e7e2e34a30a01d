"""Agents that learn of the opponent: what they try, what they conclude, when they stop."""

from itertools import pairwise
from random import Random

import pytest
from tests.agents.books import leduc
from tests.agents.sitting import HardReader, sit

from equipoise.agents.bankroll import Bankroll, line_of
from equipoise.agents.baselines import Caller, Folder
from equipoise.agents.learner import BoundaryLearner
from equipoise.agents.opening import Opening
from equipoise.agents.policy_agent import PolicyAgent
from equipoise.agents.predictions import (
    EQUITY,
    MEMORY,
    WEIGHT,
    Outcomes,
    naive_outcomes,
    plus_minus_value,
)
from equipoise.agents.registry import find_agent
from equipoise.base.errors import InputError
from equipoise.games import Action, State, find_game
from equipoise.policies.exploiters import exploiter, naive
from equipoise.translation.boundary import Learner, answers_expected
from equipoise.translation.mappings import find_mapping, reading
from equipoise.translation.options import Translation

GAME = "leduc-nolimit:200"
RULES = find_game(GAME)
LOWER, UPPER = (0.3, 0.6, 0.1), (0.9, 0.1, 0.0)


def start(rules=RULES, cards=None):
    state = State.start(rules).deal(cards or rules.deck.cards[:2])
    return state.observe(state.to_act)


# --- the bets that are tried ----------------------------------------------------------------------


def test_even_bets_are_those_of_table_4_1():
    """20 amounts on the way from the pot (6 in all) to all-in (1000) at 500 big blinds."""
    opening = Opening.at_start(find_game("holdem-nolimit:500bb"), 20, "even")
    assert opening.bets[:3] == (55, 105, 155) and opening.bets[-1] == 1000
    assert opening.bets == tuple(6 + 994 * k // 20 for k in range(1, 21))
    for boundary in (0.1, 0.3, 0.5, 0.7, 0.9):
        mapping = find_mapping(f"cut-{boundary}")
        read = [reading(mapping, to - 2, [4, 998]) == [(0, 1)] for to in opening.bets]
        assert read == [place < round(20 * boundary) for place in range(20)]


def test_ratio_bets_begin_at_the_pot_and_meet_the_geometric_mean():
    opening = Opening.at_start(find_game("holdem-nolimit:500bb"), 6, "ratio")
    assert opening.bets == (6, 12, 27, 65, 160, 399)
    assert opening.mapping(3) == "geometric"  # the thesis' up-bet of 63 beyond the call


@pytest.mark.parametrize(("spacing", "count"), [("even", 20), ("ratio", 6), ("ratio", 2)])
@pytest.mark.parametrize("game", ["holdem-nolimit:500bb", "holdem-nolimit:100bb", GAME])
def test_the_mapping_of_a_place_reads_the_bets_so(game, spacing, count):
    opening = Opening.at_start(find_game(game), count, spacing)
    pot, all_in = opening.pot, opening.all_in - opening.call_to
    for place in range(count - 1):
        mapping = find_mapping(opening.mapping(place))
        read = [reading(mapping, to - opening.call_to, [pot, all_in]) for to in opening.bets]
        assert [r == [(0, 1)] for r in read] == [number <= place for number in range(count)]
        assert find_mapping(mapping.name).name == mapping.name  # cut-0 too, at the pot itself
    assert opening.mapping(count - 1) is None


def test_no_room_and_no_opening():
    assert Opening.at_start(find_game("leduc-nolimit:3"), 6, "ratio") is None
    with pytest.raises(InputError, match="has no room for 20 trial bets"):
        BoundaryLearner(Learner(20), "even", Folder()).check_game(find_game("leduc-nolimit:5"))
    with pytest.raises(InputError, match="a game of two players"):
        BoundaryLearner(Learner(20), "even", Folder()).check_game(
            find_game("holdem-nolimit:100bb,6p")
        )


# --- the boundary learner -------------------------------------------------------------------------


@pytest.mark.parametrize("place", [2, 9, 15])
def test_the_boundary_of_a_hard_reader_is_found(place):
    bets = Opening.at_start(RULES, 20, "even").bets
    agent = BoundaryLearner(Learner(20, expectation=answers_expected), "even", Folder())
    sit(agent, HardReader(bets[place], (0.1, 0.9, 0), (1, 0, 0)), GAME, 300, seed=place)
    seen = agent.estimate
    assert (seen.place, seen.converged) == (place, True)
    assert seen.hands == seen.counts.sum() < 150
    assert agent.remembers


def test_what_was_learnt_is_used():
    """After learning the opening is the largest bet read as the pot, then the small all-in."""
    source, _ = leduc(GAME, "fcpa")
    bets = Opening.at_start(RULES, 20, "even").bets
    made = []

    def exploit(mapping):
        made.append(mapping)
        return PolicyAgent(naive(source, Translation(mapping)))

    agent = BoundaryLearner(Learner(20, expectation=answers_expected), "even", Folder(), exploit)
    sit(agent, HardReader(bets[9], (0.1, 0.9, 0), (1, 0, 0)), GAME, 300)
    assert made == [agent.mapping]
    bet = agent.act(start(), Random(0))
    assert bets[9] <= bet.to < bets[10]
    following, jam = line_of(naive(source, Translation(agent.mapping)), start())
    assert following == bet.to < jam < 200


def test_who_answers_all_bets_alike_teaches_nothing():
    agent = BoundaryLearner(
        Learner(6, most_hands=30, expectation=answers_expected), "ratio", Folder(), pytest.fail
    )
    sit(agent, Caller(), GAME, 200)
    assert agent.mapping is None and agent.learner.is_done and agent.learner.hands == 30
    assert agent.act(start(), Random(0)) == Action.fold() or start().legal().is_check


# --- exploiters against a moved boundary ----------------------------------------------------------


@pytest.mark.parametrize("mapping", ["hard", "arithmetic", "cut-0.3"])
def test_a_large_pot_is_the_last_bet_that_the_mapping_reads_so(mapping):
    source, _ = leduc(GAME, "fcpa")
    bet, _ = line_of(naive(source, Translation(mapping)), start())
    called, pot, all_in, hard = 1, 2, 199, find_mapping(mapping)
    assert reading(hard, bet - called, [pot, all_in]) == [(0, 1)]
    assert reading(hard, bet - called + 1, [pot, all_in]) == [(1, 1)]
    assert exploiter("alldown", source, Translation("soft")).translation.mapping == "geometric"


# --- predictions ----------------------------------------------------------------------------------


def test_the_value_of_naive_pa_by_hand():
    """Half fold to the first bet, all to the second: 0.5 x 2 + 0.5 x 65, nothing else."""
    outcomes = naive_outcomes((500_000, 500_000, 0), (10**9, 0, 0), 2, 65, 116)
    value = outcomes.value()
    assert value.mean == pytest.approx(0.5 * 2 + 0.5 * 65, abs=1e-3)
    assert value.error == pytest.approx(31.5 / WEIGHT**0.5, abs=1e-2)
    never = naive_outcomes((0, 10**9, 0), (0, 10**9, 0), 2, 65, 116).value()
    assert never.mean == pytest.approx((2 * EQUITY - 1) * 116, abs=1e-3)
    raised = naive_outcomes((0, 0, 10**9), (10**9, 0, 0), 2, 65, 116).value()
    assert raised.mean == pytest.approx(-65, abs=1e-3)
    assert value.mean > value.error and never.at_best < 0


def test_hands_correct_a_prediction_and_fade():
    outcomes = Outcomes((0.5, 0.5, 0.0), (2.0, 65.0, -58.0))
    for _ in range(40):
        outcomes.add(2, -100.0)
    assert outcomes.value().mean < -70 and outcomes.value().at_best < 0
    for _ in range(2000):
        outcomes.add(0, 2.0)
    assert sum(outcomes.counts) == pytest.approx(MEMORY, rel=0.01)
    assert outcomes.value().mean == pytest.approx(2.0, abs=0.05)
    assert outcomes.hands == 2040


def test_the_value_of_plus_minus_by_hand():
    """A quarter of the hands, called always, wins 60%: 0.25 x 0.2 x 59 chips."""
    value = plus_minus_value((0, 10**9, 0), 6, 65)
    assert value.mean == pytest.approx(0.25 * 0.2 * 59, abs=1e-6)
    assert plus_minus_value((10, 0, 0), 6, 65).mean < 0.2


# --- the bankroll agent ---------------------------------------------------------------------------


def bankroll(**options):
    source, _ = leduc(GAME, "fcpa")
    given = {"bets": 6, "explore": 60, "confidence": 0.95} | options
    return Bankroll(source, Translation("soft"), **given)


def test_it_tries_all_bets_alike():
    agent = bankroll(explore=24)
    sit(agent, HardReader(20, (0.2, 0.8, 0), (1, 0, 0)), GAME, 48)
    assert agent.model.counts.sum(axis=0).tolist() == [4] * 6


def test_it_wins_from_who_translates_hard():
    """A boundary at the geometric mean, and folds to what looks like all-in."""
    agent = bankroll()
    boundary = Opening.at_start(RULES, 6, "ratio").bets[3]
    won = sit(agent, HardReader(boundary, LOWER, UPPER), GAME, 1000)
    naive_ones = [side[0] for side in agent.techniques]
    assert not any(technique.dropped for technique in naive_ones)
    assert min(technique.outcomes.hands for technique in naive_ones) > 200
    late = won[500:]
    assert sum(late) / len(late) > 3.0  # antes a hand
    assert agent.model.estimate().place == 3


def test_it_is_not_fooled_for_long():
    """Who answers trial bets like a hard reader and then raises what looks like all-in."""
    agent = bankroll()
    boundary = Opening.at_start(RULES, 6, "ratio").bets[3]
    sit(agent, HardReader(boundary, LOWER, UPPER, springs=True), GAME, 1000)
    for technique, _ in agent.techniques:
        assert technique.predicted.mean > 0 > technique.value().mean
        assert technique.outcomes.hands < 60


def test_without_a_boundary_it_plays_its_strategy():
    agent = bankroll(explore=12)
    sit(agent, Caller(), GAME, 120)
    assert agent.techniques == ([], [])
    assert agent.model.hands == 36  # three periods
    seen = start()
    assert agent.rest.policy.chances(seen).keys() >= {agent.act(seen, Random(0))}


def test_the_line_at_500_big_blinds_is_that_of_the_thesis():
    """Section 3.4: the up-bet to 2 + 63; all-in begins at 6 + 109 in abstract, 65 + 348 in real."""
    from tests.agents.books import blind_source

    source = blind_source("holdem-nolimit:500bb", "fcpa")
    seen = start(source.rules, (0, 1, 2, 3))
    lines = {style: line_of(naive(source, Translation("hard", style)), seen) for style in
             ("abstract", "real")}  # fmt: skip
    assert lines == {"abstract": (65, 116), "real": (65, 414)}


# --- by name --------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("boundary-learner:then=naive-pa", "then=naive-pa without a strategy; give strategy=DIR"),
        ("boundary-learner:confidence=1", "confidence is '1'; a number, 0.01 to 0.9999"),
        ("boundary-learner:bets=1", "bets is '1'; a whole number, 2 to 100"),
        ("bankroll-2009", "strategy is missing"),
        ("bankroll-2009:strategy=nowhere", "nowhere"),
        ("coach:first=nowhere", "nowhere"),
        ("switching", "strategies is missing"),
        ("coach:kind=offensive,first=a,second=b", "a"),
    ],
)
def test_what_is_wrong_is_one_line(text, problem):
    with pytest.raises(InputError) as error:
        find_agent(text).make()
    assert problem in str(error.value) and "\n" not in str(error.value)


def test_the_learner_by_name():
    agent = find_agent("boundary-learner:bets=5,spacing=ratio,expects=model,hands=9").make()
    assert agent.learner.counts.shape == (3, 5) and agent.learner.most_hands == 9
    assert agent.spacing == "ratio"
    assert all(a < b for a, b in pairwise(Opening.at_start(RULES, 5, "ratio").bets))
