"""Bucketings after kills and full disks, and with numbers and files that are not theirs."""

import errno
import json
import os
import shutil

import numpy as np
import pytest
from tests.abstraction.buckets.small import FLOPS, small_tables
from tests.damage import holding, killed_at, kinds_of_other_things, one_line

from equipoise.abstraction.buckets import build as build_module
from equipoise.abstraction.buckets.build import build_bucketing, load_bucketing
from equipoise.abstraction.buckets.make import Maker
from equipoise.abstraction.buckets.sampled_boards import sample_boards
from equipoise.base.errors import InputError
from equipoise.base.npy import header_bytes, write_array
from equipoise.base.reading import json_checksum

NOTATION = "ir169.ir4.ir4.4eq"


def build(folder, notation=NOTATION, **more):
    return build_bucketing(
        notation, tables=small_tables(), folder=folder, flop_rows=FLOPS, workers=1, **more
    )


@pytest.fixture(scope="module")
def stored(tmp_path_factory):
    folder = tmp_path_factory.mktemp("damage") / "one"
    build(folder)
    return folder


@pytest.fixture
def copied(stored, tmp_path):
    """A folder that may be spoiled: links to the arrays, each replaced before a change."""
    folder = tmp_path / "place" / "copy"
    folder.mkdir(parents=True)
    for path in stored.iterdir():
        if path.suffix == ".npy":
            os.link(path, folder / path.name)
        else:
            shutil.copy(path, folder)
    return folder


def names(folder):
    return sorted(path.name for path in folder.iterdir())


def resign(folder, change=lambda content: None):
    """Change the manifest; its own checksum is brought along."""
    path = folder / "manifest.json"
    content = json.loads(path.read_text(encoding="utf-8"))
    change(content)
    path.write_text(json.dumps(content | {"checksum": json_checksum(content)}), encoding="utf-8")


def spoil(folder, name, change):
    """Change an array, with all checksums right: only its numbers can give it away."""
    path = folder / f"{name}.npy"
    array = np.array(np.load(path))
    path.unlink()
    array = change(array)
    checksum = write_array(path, array)
    number = ["preflop", "flop", "turn", "river"].index(name.split("-")[0])

    def sign(content):
        content["rounds"][number]["arrays"][name.split("-")[1]] = checksum

    resign(folder, sign)


class BegunError(Exception):
    """The build has passed all checks of the place and begins to work."""


def begins(folder, replace):
    """Whether a build goes on in a place; what is left of killed ones is gone then."""
    with pytest.MonkeyPatch.context() as patch:

        def begun(*_):
            raise BegunError

        patch.setattr(build_module, "_make_rounds", begun)
        with pytest.raises(BegunError):
            build(folder, replace=replace)
    return not [name for name in names(folder) if name.startswith(".")]


def test_killed_at_every_step_before_the_first_round_is_noted(tmp_path, monkeypatch):
    """Whatever is there, every later build goes on from it, --replace or not."""
    parts = {}
    whole = Maker.round

    def once(self, number, *rest):
        if number > 0:
            os._exit(0)  # only the first round is looked at here
        if number not in parts:
            parts[number] = whole(self, number, *rest)
        return parts[number]

    monkeypatch.setattr(Maker, "round", once)
    (tmp_path / "place").mkdir()
    folder, steps, early = tmp_path / "place" / "two", 0, 0
    while killed_at(steps, lambda: build(folder), folder):
        if folder.exists():
            early += bool(names(folder)) and not (folder / "building.json").exists()
            assert begins(folder, replace=False) and begins(folder, replace=True)
            shutil.rmtree(folder)
        steps += 1
    assert early > 10
    shutil.rmtree(folder)
    assert [name for name in names(tmp_path / "place") if name != ".two.lock"] == []


def test_killed_at_every_step_of_writing_the_manifest(copied, stored):
    journal = copied / "building.json"
    (copied / "manifest.json").rename(journal)
    kept, steps = journal.read_text(encoding="utf-8"), 0
    while killed_at(steps, lambda: build(copied), copied):
        if (copied / "manifest.json").exists():
            build(copied)
            assert names(copied) == names(stored)
            (copied / "manifest.json").unlink()
        assert begins(copied, replace=False)
        journal.write_text(kept, encoding="utf-8")
        steps += 1
    assert steps >= 5
    build(copied)
    assert names(copied) == names(stored) and names(copied.parent) == [copied.name]


def test_leftovers_of_earlier_versions_are_no_obstacle(tmp_path):
    for name in ("preflop-table.npy", ".preflop-memory.abcd1234", ".building.json.abcd1234"):
        (tmp_path / name).touch()
    assert begins(tmp_path, replace=False) and names(tmp_path) == ["preflop-table.npy"]
    (tmp_path / ".notes").touch()
    with pytest.raises(InputError, match="the folder holds something that is not a bucketing"):
        build(tmp_path)


@pytest.mark.parametrize("written", [0, 1, 4, 5])
def test_a_full_disk_names_the_file_and_the_next_build_goes_on(tmp_path, monkeypatch, written):
    """The disk fills while one of the first files is brought to disk."""
    folder, left, fsync = tmp_path / "two", written, os.fsync

    def full(handle):
        nonlocal left
        if left == 0:
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
        left -= 1
        fsync(handle)

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(OSError, match="No space left on device") as caught:
        build(folder)
    monkeypatch.undo()
    name = ["table", "memory", None, None, "building.json", None][written]
    if name is not None:
        assert name in os.path.basename(caught.value.filename)
    assert os.path.dirname(caught.value.filename).startswith(str(folder.parent))
    assert begins(folder, replace=False)


def test_one_build_at_a_time(tmp_path):
    busy = "process [0-9]+ has been at work there since"
    with holding(tmp_path / "two"), pytest.raises(InputError, match=busy):
        build(tmp_path / "two")


@pytest.mark.parametrize(
    ("name", "change", "said"),
    [
        ("flop-table", lambda a: np.where(a == 3, 4, a).astype(np.uint16), r"flop-table: .* numbers "
         r"out of range, first 4 for .. ?.. on .*, must be below 4"),
        ("turn-table", lambda a: np.where(a == 3, 60000, a).astype(np.uint16), "first 60000 for"),
        ("turn-table", lambda a: np.where(a == 3, 65535, a).astype(np.uint16), "first 65535 for"),
        ("preflop-table", lambda a: np.where(a == 168, 169, a).astype(np.uint16), "first 169 for"),
        ("flop-table", lambda a: a[:-1].copy(), "it holds 1,754 x 1,326 numbers, not 1,755 x"),
        ("flop-table", lambda a: a.astype(np.uint32), "holds uint32, not uint16"),
        ("flop-table", lambda a: a.reshape(-1), "numbers, not 1,755 x 1,326"),
        ("flop-memory", lambda a: a + np.uint16(1), "flop-memory: 1 at index 0, must be below 1"),
        ("turn-public", lambda a: a + np.uint16(1), "turn-public: 1 at index 0, must be below 1"),
        ("flop-before", lambda a: a + np.uint16(1), "flop-before: 1 at index 0, must be below 1"),
        ("river-lookup", lambda a: a + np.uint16(1), "river-lookup: 4 in row 0, must be below 4"),
        ("river-lookup", lambda a: a[:, :-1].copy(), "river-lookup: 1,980 columns, not 1,981"),
        ("river-starts", lambda a: a + np.int32(1), "river-starts: not increasing from 0"),
        ("river-starts", lambda a: a - np.int32(1), "river-starts: not increasing from 0"),
        ("river-public", lambda a: np.zeros((1, 2), np.uint16), "river-public.npy is damaged"),
        ("river-values", lambda a: np.zeros((5, 1326), np.uint16), "river-values: 5 boards, not 134,459"),
        ("river-values", lambda a: np.zeros((134459, 1326), np.uint16), "values: .* out of range"),
    ],
)  # fmt: skip
def test_numbers_that_would_be_indexed_with(copied, name, change, said):
    spoil(copied, name, change)
    with pytest.raises(InputError, match=said) as caught:
        load_bucketing(copied)
    one_line(caught.value)
    assert "--replace" in str(caught.value)


@pytest.mark.parametrize(
    "change",
    [
        {"count": 10**30}, {"count": 0}, {"count": -1}, {"count": 5}, {"count": 3}, {"count": "4"},
        {"count": None}, {"count": True}, {"memory_count": 0}, {"memory_count": 10**9},
        {"public_count": 0}, {"public_count": 2.5}, {"arrays": []}, {"arrays": {}},
        {"arrays": {"table": 3}},
    ],
)  # fmt: skip
@pytest.mark.parametrize("number", [1, 3])
def test_entries_of_wrong_types(copied, change, number):
    if number == 3 and ("memory_count" in change or change == {"count": 5}):
        pytest.skip("the river remembers nothing, and a bucket that no hand is in does no harm")
    resign(copied, lambda content: content["rounds"][number].update(change))
    with pytest.raises(InputError) as caught:
        load_bucketing(copied)
    one_line(caught.value)


@pytest.mark.parametrize(
    "change",
    [
        {"rounds": []}, {"rounds": 3}, {"rounds": [1, 2, 3, 4]}, {"rounds": None}, {"flops": [1755]},
        {"flops": [-1]}, {"flops": []}, {"flops": "x"}, {"flops": [1.5]}, {"seed": "0"},
        {"seed": None}, {"notation": 4}, {"notation": "8"}, {"notation": "8" * 10**5},
        {"strengths": []}, {"version": [1] * 1000}, {"format": 7},
    ],
)  # fmt: skip
def test_manifests_of_wrong_types(copied, change):
    resign(copied, lambda content: content.update(change))
    with pytest.raises(InputError) as caught:
        load_bucketing(copied)
    one_line(caught.value)


@pytest.mark.parametrize("content", [b"[" * 10**5, b"9" * 5000, b"\xff", b'{"a": Infinity}'])
def test_hostile_manifests(copied, content):
    (copied / "manifest.json").write_bytes(content)
    with pytest.raises(InputError, match="is damaged"):
        load_bucketing(copied)
    (copied / "manifest.json").rename(copied / "building.json")
    assert begins(copied, replace=False)  # a journal that cannot be read counts for nothing


@pytest.mark.parametrize("name", ["manifest.json", "flop-memory.npy"])
def test_other_things_in_the_place_of_files(copied, name):
    path = copied / name
    data = path.read_bytes()
    path.unlink()
    path.write_bytes(data)
    kinds_of_other_things(path, lambda: load_bucketing(copied))


def test_a_folder_in_the_place_of_a_file_of_the_build(copied):
    (copied / "manifest.json").unlink()
    (copied / "building.json").mkdir()
    with pytest.raises(InputError, match=r"building\.json is a folder"):
        build(copied, replace=True)


def test_other_things_in_the_place_of_the_folder(tmp_path):
    os.mkfifo(tmp_path / "pipe")
    (tmp_path / "loop").symlink_to("loop")
    (tmp_path / "gone").symlink_to("nowhere")
    for name in ("pipe", "loop", "gone", "n" * 300, "a\0b"):
        for use in (load_bucketing, build):
            with pytest.raises(InputError) as caught:
                use(tmp_path / name)
            one_line(caught.value)


@pytest.mark.parametrize("name", ["flop-table", "river-lookup", "river-values"])
def test_holes_of_terabytes_are_refused_at_once(copied, name):
    path = copied / f"{name}.npy"
    array = np.load(path, mmap_mode="r")
    shape = (array.shape[0] or 10**9, 1326) if name == "river-values" else (len(array), 10**9)
    path.unlink()
    with path.open("wb") as file:
        header = header_bytes(array.dtype, shape)
        file.write(header)
        file.truncate(len(header) + 2 * shape[0] * shape[1])
    with pytest.raises(InputError, match=f"{name}.npy is damaged"):
        load_bucketing(copied)


def test_the_numbers_are_looked_through_once(copied, monkeypatch):
    calls = []
    monkeypatch.setattr(
        "equipoise.abstraction.buckets.store.check_part", lambda *_: calls.append(1)
    )
    load_bucketing(copied)
    load_bucketing(copied)
    assert len(calls) == 4


@pytest.mark.parametrize(
    "notation",
    [
        "8.4.2.2", "2-2-2-2", "4.dir-4-2.4.4eq", "ir169.ir4.ir4.4ochs", "ir169.ir4.ir4.pub2x4",
        "ir169.dir-pub2x3-2x1.dir-pub2x2-2x1.4",
    ],
)  # fmt: skip
def test_what_is_built_passes(tmp_path, notation):
    """Every method's arrays are in range, as the buckets of all hands on some boards are."""
    bucketing = build(tmp_path / "one", notation)
    boards = sample_boards(bucketing, 20, 1)
    found = bucketing.on_boards(boards)
    for number, count in enumerate(bucketing.counts):
        assert found[:, number].max() < count
