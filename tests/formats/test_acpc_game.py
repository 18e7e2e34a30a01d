"""ACPC .game files: read, write, and what they cannot say."""

from __future__ import annotations

import dataclasses

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.formats.playouts import rules_of, seeds

from equipoise.base.errors import InputError
from equipoise.formats import load_game, read_game, resolve_game, write_game
from equipoise.games import UNLIMITED, find_game
from equipoise.games.catalogue import listed_games
from equipoise.games.rules import GameRules

NOLIMIT = """# a comment
GameDef
NoLimit
NUMPLAYERS 2
numRounds=4
blind = 100 50
stack = 20000 20000
firstPlayer = 2 1 1 1
numSuits = 4
numRanks = 13
numHoleCards = 2
  # an indented comment
numBoardCards = 0 3 1 1
end gamedef
"""
LEDUC = """GAMEDEF
limit
numPlayers = 2
numRounds = 2
blind = 1 1
raiseSize = 2 4
maxRaises = 2 2
numSuits = 2
numRanks = 3
numHoleCards = 1
numBoardCards = 0 1
END GAMEDEF
"""


def expressible(game: GameRules) -> bool:
    plain = not any(game.antes) and game.scale == 1
    return plain and game.name.startswith("holdem")


def test_case_comments_and_a_missing_equals_sign() -> None:
    game = read_game(NOLIMIT)
    assert game.betting.kind == "no-limit" and game.betting.sizes == (100,) * 4
    assert game.stacks == (20000, 20000) and game.blinds == (100, 50)
    assert game.first == (1, 0, 0, 0) and game.betting.caps == ()
    assert (game.all_in_rule, game.odd_chips) == ("acpc", "fraction")
    assert game.round_name(3) == "river"


def test_defaults_and_the_deck_of_leduc() -> None:
    game = read_game(LEDUC)
    assert str(game.deck) == "QhQsKhKsAhAs"
    assert game.stacks == (UNLIMITED, UNLIMITED) and game.first == (0, 0)
    assert game.betting.caps == (2, 2)
    assert read_game(LEDUC.replace("maxRaises = 2 2\n", "")).betting.caps == ()
    assert read_game(LEDUC.replace("2 2", "255 3")).betting.caps == (None, 3)


@pytest.mark.parametrize(
    "game", [g for g in listed_games() if expressible(g)], ids=lambda g: g.name
)
def test_catalogue_games_survive(game: GameRules) -> None:
    text = write_game(game)
    assert read_game(text, game.name) == game
    assert write_game(read_game(text, game.name)) == text


@settings(max_examples=60)
@given(st.sampled_from(["no-limit", "fixed-limit"]), st.integers(2, 10), seeds)
def test_random_games_survive(kind: str, players: int, seed: int) -> None:
    game = rules_of(kind, players, "acpc", seed)
    text = write_game(game)
    assert read_game(text, game.name) == game
    assert write_game(read_game(text, game.name)) == text


@pytest.mark.parametrize(
    ("game", "problem"),
    [
        ("omaha-potlimit:100bb", "pot-limit"),
        ("clairvoyance:2", "deck|dealing|menu"),
        ("jamfold:10bb", "menu"),
        ("holdem-nolimit:6.67bb", "chips a unit"),
    ],
)
def test_what_the_format_cannot_say_is_refused(game: str, problem: str) -> None:
    with pytest.raises(InputError, match=problem) as error:
        write_game(find_game(game))
    assert game in str(error.value) and "\n" not in str(error.value)


@pytest.mark.parametrize(
    ("change", "problem"),
    [
        ({"all_in_rule": "casino"}, "all-in rule"),
        ({"odd_chips": "button"}, "odd chips"),
        ({"free_folds": True}, "folds"),
        ({"stacks": (1, 200)}, "stack"),
        ({"antes": (1, 1)}, "antes"),
    ],
)
def test_dialects_are_refused(change: dict[str, object], problem: str) -> None:
    game = dataclasses.replace(find_game("holdem-nolimit:100bb"), **change)  # type: ignore[arg-type]
    with pytest.raises(InputError, match=problem):
        write_game(game)


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("blind = 100 50\n", "", "blind is missing"),
        ("stack = 20000 20000\n", "", "stack is missing"),
        ("numRanks = 13\n", "", "numRanks is missing"),
        ("NoLimit\n", "", "neither limit nor nolimit"),
        ("NoLimit\n", "nolimit\nlimit\n", "both limit and nolimit"),
        ("NoLimit\n", "limit\n", "raiseSize is missing; every limit game needs it"),
        ("20000 20000", "20000", "line 7: stack has 1 values; 2 players need one each"),
        ("20000 20000", "20000 20", "line 7: player 2 has a stack of 20 and a blind of 50"),
        ("20000 20000", "20000 lots", "line 7: stack = 20000 lots; whole numbers"),
        ("20000 20000", "20000 -5", "line 7: stack"),
        ("20000 20000", "20_000 20000", "line 7: stack = 20_000 20000; whole numbers"),
        ("firstPlayer", "stack = 10 10\nfirstPlayer", "line 8: stack occurs twice"),
        ("NUMPLAYERS 2", "numPlayers = 23", "line 4: numPlayers = 23; one number, 2 to 10"),
        ("numRounds=4", "numRounds = 5", "line 5: numRounds = 5"),
        ("2 1 1 1", "3 1 1 1", "line 8: firstPlayer"),
        ("numHoleCards = 2", "numHoleCards = 4", "line 11: numHoleCards"),
        ("0 3 1 1", "3 3 3 1", "10 board cards"),
        ("numSuits", "numColours", "line 9: 'numColours = 4' is not a key"),
        ("end gamedef", "", "END GAMEDEF is missing"),
        ("GameDef\n", "", "GAMEDEF comes first"),
    ],
)
def test_bad_files_are_named(old: str, new: str, message: str, tmp_path) -> None:
    assert old in NOLIMIT
    path = tmp_path / "bad.game"
    path.write_text(NOLIMIT.replace(old, new), encoding="utf-8")
    with pytest.raises(InputError) as error:
        load_game(path)
    line = str(error.value)
    assert line.startswith(str(path)) and line.count(str(path)) <= 2 and "\n" not in line
    assert message in line


def test_too_many_cards_for_the_deck(tmp_path) -> None:
    path = tmp_path / "crowded.game"
    text = LEDUC.replace("numPlayers = 2", "numPlayers = 6").replace("1 1\n", "1 1 1 1 1 1\n")
    path.write_text(text, encoding="utf-8")
    with pytest.raises(InputError, match="need 7 cards") as error:
        load_game(path)
    assert str(error.value).count("crowded.game") == 1


def test_a_game_is_a_name_or_a_file(tmp_path) -> None:
    path = tmp_path / "two.game"
    path.write_text(NOLIMIT, encoding="utf-8")
    assert resolve_game(str(path)).name == "two.game"
    assert resolve_game("leduc") == find_game("leduc")
    with pytest.raises(InputError, match=r"or the path of a \.game file"):
        resolve_game("chess")
    with pytest.raises(InputError, match="no such file"):
        resolve_game("missing.game")
