"""Match states: what every seat sees at every point of a hand."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.formats.playouts import play, rules_of, seeds

from equipoise.base.errors import InputError
from equipoise.formats import read_game, read_match_state, write_match_state
from equipoise.formats.acpc.state import read_reply, write_reply
from equipoise.games import UNKNOWN, Action, find_game
from equipoise.games.rules import GameRules

NOLIMIT = read_game(
    """GAMEDEF
nolimit
numPlayers = 2
numRounds = 4
stack = 20000 20000
blind = 100 50
firstPlayer = 2 1 1 1
numSuits = 4
numRanks = 13
numHoleCards = 2
numBoardCards = 0 3 1 1
END GAMEDEF"""
)

games = st.one_of(
    st.sampled_from([find_game(g) for g in ("leduc", "kuhn", "leduc-nolimit:12")]),
    st.builds(
        rules_of,
        st.sampled_from(["no-limit", "fixed-limit", "pot-limit"]),
        st.integers(2, 10),
        st.just("acpc"),
        seeds,
    ),
)


@settings(max_examples=60)
@given(games, seeds, st.integers(0, 10**9))
def test_every_state_of_every_viewer_survives(rules: GameRules, seed: int, hand: int) -> None:
    for state in play(rules, seed):
        for viewer in range(rules.players):
            line = write_match_state(state, viewer, hand)
            seen = read_match_state(rules, line)
            assert (seen.position, seen.hand) == (viewer, hand)
            assert write_match_state(seen.state, viewer, hand) == line
            assert seen.state.betting == state.betting
            assert (seen.state.board, seen.state.history) == (state.board, state.history)
            assert seen.observation == state.observe(viewer)
            shown = {position for position, _ in state.shown()} | {viewer}
            for position, cards in enumerate(seen.state.hole):
                if position in shown:
                    assert cards == state.hole[position]
                else:
                    assert set(cards) == {UNKNOWN}


def test_an_all_in_call_closes_all_rounds_at_once() -> None:
    line = "MATCHSTATE:0:5:r300c/r20000c//:AsAh|KsKh/2c3d4h/5s/6c"
    seen = read_match_state(NOLIMIT, line)
    assert seen.state.is_over and seen.state.betting.put == (20000, 20000)
    assert write_match_state(seen.state, 0, 5) == line


def test_a_fold_shows_nothing() -> None:
    seen = read_match_state(NOLIMIT, "MATCHSTATE:1:0:r300f:|KsKh")
    assert seen.state.is_over and seen.state.shown() == ()


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("MATCHSTATE:0:5:r150:AsAh|", "character 1: position 2 raises to 150, below the minimum"),
        ("MATCHSTATE:0:5:r300r400:AsAh|", "character 5"),
        ("MATCHSTATE:0:5:r:AsAh|", "a raise without a size"),
        ("MATCHSTATE:0:5:cc:AsAh|", "before the flop"),
        ("MATCHSTATE:0:5:cc:AsAh|/2c3c4c", "1 rounds|0 rounds are closed"),
        ("MATCHSTATE:0:5:c/c:AsAh|", "a round ends too early"),
        ("MATCHSTATE:0:5:ccc/:AsAh|/2c3c4c", "a / is due"),
        ("MATCHSTATE:0:5:x:AsAh|", "unknown action 'x'"),
        ("MATCHSTATE:0:5::AsAh|KsKh", "not what this seat can see"),
        ("MATCHSTATE:0:5::AsAh|/2c3c4c", "not what this seat can see"),
        ("MATCHSTATE:0:5::AsAh", "1 hands; 2 players have one each"),
        ("MATCHSTATE:0:5::As|", "1 hole cards for position 1"),
        ("MATCHSTATE:0:5:cc/:AsAh|/2c3c", "2 cards for the flop; 3 are dealt"),
        ("MATCHSTATE:0:5:cc/:AsAh|/2cAsAd", "dealt twice"),
        ("MATCHSTATE:2:5::AsAh|", "there is no position 2"),
        ("MATCHSTATE:0:-5::AsAh|", "not a hand number"),
        ("STATE:0:5", "not a match state"),
    ],
)
def test_bad_lines_are_refused(line: str, message: str) -> None:
    with pytest.raises(InputError, match=message):
        read_match_state(NOLIMIT, line)


def test_a_size_is_refused_in_a_limit_game() -> None:
    limit = find_game("holdem-limit:2p")
    assert read_match_state(limit, "MATCHSTATE:0:0:rr:AsAh|").state.betting.put == (6, 4)
    with pytest.raises(InputError, match="a size in a limit game"):
        read_match_state(limit, "MATCHSTATE:0:0:r4:AsAh|")


def test_replies() -> None:
    line = "MATCHSTATE:1:3:r300:|KsKh"
    reply = write_reply(line + "\r\n", NOLIMIT, Action.raise_to(900))
    assert reply == line + ":r900"
    assert read_reply(NOLIMIT, reply) == (line, Action.raise_to(900))
