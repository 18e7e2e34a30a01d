"""``equipoise cache`` on a cache of its own."""

import json
import os
import time

import pytest

from equipoise.base.locks import locked
from equipoise.interfaces.cli.main import run


@pytest.fixture
def cache(tmp_path, monkeypatch):
    monkeypatch.setenv("EQUIPOISE_CACHE_DIR", str(tmp_path))
    for name, size in (("kernels/a-1/x", 5000), ("strength/t.npy", 9000), ("buckets/8.8-1/t", 100)):
        file = tmp_path / name
        file.parent.mkdir(parents=True)
        file.write_bytes(b"x" * size)
    (tmp_path / "buckets" / ".8.8-1.lock").write_bytes(b"")
    long_ago = time.time() - 40 * 86_400
    os.utime(tmp_path / "strength" / "t.npy", (long_ago, long_ago))
    os.utime(tmp_path / "strength", (long_ago, long_ago))
    return tmp_path


def entries(capsys, *more):
    assert run(["cache", "--json", *more]) == 0
    return json.loads(capsys.readouterr().out)


def test_lists_what_there_is(cache, capsys):
    found = entries(capsys)
    assert [entry["name"] for entry in found["entries"]] == [
        "strength", "kernels", "buckets/8.8-1"
    ]  # fmt: skip
    for entry in found["entries"]:
        assert {"what", "bytes", "used", "since", "path"} <= entry.keys()
        assert entry["bytes"] > 0
    assert found["bytes"] == sum(entry["bytes"] for entry in found["entries"])
    assert run(["cache"]) == 0
    assert "all of it can be rebuilt" in capsys.readouterr().out


def test_removes_what_it_is_told(cache, capsys):
    left = entries(capsys, "--remove", "buckets")
    assert [entry["name"] for entry in left["removed"]] == ["buckets/8.8-1"]
    assert not (cache / "buckets" / "8.8-1").exists()
    assert [entry["name"] for entry in entries(capsys, "--unused", "30")["removed"]] == ["strength"]
    assert [entry["name"] for entry in entries(capsys)["entries"]] == ["kernels"]
    assert entries(capsys, "--all")["entries"] == []
    assert run(["cache"]) == 0
    assert "the cache is empty" in capsys.readouterr().out


def test_folders_of_somebody_else_are_left_alone(cache, capsys):
    """The variable may name a folder that has other things in it as well."""
    (cache / "photos").mkdir()
    (cache / "photos" / "one").write_bytes(b"x")
    (cache / "models").write_bytes(b"not a folder")
    assert entries(capsys, "--all")["entries"] == []
    assert (cache / "photos" / "one").exists() and (cache / "models").exists()
    assert run(["cache", "--remove", "photos"]) == 2
    assert "the cache has none of this name" in capsys.readouterr().err


def test_refuses_what_is_wrong(cache, capsys):
    assert run(["cache", "--remove", "nothing"]) == 2
    assert "none of this name; kernels, strength, buckets, models" in capsys.readouterr().err
    assert run(["cache", "--all", "--unused", "3"]) == 2
    assert (cache / "kernels").exists()


def test_links_are_removed_not_what_they_lead_to(cache, capsys, tmp_path_factory):
    elsewhere = tmp_path_factory.mktemp("elsewhere")
    (elsewhere / "file").write_bytes(b"kept")
    (cache / "buckets" / "linked").symlink_to(elsewhere)
    entries(capsys, "--remove", "buckets")
    assert (elsewhere / "file").exists()


def test_a_build_in_progress_is_left_alone(cache, capsys, monkeypatch):
    import threading

    ready, done = threading.Event(), threading.Event()

    def build():
        with locked(cache / "buckets" / "8.8-1", "bucketing"):
            ready.set()
            done.wait(10)

    worker = threading.Thread(target=build)
    worker.start()
    ready.wait(10)
    try:
        assert run(["cache", "--remove", "buckets"]) == 2
    finally:
        done.set()
        worker.join()
    assert "at work" in capsys.readouterr().err
    assert (cache / "buckets" / "8.8-1").exists()
