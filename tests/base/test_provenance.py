"""Version, commit and command of what is written."""

import json
import subprocess
import sys

from equipoise.base import provenance as module
from equipoise.base.provenance import commit, provenance, set_command
from equipoise.base.version import __version__
from equipoise.experiments.harness.experiment import Experiment, Outcome, Setting
from equipoise.experiments.harness.store import StoredResult, expected_seconds
from equipoise.interfaces.cli.main import run


def test_command_is_what_a_shell_would_take_again(monkeypatch):
    monkeypatch.setattr(module, "_command", None)
    set_command(["solve", "a b", "--bets", "fcpa"])
    assert provenance() == {
        "version": __version__,
        "commit": commit(),
        "command": "equipoise solve 'a b' --bets fcpa",
    }


def test_commit_is_that_of_the_checkout(tmp_path, monkeypatch):
    def git(*words):
        who = ["-c", "user.name=x", "-c", "user.email=x@y"]
        subprocess.run(["git", *who, *words], cwd=tmp_path, check=True, capture_output=True)

    (tmp_path / "src" / "equipoise" / "base").mkdir(parents=True)
    source = tmp_path / "src" / "equipoise" / "base" / "provenance.py"
    source.write_text("1\n", encoding="utf-8")
    git("init", "-q")
    git("add", ".")
    git("commit", "-qm", "one")
    monkeypatch.setattr(module, "__file__", str(source))
    commit.cache_clear()
    clean = commit()
    assert len(clean) == 40
    source.write_text("2\n", encoding="utf-8")
    commit.cache_clear()
    assert commit() == f"{clean}-changed"
    monkeypatch.setattr(module.shutil, "which", lambda name: None)
    commit.cache_clear()
    assert commit() is None
    commit.cache_clear()


def test_strategies_and_results_say_what_wrote_them(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    assert run(["solve", "kuhn", "--iterations", "5", "--out", "kuhn", "--quiet"]) == 0
    kept = json.loads((tmp_path / "kuhn" / "manifest.json").read_text(encoding="utf-8"))
    assert kept["command"] == "equipoise solve kuhn --iterations 5 --out kuhn"
    assert kept["version"] == __version__
    assert run(["match", "kuhn", "call", "--game", "kuhn", "--hands", "5", "--out", "m"]) == 0
    for name in ("match.json", "result.json"):
        about = json.loads((tmp_path / "m" / name).read_text(encoding="utf-8"))
        assert about["command"].startswith("equipoise match kuhn call")
        assert "commit" in about
    words = ["tournament", "call", "raise", "random", "fold", "--game", "holdem-limit:3p"]
    assert run([*words, "--hands", "2", "--out", "t", "--quiet"]) == 0
    about = json.loads((tmp_path / "t" / "result.json").read_text(encoding="utf-8"))
    assert about["command"].startswith("equipoise tournament call raise")
    assert about["version"] == __version__ and "commit" in about


def test_spots_say_what_wrote_them(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    words = ["spot", "--board", "QsJh2h8d3c", "--pot", "10", "--stack", "20", "--oop", "AA,KK"]
    assert run([*words, "--ip", "QQ,JJ", "--iterations", "5", "--out", "s", "--quiet"]) == 0
    (manifest,) = (tmp_path / "s").glob("*.json")
    about = json.loads(manifest.read_text(encoding="utf-8"))
    assert about["command"].startswith("equipoise spot --board QsJh2h8d3c")
    assert about["equipoise"] == __version__ and "commit" in about


def test_estimates_follow_the_last_run(tmp_path):
    experiment = Experiment("own", "Own", "own", {"quick": 7.0, "full": 9.0})
    assert expected_seconds(tmp_path, experiment, "quick", 0) == 7.0
    result = StoredResult(experiment, Setting(), Outcome([], []), 123.0)
    result.write(tmp_path)
    assert expected_seconds(tmp_path, experiment, "quick", 0) == 123.0
    assert expected_seconds(tmp_path, experiment, "full", 0) == 9.0


def test_library_use_names_the_script(monkeypatch):
    monkeypatch.setattr(module, "_command", None)
    monkeypatch.setattr(sys, "argv", ["/some/where/study.py", "--fast"])
    assert provenance()["command"] == "study.py --fast"
    monkeypatch.setattr(sys, "argv", ["-c"])
    assert provenance()["command"] is None
