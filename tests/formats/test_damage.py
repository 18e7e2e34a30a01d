"""Damaged files: whatever is in them, the answer is a result or one clear line."""

from __future__ import annotations

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.formats.test_acpc_game import LEDUC, NOLIMIT
from tests.formats.test_phh import HAND
from tests.formats.test_replay import GOOD, a_log, many

from equipoise.base.errors import InputError
from equipoise.formats import read_game, read_match_state, read_phh, write_phh
from equipoise.formats.acpc.log import read_hand
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
    with pytest.raises(InputError, match="a number of 5000 digits; at most 10 are possible"):
        read_match_state(rules, f"MATCHSTATE:0:0:r{NINES}:AsAh|")
    with pytest.raises(InputError, match="not a hand number"):
        read_match_state(rules, f"MATCHSTATE:0:{NINES}::AsAh|")
    for name in (f"leduc-nolimit:{NINES}", f"jamfold:1.{NINES}bb", f"clairvoyance:1/{NINES}"):
        with pytest.raises(InputError, match=r"is out of range|cannot be") as error:
            find_game(name)
        assert len(str(error.value)) < 500
    with pytest.raises(InputError, match=r"line 7: stack = 999.*whole numbers"):
        read_game(NOLIMIT.replace("20000 20000", f"{NINES} 1"), "x.game")
    hand = read_phh(GOOD + f"hand = '{NINES}'\n")
    assert read_phh(write_phh(hand.record)).record == hand.record


@pytest.mark.parametrize(
    "text",
    [
        ".".join("a" * 3000) + " = 1",
        f"[{'.'.join('a' * 3000)}]\nx = 1",
        "x = {" + ".".join("a" * 3000) + " = 1}",
        "'a' . " * 200_000 + "a = 1",
        "\n".join(f"[{'.'.join('a' * depth)}]" for depth in range(1, 60)),
        "\n".join(f"[[{'.'.join('a' * depth)}]]" for depth in range(1, 33)),
        "x = " + "[" * 100 + "]" * 100,
    ],
)
def test_nesting(tmp_path, text: str) -> None:
    path = tmp_path / "x.phhs"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(InputError, match=r"x\.phhs.*(a key of more than 32|nested more than 32)"):
        replay_files([path])


@pytest.mark.parametrize("number", ["1e999999999", "-1e999999999", "1e-999999999", NINES + ".5"])
@pytest.mark.parametrize(
    "line",
    ["antes = [{}, 0, 0]", "min_bet = {}", "winnings = [{}, 0, 0]", "hand = {}", "seats = {}"],
)
def test_exponents(line: str, number: str) -> None:
    key = line.partition(" ")[0]
    rows = [row for row in GOOD.splitlines() if not row.startswith((key, "finishing"))]
    with pytest.raises(InputError, match=key) as error:
        read_phh("\n".join([*rows, line.format(number)]))
    assert len(str(error.value)) < 602


def test_exponents_in_fields_that_are_only_kept() -> None:
    hand = read_phh(GOOD + "rate = 1e999999999\nshare = -2.5e-999999999\n")
    text = write_phh(hand.record, hand.fields)
    assert len(text) < 1000 and read_phh(text).fields == hand.fields
    with pytest.raises(InputError, match="a number too large"):
        read_phh(GOOD + f"rate = 1e{NINES}\n")


DIGITS = "٣"  # Arabic-Indic three: str.isdigit, \d, int() and float() take it


@pytest.mark.parametrize(
    "change", [("p3 cbr 300", "p3 cbr ٣00"), ("p3 cbr", "p٣ cbr"), ("100, 0]", "100, ٣]")]
)
def test_digits_of_other_scripts(change: tuple[str, str]) -> None:
    assert change[0] in GOOD
    with pytest.raises(InputError):
        read_phh(GOOD.replace(*change))


def test_digits_of_other_scripts_elsewhere() -> None:
    rules = find_game("holdem-nolimit:100bb")
    for line in (
        f"STATE:{DIGITS}:r6f:AsAh|KsKh:-2|2:a|b",
        f"STATE:0:r{DIGITS}f:AsAh|KsKh:-2|2:a|b",
        f"STATE:0:r6f:AsAh|KsKh:-{DIGITS}|2:a|b",
    ):
        with pytest.raises(InputError):
            read_hand(rules, line)
    for name in ("leduc-nolimit:٣", "clairvoyance:٣", "jamfold:٣bb", "holdem-limit:٣p"):
        with pytest.raises(InputError, match="is not a"):
            find_game(name)
    with pytest.raises(InputError, match="whole numbers"):
        read_game(NOLIMIT.replace("20000 20000", f"{DIGITS} 20000"), "x.game")


def test_seats_that_move_and_stay(tmp_path) -> None:
    """Each hand fits one of the two rules, and neither fits all."""
    path = tmp_path / "x.log"
    names = {0: "a|b", 1: "b|a", 3: "a|b"}
    hands = [f"STATE:{hand}:r6f:AsAh|KsKh:-2|2:{who}" for hand, who in names.items()]
    path.write_text("\n".join([*hands, "SCORE:0|0:a|b"]), encoding="utf-8")
    tally = replay_files([path], find_game("holdem-nolimit:100bb"))
    assert tally.ok == 3 and len(tally.scores) == 1
    assert tally.scores[0].reason.startswith("hand 3 has the players a|b; after a|b in hand 0")


def test_looking_at_a_file_is_linear_in_its_length(tmp_path) -> None:
    """Lines that some pattern could take for the start of very much else."""
    path = tmp_path / "x"
    for text in ("\n" * 10**6 + "x", "[x\n" * 10**6, "#\n" * 10**6, " " * 10**6 + "x"):
        path.write_text(text, encoding="utf-8")
        with pytest.raises(InputError, match="has no hands in a known format"):
            replay_files([path])
    path.write_text("# GAMEDEF\n" + "\n" * 10**6 + "STATE:0::|:0|0:a|b\n", encoding="utf-8")
    with pytest.raises(InputError, match="END GAMEDEF is missing"):
        replay_files([path])


def test_many_values_of_a_game_are_counted_not_listed() -> None:
    many_sizes = NOLIMIT.replace("NoLimit", f"limit\nraiseSize = {'2 ' * 40_000}")
    with pytest.raises(InputError, match="raiseSize has 40000 values"):
        read_game(many_sizes, "x.game")
    with pytest.raises(InputError) as error:
        read_game(NOLIMIT.replace("numRounds=4", f"numRounds = {'4 ' * 40_000}"), "x.game")
    assert len(str(error.value)) < 602
