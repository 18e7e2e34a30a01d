"""Calls about solves: what they take, their folders, their traces, resuming from either side."""

import shutil

import pytest
from tests.interfaces.web.servers import client, finished, ok

from equipoise.base.locks import holder_of, locked
from equipoise.interfaces.cli.main import run
from equipoise.solvers.run.checkpoint import read_kept


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    return tmp_path_factory.mktemp("desk")


@pytest.fixture(scope="module")
def web(folder):
    with client(folder) as one:
        yield one


def runs(web):
    return {one["name"]: one for one in ok(web.get("/api/runs"))["runs"]}


def solve(folder, name, *more):
    words = ["solve", "kuhn", "--method", "cfr+", "--out", str(folder / name), "--json", *more]
    assert run(words) == 0


def test_what_a_solve_takes_is_known_before_it_starts(web):
    found = ok(web.post("/api/solves/check", json={"game": "leduc"}))
    assert found["infosets"] == 288  # Southey et al. 2005
    assert found["cfr_bytes"] > 0
    assert found["method"] == "dcfr"
    for body in (
        {},
        {"game": "chess"},
        {"game": "leduc", "bets": "zz"},
        {"game": "leduc", "cards": "a/b"},
    ):
        answer = web.post("/api/solves/check", json=body)
        assert answer.status_code == 400, body
        assert "\n" not in answer.json()["error"]


@pytest.mark.parametrize(
    "more",
    [{"method": "luck"}, {"iterations": 0}, {"seconds": "soon"}, {"target": -1}, {"game": "/x"}],
)
def test_a_solve_that_cannot_be_is_not_queued(web, more):
    answer = web.post("/api/solves", json={"game": "kuhn", **more})
    assert answer.status_code == 400
    assert "\n" not in answer.json()["error"]


def test_a_solve_of_the_page_is_the_command_and_its_folder_can_be_resumed_by_it(web, folder):
    body = {"game": "kuhn", "method": "cfr+", "iterations": 30, "name": "mine"}
    job = finished(web, ok(web.post("/api/solves", json=body)))
    assert job["state"] == "done", job
    assert job["command"] == (
        "equipoise solve kuhn --method cfr+ --iterations 30 --seed 0 --out solves/mine"
    )
    found = ok(web.get(f"/api/runs/{job['about']['run']}"))
    assert (found["name"], found["state"], found["iterations"]) == ("solves/mine", "done", 30)
    assert [one["iterations"] for one in found["trace"]] == [
        one["iterations"] for one in job["result"]["trace"]
    ]
    assert found["trace"][-1]["exploitability"] == job["result"]["exploitability"]
    solve(folder, "solves/mine", "--iterations", "60", "--resume")
    again = ok(web.get(f"/api/runs/{job['about']['run']}"))
    assert again["iterations"] == 60
    assert again["trace"][: len(found["trace"])] == found["trace"]
    assert again["trace"][-1]["exploitability"] < found["trace"][-1]["exploitability"]


def test_a_run_of_the_command_line_is_listed_and_resumed_here(web, folder):
    solve(folder, "typed", "--iterations", "20", "--seed", "5")
    about = runs(web)["typed"]
    assert (about["state"], about["job"], about["seed"]) == ("done", None, 5)
    assert about["checkpoint"]["iterations"] == 20
    assert web.post(f"/api/runs/{about['id']}/resume", json={}).status_code == 400  # no limit
    job = finished(web, ok(web.post(f"/api/runs/{about['id']}/resume", json={"iterations": 45})))
    assert job["state"] == "done", job
    found = ok(web.get(f"/api/runs/{about['id']}"))
    assert (found["iterations"], found["job"]) == (45, job["id"])
    assert [one["iterations"] for one in found["trace"]][-1] == 45
    solve(folder, "straight", "--iterations", "45", "--seed", "5")
    straight = ok(web.get(f"/api/runs/{runs(web)['straight']['id']}"))
    assert found["exploitability"] == pytest.approx(straight["exploitability"], rel=1e-9)


def test_a_run_tells_whether_it_was_stopped_or_is_at_work_elsewhere(web, folder):
    solve(folder, "left", "--iterations", "15")
    shutil.rmtree(folder / "left")  # the checkpoint alone, as an interrupted run leaves it
    assert runs(web)["left"]["state"] == "stopped"
    assert runs(web)["left"]["strategy"] is None
    assert holder_of(folder / "left") is None
    with locked(folder / "left", "a run"):
        assert holder_of(folder / "left") is not None
        assert runs(web)["left"]["state"] == "running elsewhere"
        id_ = runs(web)["left"]["id"]
        assert web.post(f"/api/runs/{id_}/resume", json={"iterations": 30}).status_code == 400
    assert runs(web)["left"]["state"] == "stopped"


def test_a_checkpoint_that_cannot_be_read_is_none(folder):
    solve(folder, "torn", "--iterations", "15")
    place = folder / "torn.checkpoint"
    assert read_kept(place).iterations == 15
    for about in place.glob("*/about.json"):
        about.write_text("{", encoding="utf-8")
    assert read_kept(place) is None
    assert read_kept(folder / "nowhere") is None


def test_an_unknown_run_is_missing(web):
    assert web.get("/api/runs/none").status_code == 404
    assert web.post("/api/runs/none/resume", json={"iterations": 5}).status_code == 404
    assert web.get("/api/runs/blueprint").status_code == 404  # ships without its run
