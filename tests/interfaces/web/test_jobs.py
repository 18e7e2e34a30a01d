"""Jobs: commands in processes apart, paused, resumed, cancelled, found again."""

import json
import os
import signal
import subprocess
import sys
from itertools import pairwise

import pytest
from tests.interfaces.web.servers import client, finished, ok, until

from equipoise.interfaces.web.events import Hub
from equipoise.interfaces.web.jobs import Jobs, points


@pytest.fixture
def web(tmp_path):
    with client(tmp_path) as one:
        one.folder = tmp_path
        yield one


def test_a_solve_is_the_command_anybody_would_run(web):
    job = ok(web.post("/api/solves", json={"game": "kuhn", "method": "cfr+", "target": 0.001}))
    done = finished(web, job)
    assert done["state"] == "done", done
    assert done["result"]["exploitability"] <= 0.001
    assert done["result"]["value"] == pytest.approx(-1 / 18, abs=2e-3)
    assert [p["iterations"] for p in done["points"]] == sorted(
        {p["iterations"] for p in done["points"]}
    )
    assert done["points"][-1]["exploitability"] == done["result"]["exploitability"]
    shown = subprocess.run(
        [sys.executable, "-m", "equipoise", "show", "solves/kuhn", "--json"],
        cwd=web.folder, capture_output=True, text=True, encoding="utf-8", check=True,
    )  # fmt: skip
    node = ok(web.get(f"/api/strategies/{done['made']}/node"))
    assert json.loads(shown.stdout) == node


def test_a_run_is_paused_resumed_by_either_side_and_keeps_its_trace(web):
    job = ok(web.post("/api/solves", json={"game": "leduc", "method": "cfr", "seconds": 600}))
    until(lambda: len(ok(web.get(f"/api/jobs/{job['id']}"))["points"]) > 5)
    assert ok(web.post(f"/api/jobs/{job['id']}/pause", json={}))["state"] == "pausing"
    paused = finished(web, job)
    assert paused["state"] == "paused", paused
    before = paused["points"][-1]["iterations"]
    assert ok(web.post(f"/api/jobs/{job['id']}/resume", json={}))["state"] == "queued"
    until(lambda: ok(web.get(f"/api/jobs/{job['id']}"))["points"][-1]["iterations"] > before)
    numbers = [p["iterations"] for p in ok(web.get(f"/api/jobs/{job['id']}"))["points"]]
    assert numbers[0] == 1
    assert all(a < b for a, b in pairwise(numbers))
    web.post(f"/api/jobs/{job['id']}/pause", json={})
    assert finished(web, job)["state"] == "paused"
    done = subprocess.run(
        [sys.executable, "-m", "equipoise", "solve", "leduc", "--method", "cfr", "--out",
         "solves/leduc", "--resume", "--seconds", "0.1", "--json"],
        cwd=web.folder, capture_output=True, text=True, encoding="utf-8", check=True,
    )  # fmt: skip
    assert json.loads(done.stdout)["iterations"] > before


@pytest.mark.parametrize(
    "words",
    [
        ["solve", "leduc-nolimit:5", "--bets", "fcpa", "--method", "cfr", "--seed", "3"],
        [
            "spot",
            "--board",
            "QsJh2h5d5c",
            "--pot",
            "100",
            "--stack",
            "200",
            "--oop",
            "AA,QJs",
            "--ip",
            "JJ,AQs",
            "--target",
            "1e-9",
            "--precision",
            "double",
        ],
    ],
    ids=["solve", "spot"],
)
def test_a_run_that_was_stopped_at_the_command_line_goes_on_in_the_page(web, words):
    command = [sys.executable, "-m", "equipoise", *words, "--out", "mine", "--seconds", "600"]
    told = web.folder / "told"
    told.mkdir()
    first = subprocess.Popen(
        command, cwd=web.folder, env={**os.environ, "EQUIPOISE_PROGRESS": str(told)},
        stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
    )  # fmt: skip
    try:
        until(lambda: len(points(told / "points.jsonl")) > 3, 60)
        first.send_signal(signal.SIGINT)
        first.wait(60)
    finally:
        first.kill()
    rows = ok(web.get("/api/runs"))["runs"]
    (run,) = rows
    assert run["name"] == "mine"
    assert web.post(f"/api/runs/{run['id']}/resume", json={}).status_code == 400
    job = finished(
        web, ok(web.post(f"/api/runs/{run['id']}/resume", json={"seconds": run["seconds"] + 0.2}))
    )
    assert job["state"] == "done", job
    assert job["result"]["iterations"] > run["iterations"]
    (run,) = ok(web.get("/api/runs"))["runs"]
    assert (run["state"], run["job"]) == ("done", job["id"])


def test_jobs_wait_for_each_other_and_can_be_cancelled(web):
    first = ok(web.post("/api/solves", json={"game": "leduc", "method": "cfr", "seconds": 600}))
    second = ok(web.post("/api/solves", json={"game": "leduc", "seconds": 600}))
    until(lambda: ok(web.get(f"/api/jobs/{first['id']}"))["state"] == "running")
    assert ok(web.get(f"/api/jobs/{second['id']}"))["state"] == "queued"
    assert (
        web.delete(
            f"/api/jobs/{first['id']}", headers={"content-type": "application/json"}
        ).status_code
        == 400
    )
    for job in (second, first):
        ok(web.post(f"/api/jobs/{job['id']}/cancel", json={}))
        assert finished(web, job)["state"] == "cancelled"
    assert not list((web.folder / "solves").glob("*.checkpoint"))
    for job in (first, second):
        ok(web.delete(f"/api/jobs/{job['id']}", headers={"content-type": "application/json"}))
    assert ok(web.get("/api/jobs"))["jobs"] == []


def test_bad_input_of_a_command_is_one_line(web):
    answer = web.post("/api/solves", json={"game": "kuhn", "method": "nonsense"})
    assert answer.status_code == 400
    job = ok(web.post("/api/solves", json={"game": "kuhn", "cards": "8.8.8.8"}))
    failed = finished(web, job)
    assert failed["state"] == "failed"
    assert failed["error"]
    assert "Traceback" not in failed["error"]


def test_a_later_server_finds_what_an_earlier_one_started(tmp_path):
    with client(tmp_path) as web:
        job = ok(web.post("/api/solves", json={"game": "leduc", "method": "cfr", "seconds": 600}))
        until(lambda: ok(web.get(f"/api/jobs/{job['id']}"))["points"])
    # the server has ended in order: the run was paused, with a checkpoint
    with client(tmp_path) as web:
        found = ok(web.get(f"/api/jobs/{job['id']}"))
        assert found["state"] == "paused"
        assert found["points"]
        ok(web.post(f"/api/jobs/{job['id']}/cancel", json={}))


def test_a_job_of_a_killed_server_is_followed(tmp_path):
    first = Jobs(tmp_path, Hub())
    job = first.add("solve", "leduc", ["solve", "leduc", "--seconds", "600"], None, {})
    first._begin(job)  # and the server is gone: nobody follows it
    later = Jobs(tmp_path, Hub())
    try:
        found = later.find(job.id)
        assert found.state == "running"
        later._look_at(found)
        assert found.state == "running"
    finally:
        later.cancel(job.id)
        job.process.wait()
    later._look_at(found)
    assert found.state == "cancelled"


def test_points_are_thinned_and_the_last_is_kept(tmp_path):
    path = tmp_path / "points.jsonl"
    path.write_text(
        "".join(json.dumps({"iterations": n}) + "\n" for n in range(1, 2001)), encoding="utf-8"
    )
    found = points(path)
    assert len(found) <= 402
    assert found[0]["iterations"] == 1
    assert found[-1]["iterations"] == 2000
    assert points(tmp_path / "none") == []
