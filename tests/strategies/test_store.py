import errno
import hashlib
import json
import os
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from equipoise.base.errors import InputError
from equipoise.interfaces.cli.main import run
from equipoise.spine.game import AbstractGame
from equipoise.strategies.check import check_probabilities
from equipoise.strategies.folder import ARRAY, MANIFEST, check_target
from equipoise.strategies.store import SAMPLE, load_strategy, save_strategy
from equipoise.strategies.strategy import Manifest, Strategy, store_numbers


def strategy(size=4):
    manifest = Manifest(
        game="kuhn", rules="abc", bets=(None, "fca"), cards="full", size=size, method="cfr",
        iterations=3, seconds=0.5, seed=1, value=-0.05, exploitability=0.1, version="0",
    )  # fmt: skip
    return Strategy(manifest, np.linspace(0, 1, size))


def test_round_trip(tmp_path):
    folder = tmp_path / "deep" / "one"
    save_strategy(strategy(), folder)
    loaded = load_strategy(folder)
    assert (loaded.probabilities == strategy().probabilities).all()
    assert isinstance(loaded.probabilities, np.memmap)
    assert loaded.manifest.bets == (None, "fca") and loaded.manifest.value == -0.05
    assert sorted(path.name for path in folder.iterdir()) == [MANIFEST, ARRAY]
    assert sorted(path.name for path in folder.parent.iterdir()) == ["one"]


def test_a_strategy_is_replaced_and_other_things_are_not(tmp_path):
    folder = tmp_path / "one"
    save_strategy(strategy(), folder)
    save_strategy(strategy(6), folder)
    assert load_strategy(folder).manifest.size == 6
    other = tmp_path / "notes"
    other.mkdir()
    (other / "thesis.txt").write_text("mine", encoding="utf-8")
    with pytest.raises(InputError, match="not a strategy"):
        save_strategy(strategy(), other)
    assert (other / "thesis.txt").read_text(encoding="utf-8") == "mine"
    file = tmp_path / "file"
    file.write_text("", encoding="utf-8")
    with pytest.raises(InputError, match="not a folder"):
        save_strategy(strategy(), file)


def edit(folder, **changes):
    """Change fields of a stored manifest; its own checksum is brought along if it can be."""
    path = folder / MANIFEST
    values = {**json.loads(path.read_text(encoding="utf-8")), **changes}
    if "checksums" not in changes and "surprise" not in changes:
        values["checksums"]["manifest"] = Manifest(**values).checksum()
    path.write_text(json.dumps(values), encoding="utf-8")


def test_what_is_damaged_is_refused(tmp_path):
    folder = tmp_path / "one"

    def fresh():
        save_strategy(strategy(), folder)

    with pytest.raises(InputError, match=r"there is no manifest\.json"):
        load_strategy(folder)
    fresh()
    data = bytearray((folder / ARRAY).read_bytes())
    data[-1] ^= 1
    (folder / ARRAY).write_bytes(data)
    with pytest.raises(InputError, match="checksum"):
        load_strategy(folder)
    fresh()
    edit(folder, format=99)
    with pytest.raises(InputError, match="format 99"):
        load_strategy(folder)
    fresh()
    edit(folder, size=5)
    with pytest.raises(InputError, match="it holds 4 numbers, not 5"):
        load_strategy(folder)
    fresh()
    edit(folder, surprise=1)
    with pytest.raises(InputError, match="'surprise' is unknown in its manifest"):
        load_strategy(folder)
    fresh()
    (folder / MANIFEST).write_text("{", encoding="utf-8")
    with pytest.raises(InputError, match="damaged"):
        load_strategy(folder)
    fresh()
    (folder / ARRAY).unlink()
    with pytest.raises(InputError, match="missing"):
        load_strategy(folder)


def test_numbers_must_be_numbers():
    broken = strategy()
    with pytest.raises(InputError, match="not finite"):
        Strategy(broken.manifest, np.full(4, np.nan))


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("bets", [1, 2]), ("bets", ["fcpa"]), ("bets", "ab"), ("checksums", []),
        ("checksums", {"manifest": 1}), ("cards", 5), ("game", 7), ("rules", None), ("size", "x"),
        ("size", -1), ("size", True), ("iterations", 1.5), ("seconds", "1"), ("seed", None),
        ("numbers", "float32"), ("error", "0"), ("transformations", "purified"),
        ("value", "nan"), ("exploitability", [0.1]), ("version", 1), ("method", {}),
    ],
)  # fmt: skip
def test_fields_of_a_wrong_type_are_named(tmp_path, field, value):
    folder = tmp_path / "one"
    save_strategy(strategy(), folder)
    path = folder / MANIFEST
    values = {**json.loads(path.read_text(encoding="utf-8")), field: value}
    path.write_text(json.dumps(values), encoding="utf-8")
    with pytest.raises(InputError) as caught:
        load_strategy(folder)
    line = str(caught.value)
    assert f"{field!r} is" in line and "in its manifest; it is " in line and "\n" not in line


def test_a_missing_field_and_a_changed_one(tmp_path):
    folder = tmp_path / "one"
    save_strategy(strategy(), folder)
    path = folder / MANIFEST
    values = json.loads(path.read_text(encoding="utf-8"))
    path.write_text(json.dumps({**values, "exploitability": 0.01}), encoding="utf-8")
    with pytest.raises(InputError, match="has a wrong checksum"):
        load_strategy(folder)
    del values["seed"]
    path.write_text(json.dumps(values), encoding="utf-8")
    with pytest.raises(InputError, match="'seed' is missing in its manifest"):
        load_strategy(folder)


@pytest.mark.parametrize("fails_at", [1, 2])
def test_the_old_strategy_stays_if_the_new_one_cannot_be_put_there(tmp_path, monkeypatch, fails_at):
    folder = tmp_path / "one"
    save_strategy(strategy(), folder)
    moved, real = [], os.replace

    def failing(source, target):
        if folder in (source, target):
            moved.append(target)
            if len(moved) == fails_at:
                raise OSError(5, "no luck")
        real(source, target)

    monkeypatch.setattr(os, "replace", failing)
    with pytest.raises(OSError, match="no luck"):
        save_strategy(strategy(6), folder)
    assert load_strategy(folder).manifest.size == 4
    assert [path.name for path in tmp_path.iterdir()] == ["one"]


def test_targets_are_checked_before_any_work(tmp_path):
    check_target(tmp_path / "new" / "deeper")
    assert not list(tmp_path.iterdir())
    (tmp_path / "empty").mkdir()
    check_target(tmp_path / "empty")
    save_strategy(strategy(), tmp_path / "one")
    check_target(tmp_path / "one")
    (tmp_path / "one" / "notes.txt").write_text("mine", encoding="utf-8")
    with pytest.raises(InputError, match="not a strategy"):
        check_target(tmp_path / "one")
    (tmp_path / "file").write_text("", encoding="utf-8")
    for bad in (tmp_path / "file", tmp_path / "file" / "inside"):
        with pytest.raises(InputError) as caught:
            check_target(bad)
        assert "\n" not in str(caught.value)


@pytest.mark.skipif(not os.path.isdir("/proc"), reason="no /proc here")
def test_a_place_where_no_folder_can_be_made(tmp_path):
    with pytest.raises(InputError, match="no folder can be created in '/proc'"):
        check_target(Path("/proc/foo"))


def test_probabilities_are_checked(tmp_path, capsys):
    layout = AbstractGame("leduc").passes().layout
    good = layout.uniform()
    check_probabilities(layout, good)
    for place, value, said in (
        (
            7,
            np.nan,
            "numbers are not finite in 1 of 288 information sets, first after c with Q: nan",
        ),
        (7, np.inf, "not finite in 1 of 288 information sets, first after c with Q: inf"),
        (7, -0.5, "are negative in 1 of 288 information sets, first after c with Q: -0.5 0.5"),
        (0, 0.75, "do not sum to 1 in 1 of 288 information sets, first at the start with J: 1.25"),
    ):
        bad = good.copy()
        bad[place] = value
        with pytest.raises(InputError, match=said):
            check_probabilities(layout, bad)
    with pytest.raises(InputError, match="3 numbers; its game has"):
        check_probabilities(layout, good[:3])
    out = tmp_path / "kuhn"
    assert run(["solve", "kuhn", "--iterations", "3", "--out", str(out)]) == 0
    stored = load_strategy(out)
    changed = stored.probabilities.copy()
    changed[0] += 0.1
    save_strategy(Strategy(replace(stored.manifest, checksums={}), changed), out)
    capsys.readouterr()
    assert run(["exploit", str(out)]) == 2
    assert "do not sum to 1 in 1 of 12" in capsys.readouterr().err


def large(tmp_path):
    """A strategy of 8 MB, of which a sample of 4 MB is compared on loading."""
    manifest = replace(strategy().manifest, size=1 << 20)
    folder = tmp_path / "large"
    save_strategy(Strategy(manifest, np.full(1 << 20, 0.5)), folder)
    return folder


def flip(path, place):
    with path.open("r+b") as file:
        file.seek(place, os.SEEK_SET if place >= 0 else os.SEEK_END)
        byte = file.read(1)
        file.seek(-1, os.SEEK_CUR)
        file.write(bytes([byte[0] ^ 1]))


def test_loading_compares_a_sample_and_verifying_everything(tmp_path):
    folder = large(tmp_path)
    path = folder / ARRAY
    load_strategy(folder, verify=True)
    length = path.stat().st_size
    outside = (length - (1 << 16)) // 63 + (1 << 16) // 2 + (1 << 16) // 4 + (1 << 15)
    flip(path, outside)
    load_strategy(folder)  # between two pieces: not seen
    with pytest.raises(InputError, match="checksum"):
        load_strategy(folder, verify=True)
    flip(path, outside)
    for place in (200, -1, (length - (1 << 16)) * 30 // 63 + 5):
        flip(path, place)
        with pytest.raises(InputError, match="checksum"):
            load_strategy(folder)
        flip(path, place)
    with path.open("ab") as file:
        file.write(b"more")
    with pytest.raises(InputError, match=r"is damaged \(it has 8,388,740 bytes, not 8,388,736\)"):
        load_strategy(folder)


@pytest.mark.parametrize("version", [1, 2, 3, 4])
def test_older_formats_are_still_read(tmp_path, version):
    """As they were written: no commit and command; before the fourth no buckets; before the third
    no interval; in the first no type of numbers, and no sample.
    """
    folder = tmp_path / "one"
    save_strategy(strategy(), folder)
    path = folder / MANIFEST
    values = json.loads(path.read_text(encoding="utf-8"))
    first = ("numbers", "error", "transformations") if version == 1 else ()
    second = ("interval",) if version <= 2 else ()
    third = ("bucketing", "rivers") if version <= 3 else ()
    for name in ("commit", "command", *third, *second, *first):
        del values[name]
    values["format"] = version
    if version == 1:
        del values["checksums"][SAMPLE]
    about = {name: value for name, value in values.items() if name != "checksums"}
    text = json.dumps(about, sort_keys=True, separators=(",", ":"))
    values["checksums"]["manifest"] = hashlib.sha256(text.encode()).hexdigest()
    path.write_text(json.dumps(values), encoding="utf-8")
    loaded = load_strategy(folder)
    assert (loaded.probabilities == strategy().probabilities).all()
    assert (loaded.manifest.numbers, loaded.manifest.transformations) == ("float64", ())
    flip(folder / ARRAY, -1)  # without a sample all of it is compared
    with pytest.raises(InputError, match="checksum"):
        load_strategy(folder)
    path.write_text(json.dumps({**values, "format": 6}), encoding="utf-8")
    with pytest.raises(InputError, match="format 6; this version reads 1 to 5"):
        load_strategy(folder)
    path.write_text(json.dumps({**values, "command": "make"}), encoding="utf-8")
    with pytest.raises(InputError, match="'command' is unknown"):
        load_strategy(folder)


@pytest.mark.parametrize("there", [False, True])
def test_a_full_disk_is_one_line_and_leaves_nothing(tmp_path, monkeypatch, capsys, there):
    folder = tmp_path / "one"
    if there:
        save_strategy(strategy(), folder)

    def full(handle):
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(OSError, match="No space left on device; nothing was written there"):
        save_strategy(strategy(6), folder)
    assert [path.name for path in tmp_path.iterdir()] == (["one"] if there else [])
    if there:
        assert load_strategy(folder).manifest.size == 4
    out = tmp_path / "solved"
    assert run(["solve", "kuhn", "--iterations", "2", "--out", str(out)]) == 1
    err = capsys.readouterr().err
    warning, error = err.splitlines()  # of the checkpoint, and of the strategy
    assert warning.startswith("warning: ") and error.startswith("error: ")
    assert "No space left on device" in warning and "No space left on device" in error
    assert not out.exists()
    assert not [path for path in tmp_path.rglob("*") if path.name.startswith(".")]


def test_whole_numbers_are_mapped_and_decoded_where_they_are_needed(tmp_path):
    layout = AbstractGame("leduc").layout()
    about = replace(strategy().manifest, size=layout.size)
    compact = store_numbers(Strategy(about, layout.uniform()), layout, "uint16")
    save_strategy(compact, tmp_path / "one")
    loaded = load_strategy(tmp_path / "one")
    assert isinstance(loaded.values, np.memmap) and loaded.values.dtype == np.uint16
    assert (loaded.block(layout, 0) == layout.block(compact.probabilities, 0)).all()
    check_probabilities(layout, loaded.probabilities)
    with pytest.raises(InputError, match="a strategy of uint16; its manifest says float64"):
        Strategy(about, compact.values)
