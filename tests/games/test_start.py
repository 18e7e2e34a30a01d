"""Betting states to start from: those that a hand passes through, and spots by pot and stack."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.games.test_properties import any_rules, play, seeds

from equipoise.base.errors import InputError
from equipoise.games import BettingState, GameRules, find_game
from equipoise.games.lines import line_text
from equipoise.games.start import betting_after, spot_betting

NO_LIMIT = find_game("holdem-nolimit:100bb")


@settings(max_examples=100, deadline=None)
@given(any_rules(), seeds)
def test_every_state_of_a_hand_can_be_started_from(rules: GameRules, seed: int) -> None:
    for state in play(rules, seed):
        line = line_text([[m.action for m in ms] for ms in state.history[: state.round + 1]])
        if state.betting.to_act is None:
            with pytest.raises(InputError, match="the betting is over after"):
                betting_after(rules, line.rstrip("/"))
        else:
            assert betting_after(rules, line) == state.betting


@settings(max_examples=100, deadline=None)
@given(st.integers(1, 3), st.integers(2, 199))
def test_a_spot_is_what_a_raise_and_calls_lead_to(round_number: int, level: int) -> None:
    if level in (2, 3):
        level = 2
    preflop = "cc/" if level == 2 else f"r{level}c/"
    reached = betting_after(NO_LIMIT, preflop + "cc/" * (round_number - 1))
    assert spot_betting(NO_LIMIT, round_number, 2 * level, 200 - level) == reached


@pytest.mark.parametrize("game", ["leduc", "leduc-nolimit:5", "holdem-limit:2p"])
def test_spots_of_other_games(game: str) -> None:
    rules = find_game(game)
    reached = betting_after(rules, "cc/")
    stack = rules.stacks[0] - reached.put[0]
    assert spot_betting(rules, 1, reached.pot, stack) == reached


def test_a_spot_has_the_stacks_it_was_given() -> None:
    spot = spot_betting(NO_LIMIT, 2, 100, 30)
    assert spot.rules.stacks == (80, 80)
    assert (spot.pot, spot.to_act, spot.raises) == (100, NO_LIMIT.first[2], 0)
    legal = spot.legal()
    assert legal.is_check
    assert (legal.min_raise, legal.max_raise) == (52, 80)
    assert BettingState.start(spot.rules).to_act is not None  # the rules are still a game


@pytest.mark.parametrize(
    ("game", "spot", "words"),
    [
        ("holdem-nolimit:100bb", (0, 10, 10), "a spot in round 0 of .*; one of 1 .flop., 2 .turn"),
        ("holdem-nolimit:100bb", (4, 10, 10), "a spot in round 4"),
        ("kuhn", (1, 4, 1), "a game with more than one round"),
        ("holdem-nolimit:100bb", (1, 11, 10), "a pot of 11 chips does not divide"),
        ("holdem-nolimit:100bb", (1, 2, 10), "a pot of 2; blinds and antes .* make it 4"),
        ("leduc", (1, 0, 10), "blinds and antes .* make it 2 at least"),
        ("holdem-nolimit:100bb", (1, 10, 0), "a stack of 0"),
        ("holdem-nolimit:100bb", (1, 10, 2**31), "stacks"),
        ("holdem-limit:3p", (1, 12, 10), "spots are for two players"),
    ],
)
def test_what_is_no_spot(game: str, spot: tuple[int, int, int], words: str) -> None:
    with pytest.raises(InputError, match=words):
        spot_betting(find_game(game), *spot)


def test_lines_that_end_the_hand_or_break_the_rules() -> None:
    with pytest.raises(InputError, match="over after r6f, with a fold"):
        betting_after(NO_LIMIT, "r6f")
    with pytest.raises(InputError, match="over after r200c, with a showdown"):
        betting_after(NO_LIMIT, "ac")
    with pytest.raises(InputError, match="character 2"):
        betting_after(NO_LIMIT, "cq")
