"""Damaged files: whatever is in them, the answer is a result or one clear line."""

from __future__ import annotations

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.formats.test_acpc_game import LEDUC, NOLIMIT
from tests.formats.test_phh import HAND
from tests.formats.test_replay import GOOD, a_log, many

from equipoise.errors import InputError
from equipoise.formats import read_game, read_match_state, read_phh, write_phh
from equipoise.formats.replay import replay_files
from equipoise.games import find_game

PIECES = ["", "0", "-1", "inf", "nan", "1e9", "'", "[", "|", ":", "/", "?", "p9", "As", "\x00"]
PIECES += ["999999999999999999999", "é", "true", "{}", "\n", " "]


def check_line(error: InputError, name: str) -> None:
    assert "\n" not in str(error)
    assert name in str(error)


def damage(text: str, seed: int) -> str:
    """The text with a few characters or words taken out, doubled, swapped or replaced."""
    rng = random.Random(seed)
    for _ in range(rng.randint(1, 3)):
        start = rng.randrange(len(text))
        end = min(len(text), start + rng.choice([1, 1, 2, 5, 40]))
        piece = rng.choice([*PIECES, text[start:end] * 2])
        text = text[:start] + piece + text[end:]
    return text or " "


@settings(max_examples=250)
@given(st.sampled_from([HAND, GOOD, many(GOOD, HAND)]), st.integers(0, 2**32))
def test_phh(tmp_path_factory, text: str, seed: int) -> None:
    path = tmp_path_factory.mktemp("damage") / "x.phhs"
    path.write_text(damage(text, seed), encoding="utf-8")
    try:
        tally = replay_files([path])
    except InputError as error:
        check_line(error, "x.phhs")
    else:
        assert tally.ok + len(tally.failures) + tally.skipped == tally.hands


LOG = a_log()


@settings(max_examples=150)
@given(st.integers(0, 2**32))
def test_logs(tmp_path_factory, seed: int) -> None:
    path = tmp_path_factory.mktemp("damage") / "x.log"
    path.write_text(damage(LOG, seed), encoding="utf-8")
    try:
        tally = replay_files([path])
    except InputError as error:
        check_line(error, "x.log")
    else:
        assert tally.ok + len(tally.failures) + tally.skipped == tally.hands


@settings(max_examples=250)
@given(st.sampled_from([NOLIMIT, LEDUC]), st.integers(0, 2**32))
def test_games(text: str, seed: int) -> None:
    try:
        rules = read_game(damage(text, seed), "x.game")
    except InputError as error:
        check_line(error, "x.game")
    else:
        assert rules.players in range(2, 11)


NINES = "9" * 5000  # Python refuses to convert more than 4,300 digits


@pytest.mark.parametrize(
    "value", ["[" * 3000, NINES, "{a=" * 2000, "0x" + NINES, "[0b" + "1" * 9000]
)
def test_monsters(tmp_path, value: str) -> None:
    path = tmp_path / "x.phh"
    path.write_text(f"variant = 'NT'\nantes = {value}\n", encoding="utf-8")
    with pytest.raises(InputError, match=r"x\.phh"):
        replay_files([path])


@pytest.mark.parametrize(
    "line",
    [
        f"STATE:{NINES}:r6f:AsAh|KsKh:-2|2:a|b",
        *(
            f"STATE:0:{betting}:AsAh|KsKh:{values}:a|b"
            for betting, values in ((f"r{NINES}f", "-2|2"), ("r6f", f"-{NINES}|2"))
        ),
    ],
)
def test_monsters_in_logs(tmp_path, line: str) -> None:
    path = tmp_path / "x.log"
    path.write_text(f"{line}\nSCORE:{NINES}|0:a|b\n", encoding="utf-8")
    tally = replay_files([path], find_game("holdem-nolimit:100bb"))
    assert (tally.ok, len(tally.failures), len(tally.scores)) == (0, 1, 1)
    assert all(len(failure.reason) < 500 for failure in tally.failures + tally.scores)


def test_monsters_elsewhere() -> None:
    rules = find_game("holdem-nolimit:100bb")
    with pytest.raises(InputError, match="a number of 5000 digits; at most 10 are read"):
        read_match_state(rules, f"MATCHSTATE:0:0:r{NINES}:AsAh|")
    with pytest.raises(InputError, match="not a hand number"):
        read_match_state(rules, f"MATCHSTATE:0:{NINES}::AsAh|")
    for name in (f"leduc-nolimit:{NINES}", f"jamfold:1.{NINES}bb", f"clairvoyance:1/{NINES}"):
        with pytest.raises(InputError, match="cannot be") as error:
            find_game(name)
        assert len(str(error.value)) < 500
    with pytest.raises(InputError, match=r"line 7: stack = 999.*whole numbers"):
        read_game(NOLIMIT.replace("20000 20000", f"{NINES} 1"), "x.game")
    hand = read_phh(GOOD + f"hand = '{NINES}'\n")
    assert read_phh(write_phh(hand.record)).record == hand.record
