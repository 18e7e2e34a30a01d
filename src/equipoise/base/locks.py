"""One writer at a time for a folder or file: a lock that the system releases with its process.

The lock of ``place/name`` is the file ``place/.name.lock``, locked with ``flock`` and naming its
holder. Its existence means nothing: the file of a killed process is unlocked and is taken over. If
files cannot be locked (some network file systems, Windows) the process number in it is checked
against the processes of this machine; if none can be created, as on a read-only file system, there
is no lock, and writing will report the error.
"""

from __future__ import annotations

import errno
import os
import platform
import stat
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path

from equipoise.base.errors import InputError

try:
    import fcntl
except ImportError:  # pragma: no cover - not POSIX
    fcntl = None  # type: ignore[assignment]

_BUSY = (errno.EAGAIN, errno.EACCES)
_NO_PLACE = (errno.EROFS, errno.EACCES, errno.EPERM)
_MOST_HOLDER = 400
_POLL = 0.2
_FLAGS = (
    os.O_RDWR
    | os.O_CREAT
    | getattr(os, "O_NOFOLLOW", 0)
    | getattr(os, "O_NONBLOCK", 0)
    | getattr(os, "O_CLOEXEC", 0)
)
#: the locks of this process: their files, and the thread holding each
_held: dict[Path, int] = {}
_guard = threading.Lock()


class LockedError(InputError):
    """Another process or thread holds the lock."""


@dataclass(frozen=True)
class Holder:
    """The holder of a lock, from its file."""

    process: int
    machine: str
    since: str

    @classmethod
    def this(cls) -> Holder:
        """The current process."""
        return cls(os.getpid(), platform.node(), datetime.now().strftime("%Y-%m-%d %H:%M:%S"))

    @classmethod
    def read(cls, text: str) -> Holder | None:
        """Parse a lock file; None if it is not valid."""
        words = text.strip().split("\t")
        if len(words) != 3 or not (words[0].isascii() and words[0].isdigit()):
            return None
        # shown to people: escape control characters
        _, machine, since = ("".join(c if c.isprintable() else "?" for c in w) for w in words)
        return cls(int(words[0][:18]), machine, since)

    @property
    def text(self) -> str:
        """The content of a lock file."""
        return f"{self.process}\t{self.machine}\t{self.since}\n"

    @property
    def is_alive(self) -> bool:
        """True if such a process may exist; assumed for other machines."""
        if self.machine != platform.node():
            return True
        if self.process == os.getpid():
            return True
        if os.name == "nt":  # signal 0 would kill it there
            return False
        try:
            os.kill(self.process, 0)
        except (ProcessLookupError, OverflowError):
            return False
        except OSError:
            return True
        return True

    def __str__(self) -> str:
        there = "" if self.machine == platform.node() else f" on {self.machine}"
        return f"process {self.process}{there} has been at work there since {self.since}"


def lock_path(path: Path) -> Path:
    """The lock file of a folder or file, links resolved."""
    real = Path(os.path.realpath(path))
    return real.with_name(f".{real.name}.lock") if real.name else real / ".lock"


def holder_of(path: Path) -> Holder | None:
    """Who seems to be at work on a folder or file; None where nobody does. Nothing is locked."""
    try:
        found = Holder.read(lock_path(path).read_text(encoding="utf-8", errors="replace"))
    except OSError:
        return None
    return found if found is not None and found.is_alive else None


@contextmanager
def locked(
    path: Path,
    what: str,
    expected: str = "wait for it, or choose another place",
    waiting: Callable[[str], None] | None = None,
) -> Iterator[None]:
    """Hold the write lock of ``path`` while the block runs.

    If another process holds it, raise :class:`LockedError` naming the holder; with ``waiting``,
    wait and call ``waiting`` with the holder repeatedly. Locks are reentrant within a thread.
    Missing parent folders are created, and removed at the end if still empty.
    """
    try:
        place = lock_path(path)
    except ValueError:
        raise InputError("it cannot be the name of a file", what, expected=expected) from None
    me = threading.get_ident()
    with _guard:
        again = _held.get(place) == me
    if again:
        yield
        return
    made = _make_parents(place.parent, what)
    try:
        lock = _acquire(place, what, expected, waiting)
    except BaseException:
        _remove_empty(made)
        raise
    with _guard:
        _held[place] = me
    process = os.getpid()
    try:
        yield
    finally:
        if os.getpid() == process:  # a fork shares the lock, but does not own it
            with _guard:
                _held.pop(place, None)
            _release(lock, place)
            _remove_empty(made)


def _make_parents(folder: Path, what: str) -> list[Path]:
    """Create a folder; returns the created folders, innermost first."""
    missing = []
    try:
        while not folder.exists() and folder != folder.parent:
            missing.append(folder)
            folder = folder.parent
        for one in reversed(missing):
            one.mkdir(exist_ok=True)
    except OSError as error:
        if error.errno not in _NO_PLACE:
            raise InputError(f"{error.strerror}: {str(folder)!r}"[:_MOST_HOLDER], what) from None
    return missing


def _remove_empty(folders: list[Path]) -> None:
    with suppress(OSError):
        for folder in folders:
            folder.rmdir()


def _acquire(
    place: Path, what: str, expected: str, waiting: Callable[[str], None] | None
) -> int | None:
    """A file handle with the lock, or None if locking is impossible."""
    while True:
        try:
            handle = os.open(place, _FLAGS, 0o644)
        except OSError as error:
            if error.errno in _NO_PLACE or not place.parent.exists():
                return None
            problem = f"no lock can be made ({place.name[:100]}: {error.strerror})"
            raise InputError(
                problem, what, expected="remove that, or choose another place"
            ) from None
        try:
            if not stat.S_ISREG(os.fstat(handle).st_mode):
                raise InputError(f"{place.name} is not a file", what, expected="remove it")
            holder = _other_holder(handle)
            if holder == "":
                if _is_the_file(handle, place):
                    os.ftruncate(handle, 0)
                    os.lseek(handle, 0, os.SEEK_SET)
                    os.write(handle, Holder.this().text.encode(errors="replace"))
                    return handle
            elif waiting is None:
                raise LockedError(holder, what, expected=expected)
        except BaseException:
            os.close(handle)
            raise
        os.close(handle)
        if holder and waiting is not None:
            waiting(holder)
            time.sleep(_POLL)


def _other_holder(handle: int) -> str:
    """Try to take the lock; returns the holder, or None on success."""
    said = Holder.read(os.read(handle, _MOST_HOLDER).decode(errors="replace"))
    try:
        if fcntl is None:
            raise OSError(errno.ENOSYS, "no locks")
        fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError as error:
        if error.errno in _BUSY:
            return "another process is at work there" if said is None else str(said)
        return str(said) if said is not None and said.is_alive else ""
    return ""


def _is_the_file(handle: int, place: Path) -> bool:
    """True if the locked file still has its name; the previous holder may have removed it."""
    try:
        return os.path.samestat(os.fstat(handle), os.lstat(place))
    except FileNotFoundError:
        return False


def _release(handle: int | None, place: Path) -> None:
    if handle is None:
        return
    with suppress(OSError):  # some systems cannot remove an open file
        if _is_the_file(handle, place):
            place.unlink()
    os.close(handle)
