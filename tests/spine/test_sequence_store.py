"""Card models on disk after kills, and with numbers and files that are not theirs."""

import json
import os

import numpy as np
import pytest
from tests.abstraction.buckets.small import FLOPS, small_tables
from tests.damage import holding, killed_at, kinds_of_other_things, one_line

from equipoise.abstraction.buckets.build import build_bucketing
from equipoise.base.errors import InputError
from equipoise.base.npy import write_array
from equipoise.base.reading import json_checksum
from equipoise.spine.cards.sequences import store as sequence_store
from equipoise.spine.cards.sequences.counts import PairCounts
from equipoise.spine.cards.sequences.store import build_model


@pytest.fixture(scope="module")
def bucketing(tmp_path_factory):
    folder = tmp_path_factory.mktemp("models") / "buckets"
    return build_bucketing("2.2.2.2", tables=small_tables(), folder=folder, flop_rows=FLOPS)


@pytest.fixture
def model(bucketing, tmp_path):
    folder = tmp_path / "place" / "model"
    build_model(bucketing, 2, 0, folder)
    return folder


def names(folder):
    return sorted(path.name for path in folder.iterdir())


def resign(path, change):
    content = json.loads(path.read_text(encoding="utf-8"))
    change(content)
    path.write_text(json.dumps(content | {"checksum": json_checksum(content)}), encoding="utf-8")


def test_what_was_stored_is_loaded(bucketing, model):
    again = build_model(bucketing, 2, 0, model)
    fresh = build_model(bucketing, 2, 0, model.parent / "fresh")
    assert (again.model.fold[3] == fresh.model.fold[3]).all() and again.error == fresh.error
    assert names(model) == ["counts.npy", "manifest.json"]


def test_killed_at_every_step_the_next_count_goes_on(bucketing, tmp_path, monkeypatch):
    whole = PairCounts.count

    def kept(self, report, workers, keep):
        whole(self, report, 1, keep, keep_seconds=-1.0)

    monkeypatch.setattr(PairCounts, "count", kept)
    folder, steps = tmp_path / "place" / "model", 0
    folder.parent.mkdir()
    while killed_at(steps, lambda: build_model(bucketing, 2, 0, folder, workers=1), folder):
        steps += 1
    assert steps > 8
    assert names(folder) == ["counts.npy", "manifest.json"]
    found = build_model(bucketing, 2, 0, folder)
    fresh = build_model(bucketing, 2, 0, tmp_path / "fresh")
    assert (found.model.fold[3] == fresh.model.fold[3]).all()


def test_one_that_was_killed_at_the_very_end_is_tidied(bucketing, model):
    for name in ("halves-64.npy", "building.json", ".building.json.new-abcdefgh"):
        (model / name).touch()
    build_model(bucketing, 2, 0, model)
    assert names(model) == ["counts.npy", "manifest.json"]


@pytest.mark.parametrize(
    ("change", "said"),
    [
        (lambda a: np.where(np.eye(len(a)), -1, a), "counts.npy: -1 in row 0"),
        (lambda a: a + np.tril(np.ones_like(a)), "deals, not"),
        (lambda a: a + np.triu(np.ones_like(a) * 10**15, 1), "more wins than deals in row 0"),
        (lambda a: a[:-1, :-1].copy(), "it holds 15 x 15 numbers, not 16 x 16"),
        (lambda a: a.astype(np.float64), "it holds float64, not int64"),
    ],
)
def test_counts_that_are_none(bucketing, model, change, said):
    path = model / "counts.npy"
    checksum = write_array(path, change(np.load(path)))
    resign(model / "manifest.json", lambda content: content.update(sha256=checksum))
    with pytest.raises(InputError, match=said) as caught:
        build_model(bucketing, 2, 0, model)
    one_line(caught.value)


@pytest.mark.parametrize(
    "change", [{"error": 3}, {"error": {}}, {"error": {"entry": 1, "distance": "x", "value": 0}},
               {"sha256": None}, {"rivers": "2"}, {"format": []}],
)  # fmt: skip
def test_manifests_of_wrong_types(bucketing, model, change):
    resign(model / "manifest.json", lambda content: content.update(change))
    with pytest.raises(InputError) as caught:
        build_model(bucketing, 2, 0, model)
    one_line(caught.value)


@pytest.mark.parametrize(
    "change",
    [{"done": 10**9}, {"done": -1}, {"done": "1"}, {"file": "../counts"}, {"file": None},
     {"done": None}, {"sha256": 3}],
)  # fmt: skip
def test_journals_of_wrong_types_count_for_nothing(bucketing, model, monkeypatch, change):
    manifest = model / "manifest.json"
    os.rename(model / "counts.npy", model / "halves-64.npy")
    resign(manifest, lambda content: content.update({"done": 64, "file": "halves-64"} | change))
    manifest.rename(model / "building.json")
    begun = []
    monkeypatch.setattr(PairCounts, "count", lambda self, *_: begun.append(self.done) or 1 / 0)
    with pytest.raises(ZeroDivisionError):
        build_model(bucketing, 2, 0, model)
    assert begun == [0]


@pytest.mark.parametrize("content", [b"[" * 10**5, b"9" * 5000, b"\xff", b"[]"])
def test_hostile_manifests(bucketing, model, content):
    (model / "manifest.json").write_bytes(content)
    with pytest.raises(InputError) as caught:
        build_model(bucketing, 2, 0, model)
    one_line(caught.value)


@pytest.mark.parametrize("name", ["manifest.json", "counts.npy"])
def test_other_things_in_the_place_of_files(bucketing, model, name):
    if name == "manifest.json":  # without one the model would be made again
        (model / "counts.npy").write_bytes(b"")
    kinds_of_other_things(model / name, lambda: build_model(bucketing, 2, 0, model))


def test_another_process_is_waited_for(bucketing, tmp_path):
    heard = []
    with holding(tmp_path / "model") as process:

        def report(done, total, doing=""):
            if "waiting" in doing:
                heard.append(doing)
                process.communicate("")

        build_model(bucketing, 2, 0, tmp_path / "model", report=report)
    assert f"waiting for another build of this model: process {process.pid}" in heard[0]
    assert sequence_store.KIND.manifest in names(tmp_path / "model")
