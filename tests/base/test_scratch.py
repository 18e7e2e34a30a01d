import gc
import os
import subprocess
import sys
import tempfile

import pytest

from equipoise.base import scratch
from equipoise.base.scratch import ScratchFolder

MAKER = """
import os, signal, sys
from equipoise.base.scratch import ScratchFolder
folder = ScratchFolder()
(folder.path / "data").write_bytes(b"x")
print(folder.path, flush=True)
sys.stdin.read()
os.kill(os.getpid(), signal.SIGKILL)
"""


@pytest.fixture
def place(tmp_path, monkeypatch):
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    scratch._remove_abandoned.cache_clear()
    yield tmp_path
    scratch._remove_abandoned.cache_clear()


def aged(place):
    for path in place.iterdir():
        os.utime(path, (1, 1))


def made_anew():
    """Another process would look again."""
    scratch._remove_abandoned.cache_clear()
    ScratchFolder().close()


def test_it_is_gone_when_closed_or_forgotten(place):
    with ScratchFolder() as folder:
        (folder / "link").symlink_to(place)
        (folder / "below").mkdir()
    assert place.exists() and not list(place.iterdir())
    kept = ScratchFolder()
    assert kept.path.is_dir()
    del kept
    gc.collect()
    assert not list(place.iterdir())


@pytest.mark.skipif(scratch.fcntl is None, reason="folders cannot be locked")
def test_what_a_killed_process_left_is_removed_by_the_next(place):
    command = [sys.executable, "-c", MAKER]
    environment = {**os.environ, "TMPDIR": str(place)}
    pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE, "encoding": "utf-8"}
    with subprocess.Popen(command, env=environment, **pipes) as process:
        name = process.stdout.readline().strip()
        assert os.path.dirname(name) == str(place)
        aged(place)
        made_anew()
        assert os.path.isdir(name), "its process lives"
        process.communicate("")
    made_anew()
    assert not os.path.exists(name)


def test_nothing_else_is_touched(place):
    (place / "equipoise-scratch-file").write_text("x", encoding="utf-8")
    (place / "elsewhere").mkdir()
    (place / "equipoise-scratch-link").symlink_to(place / "elsewhere")
    (place / "equipoise-other").mkdir()
    (place / "equipoise-scratch-young").mkdir()
    aged(place)
    os.utime(place / "equipoise-scratch-young")
    made_anew()
    assert len(list(place.iterdir())) == 5


def test_a_fork_does_not_remove_it(place):
    folder = ScratchFolder()
    scratch._remove(folder.path, None, os.getpid() + 1)
    assert folder.path.is_dir()
    folder.close()
