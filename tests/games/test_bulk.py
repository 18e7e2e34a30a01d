"""The compiled engine against the readable one: every action, every offer, every payoff."""

from __future__ import annotations

import random
from collections import Counter

import pytest
from tests.fuzz_rules import check_recorded, random_rules

from equipoise.base.errors import InputError
from equipoise.games import GameRules, find_game
from equipoise.games.bulk import RecordedHand, play_many, play_recorded


def check(hand: RecordedHand) -> None:
    check_recorded(hand, Counter())


@pytest.mark.parametrize("dialect", ["casino", "acpc"])
@pytest.mark.parametrize("kind", ["no-limit", "fixed-limit", "pot-limit", "spread-limit"])
def test_random_hands_are_those_of_the_reference(kind: str, dialect: str) -> None:
    for seed in range(30):
        rng = random.Random(f"{kind} {dialect} {seed}")
        rules = random_rules(rng, kind, rng.randint(2, 9), dialect, script_of="holdem")
        for hand in play_recorded(rules, 12, "random", seed):
            check(hand)


def test_a_spread_limit_with_caps() -> None:
    from dataclasses import replace

    from equipoise.games import Betting

    spread = Betting("spread-limit", sizes=(2, 2, 2, 2), largest=(5, 5, 10, 10), caps=(3, 4, 4, 4))
    rules = replace(find_game("holdem-nolimit:40bb,5p"), betting=spread)
    for hand in play_recorded(rules, 100, "random", 3):
        check(hand)


@pytest.mark.parametrize("game", ["holdem-limit:3p", "holdem-nolimit:100bb", "holdem-limit:10p"])
def test_check_and_call_go_to_the_showdown(game: str) -> None:
    rules = find_game(game)
    for hand in play_recorded(rules, 50, "call", 5):
        check(hand)
        assert len(hand.record.actions) == rules.players * 4


def test_the_seed_decides() -> None:
    rules = find_game("holdem-nolimit:100bb,6p")
    one, same = play_many(rules, 200, seed=1), play_many(rules, 200, seed=1)
    assert (one.payoffs == same.payoffs).all()
    assert (one.payoffs != play_many(rules, 200, seed=2).payoffs).any()


def test_random_heads_up_play_is_fair_to_nobody_but_sums_to_nothing() -> None:
    result = play_many(find_game("holdem-nolimit:20bb"), 2000, seed=4)
    assert abs(result.payoffs.sum(axis=1)).max() == 0


@pytest.mark.parametrize("game", ["kuhn", "leduc", "jamfold:10bb", "omaha-potlimit:100bb"])
def test_other_games_are_refused(game: str) -> None:
    rules: GameRules = find_game(game)
    with pytest.raises(InputError, match="cannot be played in bulk"):
        play_many(rules, 1)
