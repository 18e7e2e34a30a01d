"""Atomic replacement of artifact folders, and recovery after killed writers.

A new one is written next to the target, in ``.NAME.new-*``; the old one is moved to
``.NAME.old.*/KIND``, and the new one takes its place. If a process is killed between these two
moves, the next reader moves the old one back. All of this is done under the lock of the folder, so
that no live process is affected.
"""

from __future__ import annotations

import os
import shutil
import tempfile
import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

from equipoise.base.artifacts import Artifact
from equipoise.base.errors import InputError
from equipoise.base.files import flush_folder, naming, new_folder, remove_leftovers
from equipoise.base.locks import locked
from equipoise.base.reading import folder_names

_LONGEST_WAIT = 10.0  # seconds to wait for a process that is replacing it, which takes milliseconds


def real(folder: Path) -> Path:
    """The real path of a folder, links resolved."""
    try:
        return Path(os.path.realpath(folder))
    except (OSError, ValueError):  # not a valid folder name; opening it will report that
        return folder


def check_target(place: Artifact) -> None:
    """Raise InputError for a folder that cannot be replaced, before anything is written.

    It must be new, empty or an artifact of this kind, where folders can be created. Nothing is left
    behind.
    """
    folder = real(place.folder)
    if folder in (Path(folder.anchor), Path.cwd()):  # it would be moved
        raise InputError("it is the current folder", place.what, expected="choose one below it")
    recover(place)
    names = folder_names(place.folder, place.what, "choose another folder") or set()
    if names and not (place.kind.manifest in names and all(map(place.kind.owns, names))):
        raise InputError(
            f"the folder holds something that is not {place.kind.phrase}",
            place.what,
            expected="choose a new or empty folder",
        )
    above = folder.parent
    while not above.exists() and above != above.parent:
        above = above.parent
    try:
        os.rmdir(new_folder(above / folder.name))
    except OSError as error:
        raise InputError(
            f"no folder can be created in {str(above)!r} ({error.strerror})",
            place.what,
            expected="choose one that can be written",
        ) from None


def replace_whole(place: Artifact, fill: Callable[[Artifact], None]) -> None:
    """Replace an artifact by a new one, which ``fill`` writes into a new folder.

    Anything else there is left alone; the old one stays if writing fails.
    """
    folder = real(place.folder)
    with place.lock():
        check_target(place)
        clean(place)
        # reported with the requested folder, not the temporary one
        with naming(folder, "nothing was written there"):
            folder.parent.mkdir(parents=True, exist_ok=True)
            fresh = new_folder(folder)
            try:
                fill(Artifact(place.kind, fresh))
                fresh.chmod(0o755)
                flush_folder(fresh)
                _put(fresh, folder, place.kind.noun)
            except BaseException:
                shutil.rmtree(fresh, ignore_errors=True)
                raise


def clean(place: Artifact) -> None:
    """Remove leftovers of killed writers next to an artifact; the caller holds the lock."""
    recover(place)
    folder = real(place.folder)
    remove_leftovers(folder.parent, folder.name)
    if folder.exists():
        for aside in _asides(folder):
            shutil.rmtree(aside, ignore_errors=True)


def recover(place: Artifact) -> None:
    """Move an artifact back whose writer was killed between the two moves."""
    folder = real(place.folder)
    with suppress(OSError, ValueError):  # invalid names; opening them will report that
        if os.path.lexists(folder) or not _kept(folder, place):
            return
        started = time.monotonic()

        def waiting(holder: str) -> None:
            if time.monotonic() - started > _LONGEST_WAIT:
                raise InputError(holder, place.what, expected="wait for it")

        with locked(folder, place.what, waiting=waiting):
            kept = _kept(folder, place)
            if not os.path.lexists(folder) and kept:
                os.replace(kept[-1], folder)
                kept[-1].parent.rmdir()


def _asides(folder: Path) -> list[Path]:
    """The folders to which artifacts were moved, oldest first."""
    prefix = f".{folder.name}.old."
    with os.scandir(folder.parent) as entries:
        found = [
            entry
            for entry in entries
            if entry.name.startswith(prefix)
            and "." not in entry.name[len(prefix) :]
            and entry.is_dir(follow_symlinks=False)
        ]
    return [Path(entry.path) for entry in sorted(found, key=lambda e: e.stat().st_mtime_ns)]


def _kept(folder: Path, place: Artifact) -> list[Path]:
    """The artifacts moved aside, oldest first."""
    moved = [aside / place.kind.noun for aside in _asides(folder)]
    return [old for old in moved if (old / place.kind.manifest).exists()]


def _put(fresh: Path, folder: Path, name: str) -> None:
    """Move a finished folder to its path; the old one stays if that fails."""
    if not folder.exists():
        os.replace(fresh, folder)
        flush_folder(folder.parent)
        return
    aside = Path(tempfile.mkdtemp(dir=folder.parent, prefix=f".{folder.name}.old."))
    old = aside / name
    try:
        swap(fresh, folder, old)
    except BaseException:
        if not old.exists():
            aside.rmdir()
        raise
    flush_folder(folder.parent)
    shutil.rmtree(aside, ignore_errors=True)


def swap(fresh: Path, folder: Path, aside: Path) -> None:
    """Move a folder aside and another to its path; undone if the second move fails."""
    try:
        os.replace(folder, aside)
        os.replace(fresh, folder)
    except BaseException:
        if aside.exists() and not folder.exists():
            os.replace(aside, folder)
        raise
