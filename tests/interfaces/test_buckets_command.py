import json
from types import SimpleNamespace

import pytest

from equipoise.abstraction.buckets import build as bucket_build
from equipoise.abstraction.buckets import provide
from equipoise.abstraction.strength import build as strength_build
from equipoise.interfaces.as_json.buckets import rounds_json
from equipoise.interfaces.cli.main import run

FEW = ["--flops", "3", "--tables"]


@pytest.fixture
def few(strength_folder, tmp_path, monkeypatch):
    """Options for bucketings of three flops, kept in a folder of this test."""
    monkeypatch.setattr(bucket_build, "user_folder", lambda name: tmp_path / name)
    return [*FEW, str(strength_folder)]


def test_build(few, capsys, tmp_path):
    out = tmp_path / "mine"
    assert run(["buckets", "build", "8.8.8.8", "--out", str(out), "--json", *few]) == 0
    shown = capsys.readouterr()
    result = json.loads(shown.out)
    assert [entry["buckets"] for entry in result["rounds"]] == [8, 64, 512, 4096]
    assert [entry["hands"] for entry in result["rounds"]] == [169, None, None, None]
    assert result["built"] and result["sampled"] and result["flops"] == 3
    assert result["out"] == str(out) and result["seconds"] > 0
    assert shown.err.startswith("building 8.8.8.8: about ")
    assert run(["buckets", "build", "8.8.8.8", "--out", str(out), *few]) == 0
    shown = capsys.readouterr()
    assert "SAMPLED: built from 3 of 1,755 flops" in shown.out
    lines = [line.split() for line in shown.out.splitlines()]
    assert ["pre-flop", "8", "169", "21"] in lines and ["flop", "64", "–", "–"] in lines
    assert "already built" in shown.out and not shown.err
    assert run(["buckets", "build", "5.5.5.5", "--out", str(out), *few]) == 2
    assert "it holds 8.8.8.8" in capsys.readouterr().err


def test_hands_of_all_flops_are_counted():
    whole = SimpleNamespace(sampled=False, counts=(8, 64, 512, 4096))
    sizes = [169, 1_286_792, 55_190_538, 2_428_287_420]
    assert [entry["hands"] for entry in rounds_json(whole)] == sizes


def test_wrong_tables_are_refused_before_building_is_announced(capsys, tmp_path):
    (tmp_path / "manifest.json").write_text("[]", encoding="utf-8")
    words = ["build", "8.8.8.8", "--out", str(tmp_path / "mine"), "--tables", str(tmp_path)]
    assert run(["buckets", *words]) == 2
    shown = capsys.readouterr()
    assert shown.err.count("\n") == 1 and "not belong to strength tables" in shown.err


def test_show(few, capsys, tmp_path):
    words = ["buckets", "show", "ir169.8.8.8", "7s6s", "Js9s2d4hKs", *few]
    assert run([*words, "--json"]) == 0
    result = json.loads(capsys.readouterr().out)
    assert len(result["buckets"]) == len(result["rounds"]) == 4
    assert [part["bucket"] for part in result["rounds"]] == result["buckets"]
    assert result["rounds"][0]["together"] == ["7c6c", "7d6d", "7h6h", "7s6s"]
    assert result["rounds"][1]["strength"] == pytest.approx(0.499, abs=5e-4)
    assert "7s6s" in result["rounds"][3]["together"]
    assert all(sum(part["waveform"]) == pytest.approx(1) for part in result["rounds"])
    picture = tmp_path / "hand.png"
    pytest.importorskip("matplotlib")
    assert run([*words, "--picture", str(picture)]) == 0
    shown = capsys.readouterr().out
    assert "7♠ 6♠ on J♠ 9♠ 2♦ 4♥ K♠ in ir169.8.8.8 (imperfect recall" in shown
    assert "combos here share it" in shown and "same bucket on other boards" in shown
    assert picture.read_bytes().startswith(b"\x89PNG")


def test_a_sample_changed_for_a_board_is_not_kept(few, capsys, tmp_path, monkeypatch):
    passing = tmp_path / "passing"
    passing.mkdir()
    monkeypatch.setattr("tempfile.tempdir", str(passing))
    assert run(["buckets", "show", "4.2.2.2", "7s6s", "Js9s2d", *few]) == 0
    assert not list(passing.iterdir()) and not (tmp_path / "buckets").exists()
    assert run(["buckets", "show", "4.2.2.2", "7s6s", *few]) == 0
    assert len(list((tmp_path / "buckets").iterdir())) == 1


def test_show_before_the_flop(few, capsys):
    assert run(["buckets", "show", "8.8.8.8", "55", *few]) == 2
    assert run(["buckets", "show", "8.8.8.8", "5s5h", *few]) == 0
    shown = capsys.readouterr().out
    assert "5♠ 5♥ in 8.8.8.8" in shown and "nearest by distribution" in shown
    assert "other boards" not in shown


def test_compare(few, capsys, tmp_path):
    pytest.importorskip("matplotlib")
    picture = tmp_path / "two.png"
    words = ["buckets", "compare", "8.8.8.8", "5eq.5eq.5eq.5eq", "--boards", "60", *few]
    assert run([*words, "--json", "--picture", str(picture)]) == 0
    result = json.loads(capsys.readouterr().out)
    assert [part["exact"] for part in result["rounds"]] == [True, True, False, False]
    assert result["rounds"][0]["buckets"] == [8, 5]
    assert all(0 < part["adjusted_rand"] < 1 for part in result["rounds"])
    assert result["rounds"][3]["waveform_distance_within"] is None
    assert picture.read_bytes().startswith(b"\x89PNG")
    assert run(words) == 0
    assert "turn and river from 60 sampled boards" in " ".join(capsys.readouterr().out.split())


def test_folders_are_taken_for_notations(few, capsys, tmp_path):
    out = tmp_path / "mine"
    assert run(["buckets", "build", "4.2.2.2", "--out", str(out), *few]) == 0
    capsys.readouterr()
    assert run(["buckets", "compare", str(out), "4.2.2.2", "--json", "--boards", "20", *few]) == 0
    rounds = json.loads(capsys.readouterr().out)["rounds"]
    assert all(part["adjusted_rand"] == pytest.approx(1) for part in rounds)


def test_missing_strength_tables_are_announced_and_built(
    capsys, tmp_path, monkeypatch, strength_tables
):
    monkeypatch.setattr(bucket_build, "user_folder", lambda name: tmp_path / name)
    asked = []

    def build_tables(folder, **options):
        asked.append(folder)
        return strength_tables

    monkeypatch.setattr(strength_build, "build_tables", build_tables)
    monkeypatch.setattr(provide, "build_bucketing", _stop)
    folder = tmp_path / "none"
    assert run(["buckets", "build", "8.8.8.8", "--tables", str(folder)]) == 1
    assert asked == [folder]
    assert "no strength tables yet: building 2.1 GB in" in capsys.readouterr().err


def _stop(*words, **options):
    raise RuntimeError("that is far enough")


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["build", "8.8.8"], "character 6: the river is missing"),
        (["build", "8.8.8q.8"], "character 6: 'q' cannot follow here"),
        (
            ["build", "8.8.8.8", "--out", "."],
            "the folder holds something that is not a bucketing",
        ),
        (
            ["build", "8.8.8.8", "--flops", "0"],
            "--flops '0': out of range; 1 to 1,755",
        ),
        (["show", "8.8.8.8", "7s"], "two hole cards are needed"),
        (["show", "8.8.8.8", "7s6x"], "hand '7s6x', character 4: unknown suit 'x'"),
        (["show", "8.8.8.8", "7s6s", "7s9s2d"], "7s"),
        (["show", "8.8.8.8", "7s6s", "9s2d"], "3 to 5 cards, or none"),
        (["show", "no/where", "7s6s"], "bucketing 'no/where': no such folder"),
        (["show", ".", "7s6s"], "bucketing '.': there is no manifest.json"),
        (["compare", "8.8.8.8", "8.8.x.8"], "character 5: 'x'"),
        (["compare", "8.8.8.8", "5.5.5.5", "--picture", "no/where.png"], "no file can be written"),
        (["show", "8.8.8.8", "7s6s", "--picture", "p.txt"], "'p.txt': not a PNG file"),
    ],
)
def test_bad_input_is_one_line(few, capsys, tmp_path, monkeypatch, words, said):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "letter.txt").write_text("not a bucketing", encoding="utf-8")
    options = few[2:] if "--flops" in words else few
    assert run(["buckets", *words, *options]) == 2
    shown = capsys.readouterr()
    assert not shown.out
    assert shown.err.count("\n") == 1 and shown.err.startswith("error: ") and said in shown.err
