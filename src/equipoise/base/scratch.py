"""Temporary folders, removed after use; those of killed processes when the next one is created.

A folder is locked (``flock``) by its process, and the system releases the lock with the process:
unlocked folders are leftovers. If folders cannot be locked only one's own are removed.
"""

from __future__ import annotations

import os
import shutil
import tempfile
import time
import weakref
from contextlib import suppress
from functools import lru_cache
from pathlib import Path

try:
    import fcntl
except ImportError:  # pragma: no cover - not POSIX
    fcntl = None  # type: ignore[assignment]

_PREFIX = "equipoise-scratch-"
_YOUNG = 60.0  # seconds in which a new folder may not be locked yet


class ScratchFolder:
    """An empty temporary folder, removed when it is closed or garbage-collected.

    >>> with ScratchFolder() as folder:
    ...     folder.is_dir()
    True
    >>> folder.exists()
    False
    """

    def __init__(self) -> None:
        _remove_abandoned(tempfile.gettempdir())
        self.path = Path(tempfile.mkdtemp(prefix=_PREFIX))
        handle = _locked(self.path)
        self._close = weakref.finalize(self, _remove, self.path, handle, os.getpid())

    def close(self) -> None:
        """Remove it with its content."""
        self._close()

    def __enter__(self) -> Path:
        return self.path

    def __exit__(self, *_: object) -> None:
        self.close()


def _locked(folder: Path) -> int | None:
    """A handle of a folder, now locked; None if another process holds the lock."""
    try:
        handle = os.open(folder, os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW)
    except (OSError, AttributeError):  # not POSIX
        return None
    try:
        fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        os.close(handle)
        return None
    return handle


def _remove(folder: Path, handle: int | None, process: int) -> None:
    if os.getpid() != process:  # a fork does not own it
        return
    shutil.rmtree(folder, ignore_errors=True)
    if handle is not None:
        with suppress(OSError):
            os.close(handle)


@lru_cache(maxsize=4)
def _remove_abandoned(place: str) -> None:
    """Remove this user's folders of killed processes; done once per process."""
    with suppress(OSError):
        for entry in list(os.scandir(place)):
            if not entry.name.startswith(_PREFIX) or not entry.is_dir(follow_symlinks=False):
                continue
            found = entry.stat(follow_symlinks=False)
            mine = not hasattr(os, "geteuid") or found.st_uid == os.geteuid()
            if not mine or time.time() - found.st_mtime < _YOUNG:
                continue
            handle = _locked(Path(entry.path))
            if handle is not None:
                _remove(Path(entry.path), handle, os.getpid())
