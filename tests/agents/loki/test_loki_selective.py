"""Selective sampling where the answer is known."""

from dataclasses import replace
from random import Random

import numpy as np
import pytest

from equipoise.agents.loki import selective
from equipoise.agents.loki.selective import SamplingLoki
from equipoise.agents.registry import find_agent
from equipoise.cards.card import parse_cards
from equipoise.cards.combos import combo_cards, combo_index
from equipoise.cards.equity import equity
from equipoise.cards.ranges import Range
from equipoise.games import find_game
from equipoise.games.action import Action, Kind
from equipoise.games.dealing import HandCards
from equipoise.games.state import State
from equipoise.kernels.arrays import frozen
from equipoise.kernels.loki.selective import sample_actions
from equipoise.kernels.random import seed_state

ALWAYS_CALL, ALWAYS_FOLD, ALWAYS_RAISE = (0, 1, 0), (1, 0, 0), (0, 0, 1)
SIZES, CAPS = np.array([2, 2, 4, 4]), np.array([3, 4, 4, 4])


def sampled(hole, board, opponents, plays, put, trials=4000, ranks=None, seed=7):
    """Means of call and raise for seat 0 against seats that all play alike."""
    seats = len(opponents) + 1
    weights = np.ones((seats, 1326))
    for seat, text in enumerate(opponents, 1):
        weights[seat] = Range.parse(text).weights
    shares = np.empty((seats, 4, 3, 3))
    shares[0], shares[1:] = ALWAYS_CALL, plays
    results = np.zeros(2)
    cards = parse_cards(board)
    table = np.array([0, len(cards) - 2, 0 if max(put) == put[0] else 1, 0])
    acted = [0] + [int(chips == max(put) and max(put) > put[0]) for chips in put[1:]]
    rows = np.array([[1] * seats, acted, put], dtype=np.int64)
    deals = sample_actions(
        frozen(np.array(parse_cards(hole), dtype=np.uint8)), frozen(np.array(cards, dtype=np.uint8)),
        combo_cards(), weights, shares, table, rows, SIZES, CAPS,
        np.full(1326, 0.5) if ranks is None else ranks, trials, seed_state(seed), results,
    )  # fmt: skip
    assert deals == trials
    return results / deals


def test_who_always_folds_gives_up_the_pot():
    """A bet wins all that is in the pot; after a check nobody bets, and sevens up is rare."""
    call, bet = sampled("7c2d", "AhKhQs", ["88", "99"], ALWAYS_FOLD, [4, 4, 4])
    assert bet == 12
    assert call < 3


def test_the_nuts_against_a_caller():
    """Heads-up with the best hand on the river: a check wins the pot, a bet one bet more."""
    call, bet = sampled("AhKh", "QhJhTh2c3d", ["88"], ALWAYS_CALL, [4, 4])
    assert (call, bet) == (8, 12)


def test_with_everybody_calling_a_check_is_worth_the_equity():
    """Nobody bets after our check: its worth is our part of the pot."""
    hole, board = "AdQc", "3h4cJh"
    call, bet = sampled(hole, board, ["TT+,AK"], ALWAYS_CALL, [4, 4], trials=5_000)
    share = equity([Range.parse(hole), Range.parse("TT+,AK")], parse_cards(board)).equities[0]
    assert call == pytest.approx(8 * share, abs=0.3)
    assert bet == pytest.approx(12 * share - 2, abs=0.4)


def test_raises_go_to_the_cap():
    """On the river he raises whatever comes, and we call every time."""
    call, bet = sampled("AhKh", "QhJhTh2c3d", ["88"], ALWAYS_RAISE, [4, 4])
    assert call == 8 + 4  # he bets, we call
    assert bet == 8 + 8  # we bet, he raises, we call


def test_thresholds_decide_by_the_rank_of_the_hand():
    """Weak hands fold to a bet, strong ones call: shares of the two come from the weights."""
    ranks = np.zeros(1326)
    ranks[combo_index(*parse_cards("8s8h"))] = 0.9
    half = (0.5, 0.5, 0.0)
    call, bet = sampled("AhKh", "QhJhTh2c3d", ["8s8h,7s6h"], half, [4, 4], 20_000, ranks)
    assert call == 8
    assert bet == pytest.approx(0.5 * 8 + 0.5 * 12, abs=0.1)


def test_an_opponent_that_needs_our_cards_leaves_no_deal():
    results = np.zeros(2)
    weights = np.zeros((2, 1326))
    weights[1, combo_index(*parse_cards("AhKh"))] = 1.0
    deals = sample_actions(
        frozen(np.array(parse_cards("AhKh"), dtype=np.uint8)),
        frozen(np.array(parse_cards("QhJhTh"), dtype=np.uint8)),
        combo_cards(), weights, np.full((2, 4, 3, 3), 1 / 3), np.array([0, 1, 0, 0]),
        np.array([[1, 1], [0, 0], [4, 4]]), SIZES, CAPS, np.zeros(1326), 10, seed_state(1), results,
    )  # fmt: skip
    assert deals == 0 and not results.any()


def test_hands_are_drawn_by_the_product_of_the_arrays():
    """Aces of spades on both sides exclude each other: three pairs of hands are left, as likely.

    Drawn one after the other, the first would hold aces in half of the deals, not in a third.
    """
    call, _ = sampled(
        "KcKd", "2c3d5h9sJh", ["AsAh,8c8d", "AsAc,7c7d"], ALWAYS_CALL, [4, 4, 4], 9000
    )
    assert call == pytest.approx(12 / 3, abs=0.3)


def betting_of(rules, moves):
    """A sampling player, and what it sees after calls before the flop and these moves on it."""
    cards = HandCards(
        tuple(tuple(parse_cards(text)) for text in ("AhKh", "9d4s")),
        tuple(parse_cards("QhJhTh2c3d")),
    )
    state = State.start(rules).deal_from(cards)
    while state.round == 0:
        state = state.apply(Action.call()).deal_from(cards)
    for kind in moves:
        move = Action.raise_to(state.legal().min_raise) if kind == "r" else Action.call()
        state = state.apply(move).deal_from(cards)
    return find_agent("loki-sampling:trials=20").make(), state.observe(state.legal().position)


def test_at_the_cap_a_raise_is_a_call():
    rules = find_game("holdem-limit:2p")
    player, seen = betting_of(rules, "rrrr")
    call, bet = player.values_of_actions(seen, 1)
    assert call == bet
    player, seen = betting_of(rules, "crr")
    call, bet = player.values_of_actions(seen, 1)
    assert call != bet


def test_the_betting_is_handed_to_the_simulation(monkeypatch):
    """Raises of the round, who opens later rounds, and what each seat has done."""
    rules = replace(find_game("holdem-limit:2p"), first=(1, 1, 1, 1))
    player, seen = betting_of(rules, "crr")
    given = []
    monkeypatch.setattr(selective, "sample_actions", lambda *args: given.append(args) or 1)
    player.values_of_actions(seen, 1)
    table, seats, sizes, caps = given[0][5:9]
    assert table.tolist() == [0, 1, 2, 1]
    assert seats.tolist() == [[1, 1], [1, 1], [4, 6]]
    assert sizes.tolist() == [2, 2, 4, 4] and caps.tolist() == [3, 4, 4, 4]


def test_the_player_bets_the_nuts_where_nobody_acts_after_it():
    rules = find_game("holdem-limit:3p")
    cards = HandCards(
        tuple(tuple(parse_cards(text)) for text in ("9d4s", "8c8d", "AhKh")),
        tuple(parse_cards("QhJhTh2c3d")),
    )
    state = State.start(rules).deal_from(cards)
    while state.observe(2).round < 3 or state.legal().position != 2:
        state = state.apply(Action.call()).deal_from(cards)
    thoughts = []
    for _ in range(2):
        player = find_agent("loki-sampling:trials=100").make()
        assert isinstance(player, SamplingLoki)
        thoughts.append(player.think(state.observe(2), Random(1)))
    decision = thoughts[0].decision
    assert (decision.kind, decision.rule) == (Kind.RAISE, "sampling")
    assert "over 100 deals" in decision.why
    assert thoughts[1].decision == decision  # the same luck, the same thought
