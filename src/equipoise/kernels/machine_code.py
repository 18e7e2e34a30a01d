"""Cached machine code on disk: one file per kernel overload, with a checksum.

The files hold pickled machine code, so nothing is unpickled before its checksum is verified, and
they are read only from a folder that nobody else can write (``cache_directory``). A damaged,
unreadable or mismatching file counts as missing: the kernel is compiled and the file replaced.

Only this module touches Numba's internals: serialising ``CompileResult`` and the two methods that a
dispatcher calls on its cache. If a future Numba differs there, kernels compile without a cache.
"""

from __future__ import annotations

import hashlib
import os
import pickle
import stat
import sys
import tempfile
import time
from collections.abc import Callable
from contextlib import suppress
from functools import lru_cache
from pathlib import Path
from typing import Any

from equipoise.base.errors import InputError, one_line
from equipoise.base.files import write_atomically
from equipoise.base.folders import private_folder, user_folder

SUFFIX = ".machinecode"
_MARK = b"equipoise machine code 1\n"
_DIGEST = hashlib.sha256().digest_size
_OLD = 3600.0  # seconds after which a temporary file is a leftover of a killed run
#: set once the missing cache has been reported, so that worker processes do not repeat it
_SAID = "EQUIPOISE_CACHE_SAID"


@lru_cache(maxsize=1)
def cache_directory() -> Path | None:
    """The cache folder; None, with a note on stderr, if no folder can be trusted."""
    try:
        directory = private_folder(user_folder("kernels"))
        tempfile.TemporaryFile(dir=directory).close()
    except InputError as error:
        _say(str(error))
    except OSError as error:
        where = error.filename if isinstance(error.filename, str) else "the cache directory"
        _say(
            f"cannot write {where}: {error.strerror}; "
            "set EQUIPOISE_CACHE_DIR to an absolute path that only you can write"
        )
    else:
        return directory
    return None


def _say(reason: str) -> None:
    if _SAID not in os.environ:
        os.environ[_SAID] = "1"
        line = one_line(f"note: kernels are compiled without a cache: {reason}")
        print(line, file=sys.stderr)


def packed(name: str, content: bytes) -> bytes:
    """The bytes of a file: a mark, the checksum, the content. The checksum covers the name too.

    So a renamed or copied file does not verify.
    """
    return _MARK + _checksum(name, content) + content


def unpacked(name: str, data: bytes) -> bytes | None:
    """The content of a file; None if the checksum of its name and content does not match."""
    start = len(_MARK) + _DIGEST
    content = data[start:]
    return content if data[:start] == _MARK + _checksum(name, content) else None


def _checksum(name: str, content: bytes) -> bytes:
    return hashlib.sha256(name.encode() + b"\0" + content).digest()


def _read(path: Path) -> bytes | None:
    """The content of a regular file of this user; None for anything else."""
    flags = os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_NOFOLLOW", 0)
    flags |= getattr(os, "O_BINARY", 0)
    with open(os.open(path, flags), "rb") as file:
        found = os.fstat(file.fileno())
        if not stat.S_ISREG(found.st_mode):
            return None
        if hasattr(os, "geteuid") and found.st_uid != os.geteuid():
            return None
        return file.read()


def _mode(path: Path) -> int:
    """The file mode of a path; that of a regular file if nothing is there."""
    try:
        return os.lstat(path).st_mode
    except FileNotFoundError:
        return stat.S_IFREG


def _remove_leftovers(folder: Path) -> None:
    """Delete temporary files of killed runs; those of running ones are younger."""
    for path in folder.glob(f".*{SUFFIX}*"):
        with suppress(OSError):
            if time.time() - path.stat().st_mtime > _OLD:
                path.unlink()


class KeptCode:
    """The cache of one kernel, with the interface of Numba's dispatchers."""

    def __init__(self, function: Callable[..., object], folder_of: Callable[[], Path | None]):
        self._function = function
        self._folder_of = folder_of
        self._saving = True

    @property
    def cache_path(self) -> str | None:
        """The folder, for Numba's cache statistics."""
        folder = self._folder_of()
        return None if folder is None else str(folder)

    @property
    def has_any(self) -> bool:
        """True if machine code of this kernel is cached, for any argument types."""
        folder = self._folder_of()
        name = self._function.__name__
        return folder is not None and any(folder.glob(f"{name}-*{SUFFIX}"))

    def flush(self) -> None:
        """Do nothing: files are replaced one by one."""

    def load_overload(self, sig: Any, target_context: Any) -> Any:
        """The cached machine code for argument types; None if it must be compiled."""
        folder = self._folder_of()
        if folder is None:
            return None
        try:
            from numba.core.compiler import CompileResult

            target_context.refresh()
            name = self._name(sig, target_context.codegen())
            data = _read(private_folder(folder) / name)
            content = None if data is None else unpacked(f"{folder.name}/{name}", data)
            if content is None:
                return None
            kept, parts = pickle.loads(content)
            return CompileResult._rebuild(target_context, *parts) if kept == sig else None
        except Exception:  # any failure means: compile
            return None

    def save_overload(self, sig: Any, result: Any) -> None:
        """Cache machine code, unless the disk is full or not writable."""
        folder = self._folder_of()
        if folder is None or not self._saving:
            return
        try:
            from numba.core.serialize import dumps

            if result.lifted or result.library.has_dynamic_globals:
                return
            name = self._name(sig, result.codegen)
            place = private_folder(folder)
            _remove_leftovers(place)
            content = dumps((sig, result._reduce()))
            if not stat.S_ISREG(_mode(place / name)):  # never write through a link or a pipe
                (place / name).unlink()
            write_atomically(place / name, packed(f"{folder.name}/{name}", content))
        except Exception:
            self._saving = False

    def _name(self, sig: Any, codegen: Any) -> str:
        """A file name from the function, its argument types and the processor."""
        code = self._function.__code__
        about = (str(sig), codegen.magic_tuple(), code.co_firstlineno, code.co_code)
        digest = hashlib.sha256(repr(about).encode()).hexdigest()[:24]
        return f"{self._function.__name__}-{digest}{SUFFIX}"
