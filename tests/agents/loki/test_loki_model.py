"""The model at a table: what it counts, what it may know, and what it forgets."""

import dataclasses
from random import Random

import numpy as np
import pytest

from equipoise.agents.loki.frequencies import CALL, FOLD, RAISE
from equipoise.agents.loki.model import (
    Generic,
    GenericInverse,
    OpponentModel,
    Specific,
    SpecificInverse,
)
from equipoise.agents.loki.public import PublicAction, Seats, Story
from equipoise.agents.registry import find_agent
from equipoise.cards.card import parse_cards
from equipoise.cards.combos import combo_index, combos_with
from equipoise.cards.income_table import income_by_combo
from equipoise.games import find_game
from equipoise.games.action import Action, Kind
from equipoise.games.dealing import HandCards
from equipoise.games.state import State
from equipoise.matches.match import play_match
from equipoise.matches.plan import MatchPlan
from equipoise.matches.session import Dealer

MODELLERS = ("loki-gom", "loki-som", "loki-gom2", "loki-som2", "loki-a", "loki-e")


def told(model, kinds, players=3, board="Ah7h2c", own=0):
    """A model after actions of seat 1 on a flop, each with the chips to call and if it is capped."""
    model.start(Seats(own, tuple(f"p{n}" for n in range(players))))
    flop = tuple(parse_cards(board))
    model.dealt(flop)
    for kind, to_call, capped in kinds:
        paid = to_call + (2 if kind is Kind.RAISE else 0)
        model.observe(PublicAction(1, kind, 1, flop, to_call, 2, 12, paid, capped))
    return model


def test_a_bet_makes_strong_hands_likelier_and_a_raise_still_more():
    strong, weak = (combo_index(*parse_cards(text)) for text in ("AsAd", "9d4s"))
    bet = told(Generic(), [(Kind.RAISE, 0, False)]).weights(1)
    both = told(Generic(), [(Kind.CALL, 0, False), (Kind.RAISE, 2, False)]).weights(1)
    assert bet[strong] == both[strong] == 1
    assert bet[weak] < 1 and both[weak] <= bet[weak]
    assert both.sum() < bet.sum()


def test_checks_and_folds_say_nothing_in_the_thesis():
    """The defect of sections 7.4 and 8.4.2, and its cure."""
    flop = parse_cards("Ah7h2c")
    strong = combo_index(*parse_cards("AsAd"))
    assert set(told(Generic(), [(Kind.CALL, 0, False)]).weights(1)[~combos_with(flop)]) == {1.0}
    cured = told(GenericInverse(), [(Kind.CALL, 0, False)]).weights(1)
    assert cured[strong] == pytest.approx(0.01)
    assert cured[combo_index(*parse_cards("9d4s"))] > 0.9


def test_the_inverse_of_a_call_ends_at_the_cap():
    strong = combo_index(*parse_cards("AsAd"))
    assert told(GenericInverse(), [(Kind.CALL, 2, False)]).weights(1)[strong] < 0.05
    assert told(GenericInverse(), [(Kind.CALL, 2, True)]).weights(1)[strong] == 1


def test_a_draw_excuses_a_call_but_not_the_missing_raise():
    """A set on a flop keeps its weight by potential below, and loses it for not raising."""
    strong, draw = (combo_index(*parse_cards(text)) for text in ("7s7d", "9h8h"))
    cheap = told(GenericInverse(), [(Kind.CALL, 2, False)]).weights(1)
    assert cheap[strong] < 0.05 and cheap[draw] > 0.5


def test_a_raise_after_a_check_takes_the_saved_array():
    once = told(GenericInverse(), [(Kind.RAISE, 2, False)]).weights(1).copy()
    twice = told(GenericInverse(), [(Kind.CALL, 0, False), (Kind.RAISE, 2, False)]).weights(1)
    assert np.array_equal(once, twice)


def test_hands_with_the_potential_for_the_pot_odds_keep_their_weight():
    """A flush draw calls 2 into 12, though it is weak now."""
    weights = told(Generic(), [(Kind.CALL, 2, False)]).weights(1)
    draw, nothing = (combo_index(*parse_cards(text)) for text in ("9h8h", "9d4s"))
    assert weights[draw] == 1 and weights[nothing] < 0.3


def test_the_field_leaves_out_who_folded_and_oneself():
    model = told(Generic(), [(Kind.RAISE, 0, False)], players=4)
    flop = tuple(parse_cards("Ah7h2c"))
    model.observe(PublicAction(2, Kind.FOLD, 1, flop, 2, 2, 14, 0, False))
    parts = [model.weights(seat) / model.weights(seat).sum() for seat in (1, 3)]
    assert np.allclose(model.field(), np.mean(parts, axis=0), atol=1e-15)
    assert model.field().sum() == pytest.approx(1)


def test_a_new_hand_starts_with_nothing_believed():
    model = told(Specific(), [(Kind.RAISE, 0, False)])
    assert model.weights(1).min() == 0
    model.start(Seats(1, ("a", "b", "c", "d")))
    assert np.array_equal(model.weights(3), np.ones(1326))


def test_no_field_of_what_a_model_is_told_has_room_for_a_hole_card():
    """Positions, kinds, chips and the board: the only cards are those on the table."""
    names = {field.name for field in dataclasses.fields(PublicAction)}
    assert names == {
        "seat", "kind", "round", "board", "to_call", "bet_size", "pot", "paid", "capped",
    }  # fmt: skip
    assert {field.name for field in dataclasses.fields(Seats)} == {"own", "names"}
    with pytest.raises((TypeError, AttributeError)):
        PublicAction(1, Kind.CALL, 0, (), 2, 2, 3, 2, False, hole=(0, 1))


def played(hands, seed=3):
    """All observations of a hand of ten from one seat, with other cards in the seats' hands."""
    rules = find_game("holdem-limit:10p")
    state = State.start(rules).deal_from(HandCards(hands, tuple(parse_cards("Ah7h2cTsJd"))))
    rng = Random(seed)
    views = []
    while not state.is_over:
        legal = state.legal()
        views.append(state.observe(legal.position))
        kind = rng.choice(["call", "call", "raise"])
        raised = kind == "raise" and legal.min_raise is not None
        move = Action.raise_to(legal.min_raise) if raised else Action.call()
        state = state.apply(move).deal_from(HandCards(hands, tuple(parse_cards("Ah7h2cTsJd"))))
    return views


@pytest.mark.parametrize("kind", [Generic, Specific, SpecificInverse])
def test_beliefs_are_the_same_whatever_anybody_holds(kind):
    """Two deals with the same board and betting: not one weight may differ, for any seat."""
    deck = [card for card in range(52) if card not in parse_cards("Ah7h2cTsJd")]
    found = []
    for seed in (1, 2):
        cards = Random(seed).sample(deck, 20)
        hands = tuple((cards[2 * n], cards[2 * n + 1]) for n in range(10))
        views = played(hands)
        model, story = kind(), Story(views[0].rules)
        model.start(Seats(0, tuple(f"p{n}" for n in range(10))))
        seen = []
        for view in views:
            for action in story.news(view):
                model.dealt(action.board)
                model.observe(action)
            model.dealt(view.board)
            seen.append([model.weights(seat).copy() for seat in range(10)])
        found.append(np.array(seen))
    assert np.array_equal(found[0], found[1])


def test_a_model_has_no_way_in_for_more_than_the_public_story():
    takes = {name for name in dir(OpponentModel) if not name.startswith("_")}
    assert takes == {
        "start", "dealt", "observe", "weights", "field", "shares", "counts", "watches", "remembers",
    }  # fmt: skip


def test_counts_are_those_of_a_count_by_hand():
    """A match of SOM against three: its counts against those from the hands' records."""
    agents = ("loki-som", "loki-bpl", "loki-bpt", "random:size=min")
    plan = MatchPlan("holdem-limit:4p", agents, hands=60, seed=5, session=60).checked()
    dealer = Dealer(plan)
    made = []
    spec = dealer.specs[0]
    dealer.specs[0] = dataclasses.replace(
        spec, entry=dataclasses.replace(spec.entry, make=lambda **o: made.append(spec.make()) or made[0])
    )  # fmt: skip
    log = []
    dealer.play(plan.sessions()[0], log)
    model = made[0].beliefs
    expected = {name: np.zeros((4, 3, 3), dtype=int) for name in plan.names}
    for hand in log:
        put = [hand.end.betting.rules.blind_paid(seat) for seat in range(4)]
        for in_round, moves in enumerate(hand.end.history):
            size = (2, 2, 4, 4)[in_round]
            for move in moves:
                owed = max(put) - put[move.position]
                bets = min((owed + size - 1) // size, 2)
                kind = {Kind.FOLD: FOLD, Kind.CALL: CALL, Kind.RAISE: RAISE}[move.action.kind]
                expected[plan.names[hand.order[move.position]]][in_round, bets, kind] += 1
                if kind != FOLD:
                    put[move.position] = move.action.to
    for name in plan.names:
        assert np.array_equal(np.array(model.counts(name).counts), expected[name]), name
        assert expected[name].sum() > 50


def test_memory_is_for_the_specific_alone_and_can_be_forbidden():
    assert not find_agent("loki-gom").make().remembers
    assert find_agent("loki-som").make().remembers
    assert not find_agent("loki-som:forget=yes").make().remembers
    agents = ("loki-som:forget=yes", "loki-bpm", "loki-bpl", "call")
    forgetful = play_match(MatchPlan("holdem-limit:4p", agents, 40, 1), workers=1)
    generic = play_match(MatchPlan("holdem-limit:4p", ("loki-gom", *agents[1:]), 40, 1), workers=1)
    assert forgetful.plan.session == generic.plan.session
    assert not any(faults.total for faults in forgetful.faults)


def test_without_counts_the_specific_model_is_the_generic_one():
    """Before the first count it goes by the defaults; its own count then moves it a little."""
    generic = told(Generic(), [(Kind.RAISE, 0, False)]).weights(1)
    specific = told(Specific(), [(Kind.RAISE, 0, False)])
    mu = 1 - (0.5 * 19 / 20 + 1 / 20)
    assert specific.shares(1, 1, 0)[RAISE] == pytest.approx(1 - mu)
    assert specific.weights(1).sum() > generic.sum()


def test_a_table_of_modellers_plays_without_a_fault():
    table = (*MODELLERS, "loki-sampling:trials=10", "loki-gom:model=generic-inverse",
             "loki-som:model=specific-inverse", "loki-sampling:model=specific,trials=10")  # fmt: skip
    result = play_match(MatchPlan("holdem-limit:10p", table, 8, 2, duplicate=True), workers=1)
    assert not any(faults.total for faults in result.faults)
    assert result.parts.sum() == 0


def test_the_rates_are_those_of_seven_players():
    assert Generic()._rates is income_by_combo(6)
