"""Betting lines: parse, print and parse again, for every game; errors name the place."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from tests.games.test_properties import any_rules, play, seeds

from equipoise.base.errors import InputError
from equipoise.games import Action, GameRules, Kind, find_game
from equipoise.games.lines import action_text, line_text, read_action, read_line, split_line


@settings(max_examples=150, deadline=None)
@given(any_rules(), seeds)
def test_lines_of_random_hands_come_back(rules: GameRules, seed: int) -> None:
    for state in play(rules, seed):
        text = line_text(
            [[move.action for move in moves] for moves in state.history[: state.round + 1]]
        )
        if state.betting.is_over:
            text = text.rstrip("/")
        line = read_line(rules, text)
        assert (line.betting, line.history) == (state.betting, state.history)
        assert str(line) == text
        assert read_line(rules, text.replace("/", "")) == line
        assert "".join(step.text for step in split_line(text)) == text


@settings(max_examples=50, deadline=None)
@given(any_rules(), seeds)
def test_every_cut_of_a_line_is_read_or_refused_with_its_place(rules: GameRules, seed: int) -> None:
    last = play(rules, seed)[-1]
    whole = line_text([[m.action for m in ms] for ms in last.history]).rstrip("/")
    raises = {step.at for step in split_line(whole) if step.text.startswith("r")}
    refused = set()
    for end in range(len(whole) + 1):
        try:
            line = read_line(rules, whole[:end])
        except InputError as error:  # an amount that is cut
            refused.add(error.position)
        else:
            assert read_line(rules, str(line)) == line
    assert refused <= raises


def test_actions() -> None:
    for text in ("f", "c", "r6", "r2147483647"):
        assert action_text(read_action(text)) == text
    assert read_action("r") == Action(Kind.RAISE, 0)
    assert action_text(Action.raise_to(6), sized=False) == "r"
    for text in ("", "a", "/", "x", "c6", "r-1", "r6c", "ｒ6", "r٣", "r12345678901"):
        with pytest.raises(InputError):
            read_action(text)


def test_short_steps() -> None:
    no_limit, limit = find_game("holdem-nolimit:10bb"), find_game("holdem-limit:2p")
    assert str(read_line(no_limit, "a")) == "r20"
    assert str(read_line(no_limit, "ac")) == "r20c"
    assert str(read_line(limit, "crcr")) == "cr4c/r6"


@pytest.mark.parametrize(
    ("game", "line", "at", "words"),
    [
        ("holdem-nolimit:10bb", "r6x", 2, "unknown action 'x'"),
        ("holdem-nolimit:10bb", "cr", 1, "a raise without a size; legal: check, raise to 4..20"),
        ("holdem-nolimit:10bb", "cf", 1, "owes nothing"),
        ("holdem-nolimit:10bb", "r3", 0, "below the minimum; legal: fold, call to 2, raise to 4"),
        ("holdem-nolimit:10bb", "c/", 1, "no round ends here; legal: check"),
        ("holdem-nolimit:10bb", "cc//", 3, "no round ends here"),
        ("holdem-nolimit:10bb", "/", 0, "no round ends here"),
        ("holdem-nolimit:10bb", "r6fc", 3, "already over"),
        ("holdem-nolimit:10bb", "ac/", 2, "no round ends here"),
        ("holdem-nolimit:10bb", "ar30", 1, "may not raise here"),
        ("holdem-limit:2p", "a", 0, "no raise here is all-in"),
        ("holdem-limit:2p", "rrrr", 3, "may not raise here"),
    ],
)
def test_errors_name_the_place(game: str, line: str, at: int, words: str) -> None:
    with pytest.raises(InputError) as caught:
        read_line(find_game(game), line)
    assert caught.value.position == at
    assert words in str(caught.value)
