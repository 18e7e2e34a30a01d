"""Progress for another program: files that a command writes where it is asked to."""

import json

from equipoise.interfaces.cli.main import run
from equipoise.interfaces.cli.told import POINTS, PROGRESS, VARIABLE, file_report


def test_a_solve_leaves_its_progress_and_every_measurement(tmp_path, monkeypatch, capsys):
    monkeypatch.setenv(VARIABLE, str(tmp_path))
    assert run(["solve", "kuhn", "--method", "cfr", "--iterations", "40", "--json"]) == 0
    result = json.loads(capsys.readouterr().out)
    lines = (tmp_path / POINTS).read_text(encoding="utf-8").splitlines()
    points = [json.loads(line) for line in lines]
    assert [p["iterations"] for p in points] == [p["iterations"] for p in result["trace"]]
    assert [p["exploitability"] for p in points] == [p["exploitability"] for p in result["trace"]]
    last = json.loads((tmp_path / PROGRESS).read_text(encoding="utf-8"))
    assert last["done"] == last["total"] == 40
    assert last["doing"].startswith("iteration 40")


def test_reports_are_thinned_but_the_end_is_told(tmp_path):
    times = iter([0.0, 0.05, 0.1, 0.5, 0.55])
    report = file_report(tmp_path, "work", lambda: next(times))

    def told():
        return json.loads((tmp_path / PROGRESS).read_text(encoding="utf-8"))["done"]

    assert told() == 0
    report(1, 4)
    report(2, 4)
    assert told() == 0
    report(3, 4)
    assert told() == 3
    report(4, 4)
    assert told() == 4


def test_a_folder_that_is_gone_stops_nothing(tmp_path):
    report = file_report(tmp_path / "gone", "work")
    report(1, 1)
    assert not (tmp_path / "gone").exists()
