"""Logs of matches."""

from __future__ import annotations

import dataclasses
from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.formats.playouts import play, rules_of, seeds

from equipoise.base.errors import InputError
from equipoise.formats import read_log, write_log
from equipoise.formats.acpc.log import read_hand, write_hand
from equipoise.games import HandRecord, find_game
from equipoise.games.rules import GameRules

GAME = find_game("holdem-nolimit:100bb")


def a_match(rules: GameRules, seed: int, hands: int) -> list[HandRecord]:
    """Hands whose seats move by one each, as the dealer has it."""
    seats = [f"agent{number}" for number in range(rules.players)]
    return [
        HandRecord.of(
            play(rules, seed + hand)[-1],
            tuple(seats[(position + hand) % rules.players] for position in range(rules.players)),
            str(hand),
        )
        for hand in range(hands)
    ]


@settings(max_examples=40)
@given(st.sampled_from(["no-limit", "fixed-limit"]), st.integers(2, 10), seeds)
def test_matches_survive(kind: str, players: int, seed: int) -> None:
    rules = rules_of(kind, players, "acpc", seed)
    records = a_match(rules, seed, 4)
    text = write_log(records, ["a match"])
    log = read_log(text, rules)
    assert list(log.records) == records
    assert write_log(log.records, ["a match"]) == text
    alone = read_log(text)  # the header carries the game
    assert [write_hand(record) for record in alone.records] == [write_hand(r) for r in records]
    assert alone.score == log.score
    assert log.score is not None and sum(log.score.totals) == pytest.approx(0, abs=1e-4)
    assert log.score.names == tuple(f"agent{number}" for number in range(players))


def test_thirds_are_exact_again() -> None:
    three = find_game("holdem-nolimit:100bb,3p")
    line = "STATE:0:ccc/ccc/ccc/ccc:2c2d|2h2s|3c4d/AsKsQs/Js/Ts:0|0|0:a|b|c"
    assert read_hand(three, line).payoffs == (0, 0, 0)
    record = dataclasses.replace(
        read_hand(three, line), payoffs=(Fraction(100, 3), Fraction(-200, 3), Fraction(100, 3))
    )
    assert "33.333333|-66.666667|33.333333" in write_hand(record)


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("STATE:0:r6f:AsAh|KsKh:-2|2", "it is STATE:hand:betting:cards:values:names"),
        ("STATE:0:r6:AsAh|KsKh:-2|2:a|b", "the hand is not over"),
        ("STATE:0:r6f:AsAh|KsKh/2c3c4c:-2|2:a|b", "cards on the board after the end"),
        ("STATE:0:r6f:AsAh|KsKh:-2|x:a|b", "not the chips of every player"),
        ("STATE:0:r6f:AsAh|KsKh:-2|2:a", "1 names"),
        ("STATE:0:r3f:AsAh|KsKh:-2|2:a|b", "below the minimum"),
    ],
)
def test_bad_hands_are_refused(line: str, message: str) -> None:
    with pytest.raises(InputError, match=message):
        read_hand(GAME, line)


def test_a_wrong_score_is_found() -> None:
    text = write_log(a_match(GAME, 1, 5))
    log = read_log(text)
    assert log.score is not None
    score = next(line for line in text.splitlines() if line.startswith("SCORE"))
    with pytest.raises(InputError, match="the hands add up to"):
        read_log(text.replace(score, "SCORE:12345|-12345:agent0|agent1"))


def test_a_log_names_its_game() -> None:
    with pytest.raises(InputError, match="does not name its game"):
        read_log("STATE:0:r6f:AsAh|KsKh:-2|2:a|b\n")


def test_a_bad_game_in_the_header_is_named_by_its_line() -> None:
    lines = ["# a comment", "", *write_log(a_match(GAME, 1, 1)).splitlines()]
    number = next(n for n, line in enumerate(lines) if line.startswith("# stack"))
    lines[number] = "# stack = 200 lots"
    with pytest.raises(InputError, match=rf"^m\.log, line {number + 1}: stack = 200 lots"):
        read_log("\n".join(lines), name="m.log")


def test_bad_lines_are_named() -> None:
    text = write_log(a_match(GAME, 1, 3)).replace("STATE:1:", "STATE:1:q")
    with pytest.raises(InputError, match=r"m\.log, line \d+: .*unknown action 'q'"):
        read_log(text, name="m.log")


def test_names_that_would_break_a_log_are_refused() -> None:
    record = dataclasses.replace(a_match(GAME, 1, 1)[0], names=("a:b", "c"))
    with pytest.raises(InputError, match="cannot stand in a log"):
        write_hand(record)
