"""What the author of an agent is told: tracebacks, strict matches, the log, tables of many."""

import json

import pytest

from equipoise.agents import Agent
from equipoise.agents.trace import trace_text
from equipoise.interfaces.cli.main import run
from equipoise.matches.faults import Faults

FILE = """
from equipoise.agents import Agent, register
from equipoise.games import Action

@register("mine", "raises an error now and then")
class Mine(Agent):
    def act(self, observation, rng):
        self.log("seen", observation.betting.pot)
        if observation.betting.pot > 3:
            return self.helper({})
        return Action.call()

    def helper(self, values):
        return values["x"]
"""


@pytest.fixture
def mine(tmp_path, monkeypatch):
    monkeypatch.delenv("EQUIPOISE_AGENT_LOG", raising=False)
    file = tmp_path / "mine.py"
    file.write_text(FILE, encoding="utf-8")
    return str(file)


def test_a_crash_is_told_with_its_traceback(mine, tmp_path, capsys):
    out = tmp_path / "out"
    arguments = ["match", mine, "raise", "--game", "leduc", "--hands", "60", "--seed", "1"]
    assert run([*arguments, "--forfeit-after", "0", "--out", str(out)]) == 0
    shown = capsys.readouterr().out
    assert shown.count("Traceback") == 1 and 'return values["x"]' in shown
    assert "line 14, in helper" in shown and "saw: " in shown and "betting " in shown
    rest = (out / "faults.txt").read_text(encoding="utf-8")
    assert rest.count("Traceback") > 1 and str(out / "faults.txt") in shown.replace("\n", "")
    kept = json.loads((out / "result.json").read_text(encoding="utf-8"))
    assert kept["faults"][0]["crash"] > 1 and "notes" not in kept["faults"][0]


def test_a_strict_match_ends_at_the_first_fault(mine, capsys):
    code = run(["match", mine, "raise", "--game", "leduc", "--hands", "60", "--strict"])
    shown = capsys.readouterr()
    assert code == 1 and shown.err.count("Traceback") == 1 and "error: " in shown.err
    assert "KeyError" in shown.err.splitlines()[-1]


def test_the_log_of_an_agent_is_shown_when_asked_for(mine, capfd, monkeypatch):
    quiet = ["match", mine, "fold", "--game", "leduc", "--hands", "5"]
    assert run(quiet) == 0 and "seen 2" not in capfd.readouterr().err
    monkeypatch.setenv("EQUIPOISE_AGENT_LOG", "1")  # what --debug sets; undone after the test
    assert run([*quiet, "--debug"]) == 0 and "seen 2" in capfd.readouterr().err


def test_a_file_is_explained(mine, capsys):
    assert run(["agents", mine]) == 0
    shown = capsys.readouterr().out
    assert "registers 'mine', made by Mine" in shown and "forgets between hands" in shown
    assert run(["agents", mine, "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["agents"][0]["listens"] is False


def test_wrong_folders_and_names(tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "blueprint").mkdir()
    (tmp_path / "blueprint" / "manifest.json").write_text("{}", encoding="utf-8")
    (tmp_path / "empty").mkdir()
    for text, words in (
        ("empty", "a strategy folder holds manifest.json"),
        ("blueprnt", "did you mean 'blueprint'"),
        ("loki-gum", "did you mean 'loki-gom'"),
    ):
        assert run(["match", text, "call"]) == 2
        line = capsys.readouterr().err
        assert words in line and len(line.splitlines()) == 1


def test_notes_of_faults_survive_json_and_have_a_limit():
    faults = Faults()
    for hand in range(50):
        faults.add("crash", hand, "oops", "Traceback\n  \x1b[31m")
    again = Faults.from_json(json.loads(json.dumps(faults.with_notes())))
    assert again.total == 50 and len(again.notes) == 20 and "\x1b" not in again.notes[0]
    with pytest.raises(ValueError, match="notes"):
        Faults.from_json({**faults.as_json(), "notes": [1]})


def test_an_exception_that_cannot_be_shown():
    class OddError(Exception):
        def __str__(self):
            raise RuntimeError

    assert "OddError" in trace_text(OddError())


def test_logging_without_a_reader_says_nothing(monkeypatch, capsys):
    class Quiet(Agent):
        def act(self, observation, rng):
            raise NotImplementedError

    monkeypatch.delenv("EQUIPOISE_AGENT_LOG", raising=False)
    Quiet().log("nothing")
    assert capsys.readouterr().err == ""


def test_a_round_robin_at_tables_of_three(capsys):
    agents = ["call", "fold", "raise:size=min", "raise"]
    game = ["--game", "holdem-nolimit:20bb,3p", "--hands", "40", "--duplicate", "--json"]
    assert run(["tournament", *agents, *game]) == 0
    found = json.loads(capsys.readouterr().out)
    assert found["tables"] == 4 and found["hands_played"] == 4 * 40 * 6
    assert sorted(found["agents"]) == sorted(agents)
    # everyone sits at three of four tables, so the means add up to nothing
    assert abs(sum(found["mb_per_hand"])) < 1e-6
    assert found["mb_per_hand"] == sorted(found["mb_per_hand"], reverse=True)


def test_the_no_limit_player_beats_callers_and_dice(capsys):
    for other in ("call", "random"):
        arguments = ["match", "nolimit:deals=60", other, "--hands", "1500", "--duplicate"]
        assert run([*arguments, "--workers", "1", "--json"]) == 0
        assert json.loads(capsys.readouterr().out)["winner"] == "nolimit:deals=60"
    assert run(["match", "nolimit", "call", "--game", "leduc"]) == 2
    assert "cannot play leduc" in capsys.readouterr().err
