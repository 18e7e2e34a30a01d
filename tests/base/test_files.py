"""Files that appear whole or not at all."""

import errno
import os
import stat
import subprocess
import sys

import numpy as np
import pytest
from tests.damage import killed_at

from equipoise.base.files import remove_leftovers, write_atomically
from equipoise.base.npy import save_array


def test_killed_at_every_step_the_old_file_or_the_new_one_is_there(tmp_path):
    path, steps = tmp_path / "file", 0
    path.write_text("old", encoding="utf-8")
    while killed_at(steps, lambda: write_atomically(path, "new"), path):
        assert path.read_text(encoding="utf-8") in ("old", "new")
        steps += 1
    assert steps >= 4 and path.read_text(encoding="utf-8") == "new"
    remove_leftovers(tmp_path)
    assert list(tmp_path.iterdir()) == [path]


def test_only_leftovers_are_removed(tmp_path):
    keep = [".a.new-12345678x", "a.new-12345678", ".a", ".new-12345678", "a"]
    for name in (*keep, ".a.new-12345678", ".b.json.new-abcdefgh"):
        (tmp_path / name).touch()
    (tmp_path / ".a.new-folder__").mkdir()
    (tmp_path / ".a.new-folder__" / "inside").touch()
    remove_leftovers(tmp_path, "a")
    assert {path.name for path in tmp_path.iterdir()} == {*keep, ".b.json.new-abcdefgh"}
    remove_leftovers(tmp_path)
    assert {path.name for path in tmp_path.iterdir()} == set(keep)
    remove_leftovers(tmp_path / "none")


@pytest.mark.parametrize(
    "write", [lambda path: write_atomically(path, "x"), lambda path: save_array(path, np.ones(3))]
)
def test_a_full_disk_is_named_and_leaves_nothing(tmp_path, monkeypatch, write):
    def full(handle):
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(OSError, match="No space left on device") as caught:
        write(tmp_path / "file")
    assert caught.value.filename == str(tmp_path / "file")
    assert list(tmp_path.iterdir()) == []


def test_pipes_and_devices_are_written_to_and_never_replaced(tmp_path):
    """As root, a file moved to the place of a device would take the device from everybody."""
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    with pytest.raises(OSError, match="No such device"):  # nobody reads
        write_atomically(pipe, "text")
    code = f"print(open({str(pipe)!r}).read())"
    reader = subprocess.Popen(
        [sys.executable, "-c", code], stdout=subprocess.PIPE, encoding="utf-8"
    )
    while True:
        try:
            write_atomically(pipe, "text")
            break
        except OSError:
            assert reader.poll() is None
    assert reader.communicate()[0] == "text\n"
    assert stat.S_ISFIFO(pipe.stat().st_mode)
    assert [path.name for path in tmp_path.iterdir()] == ["pipe"]


def test_a_link_stays_one(tmp_path):
    (tmp_path / "folder").mkdir()
    link, target = tmp_path / "link", tmp_path / "folder" / "file"
    target.write_text("old", encoding="utf-8")
    link.symlink_to(target)
    write_atomically(link, "new")
    assert link.is_symlink() and target.read_text(encoding="utf-8") == "new"
