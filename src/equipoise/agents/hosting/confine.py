"""Operating system restrictions for a process that runs untrusted code (Linux).

None of this replaces a separate user or container: the process can still read and write its user's
files. It cannot read or write the memory of the process that deals the cards, nor open its files,
and in a process namespace it can neither signal other processes nor outlive its session. Each step
is applied if the kernel allows it, else skipped.
"""

from __future__ import annotations

import ctypes
import os
import signal
import sys
from contextlib import suppress
from functools import lru_cache
from typing import Any

_SET_PARENT_DEATH_SIGNAL, _SET_DUMPABLE = 1, 4  # linux/prctl.h
_DROP_BOUND_CAPABILITY, _SET_NO_NEW_PRIVILEGES, _SET_CHILD_SUBREAPER = 24, 38, 36
_CAPABILITIES = 64  # above the highest capability; unknown ones are refused
_CAPABILITY_VERSION = 0x20080522  # linux/capability.h, version 3: two words a set
_NEW_USERS, _NEW_PROCESSES, _NEW_MOUNTS = 0x10000000, 0x20000000, 0x00020000  # linux/sched.h
_PRIVATE_MOUNTS = (1 << 14) | (1 << 18)  # linux/mount.h: recursive, and private
_HARMLESS = 2 | 4 | 8  # no setuid programs, no devices, no execution


@lru_cache(maxsize=1)
def _libc() -> Any:
    """The C library, on Linux."""
    return ctypes.CDLL(None, use_errno=True) if sys.platform == "linux" else None


def keep_memory_private() -> None:
    """Make this process' memory unreadable for the user's other processes: it holds the cards."""
    if _libc() is not None:
        _libc().prctl(_SET_DUMPABLE, 0, 0, 0, 0)


def die_with_parent() -> None:
    """Have this process killed when its parent ends for any reason."""
    if _libc() is not None:
        _libc().prctl(_SET_PARENT_DEATH_SIGNAL, signal.SIGKILL, 0, 0, 0)


def adopt_orphans() -> None:
    """Become the parent of orphaned descendants."""
    if _libc() is not None:
        _libc().prctl(_SET_CHILD_SUBREAPER, 1, 0, 0, 0)


def end_children(has_namespace: bool = False) -> None:
    """Kill all descendants of this process.

    The first process of a namespace can kill all others at once; otherwise they are looked up.
    """
    while True:
        if has_namespace:
            with suppress(OSError):
                os.kill(-1, signal.SIGKILL)  # all but this one
        for child in _children():
            with suppress(OSError):
                os.kill(child, signal.SIGKILL)
        try:
            os.waitpid(-1, 0)
        except ChildProcessError:
            return


def _children() -> list[int]:
    """The children of this process, if the system lists them."""
    try:
        with open(f"/proc/self/task/{os.readlink('/proc/self')}/children", "rb") as file:
            return [int(number) for number in file.read().split()]
    except OSError:
        return []


def give_up_privileges() -> None:
    """Drop every capability for good, also as root."""
    libc = _libc()
    if libc is None:
        return
    for capability in range(_CAPABILITIES):
        libc.prctl(_DROP_BOUND_CAPABILITY, capability, 0, 0, 0)
    header = (ctypes.c_uint32 * 2)(_CAPABILITY_VERSION, 0)
    none = (ctypes.c_uint32 * 6)()
    libc.capset(header, none)
    libc.prctl(_SET_NO_NEW_PRIVILEGES, 1, 0, 0, 0)


def enter_own_processes() -> bool:
    """Make the next child the first process of a new process namespace; True on success.

    When the first process of a namespace ends, the kernel kills all others in it. Only root may
    create one directly; others first create a user namespace, if the system allows it.
    """
    libc = _libc()
    if libc is None:
        return False
    user, group = os.getuid(), os.getgid()
    if libc.unshare(_NEW_PROCESSES) == 0:
        return True
    if libc.unshare(_NEW_USERS | _NEW_PROCESSES) != 0:
        return False
    with suppress(OSError):  # the same user inside as outside; otherwise files show "nobody"
        _write("/proc/self/setgroups", "deny")
        _write("/proc/self/uid_map", f"{user} {user} 1")
        _write("/proc/self/gid_map", f"{group} {group} 1")
    return True


def see_own_processes() -> None:
    """Let ``/proc`` show only this namespace's processes; called by its first process.

    Otherwise the memory of any process of this user could be read there, unless that process has
    disabled it, which a newly started program cannot have done.
    """
    libc = _libc()
    if libc is None or libc.unshare(_NEW_MOUNTS) != 0:
        return
    if libc.mount(b"none", b"/", None, ctypes.c_ulong(_PRIVATE_MOUNTS), None) == 0:
        libc.mount(b"proc", b"/proc", b"proc", ctypes.c_ulong(_HARMLESS), None)


def _write(path: str, text: str) -> None:
    with open(path, "w", encoding="ascii") as file:
        file.write(text)


def limit_memory(megabytes: int | None, for_good: bool = False) -> None:
    """Limit this process' allocations; those beyond the limit fail.

    ``for_good`` makes the limit permanent. The address space is limited too, because shared memory
    is not counted as allocated: to twice the limit beyond current use, since libraries reserve more
    than they use.
    """
    with suppress(ImportError, ValueError, OSError):
        import resource  # POSIX only

        for what, factor, used in (
            (resource.RLIMIT_DATA, 1, 0),
            (resource.RLIMIT_AS, 2, _addresses()),
        ):
            _, hard = resource.getrlimit(what)
            most = hard if megabytes is None else used + factor * (megabytes << 20)
            if hard != resource.RLIM_INFINITY:
                most = min(most, hard)
            resource.setrlimit(what, (most, most if for_good else hard))


def allocated_megabytes() -> int:
    """Megabytes this process has allocated, as counted by the limit, if known."""
    return _bytes_of(5) >> 20


def _addresses() -> int:
    """Bytes of address space in use, if known."""
    return _bytes_of(0)


def _bytes_of(field: int) -> int:
    """A field of ``/proc/PID/statm`` in bytes; the file counts pages."""
    try:
        with open("/proc/self/statm", encoding="ascii") as file:
            return int(file.read().split()[field]) * os.sysconf("SC_PAGE_SIZE")
    except OSError:
        return 0


def write_no_core_files() -> None:
    """Disable core dumps."""
    with suppress(ImportError, ValueError, OSError):
        import resource

        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
