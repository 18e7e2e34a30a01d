"""Runs of responses: the same on processes, after an interruption, and from the command line."""

import json

import numpy as np
import pytest

from equipoise.agents.policy_agent import known_policy
from equipoise.agents.registry import find_agent
from equipoise.base.errors import InputError, UnsolvedError
from equipoise.evaluation.bounds import runs
from equipoise.evaluation.bounds.runs import ResponsePlan, run_response
from equipoise.evaluation.bounds.strongest import Answered, strongest_bound, usual_responses
from equipoise.interfaces.cli.main import run

GAME = "holdem-nolimit:5bb"
PLAN = ResponsePlan(GAME, "random:size=pot", "lbr:fc/c/fcpa/fcpa", 60, seed=3)


@pytest.fixture(scope="module")
def straight():
    return run_response(PLAN, workers=1)


def test_processes_give_the_same(straight, monkeypatch):
    monkeypatch.setattr(runs, "_ALONE", 0.0)
    again = run_response(PLAN, workers=2)
    assert (again.won == straight.won).all()
    assert again.played_now == 120 and straight.won.shape == (60, 2)


def test_a_worker_that_cannot_begin_is_one_line(monkeypatch):
    monkeypatch.setattr(runs, "_hired", [])
    monkeypatch.setattr(runs.signal, "signal", lambda *given: None)
    runs._hire(GAME, "shark", PLAN.response)
    with pytest.raises(UnsolvedError, match="a worker failed: InputError: agent 'shark'"):
        runs._work(0, (0, 1))


def test_a_run_goes_on(straight, tmp_path):
    out = tmp_path / "run"
    short = ResponsePlan(GAME, PLAN.agent, PLAN.response, 25, seed=3)
    run_response(short, 1, out)
    with pytest.raises(InputError, match="begun already"):
        run_response(PLAN, 1, out)
    other = ResponsePlan(GAME, PLAN.agent, "lbr:fc", 60, seed=3)
    with pytest.raises(InputError, match="another run: response differ"):
        run_response(other, 1, out, resume=True)
    whole = run_response(PLAN, 1, out, resume=True)
    # the block that was cut short is played again, the one before it is not
    assert (whole.won == straight.won).all() and whole.played_now == 80
    kept = json.loads((out / "response.json").read_text(encoding="utf-8"))
    kept["blocks"]["0"][0][0] += 1.0
    (out / "response.json").write_text(json.dumps(kept), encoding="utf-8")
    with pytest.raises(InputError, match="damaged"):
        run_response(PLAN, 1, out, resume=True)
    with pytest.raises(InputError, match="there is no"):
        run_response(PLAN, 1, tmp_path / "nothing", resume=True)


def called(capsys, *arguments):
    code = run([str(argument) for argument in arguments])
    printed = capsys.readouterr()
    assert code == 0, printed.err
    return printed.out


def test_lbr_from_the_command_line(capsys):
    arguments = ("lbr", "fold", "--game", GAME, "--hands", 3, "--workers", 1)
    found = json.loads(called(capsys, *arguments, "--json"))
    assert found["mb_per_hand"] == 750.0 and found["ci95"] == [750.0, 750.0]
    assert found["hands"] == 3 and found["hands_per_second"] > 0
    assert found["menus"] == "c/c/56/56" and found["seats"] == [500.0, 1000.0]
    said = " ".join(called(capsys, *arguments).split())
    assert "wins +750.00 mb/hand against fold" in said


def test_small_games_are_exact(capsys):
    found = json.loads(called(capsys, "lbr", "call", "--game", "leduc", "--json"))
    assert found["exact"] is True and found["ci95"][0] == found["mb_per_hand"] > 0
    bound = json.loads(called(capsys, "bound", "call", "--game", "leduc", "--json"))
    assert bound["mb_per_hand"] >= found["mb_per_hand"] - 1e-9
    assert [one["by"] for one in bound["tried"]] == ["lbr:fcpa", "best:fcpa"]
    assert "call loses at least 1,466.67" in called(capsys, "bound", "call", "--game", "leduc")


def test_a_response_that_wins_nothing_shows_no_loss(capsys):
    said = called(capsys, "bound", "call", "--game", "kuhn", "--responses", "lbr:c")
    assert "no loss of call is shown" in said and "loses at least" not in said


def test_a_sample_without_noise_is_not_called_exact(capsys):
    arguments = ("--game", GAME, "--hands", 30, "--responses", "lbr:fcpa", "--workers", 1)
    said = " ".join(called(capsys, "bound", "fold", *arguments).split())
    assert "fold loses at least 750.00 mb/hand" in said and "exact" not in said


def test_the_choice_is_made_on_other_deals(monkeypatch):
    """The chosen response is measured on deals that it was not chosen by."""
    asked = []

    def played(answered, response, deals, first, seed, workers, report):
        asked.append((response, first))
        shift = 100.0 if response == "river:fca" else 0.0
        won = np.full((deals, 2), shift) + np.random.default_rng(len(asked)).random((deals, 2))
        plan = ResponsePlan(answered.game, answered.agent, response, deals)
        return runs.ResponseRun(plan, won, 1.0, 2 * deals)

    monkeypatch.setattr(Answered, "run", played)
    found = strongest_bound(Answered(GAME, "call"), 40, ("lbr:fc", "river:fca", "lbr:56"))
    assert asked == [("lbr:fc", 0), ("river:fca", 0), ("lbr:56", 0), ("river:fca", 40)]
    assert found.by == "river:fca" and found.rate.mean == pytest.approx(100.5, abs=0.5)
    assert [one.by for one in found.tried] == ["lbr:fc", "river:fca", "lbr:56"]


def test_bound_from_the_command_line(capsys):
    arguments = ("bound", "call", "--game", GAME, "--hands", 30, "--responses", "lbr:fc river:fca")
    found = json.loads(called(capsys, *arguments, "--workers", 1, "--json"))
    assert found["by"] in ("lbr:fc", "river:fca")
    assert found["ci95"][0] <= found["mb_per_hand"] <= found["ci95"][1]
    assert {"by", "mb_per_hand", "ci95", "hands"} <= set(found["tried"][0])
    again = json.loads(called(capsys, *arguments, "--workers", 1, "--json"))
    assert again["mb_per_hand"] == found["mb_per_hand"]


def test_what_is_tried():
    big = Answered("holdem-nolimit:100bb", "call")
    assert usual_responses(big)[0] == "lbr:c/c/56/56"
    assert "river:fcpa" in usual_responses(Answered("holdem-limit:2p", "call"))
    assert "turn:fcpa" in usual_responses(big, thorough=True)


def test_a_policy_at_hand_is_answered_as_its_agent_is():
    """Bit by bit: the deals depend on the seed alone."""
    by_name = Answered(GAME, "random:size=pot")
    policy = known_policy(find_agent(by_name.agent), "test")
    at_hand = Answered(GAME, "a policy", policy)
    responses = ("lbr:fc/c/fcpa/fcpa", "lbr:fc")
    one, other = (strongest_bound(who, 30, responses, 3, 1) for who in (by_name, at_hand))
    assert (one.run.won == other.run.won).all() and one.by == other.by
    assert other.run.plan.agent == "a policy"


def test_no_response_is_judged_by_fewer_deals_than_an_interval_needs():
    with pytest.raises(InputError, match="29 hands"):
        strongest_bound(Answered(GAME, "call"), 29)
    found = strongest_bound(Answered(GAME, "fold"), 30, ("lbr:fc", "river:fca"), workers=1)
    assert [one.rate.count for one in found.tried] == [30, 30]


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (("lbr", "loki-b"), "its policy is not known"),
        (("lbr", "fold", "--menus", "c/x"), "menus 'c/x'"),
        (("lbr", "fold", "--hands", "0"), "0 hands"),
        (("lbr", "fold", "--game", "holdem-nolimit:100bb,6p"), "6 players"),
        (("lbr", "fold", "--resume"), "--resume needs --out"),
        (("bound", "fold", "--responses", "magic:fc"), "response 'magic:fc'"),
        (("bound", "fold", "--responses", "best:fc"), "too large"),
        (("bound", "fold", "--responses", "lbr:fc", "--thorough"), "cannot be combined"),
        (("bound", "fold", "--responses", "cfr:fcpa"), "buckets"),
    ],
)
def test_bad_input_is_one_line(capsys, arguments, says):
    assert run(list(arguments)) == 2
    printed = capsys.readouterr()
    assert printed.out == "" and printed.err.count("\n") == 1 and says in printed.err


def test_a_strategy_of_another_game(capsys, tmp_path):
    assert run(["solve", "leduc", "--iterations", "1", "--out", str(tmp_path / "s"), "--json"]) == 0
    capsys.readouterr()
    assert run(["lbr", str(tmp_path / "s"), "--game", "kuhn"]) == 2
    assert "it was solved for leduc" in capsys.readouterr().err
