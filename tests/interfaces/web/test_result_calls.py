"""Calls about published tables: the catalogue, stored results, their pictures, a quick run."""

import pytest
from tests.interfaces.web.servers import client, finished, ok

from equipoise.experiments.harness.experiment import Cell, Claim, Outcome, Setting
from equipoise.experiments.harness.registry import all_experiments
from equipoise.experiments.harness.store import StoredResult
from equipoise.plots.style import can_draw

KNOWN = next(one for one in all_experiments() if one.id == "slides-jamfold")
OUTCOME = Outcome(
    cells=[
        Cell("jam", "10 bb", 0.5, 0.52, 0.48, 0.56),
        Cell("jam", "20 bb", 0.4, 0.31, 0.3, 0.32),
        Cell("fold", "10 bb", None, 0.48, digits=4),
    ],
    claims=[
        Claim("short stacks jam", True, "52%"),
        Claim("deep ones too", False, "31%"),
        Claim("nobody folds", False, "few hands", is_open=True),
    ],
    notes=["a made-up outcome"],
    digits=2,
    heat_map=True,
    unit="share",
)  # fmt: skip


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    place = tmp_path_factory.mktemp("desk")
    StoredResult(KNOWN, Setting("quick", 7), OUTCOME, 1.25).write(place / "results")
    damaged = place / "results" / "papp-4.2" / "quick-seed0"
    damaged.mkdir(parents=True)
    (damaged / "result.json").write_text('{"cells": 5, "claims": []}', encoding="utf-8")
    return place


@pytest.fixture(scope="module")
def web(folder):
    with client(folder) as one:
        yield one


def entries(web):
    return {one["id"]: one for one in ok(web.get("/api/results"))["experiments"]}


def test_every_experiment_is_listed_with_its_runs(web):
    found = entries(web)
    assert found.keys() == {one.id for one in all_experiments()}
    for one in all_experiments():
        entry = found[one.id]
        assert (entry["title"], entry["seconds"]) == (one.title, dict(one.seconds))
    (mine,) = found[KNOWN.id]["results"]
    assert (mine["scale"], mine["seed"], mine["seconds"]) == ("quick", 7, 1.25)
    assert (mine["claims"], mine["hold"], mine["open"]) == (3, 1, 1)
    assert found["papp-4.2"]["results"] == []  # damaged


def test_a_result_has_cells_and_verdicts(web):
    id_ = entries(web)[KNOWN.id]["results"][0]["id"]
    found = ok(web.get(f"/api/results/{id_}"))
    assert found["experiment"] == KNOWN.id
    assert [one["verdict"] for one in found["claims"]] == [
        "holds", "does not hold", "not decided",
    ]  # fmt: skip
    first, _, last = found["cells"]
    assert (first["published"], first["measured"], first["low"], first["high"]) == (
        0.5, 0.52, 0.48, 0.56,
    )  # fmt: skip
    assert (last["published"], last["digits"]) == (None, 4)
    assert (found["digits"], found["unit"], found["sampled"]) == (2, "share", False)
    picture = web.get(f"/api/results/{id_}/picture")
    if can_draw():
        assert found["picture"]
        assert picture.headers["content-type"] == "image/png"
        assert picture.content.startswith(b"\x89PNG")
    else:
        assert picture.status_code == 404


@pytest.mark.parametrize("body", [{}, {"id": "*"}, {"id": "papp-*"}, {"id": "none"}, {"id": 3},
                                  {"id": "papp-5.1", "scale": "huge"}, {"id": "papp-5.1", "seed": -1}])  # fmt: skip
def test_a_run_that_cannot_be_is_one_line(web, body):
    answer = web.post("/api/results", json=body)
    assert answer.status_code == 400
    assert "\n" not in answer.json()["error"]


def test_what_is_not_there_is_missing(web):
    assert web.get("/api/results/none").status_code == 404
    assert web.get("/api/results/none/picture").status_code == 404


def test_a_quick_run_is_the_command_and_is_found_afterwards(web, folder):
    quickest = min(all_experiments(), key=lambda one: one.seconds["quick"])
    job = finished(web, ok(web.post("/api/results", json={"id": quickest.id})), 120)
    assert job["state"] == "done", job
    assert job["command"].startswith(f"equipoise reproduce {quickest.id} --scale quick")
    (entry,) = entries(web)[quickest.id]["results"]
    found = ok(web.get(f"/api/results/{entry['id']}"))
    assert found["cells"] == job["result"]["results"][0]["cells"]
    assert (folder / "results" / quickest.id / "quick-seed0" / "table.md").exists()
