import json

import pytest

from equipoise.interfaces.cli import jamfold as command
from equipoise.interfaces.cli.main import run
from equipoise.solvers import jamfold


@pytest.fixture
def small_table(monkeypatch):
    """A table of few stacks in place of the 241."""
    table = jamfold.solve_table(1, 5, parts=1, workers=1)
    monkeypatch.setattr(jamfold, "solve_table", lambda **options: table)
    return table


def test_charts_can_be_read_without_colours(capsys, monkeypatch):
    monkeypatch.setenv("COLUMNS", "120")
    assert run(["jamfold", "10bb", "1"]) == 0
    shown = capsys.readouterr().out
    assert "10 big blinds: the small blind wins -0.0454 big blinds per hand" in shown
    assert "small blind jams 58.3%" in shown and "big blind calls 37.4%" in shown
    assert "43s*" in shown and "* mixed: 43s" in shown
    rows = [line.split() for line in shown.splitlines() if line.startswith((" AA ", "A2o"))]
    assert rows[0][:13] == rows[0][13:]  # every ace is jammed and called with
    assert rows[1][:3] == ["A2o", "K2o", "·"] and rows[1][13:15] == ["A2o", "·"]
    assert "·" not in rows[2] + rows[3]  # with one big blind nobody folds
    assert "the small blind wins +0.0000" in shown


def test_json(capsys):
    assert run(["jamfold", "6.67bb", "20/3bb", "--json"]) == 0
    result = json.loads(capsys.readouterr().out)
    first, second = result["games"]
    assert first["stack_bb"] == 6.67 and second["stack_bb"] == pytest.approx(20 / 3)
    assert first["value_bb"] == pytest.approx(0.0242, abs=1e-4)
    assert first["exploitability_bb"] < 1e-6
    assert len(first["push"]) == len(first["call"]) == 169
    assert first["push"]["AA"] == 1 and first["push"]["32o"] == 0
    assert first["push_gain_bb"]["AA"] > 1 > 0 > first["push_gain_bb"]["32o"]
    assert result["chart"] is None


def test_pictures(capsys, tmp_path, small_table):
    pytest.importorskip("matplotlib")
    for words in (["10bb"], ["--table"]):
        path = tmp_path / f"{words[0].strip('-')}.png"
        assert run(["jamfold", *words, "--chart", str(path)]) == 0
        assert path.read_bytes().startswith(b"\x89PNG")
        assert "drawn to" in capsys.readouterr().out


def test_table(capsys, small_table):
    assert run(["jamfold", "--table"]) == 0
    shown = capsys.readouterr().out
    assert "largest stack at which the small blind jams" in shown
    assert "63s 1.0–2.0" not in shown
    assert "43s 1.0–2.0, 5.0" in shown.replace("  ", " ")
    assert run(["jamfold", "--table", "--json"]) == 0
    result = json.loads(capsys.readouterr().out)
    assert result["stacks_bb"] == [1, 2, 3, 4, 5]
    assert result["push"]["43s"] == [[1, 2], [5, 5]]
    assert result["call"]["AA"] == [[1, 5]]


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["0.5bb"], "a stack of 0.5bb is less than the big blind; at least 1bb"),
        (["ten"], "is not a stack in big blinds"),
        (["--table", "10bb"], "--table solves its own stacks"),
        (["--chart", "x.jpg"], "--chart 'x.jpg': not a PNG file"),
    ],
)
def test_bad_input_is_one_line(capsys, words, said):
    assert run(["jamfold", *words]) == 2
    shown = capsys.readouterr()
    assert not shown.out
    assert shown.err.count("\n") == 1 and said in shown.err


def test_a_stack_may_come_without_its_unit():
    assert command._stack("7") == command._stack("7bb") == "7bb"
