"""The command that shows what the re-solving agent thinks."""

import json

import pytest
from tests.evaluation.bounds.ranked import ranked
from tests.policies.resolved import GAME

import equipoise.policies.opened as opened
from equipoise.interfaces.cli.main import run

LINE = ("--line", "cc/cc/cc/r5", "--board", "Ks7d2c5hTs")


@pytest.fixture
def cli(capsys, monkeypatch, tmp_path):
    """The command line; the folder ``tmp_path`` is a strategy by the rank of the higher card."""
    monkeypatch.setattr(opened, "strategy_fingerprint", lambda folder: "ranked")
    monkeypatch.setattr(opened, "open_for_play", lambda folder: ranked(GAME, calls=3.0))
    agent = f"resolve:strategy={tmp_path},from=river,iterations=20"

    def call(*arguments):
        code = run(["resolve", agent, *arguments])
        captured = capsys.readouterr()
        return code, captured.out, captured.err

    return call


def test_json_has_every_hand_with_ranges_values_margins_and_strategy(cli):
    code, out, err = cli(*LINE, "--hand", "AdKd", "--json")
    seen = json.loads(out)
    assert code == 0 and not err
    assert (seen["seat"], seen["round"], seen["pot"]) == (2, "river", 7)
    assert seen["solve"]["put"] == [5, 2] and seen["solve"]["solves"] == 2
    assert sum(action["frequency"] for action in seen["actions"]) == pytest.approx(1)
    assert len(seen["hands"]) == 47 * 46 // 2
    chosen = next(one for one in seen["hands"] if one["hand"] in ("AdKd", "KdAd"))
    assert list(seen["hand"]["actions"].values()) == chosen["strategy"]
    assert sum(chosen["strategy"]) == pytest.approx(1)
    for one in seen["hands"]:
        assert one["margin"] == pytest.approx(one["alternative"] - one["value"])
        assert 0 <= one["ours"] <= 1 and 0 <= one["theirs"] <= 1


def test_people_see_the_same(cli):
    code, out, err = cli(*LINE, "--hand", "AdKd", "--explain")
    assert code == 0 and not err
    for text in ("our range", "the opponent's", "alternative", "margin", "solved by", "2 solves"):
        assert text in out
    plain = cli(*LINE)[1]
    assert "our range" in plain and "alternative" not in plain


@pytest.mark.parametrize(
    ("arguments", "expected"),
    [
        (("--line", "cc/cc/", "--board", "Ks7d2c5h"), "on the turn it plays its blueprint"),
        (("--line", "cc/cc/cc/", "--board", "Ks7d2c5h"), "a board of 4 cards"),
        (("--line", "cc/cc/cc/f", "--board", "Ks7d2c5hTs"), "error"),
        (("--line", "cc/cc/cc/cc", "--board", "Ks7d2c5hTs"), "nobody is to act"),
        ((*LINE, "--hand", "KsKd"), "Ks"),
        ((*LINE, "--game", "leduc"), "cannot be re-solved"),
    ],
)
def test_bad_input_is_one_line(cli, arguments, expected):
    code, out, err = cli(*arguments)
    assert code == 2 and not out
    assert len(err.splitlines()) == 1 and expected in err


def test_another_agent_does_not_re_solve(capsys):
    assert run(["resolve", "call", *LINE]) == 2
    assert "does not re-solve" in capsys.readouterr().err
