import hashlib
import json
import os
import shutil
import signal
import subprocess
import sys
import time
from collections import namedtuple
from pathlib import Path

import numpy as np
import pytest
from tests.damage import holding, killed_at, kinds_of_other_things

import equipoise.abstraction.strength.build as build_module
from equipoise.abstraction.strength.boards import FLOP, PREFLOP
from equipoise.abstraction.strength.build import build_tables, estimated_seconds
from equipoise.abstraction.strength.journal import JOURNAL, Journal
from equipoise.abstraction.strength.memory import round_in_memory
from equipoise.abstraction.strength.pieces import Piece, pieces_of
from equipoise.abstraction.strength.store import open_tables, read_manifest, verify_tables
from equipoise.abstraction.strength.tables import table_shapes
from equipoise.base.errors import InputError
from equipoise.base.reading import json_checksum
from equipoise.interfaces.cli.main import run

PROGRAM = """
import sys
from pathlib import Path
from equipoise.abstraction.strength.boards import FLOP, PREFLOP
from equipoise.abstraction.strength.build import build_tables
build_tables(Path(sys.argv[1]), bins=0)
"""
#: sha-256 of the checksums of all sums and squares; a rebuild must give it again
CHECKSUM = "aa8c88063d9c2609773f344fffdc46a7d933e61ff29b4131c28341ddd6efaa85"


@pytest.fixture
def copied(strength_folder, tmp_path):
    """A folder of tables that may be spoiled: links to the files, each replaced before a change."""
    folder = tmp_path / "tables"
    folder.mkdir()
    for path in strength_folder.iterdir():
        if path.suffix == ".npy":
            (folder / path.name).symlink_to(path)
        else:
            shutil.copy(path, folder)
    return folder


def spoil(folder, name, change):
    path = folder / name
    data = bytearray(path.read_bytes())
    path.unlink()
    path.write_bytes(change(data))


def test_checksum(strength_folder):
    checksums = read_manifest(strength_folder).checksums
    digest = hashlib.sha256()
    for shape in table_shapes(0):
        digest.update("".join(checksums[shape.name]).encode())
    assert digest.hexdigest() == CHECKSUM


def test_verify(strength_folder):
    assert verify_tables(strength_folder) == 429


def test_a_killed_build_goes_on(strength_tables, tmp_path, monkeypatch):
    folder = tmp_path / "tables"
    child = subprocess.Popen([sys.executable, "-c", PROGRAM, str(folder)])
    journal = folder / JOURNAL
    while not journal.exists() or len(journal.read_text(encoding="utf-8").splitlines()) < 80:
        assert child.poll() is None
        time.sleep(0.01)
    child.send_signal(signal.SIGKILL)
    child.wait()
    with pytest.raises(InputError, match="not finished; run: equipoise tables build --tables"):
        open_tables(folder)
    done = len(journal.read_text(encoding="utf-8").splitlines()) - 1
    with journal.open("a", encoding="utf-8") as file:
        file.write('{"piece": [2, 6')
    with (folder / "river-sums.npy").open("r+b") as file:  # a piece that never reached the disk
        file.seek(5_000_000)
        file.write(bytes(1000))
    made = []
    make = build_module.make_rows
    monkeypatch.setattr(
        build_module, "make_rows", lambda number, *rest: made.append(number) or make(number, *rest)
    )
    tables = build_tables(folder, bins=0, workers=3)
    assert len(made) == 66 + 65 + 55 + 1 - done + 1
    assert made.count(3) == 1
    for number in range(4):
        for kind, array in tables.arrays[number].items():
            assert (array == strength_tables.arrays[number][kind]).all()
    assert not journal.exists()
    made.clear()
    build_tables(folder, bins=0)
    assert not made
    shutil.rmtree(folder)


@pytest.mark.parametrize("round_number", [FLOP, PREFLOP])
def test_rounds_in_memory(strength_tables, round_number):
    stored = strength_tables.arrays
    for bins in (0, 5):
        made = round_in_memory(round_number, stored[round_number + 1], bins, workers=1)
        assert set(made) == set(stored[round_number]) - ({"counts"} if bins == 0 else set())
        for kind, array in made.items():
            assert (array == stored[round_number][kind]).all()


def test_damage_is_found(copied):
    spoil(copied, "flop-counts.npy", lambda data: data[:-1] + bytes([data[-1] ^ 1]))
    open_tables(copied)  # sizes are right
    with pytest.raises(InputError, match=r"flop-counts.npy is damaged in rows 1728 to 1754; run: "):
        verify_tables(copied)


@pytest.mark.parametrize(
    ("change", "problem"),
    [
        (lambda data: data[:-1], "flop-sums.npy is damaged"),
        (lambda data: data.replace(b"<u4", b"<i4"), "flop-sums.npy is damaged"),
        (lambda data: b"", "flop-sums.npy is damaged"),
    ],
)
def test_files_that_do_not_fit_the_manifest(copied, change, problem):
    spoil(copied, "flop-sums.npy", change)
    with pytest.raises(InputError, match=problem):
        open_tables(copied)


def test_a_manifest_that_lacks_checksums(copied):
    path = copied / "manifest.json"
    content = json.loads(path.read_text(encoding="utf-8"))
    content["arrays"]["flop-sums"]["sha256"].pop()
    path.write_text(json.dumps(content | {"checksum": json_checksum(content)}), encoding="utf-8")
    with pytest.raises(InputError, match=r"manifest\.json lacks checksums of flop-sums\.npy"):
        verify_tables(copied)


def test_a_missing_file(copied):
    (copied / "turn-sums.npy").unlink()
    with pytest.raises(InputError, match=r"turn-sums\.npy is missing"):
        open_tables(copied)


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("{", "manifest.json is damaged"),
        ("[1]", "not belong to strength tables"),
        ('{"format": "something"}', "not belong to strength tables"),
        ('{"format": "equipoise strength tables", "version": 0}', "version 0 of the format"),
        ('{"format": "equipoise strength tables", "version": 1}', "manifest.json is damaged"),
    ],
)
def test_foreign_manifests(tmp_path, text, problem):
    (tmp_path / "manifest.json").write_text(text, encoding="utf-8")
    with pytest.raises(InputError, match=problem):
        open_tables(tmp_path)
    with pytest.raises(InputError, match=problem):
        build_tables(tmp_path)


def test_changed_manifest(copied):
    path = copied / "manifest.json"
    text = path.read_text(encoding="utf-8").replace('"bins": 5', '"bins": 6')
    path.write_text(text, encoding="utf-8")
    with pytest.raises(InputError, match=r"manifest\.json is damaged"):
        open_tables(copied)


def test_other_bins_are_not_overwritten(strength_folder):
    with pytest.raises(InputError, match="they have 5 bins, not 60; choose another folder"):
        build_tables(strength_folder)


def test_places_that_cannot_be_used(tmp_path):
    (tmp_path / "notes.txt").write_text("mine", encoding="utf-8")
    with pytest.raises(InputError, match="something that is not strength tables"):
        build_tables(tmp_path)
    with pytest.raises(InputError, match="not a folder"):
        build_tables(tmp_path / "notes.txt")
    with pytest.raises(InputError, match="there are none; run: equipoise tables build"):
        open_tables(tmp_path / "nothing")
    assert (tmp_path / "notes.txt").read_text(encoding="utf-8") == "mine"


def test_names_that_no_folder_can_have(tmp_path, capsys):
    for name in ("n" * 300, "x/" * 3000):
        for command in ("build", "verify"):
            assert run(["tables", command, "--tables", str(tmp_path / name)]) == 2
            assert len(capsys.readouterr().err) < 900


def test_a_disk_that_is_too_small(tmp_path, monkeypatch):
    usage = namedtuple("usage", "total used free")(10**9, 0, 10**9)
    monkeypatch.setattr(shutil, "disk_usage", lambda place: usage)
    with pytest.raises(InputError, match=r"2\.14 GB are needed there, 1\.00 GB are free"):
        build_tables(tmp_path / "tables")


@pytest.mark.skipif(not os.path.exists("/dev/full"), reason="needs /dev/full")
def test_a_disk_that_fills_up():
    with pytest.raises(OSError, match="No space left on device: '/dev/full'"):
        build_module._write(Path("/dev/full"), 0, memoryview(b"strength"))


@pytest.mark.skipif(sys.platform == "win32", reason="needs POSIX limits")
def test_a_file_that_cannot_grow(tmp_path, capsys):
    import resource

    before = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (10**8, before[1]))
    try:
        code = run(["tables", "build", "--tables", str(tmp_path / "tables"), "--bins", "0"])
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, before)
    assert code == 1
    line = capsys.readouterr().err.splitlines()[-1]
    assert line.startswith("error: cannot use") and line.endswith("river-sums.npy': File too large")
    assert not (tmp_path / "tables" / "manifest.json").exists()


def test_one_build_at_a_time(tmp_path):
    busy = "process [0-9]+ has been at work there since"
    with holding(tmp_path / "tables"), pytest.raises(InputError, match=busy):
        build_tables(tmp_path / "tables")


def unfinished(folder):
    """Turn finished tables into a build that is killed before its manifest."""
    manifest = read_manifest(folder)
    (folder / "manifest.json").unlink()
    journal = Journal(folder, {"version": 1, "bins": manifest.bins})
    for number in range(4):
        for piece in pieces_of(number):
            names = [shape.name for shape in table_shapes(5) if shape.round_number == number]
            sums = {name: manifest.checksums[name][piece.number] for name in names}
            journal.add(piece, sums)


def test_killed_at_every_step_of_writing_the_manifest(copied, monkeypatch):
    """What a killed build leaves is gone on with, and nothing of it stays."""
    monkeypatch.setattr(build_module._Build, "_still_right", lambda *_: True)
    steps = 0
    unfinished(copied)
    while killed_at(steps, lambda: build_tables(copied, 5, workers=1), copied):
        if (copied / "manifest.json").exists():
            unfinished(copied)
        steps += 1
    assert steps > 6
    build_tables(copied, 5)
    names = {path.name for path in copied.iterdir()}
    assert names == {"manifest.json", *(f"{shape.name}.npy" for shape in table_shapes(5))}
    assert [path.name for path in copied.parent.iterdir()] == [copied.name]


@pytest.mark.parametrize("replace", [False, True])
def test_leftovers_of_earlier_versions_are_no_obstacle(copied, monkeypatch, replace):
    monkeypatch.setattr(build_module._Build, "_still_right", lambda *_: True)
    unfinished(copied)
    for name in (".manifest.json.abcd1234", ".building.jsonl.x", "building.lock"):
        (copied / name).touch()
    build_tables(copied, 5, replace)
    assert not [path for path in copied.iterdir() if path.name.startswith((".", "building"))]


def test_strengths_out_of_range_are_refused(copied, strength_folder):
    whole = np.load(strength_folder / "river-sums.npy", mmap_mode="r")
    row, combo = 5, int(np.flatnonzero(whole[5] != 0xFFFF)[0])
    place = whole.offset + 2 * (row * 1326 + combo)
    spoil(copied, "river-sums.npy", lambda data: changed(data, place, b"\xbd\x07"))  # 1981
    tables = open_tables(copied)
    with pytest.raises(InputError, match="1 strengths on the river are out of range, first 1981"):
        _ = tables.river


def changed(data, place, some):
    data[place : place + len(some)] = some
    return data


@pytest.mark.parametrize("name", ["manifest.json", "flop-sums.npy"])
def test_other_things_in_the_place_of_files(copied, name):
    kinds_of_other_things(copied / name, lambda: open_tables(copied))


@pytest.mark.parametrize(
    "change",
    [
        {"bins": "5"}, {"bins": 10**30}, {"bins": 7}, {"arrays": []}, {"arrays": {}},
        {"arrays": {"river-sums": {"sha256": 3}}}, {"arrays": {"river-sums": 3}},
    ],
)  # fmt: skip
def test_manifests_of_wrong_types(copied, change):
    path = copied / "manifest.json"
    content = json.loads(path.read_text(encoding="utf-8")) | change
    path.write_text(json.dumps(content | {"checksum": json_checksum(content)}), encoding="utf-8")
    with pytest.raises(InputError, match=r"manifest\.json is damaged \("):
        open_tables(copied)


def test_journal_of_another_kind_counts_for_nothing(tmp_path):
    journal = Journal(tmp_path, {"version": 1, "bins": 5})
    journal.add(Piece(3, 0), {"river-sums": "a"})
    assert Journal(tmp_path, {"version": 1, "bins": 5}).entries == {(3, 0): {"river-sums": "a"}}
    assert Journal(tmp_path, {"version": 1, "bins": 60}).entries == {}


def test_sizes():
    assert sum(shape.bytes for shape in table_shapes(60)) < 2.2e9
    assert [shape.name for shape in table_shapes(0)][:2] == ["river-sums", "turn-sums"]
    for shape in table_shapes(60):
        largest = np.iinfo(shape.dtype).max
        cases = {0: 2118760, 1: 1081, 2: 46, 3: 1}[shape.round_number]
        assert largest > cases * {"sums": 1980, "squares": 1980**2, "counts": 1}[shape.kind]


def test_estimate():
    assert 0 < estimated_seconds(0, 2) < 10**4


def test_commands(strength_folder, capsys):
    arguments = ["--tables", str(strength_folder), "--json"]
    assert run(["tables", "verify", *arguments]) == 0
    assert json.loads(capsys.readouterr().out)["pieces"] == 429
    assert run(["tables", "build", "--bins", "5", *arguments]) == 0
    shown = capsys.readouterr()
    assert json.loads(shown.out)["built"] is False and not shown.err
    assert run(["tables", "build", "--bins", "7"]) == 2
    assert "divisor of 60" in capsys.readouterr().err
