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
from equipoise.formats import read_game
from equipoise.formats.replay import replay_files

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


@pytest.mark.parametrize("value", ["[" * 3000, "9" * 5000, "{a=" * 2000])
def test_monsters(tmp_path, value: str) -> None:
    path = tmp_path / "x.phh"
    path.write_text(f"variant = 'NT'\nantes = {value}\n")
    with pytest.raises(InputError, match=r"x\.phh"):
        replay_files([path])
