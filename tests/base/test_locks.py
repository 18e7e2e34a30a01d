"""One writer at a time, and nothing left of the others."""

import os
import subprocess
import sys
import threading
from textwrap import dedent

import pytest

from equipoise.base import locks
from equipoise.base.errors import InputError
from equipoise.base.locks import Holder, lock_path, locked


def holder_process(path, then="sys.stdin.read()"):
    """A process that has the lock, says so, and then goes on until its input ends."""
    code = f"""
        import os, sys
        from pathlib import Path
        from equipoise.base.locks import locked
        with locked(Path({str(path)!r}), "thing"):
            print("held", flush=True)
            {then}
    """
    process = subprocess.Popen(
        [sys.executable, "-c", dedent(code)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        encoding="utf-8",
    )
    assert process.stdout.readline() == "held\n"
    return process


def test_the_second_is_told_who_is_at_work_and_nothing_stays(tmp_path):
    path = tmp_path / "out"
    process = holder_process(path)
    with pytest.raises(InputError) as caught, locked(path, "thing 'out'"):
        pass
    line = str(caught.value)
    assert line.startswith(f"thing 'out': process {process.pid} has been at work there since 20")
    assert line.endswith("; wait for it, or choose another place")
    process.communicate("")
    with locked(path, "thing"):
        assert [entry.name for entry in tmp_path.iterdir()] == [".out.lock"]
    assert list(tmp_path.iterdir()) == []


def test_the_lock_of_a_killed_process_is_free(tmp_path):
    path = tmp_path / "out"
    process = holder_process(path)
    process.kill()
    process.communicate()
    assert lock_path(path).exists()
    with locked(path, "thing"):
        pass
    assert list(tmp_path.iterdir()) == []


def test_waiting_for_another(tmp_path):
    path = tmp_path / "out"
    process = holder_process(path)
    heard = []

    def waiting(who):
        if not heard:
            process.communicate("")
        heard.append(who)

    with locked(path, "thing", waiting=waiting):
        pass
    assert f"process {process.pid}" in heard[0]


def test_a_thread_may_take_its_lock_again_and_another_may_not(tmp_path):
    path, refused = tmp_path / "out", []

    def other():
        try:
            with locked(path, "thing"):
                pass
        except InputError as error:
            refused.append(str(error))

    with locked(path, "thing"):
        with locked(path, "thing"):
            pass
        thread = threading.Thread(target=other)
        thread.start()
        thread.join()
        assert lock_path(path).exists()
    assert f"process {os.getpid()} has been" in refused[0]


def test_a_fork_that_leaves_the_block_does_not_release_it(tmp_path):
    path = tmp_path / "out"
    then = "child = os.fork(); os.waitpid(child, 0) if child else sys.exit(); sys.stdin.read()"
    code = f"print('forking', flush=True); {then}"
    process = holder_process(path, code)
    assert process.stdout.readline() == "forking\n"
    with pytest.raises(InputError), locked(path, "thing"):
        pass
    process.communicate("")


def test_missing_folders_are_made_and_removed_again(tmp_path):
    path = tmp_path / "a" / "b" / "out"
    with locked(path, "thing"):
        assert path.parent.is_dir()
    assert list(tmp_path.iterdir()) == []
    with locked(path, "thing"):
        path.mkdir()
    assert path.is_dir() and [entry.name for entry in path.parent.iterdir()] == ["out"]


def test_a_link_and_what_it_leads_to_have_one_lock(tmp_path):
    (tmp_path / "real").mkdir()
    (tmp_path / "link").symlink_to("real")
    assert lock_path(tmp_path / "link") == lock_path(tmp_path / "real" / ".." / "real")


@pytest.mark.parametrize("kind", ["folder", "link", "pipe"])
def test_something_else_in_the_place_of_the_lock(tmp_path, kind):
    place = lock_path(tmp_path / "out")
    if kind == "folder":
        place.mkdir()
    elif kind == "link":
        place.symlink_to("elsewhere")
    else:
        os.mkfifo(place)
    with pytest.raises(InputError, match=r"\.out\.lock"), locked(tmp_path / "out", "thing"):
        pass
    assert not (tmp_path / "elsewhere").exists()


def test_names_that_no_file_can_have(tmp_path):
    for name in ("n" * 300, "a\0b"):
        with pytest.raises(InputError) as caught, locked(tmp_path / name, "thing"):
            pass
        assert len(str(caught.value)) < 400


def test_without_a_place_for_the_file_there_is_no_lock(tmp_path, monkeypatch):
    def refuse(*_):
        raise OSError(30, "Read-only file system")

    monkeypatch.setattr(locks.os, "open", refuse)
    with locked(tmp_path / "out", "thing"):
        pass
    assert list(tmp_path.iterdir()) == []


def test_without_locks_of_the_system_the_process_number_counts(tmp_path, monkeypatch):
    monkeypatch.setattr(locks, "fcntl", None)
    path = tmp_path / "out"
    process = holder_process(path)
    with pytest.raises(InputError, match=f"process {process.pid}"), locked(path, "thing"):
        pass
    process.kill()
    process.communicate()
    with locked(path, "thing"):
        pass


def test_what_a_lock_file_says_is_not_trusted():
    assert Holder.read("") is None
    assert Holder.read("x\ty\tz") is None
    assert Holder.read("\u0663\ty\tz") is None
    found = Holder.read("9" * 300 + "\t\x1b[31mred\tnow")
    assert found is not None and "\x1b" not in str(found)
    assert Holder.read(Holder.this().text) is not None
