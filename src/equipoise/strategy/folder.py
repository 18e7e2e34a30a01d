"""The folder of a strategy: who may write it, how it is replaced, what a killed process left.

A new strategy is written beside its place, in ``.NAME.new-*``; the old one is moved aside, to
``.NAME.old.*/strategy``, and the new one takes its place. A process that is killed between these
two moves leaves the old one aside, and whoever looks for the strategy next moves it back. All of
this is done under the lock of the folder, so that nothing of a live process is touched.
"""

from __future__ import annotations

import os
import shutil
import tempfile
import time
from contextlib import suppress
from pathlib import Path

from equipoise.errors import InputError
from equipoise.files import flush_folder, new_folder, remove_leftovers
from equipoise.locks import locked
from equipoise.reading import folder_names, named

MANIFEST, ARRAY = "manifest.json", "strategy.npy"
_ASIDE = "strategy"
_LONGEST_WAIT = 10.0  # for a process that is replacing the strategy; that takes milliseconds


def where(folder: Path) -> str:
    """How errors name a strategy."""
    return named("strategy", folder)


def real(folder: Path) -> Path:
    """A folder under the name that it has wherever one stands and whatever links lead there."""
    try:
        return Path(os.path.realpath(folder))
    except (OSError, ValueError):  # no name of a folder; who opens it says so
        return folder


def check_target(folder: Path) -> None:
    """Refuse a folder that a strategy could not be written to, before there is one to write.

    It must be new, empty or a strategy, in a place where folders can be made. Nothing is left
    behind.
    """
    if real(folder) in (Path(real(folder).anchor), Path.cwd()):  # it would be moved aside
        raise InputError(
            "it is the folder that you are in", what=where(folder), expected="choose one below it"
        )
    recover(folder)
    names = folder_names(folder, where(folder), "choose another folder") or set()
    if names and not (MANIFEST in names and names <= {MANIFEST, ARRAY}):
        raise InputError(
            "something that is not a strategy is there",
            what=where(folder),
            expected="choose a new or empty folder",
        )
    place = real(folder).parent
    while not place.exists() and place != place.parent:
        place = place.parent
    try:
        os.rmdir(new_folder(place / real(folder).name))
    except OSError as error:
        raise InputError(
            f"no folder can be made in {str(place)!r} ({error.strerror})",
            what=where(folder),
            expected="choose one that can be written",
        ) from None


def clean(folder: Path) -> None:
    """Remove what killed writers left beside a strategy; the caller has the lock."""
    recover(folder)
    place = real(folder)
    remove_leftovers(place.parent, place.name)
    if place.exists():
        for aside in _asides(place):
            shutil.rmtree(aside, ignore_errors=True)


def recover(folder: Path) -> None:
    """Move a strategy back whose writer was killed between moving it aside and the next move."""
    place = real(folder)
    with suppress(OSError, ValueError):  # of names that cannot be; who opens them says so
        if os.path.lexists(place) or not _kept(place):
            return
        started = time.monotonic()

        def waiting(holder: str) -> None:
            if time.monotonic() - started > _LONGEST_WAIT:
                raise InputError(holder, where(folder), expected="wait for it")

        with locked(place, where(folder), waiting=waiting):
            kept = _kept(place)
            if not os.path.lexists(place) and kept:
                os.replace(kept[-1], place)
                kept[-1].parent.rmdir()


def is_there(path: Path) -> bool:
    """Whether something has this name, a strategy moved back first if its writer was killed.

    Names that no file can have are not there.
    """
    recover(path)
    try:
        return path.exists()
    except (OSError, ValueError):
        return False


def _asides(place: Path) -> list[Path]:
    """The folders that strategies were moved to, oldest first."""
    prefix = f".{place.name}.old."
    with os.scandir(place.parent) as entries:
        found = [
            entry
            for entry in entries
            if entry.name.startswith(prefix)
            and "." not in entry.name[len(prefix) :]
            and entry.is_dir(follow_symlinks=False)
        ]
    return [Path(entry.path) for entry in sorted(found, key=lambda e: e.stat().st_mtime_ns)]


def _kept(place: Path) -> list[Path]:
    """The strategies that are aside, oldest first."""
    return [aside / _ASIDE for aside in _asides(place) if (aside / _ASIDE / MANIFEST).exists()]


def put_in_place(fresh: Path, folder: Path) -> None:
    """Move a finished folder to its place; what was there stays if that cannot be done."""
    if not folder.exists():
        os.replace(fresh, folder)
        flush_folder(folder.parent)
        return
    aside = Path(tempfile.mkdtemp(dir=folder.parent, prefix=f".{folder.name}.old."))
    old = aside / _ASIDE
    try:
        os.replace(folder, old)
        os.replace(fresh, folder)
    except BaseException:
        if old.exists() and not folder.exists():
            os.replace(old, folder)
        if not old.exists():
            aside.rmdir()
        raise
    flush_folder(folder.parent)
    shutil.rmtree(aside, ignore_errors=True)
