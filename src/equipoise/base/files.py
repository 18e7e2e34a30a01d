"""Atomic file writes, and cleanup after killed processes."""

from __future__ import annotations

import os
import re
import shutil
import stat
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from equipoise.base.errors import InputError

_MARK = ".new-"
_LEFTOVER = re.compile(r"\.(.+)\.new-[a-z0-9_]{8}", re.DOTALL)


@contextmanager
def naming(path: Path, more: str = "") -> Iterator[None]:
    """Make system errors, such as a full disk, name the file being written."""
    try:
        yield
    except OSError as error:
        why = error.strerror or str(error)
        raise OSError(error.errno, f"{why}; {more}" if more else why, str(path)) from None


def write_atomically(path: Path, content: bytes | str) -> None:
    """Write a file under a temporary name and rename it; a crash leaves the old one or none.

    A device or a pipe, such as ``/dev/stdout``, is written to, never replaced, and a link stays
    one.
    """
    data = content.encode() if isinstance(content, str) else content
    with naming(path):
        output = own_output(path)
        if output is not None:
            with os.fdopen(os.dup(output), "wb") as file:
                file.write(data)
            return
        if _is_stream(path):
            _write_stream(path, data)
            return
        if path.is_symlink():
            path = Path(os.path.realpath(path))
        path.parent.mkdir(parents=True, exist_ok=True)
        fresh = new_file(path)
        try:
            with fresh.open("wb") as file:
                file.write(data)
                file.flush()
                os.fsync(file.fileno())
            put_file(fresh, path)
        except BaseException:
            fresh.unlink(missing_ok=True)
            raise


def own_output(path: Path) -> int | None:
    """1 or 2 if a path is this process's standard output or error."""
    for number, stream in ((1, sys.stdout), (2, sys.stderr)):
        with suppress(OSError, ValueError, AttributeError):
            if os.path.samestat(os.stat(path), os.fstat(number)):
                stream.flush()
                return number
    return None


def check_writable(path: Path, what: str) -> None:
    """Raise InputError, which names the argument ``what``, if no file can be written there."""
    try:
        fits = path.is_file() or path.is_char_device() or not path.exists()
        possible = path.absolute().parent.is_dir() and (fits or own_output(path) is not None)
    except (OSError, ValueError):  # not a valid file name
        possible = False
    if not possible:
        raise InputError("no file can be written there", what, str(path))


def _is_stream(path: Path) -> bool:
    try:
        mode = os.stat(path).st_mode
    except FileNotFoundError:
        return False
    return not (stat.S_ISREG(mode) or stat.S_ISDIR(mode))


def _write_stream(path: Path, data: bytes) -> None:
    # without O_NONBLOCK a pipe without a reader would block
    handle = os.open(path, os.O_WRONLY | getattr(os, "O_NONBLOCK", 0))
    os.set_blocking(handle, True)
    with os.fdopen(handle, "wb") as file:
        file.write(data)


def new_file(path: Path) -> Path:
    """A new empty file next to a path, named so that :func:`remove_leftovers` finds it."""
    handle, name = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}{_MARK}")
    os.close(handle)
    return Path(name)


def new_folder(path: Path) -> Path:
    """A new empty folder next to a path, named so that :func:`remove_leftovers` finds it."""
    return Path(tempfile.mkdtemp(dir=path.parent, prefix=f".{path.name}{_MARK}"))


def put_file(fresh: Path, path: Path) -> None:
    """Move a finished file to its path, readable by everybody."""
    os.chmod(fresh, 0o644)
    os.replace(fresh, path)


def is_leftover(name: str, of: str | None = None) -> bool:
    """True if a name is that of an unfinished file or folder, of ``of`` or of any.

    >>> is_leftover(".manifest.json.new-a1b2c3d4"), is_leftover(".manifest.json")
    (True, False)
    """
    found = _LEFTOVER.fullmatch(name)
    return found is not None and of in (None, found[1])


def remove_leftovers(folder: Path, of: str | None = None) -> None:
    """Remove unfinished files of killed writers in a folder, of that name or of any.

    The caller holds the write lock, so none of them is in use.
    """
    with suppress(OSError):  # what cannot be removed does no harm
        for entry in list(os.scandir(folder)):
            if is_leftover(entry.name, of):
                if entry.is_dir(follow_symlinks=False):
                    shutil.rmtree(entry.path, ignore_errors=True)
                else:
                    os.unlink(entry.path)


def flush_folder(folder: Path) -> None:
    """Sync a folder's entries to disk, if supported (POSIX)."""
    if os.name != "posix":
        return
    with naming(folder):
        handle = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)
