"""The user's cache: everything in it can be rebuilt, at the cost of time.

An entry is a cache folder for one purpose: the machine code of all kernels,
the strength tables, one bucketing, the matrices of one bucketing.
"""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

from equipoise.base.errors import InputError
from equipoise.base.folders import cache_folder
from equipoise.base.locks import locked

#: kinds of entries, their descriptions, and whether each subfolder is an entry of its own
KINDS: dict[str, tuple[str, bool]] = {
    "kernels": ("machine code of kernels", False),
    "strength": ("strength tables", False),
    "buckets": ("bucketing", True),
    "models": ("matrices of a bucketing", True),
}


@dataclass(frozen=True)
class CacheEntry:
    """A folder of the cache. ``since`` and ``used`` are the times of creation and last use."""

    kind: str
    name: str
    path: Path
    bytes: int
    since: datetime
    used: datetime

    @property
    def what(self) -> str:
        """Kind and name, for messages."""
        about, many = KINDS[self.kind]
        return f"{about} {self.name.rpartition('/')[2]}" if many else about


def cache_entries() -> list[CacheEntry]:
    """All entries, the largest first."""
    found = [_entry(kind, name, path) for kind, name, path in _folders() if path.is_dir()]
    return sorted(found, key=lambda entry: -entry.bytes)


def _folders() -> Iterator[tuple[str, str, Path]]:
    """Folders of known kinds only: the cache may be among other folders."""
    root = cache_folder()
    for kind, (_, many) in KINDS.items():
        if not (root / kind).is_dir():
            continue
        if not many:
            yield kind, kind, root / kind
            continue
        for path in sorted((root / kind).iterdir()):
            if not path.name.startswith("."):  # locks
                yield kind, f"{kind}/{path.name}", path


def _entry(kind: str, name: str, path: Path) -> CacheEntry:
    size, made, used = 0, float("inf"), path.stat().st_mtime
    for file in path.rglob("*"):
        try:
            seen = file.lstat()
        except OSError:  # removed meanwhile
            continue
        if not file.is_symlink() and file.is_file():
            # allocated size: large tables are sparse
            size += getattr(seen, "st_blocks", seen.st_size // 512) * 512
            made, used = min(made, seen.st_mtime), max(used, seen.st_mtime, seen.st_atime)
    made = min(made, used)
    return CacheEntry(
        kind, name, path, size,
        datetime.fromtimestamp(made, UTC), datetime.fromtimestamp(used, UTC),
    )  # fmt: skip


def choose_entries(names: list[str]) -> list[CacheEntry]:
    """The entries with these names or kinds; raise InputError for an unknown one."""
    every = cache_entries()
    chosen: dict[str, CacheEntry] = {}
    for name in names:
        matching = [entry for entry in every if name in (entry.name, entry.kind)]
        if not matching:
            known = ", ".join([*KINDS, *(e.name for e in every if e.name not in KINDS)])
            raise InputError("the cache has none of this name", "entry", name, expected=known)
        chosen.update({entry.name: entry for entry in matching})
    return list(chosen.values())


def remove_entry(entry: CacheEntry) -> None:
    """Remove an entry; raises if another process is building it."""
    with locked(entry.path, f"cache entry {entry.name!r}", "wait for it"):
        if entry.path.is_symlink():
            entry.path.unlink()
        else:
            shutil.rmtree(entry.path)
