"""Hold'em with buckets from the command line; the bucketing is one of three flops."""

import json

import pytest
from tests.abstraction.buckets.small import FLOPS, small_tables

from equipoise.abstraction import bucket_states
from equipoise.abstraction.bucket_deals import bucket_deals
from equipoise.abstraction.buckets.build import build_bucketing
from equipoise.interfaces.cli.main import run
from equipoise.solvers import problem as problems

GAME = ("holdem-nolimit:5bb", "--bets", "fca", "--cards", "ir169.4.2.2")


@pytest.fixture(autouse=True)
def small_buckets(monkeypatch, tmp_path):
    def build(notation, report=None):
        return build_bucketing(
            notation, tables=small_tables(), folder=tmp_path / str(notation), flop_rows=FLOPS
        )

    monkeypatch.setattr(problems, "build_bucketing", build)
    monkeypatch.setattr(
        bucket_states, "bucket_deals", lambda bucketing: bucket_deals(bucketing, small_tables())
    )


def called(capsys, *arguments):
    code = run([str(argument) for argument in arguments])
    printed = capsys.readouterr()
    assert code == 0, printed.err
    return printed.out


def solved(capsys, *arguments):
    return json.loads(called(capsys, "solve", *GAME, *arguments, "--json"))


def test_solve_resume_exploit_and_show(capsys, tmp_path):
    out = tmp_path / "strategy"
    method = ("--method", "mccfr-external", "--out", out)
    first = solved(capsys, *method, "--iterations", 2000)
    assert first["iterations"] == 2000 and first["precision"] == "float32"
    assert first["infosets"] > 169
    assert 0 < first["measures"]["saturation"] <= 1 and first["measures"]["interval"] > 0
    again = solved(capsys, *method, "--iterations", 6000, "--resume")
    assert again["iterations"] == 6000
    assert again["trace"][0]["saturation"] == first["measures"]["saturation"]
    assert again["exploitability"] < first["exploitability"]
    straight = solved(capsys, "--method", "mccfr-external", "--iterations", 6000)
    assert straight["exploitability"] == pytest.approx(again["exploitability"], abs=0.2)

    found = json.loads(called(capsys, "exploit", out, "--boards", 40, "--json"))
    assert found["boards"] == 40 and found["exact"] is False
    assert found["average"] == pytest.approx((found["p1"] + found["p2"]) / 2)
    assert found["same_boards"] > 0 and found["interval"] > 0
    said = " ".join(called(capsys, "exploit", out, "--boards", 40).split())
    assert "learned on 40 boards" in said and "at least that" in said

    shown = json.loads(called(capsys, "show", out, "--json"))
    assert len(shown["states"]) == 169 and sum(shown["totals"]) == pytest.approx(1, abs=1e-3)
    later = json.loads(called(capsys, "show", out, "--path", "cc/", "--json"))
    assert len(later["states"]) == 4 and 0 < later["reach"] <= 1
    assert sum(state["weight"] for state in later["states"]) == pytest.approx(1)

    made = json.loads(called(capsys, "purify", out, "--out", tmp_path / "pure", "--json"))
    assert made["before"]["exploitability"] != made["after"]["exploitability"]


def test_other_methods(capsys):
    seen = solved(capsys, "--method", "mccfr-public", "--iterations", 3)
    assert seen["iterations"] == 3 and "saturation" not in seen["measures"]
    text = called(
        capsys, "solve", *GAME, "--method", "mccfr-chance", "--iterations", 300, "--seed", 3
    )
    assert "half of its 95% interval" in text


@pytest.mark.parametrize(
    ("arguments", "line"),
    [
        ((*GAME, "--method", "cfr+"), "forgets"),
        ((*GAME[:-1], "ir169.4.2", "--method", "mccfr-external"), "the river is missing"),
        (("holdem-nolimit:5bb", "--bets", "fca", "--method", "mccfr-external"), "card abstraction"),
    ],
)
def test_what_cannot_be_solved_is_said(capsys, arguments, line):
    assert run(["solve", *arguments]) == 2
    assert line in capsys.readouterr().err


def test_what_exploit_cannot_do_is_said(capsys, tmp_path):
    out = tmp_path / "strategy"
    solved(capsys, "--method", "mccfr-external", "--iterations", 50, "--out", out)
    assert run(["exploit", str(out), "--boards", "1"]) == 2
    assert "at least 2" in capsys.readouterr().err
    assert run(["exploit", str(out), "--unreached", "fold"]) == 2
    assert "leave it out" in capsys.readouterr().err
    run(["solve", "kuhn", "--method", "cfr+", "--iterations", "5", "--out", str(tmp_path / "k")])
    assert run(["exploit", str(tmp_path / "k"), "--boards", "9"]) == 2
    assert "measured exactly" in capsys.readouterr().err
