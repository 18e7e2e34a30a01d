"""What is done to files and processes in tests of stores."""

import os
import shutil
import subprocess
import sys
from contextlib import contextmanager

import pytest

from equipoise.base.errors import InputError

KILLED = 77
#: what the system is asked to do before it does it (PEP 578); reading changes nothing
_EVENTS = {"os.rename", "os.remove", "os.mkdir", "os.rmdir", "os.chmod", "os.truncate"}

HOLDER = """
import sys
from pathlib import Path
from equipoise.base.locks import locked
with locked(Path(sys.argv[1]), "thing"):
    print("held", flush=True)
    sys.stdin.read()
"""


@contextmanager
def holding(path):
    """Another process at work in a place, for as long as the block runs."""
    process = subprocess.Popen(
        [sys.executable, "-c", HOLDER, str(path)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        encoding="utf-8",
    )
    assert process.stdout.readline() == "held\n"
    try:
        yield process
    finally:
        process.communicate("")


def killed_at(step, work, *places):
    """Whether a copy of this process died at a step of its work, without any cleaning up.

    Steps are what changes files under the places (or beside them), and bringing them to disk.
    """
    child = os.fork()
    if child == 0:
        code = 1
        try:
            _count_down(step, [str(place.parent) for place in places])
            work()
            code = 0
        finally:
            os._exit(code)
    _, status = os.waitpid(child, 0)
    code = os.waitstatus_to_exitcode(status)
    assert code in (0, KILLED), code
    return code == KILLED


def _count_down(step, roots):
    left = step

    def one():
        nonlocal left
        if left == 0:
            os._exit(KILLED)
        left -= 1

    def hook(event, arguments):
        written = event == "open" and arguments[2] & (os.O_WRONLY | os.O_RDWR | os.O_CREAT)
        if event in _EVENTS or written:
            path = arguments[0]
            if isinstance(path, str | os.PathLike) and any(
                os.path.abspath(path).startswith(root) for root in roots
            ):
                one()

    fsync = os.fsync

    def counted(handle):
        fsync(handle)
        one()

    os.fsync = counted
    sys.addaudithook(hook)


def kinds_of_other_things(path, read):
    """Put a folder, a pipe, a device and bad links in the place of a file; each is one line."""
    kept = path.read_bytes()
    for kind, said in {
        "folder": "is a folder",
        "pipe": "is a named pipe",
        "device": "is a device",
        "loop": "leads to itself",
    }.items():
        path.unlink()
        if kind == "folder":
            path.mkdir()
        elif kind == "pipe":
            os.mkfifo(path)
        else:
            path.symlink_to(os.devnull if kind == "device" else path.name)
        with pytest.raises(InputError, match=said) as caught:
            read()
        one_line(caught.value)
        if kind == "folder":
            shutil.rmtree(path)
        else:
            path.unlink()
        path.write_bytes(kept)
    path.unlink()
    path.symlink_to("nowhere")
    with pytest.raises(InputError) as caught:
        read()
    one_line(caught.value)
    path.unlink()
    path.write_bytes(kept)


def one_line(error):
    line = str(error)
    # a folder of a test may take some hundred characters itself
    assert "\n" not in line and len(line) < 900, line
