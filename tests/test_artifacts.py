"""Artifacts that version 0.1.0 wrote (``tests/artifacts``) load, resume and export as they did."""

import json
import os
import shutil
from pathlib import Path

import numpy as np
import pytest
from tests.abstraction.buckets.small import FLOPS, small_tables

from equipoise.abstraction.buckets.build import build_bucketing, load_bucketing
from equipoise.abstraction.strength.build import build_tables
from equipoise.abstraction.strength.store import verify_tables
from equipoise.experiments.harness.partial import Partial
from equipoise.games import find_game
from equipoise.games.fingerprint import rules_fingerprint
from equipoise.interfaces.cli.main import run
from equipoise.matches.folder import MatchFolder
from equipoise.spine.cards.sequences import store as sequence_store
from equipoise.spine.cards.sequences.counts import PairCounts
from equipoise.strategies.opened import open_strategy
from equipoise.strategies.store import load_manifest
from equipoise.strategies.strategy import json_fingerprint

HERE = Path(__file__).parent / "artifacts"
STRATEGIES = ("kuhn", "leduc", "leduc-cards", "leduc-bets")


@pytest.fixture
def artifacts(tmp_path, monkeypatch):
    """A copy that may be written to, as the working directory: matches name strategies in it."""
    shutil.copytree(HERE, tmp_path / "artifacts")
    monkeypatch.chdir(tmp_path / "artifacts")
    return tmp_path / "artifacts"


@pytest.mark.parametrize("name", STRATEGIES)
def test_strategies_have_the_value_and_exploitability_that_they_say(name):
    opened = open_strategy(HERE / name, verify=True)
    about, passes = opened.strategy.manifest, opened.problem.passes()
    opened.check_layout(passes.layout)
    found = passes.exploitability(np.array(opened.strategy.probabilities))
    assert found.value == pytest.approx(about.value, abs=1e-9)
    assert found.average == pytest.approx(about.exploitability, abs=1e-9)


@pytest.mark.parametrize("name", STRATEGIES)
def test_every_command_opens_them(artifacts, capsys, name):
    assert run(["exploit", name, "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert found["value"] == pytest.approx(load_manifest(artifacts / name).value, abs=1e-9)
    assert run(["show", name]) == 0
    assert run(["purify", name, "--out", "pure"]) == 0
    assert run(["exploit", "pure"]) == 0


def test_a_stopped_solve_goes_on(artifacts, capsys):
    solve = ["solve", "leduc", "--method", "cfr+", "--numbers", "uint16", "--out", "stopped"]
    assert run([*solve, "--iterations", "200"]) == 2
    assert "stopped after 100 iterations; --resume resumes it" in capsys.readouterr().err
    assert run([*solve, "--iterations", "200", "--resume"]) == 0
    whole, resumed = load_manifest(artifacts / "leduc"), load_manifest(artifacts / "stopped")
    assert resumed.iterations == 200
    # digits of iterates depend on the processor; 100 iterations from nothing leave 0.0134
    assert resumed.exploitability < 1.5 * whole.exploitability < 0.008
    assert abs(resumed.value - whole.value) < resumed.exploitability + whole.exploitability


def test_another_solve_does_not_go_on_from_it(artifacts, capsys):
    os.rename("stopped.checkpoint", "other.checkpoint")
    solve = ["solve", "leduc-nolimit:6", "--method", "cfr+", "--iterations", "200", "--resume"]
    assert run([*solve, "--out", "other"]) == 2
    assert "it belongs to another run: game, rules" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("name", "form", "files"),
    [("match", "acpc", ["match-1.log", "match-2.log"]), ("match-holdem", "phh", ["match-1.phhs"])],
)
def test_matches_are_exported(artifacts, name, form, files):
    assert run(["export", name, "--format", form, "--out", "again"]) == 0
    for file in files:
        assert (artifacts / "again" / file).read_bytes() == (HERE / "exported" / file).read_bytes()


@pytest.mark.parametrize(
    ("name", "arguments", "played"),
    [
        ("match", "kuhn random --game kuhn --hands 40 --session 20 --duplicate --seed 3", 0),
        ("match-holdem", "call random --hands 36 --session 12 --seed 3", 0),
        ("match-stopped", "leduc leduc-cards --game leduc --hands 60 --session 20 --seed 5", 20),
    ],
)
def test_matches_go_on(artifacts, capsys, name, arguments, played):
    before = {path: path.read_bytes() for path in (artifacts / name / "hands").iterdir()}
    words = ["match", *arguments.split(), "--out", name, "--resume", "--json"]
    assert run(words) == 0
    found = json.loads(capsys.readouterr().out)
    stored = json.loads((HERE / name / "result.json").read_text(encoding="utf-8"))
    assert {key: found[key] for key in ("mb_per_hand", "ci95", "std", "chips")} == {
        key: stored[key] for key in ("mb_per_hand", "ci95", "std", "chips")
    }
    # what was played is left as it is
    assert all(path.read_bytes() == content for path, content in before.items())
    folder = MatchFolder(artifacts / name)
    plan = folder.plan().checked()
    new = [path for path in (artifacts / name / "hands").iterdir() if path not in before]
    assert len(new) == 2 * bool(played)
    assert all(folder.read(plan, session) is not None for session in plan.sessions())
    # once gone on with, it is one of this version
    assert run(words) == 0


def test_another_match_does_not_go_on(artifacts, capsys):
    words = ["match", "kuhn", "random", "--game", "kuhn", "--hands", "40", "--session", "20"]
    assert run([*words, "--seed", "4", "--out", "match", "--resume"]) == 2
    assert "it belongs to another match: seed, duplicate differ" in capsys.readouterr().err


def test_bucketings_and_card_models(artifacts, monkeypatch):
    folder = artifacts / "made"
    made = build_bucketing("2.2.2.2", tables=small_tables(), folder=folder, flop_rows=FLOPS)
    written = json.loads((folder / "manifest.json").read_text(encoding="utf-8"))
    stored = json.loads((HERE / "bucketing" / "manifest.json").read_text(encoding="utf-8"))
    assert written["rounds"] == stored["rounds"]  # the same arrays
    shutil.copy(artifacts / "bucketing" / "manifest.json", folder)
    loaded = load_bucketing(folder)
    board = range(5)
    assert (loaded.on_board(board) == made.on_board(board)).all()
    # in the user's cache it would be found under the same name
    monkeypatch.setattr(PairCounts, "count", None)
    origin = sequence_store._origin(loaded, 2, 0)
    assert sequence_store.cached_folder(origin).name == "2.2.2.2-4db4ad92a7b4"
    model = sequence_store.build_model(loaded, 2, 0, artifacts / "card-model")
    assert model.error.distance == pytest.approx(0.03627168544602492)


def test_names_in_the_users_cache_are_those_of_before():
    from equipoise.abstraction.buckets.build import cached_folder, origin_of
    from equipoise.abstraction.buckets.notation import CardAbstraction

    names = [
        cached_folder(origin_of(CardAbstraction.parse(text), seed, 60, rows)).name
        for text, seed, rows in (("8.8.8.8", 0, None), ("8-12-4-4", 7, None), ("2.2.2.2", 0, FLOPS))
    ]
    assert names == [
        "8.8.8.8-91be90461319",
        "8pa.12pa.4pa.4pa-81ee222013e4",
        "2.2.2.2-f5f8471c9417",
    ]


def test_strength_tables(strength_folder, tmp_path):
    folder = tmp_path / "tables"
    folder.mkdir()
    for path in strength_folder.glob("*.npy"):
        os.link(path, folder / path.name)
    shutil.copy(HERE / "strength" / "manifest.json", folder)
    assert build_tables(folder, bins=5).bins == 5  # found, not made
    assert verify_tables(folder) == 429


def test_work_in_progress():
    found = Partial(HERE / "work").get("numbers", "kuhn")
    assert found is not None
    assert (found["rows"] == np.arange(12.0).reshape(3, 4)).all() and found["count"] == 7
    assert Partial(HERE / "work").get("numbers", "leduc") is None


def test_what_is_written_now_has_the_present_fingerprint_of_rules(artifacts):
    """And a strategy keeps its own fingerprint, by which a match knows the agent."""
    now = rules_fingerprint(find_game("leduc"))
    assert load_manifest(artifacts / "leduc").rules == "c0ad64d0e98e0948"
    assert run(["purify", "leduc", "--out", "pure"]) == 0
    assert load_manifest(artifacts / "pure").rules == now
    words = ["leduc", "leduc-cards", "--game", "leduc", "--hands", "60", "--session", "20"]
    before = json.loads((artifacts / "match-stopped" / "match.json").read_text(encoding="utf-8"))
    assert run(["match", *words, "--seed", "5", "--out", "match-stopped", "--resume"]) == 0
    after = json.loads((artifacts / "match-stopped" / "match.json").read_text(encoding="utf-8"))
    assert after["identity"] == {**before["identity"], "rules": now}
    solve = ["solve", "leduc", "--method", "cfr+", "--iterations", "120", "--out", "stopped"]
    assert run([*solve, "--resume"]) == 0
    about = artifacts / "stopped.checkpoint" / "iteration-120" / "about.json"
    assert json.loads(about.read_text(encoding="utf-8"))["identity"]["rules"] == now


def test_a_strategy_of_other_rules_is_refused(artifacts, capsys):
    path = artifacts / "leduc" / "manifest.json"
    values = json.loads(path.read_text(encoding="utf-8"))
    values["rules"] = "c0ad64d0e98e0949"
    values["checksums"]["manifest"] = json_fingerprint(values)
    path.write_text(json.dumps(values), encoding="utf-8")
    assert run(["exploit", "leduc"]) == 2
    assert "rules of leduc have changed since it was solved" in capsys.readouterr().err
