import json

import pytest

from equipoise.interfaces.cli.main import run


@pytest.fixture
def cli(capsys):
    def call(*arguments):
        code = run(list(arguments))
        captured = capsys.readouterr()
        return code, captured.out, captured.err

    return call


def test_the_example_of_the_thesis(cli):
    code, out, _ = cli(
        "loki",
        "AdTd",
        "--players",
        "6",
        "--history",
        "ff",
        "--agent",
        "loki-bpm:tightness=tight",
        "--json",
    )
    seen = json.loads(out)
    assert code == 0
    assert (seen["seat"], seen["round"], seen["action"], seen["rule"]) == (
        5,
        "preflop",
        "raise",
        "Make2",
    )
    assert [seen["preflop"]["thresholds"][name] for name in ("Make1", "Make2", "Make4")] == [
        100,
        250,
        580,
    ]
    assert seen["values"] is None and seen["weights"]["every opponent"]["AA"] == 1.0


def test_after_the_flop(cli):
    arguments = (
        "loki",
        "AdTd",
        "Kd7d2c",
        "--players",
        "4",
        "--history",
        "rfcc/cr",
        "--agent",
        "loki-bpm",
    )
    seen = json.loads(cli(*arguments, "--json")[1])
    assert (seen["action"], seen["rule"], seen["preflop"]) == ("call", "pot odds", None)
    assert seen["odds"]["pot_odds"] == 2 / 16
    code, out, err = cli(*arguments)
    assert code == 0 and not err
    for text in ("call by pot odds", "PPOT", "showdown odds", "every opponent"):
        assert text in out


def test_no_showdown_odds_on_the_river(cli):
    arguments = ("loki", "AdTd", "Kd7d2c9s4h", "--players", "3", "--history", "rcc/ccc/ccc/r")
    assert json.loads(cli(*arguments, "--json")[1])["odds"]["showdown_odds"] is None
    assert "showdown odds" not in cli(*arguments)[1]


def test_a_model_has_weights_for_each_seat(cli):
    arguments = ("loki", "AdTd", "Kd7d2c", "--players", "4", "--history", "rfcc/cr")
    weights = json.loads(cli(*arguments, "--json")[1])["weights"]
    assert list(weights) == ["seat 1", "seat 2"]
    assert weights["seat 2"]["KK"] > weights["seat 2"]["54s"]  # who bet has something


@pytest.mark.parametrize(
    ("arguments", "part"),
    [
        (["AdTd", "--history", "xx"], "character 1"),
        (["AdTd", "Kd7d2c"], "3 cards on the board, but the betting is on the preflop"),
        (["AdTd", "AdKc2c"], "Ad is in hand"),
        (["AdTd", "--agent", "call"], "is not a Loki"),
        (["AdTd", "--players", "2", "--history", "f"], "nobody is to act"),
        (["Ad"], "two hole cards"),
    ],
)
def test_errors(cli, arguments, part):
    code, out, err = cli("loki", *arguments)
    assert code == 2 and not out and err.count("\n") == 1
    assert part in err
