"""Solutions on disk: whole, up to a street, resumed, damaged."""

import json
from dataclasses import replace

import numpy as np
import pytest

from equipoise.base.errors import InputError
from equipoise.solvers.run.job import checkpoint_folder
from equipoise.spots.solution import SpotSolution
from equipoise.spots.solving import SpotJob
from equipoise.spots.spot import Spot
from equipoise.spots.store import load_solution

TURN = Spot(
    "QsJh2h5d", 100, 220, "AA,KK,QJs,T9s", "22,JJ,AQs,98s", bets="50%", raises="a", donks="a"
)
LINES = ("", "check", "check, bet 50%", "check, check, Ah", "check, bet 50%, call, 2c, check")


@pytest.fixture(scope="module")
def solution():
    return TURN.solve(0.2)


def same(one, other, tolerance):
    assert one.names == other.names and one.board == other.board and one.pot == other.pot
    for mine, theirs in zip(one.ranges, other.ranges, strict=True):
        assert mine.mean_value == pytest.approx(theirs.mean_value, abs=tolerance)
        assert mine.mean_equity == pytest.approx(theirs.mean_equity, abs=tolerance)


def test_a_whole_solution_is_read_as_it_was(solution, tmp_path):
    solution.save(tmp_path / "a")
    again = SpotSolution.load(tmp_path / "a")
    assert again.spot == solution.spot and again.summary == solution.summary
    assert isinstance(again.strategy, np.memmap)
    for line in LINES:
        same(again.node(line), solution.node(line), 1e-6)
        one, other = again.node(line).acting, solution.node(line).acting
        assert (one.strategy == other.strategy).all()
    assert load_solution(tmp_path / "a", verify=True).summary == solution.summary


def test_up_to_a_street_the_rest_is_solved_again(solution, tmp_path):
    solution.save(tmp_path / "a", "turn")
    again = SpotSolution.load(tmp_path / "a")
    assert again.strategy.size < solution.strategy.size / 10
    for line in LINES[:3]:  # kept
        same(again.node(line), solution.node(line), 1e-3)
        one, other = again.node(line).acting, solution.node(line).acting
        order = [other.place(hand) for hand in one.hands]
        assert (one.strategy == other.strategy[:, order]).all()
        assert one.action_values == pytest.approx(other.action_values[:, order], abs=1e-3)
    for line in LINES[3:]:  # an equilibrium of the same river: worth the same on average
        same(again.node(line), solution.node(line), 2.0)
    # who called acts first on the river, with his donk sizes, in what is solved again too
    assert again.node("check, bet 50%, call, Ah").names == ("check", "all-in 170")
    again.save(tmp_path / "b", "turn")
    assert SpotSolution.load(tmp_path / "b").last == 2
    again.save(tmp_path / "c")  # what is not there cannot be kept
    assert SpotSolution.load(tmp_path / "c").last == 2


def test_reach_and_cards_are_the_same_where_a_street_is_solved_again(tmp_path):
    # 7c and 7d take the hand of the largest weight, Kc and Kd a whole range
    whole = Spot("QsJh2h5d", 100, 50, "7c7d,8h6h:0.2", "KcKd:0.5", bets="none").solve(0.1)
    whole.save(tmp_path / "a", "turn")
    again = SpotSolution.load(tmp_path / "a")
    mine, theirs = (found.cards("check, check").cards for found in (again, whole))
    assert [line.card for line in mine] == [line.card for line in theirs]
    assert len(mine) == 46
    assert [line.chance for line in mine] == pytest.approx([line.chance for line in theirs])
    for card in ("7c", "3s"):
        one, other = (found.node("check, check", card) for found in (again, whole))
        for before, after in zip(one.ranges, other.ranges, strict=True):
            assert before.hands == after.hands
            assert before.weight == pytest.approx(after.weight)
            assert before.share == pytest.approx(after.share)


def test_locks_hold_in_what_is_solved_again(tmp_path):
    lock = "check, check, check | 22 | check=100%"  # on every river
    spot = Spot(**{**TURN.described(), "locks": [lock, "check, check, Ah | T9s | check=100%"]})
    spot.solve(1).save(tmp_path / "a", "turn")
    again = SpotSolution.load(tmp_path / "a")
    mine = again.node("check, check, 3c, check").acting
    assert mine.strategy[0, mine.place("2s2c")] == pytest.approx(1)
    first = again.node("check, check, Ah").acting
    assert first.strategy[0, first.place("Tc9c")] == pytest.approx(1)


def test_a_stopped_run_goes_on(tmp_path):
    out = tmp_path / "a"
    job = SpotJob(TURN, None, iterations=10, out=out)
    job.run(job.engine())
    more = replace(job, iterations=25, resume=True)
    resumed = more.run(more.engine())
    whole = SpotJob(TURN, None, iterations=25).run(job.engine())
    assert resumed.summary.iterations == 25
    assert resumed.summary.oop_value == pytest.approx(whole.summary.oop_value, abs=1e-4)
    assert (np.asarray(resumed.strategy) == np.asarray(whole.strategy)).all()
    other = replace(more, spot=replace_pot(TURN), iterations=30)
    with pytest.raises(InputError, match="it belongs to another run: spot differ"):
        other.run(other.engine())


def replace_pot(spot):
    return Spot(**{**spot.described(), "pot": 102})


def test_a_run_that_was_interrupted_is_not_started_afresh(tmp_path):
    out = tmp_path / "a"
    job = SpotJob(TURN, 0.01, out=out)
    stopped = 0

    def interrupt(done, total, doing=""):
        nonlocal stopped
        stopped += 1
        if stopped == 3:
            assert "% of the pot" in doing
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        job.run(job.engine(), interrupt)
    assert list(checkpoint_folder(out).glob("iteration-*")) and not out.exists()
    with pytest.raises(InputError, match="stopped after"):
        job.engine()
    more = replace(job, target=0.5, resume=True)
    assert more.run(more.engine()).summary.exploitability_percent <= 0.5
    assert SpotSolution.load(out).spot == TURN


def test_damage_is_one_clear_line(solution, tmp_path):
    folder = tmp_path / "a"
    solution.save(folder)
    with pytest.raises(InputError, match="there is no manifest"):
        SpotSolution.load(tmp_path / "nothing")
    strategy = folder / "strategy.npy"
    data = bytearray(strategy.read_bytes())
    data[-3] ^= 255
    strategy.write_bytes(bytes(data))
    with pytest.raises(InputError, match="damaged"):
        load_solution(folder, verify=True)
    manifest = folder / "manifest.json"
    content = json.loads(manifest.read_text(encoding="utf-8"))
    content["summary"]["oop_value"] = 99.0
    manifest.write_text(json.dumps(content), encoding="utf-8")
    with pytest.raises(InputError, match="checksum"):
        SpotSolution.load(folder)


def test_memory_that_does_not_fit_is_refused(monkeypatch):
    from equipoise.base import workers

    monkeypatch.setattr(workers, "available_memory", lambda: 1000)
    with pytest.raises(InputError, match="of memory"):
        TURN.solve()
