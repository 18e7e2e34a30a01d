"""An artifact whose folder is replaced whole, and what a killed writer left of it.

A new one is written beside its place, in ``.NAME.new-*``; the old one is moved aside, to
``.NAME.old.*/KIND``, and the new one takes its place. A process that is killed between these two
moves leaves the old one aside, and whoever looks for it next moves it back. All of this is done
under the lock of the folder, so that nothing of a live process is touched.
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

_LONGEST_WAIT = 10.0  # for a process that is replacing it; that takes milliseconds


def real(folder: Path) -> Path:
    """A folder under the name that it has wherever one stands and whatever links lead there."""
    try:
        return Path(os.path.realpath(folder))
    except (OSError, ValueError):  # no name of a folder; who opens it says so
        return folder


def check_target(place: Artifact) -> None:
    """Raise InputError for a folder that could not be replaced, before there is anything to write.

    It must be new, empty or an artifact of this kind, in a place where folders can be made. Nothing
    is left behind.
    """
    folder = real(place.folder)
    if folder in (Path(folder.anchor), Path.cwd()):  # it would be moved aside
        raise InputError(
            "it is the folder that you are in", place.what, expected="choose one below it"
        )
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
            f"no folder can be made in {str(above)!r} ({error.strerror})",
            place.what,
            expected="choose one that can be written",
        ) from None


def replace_whole(place: Artifact, fill: Callable[[Artifact], None]) -> None:
    """Write an artifact, which ``fill`` puts into a new folder, in the place of an old one.

    Anything else that is there is left alone; the old one stays if the new one cannot be written.
    """
    folder = real(place.folder)
    with place.lock():
        check_target(place)
        clean(place)
        # said with the folder that was asked for, not the one that is gone again
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
    """Remove what killed writers left beside an artifact; the caller has the lock."""
    recover(place)
    folder = real(place.folder)
    remove_leftovers(folder.parent, folder.name)
    if folder.exists():
        for aside in _asides(folder):
            shutil.rmtree(aside, ignore_errors=True)


def recover(place: Artifact) -> None:
    """Move an artifact back whose writer was killed between moving it aside and the next move."""
    folder = real(place.folder)
    with suppress(OSError, ValueError):  # of names that cannot be; who opens them says so
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
    """The folders that artifacts were moved to, oldest first."""
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
    """The artifacts that are aside, oldest first."""
    moved = [aside / place.kind.noun for aside in _asides(folder)]
    return [old for old in moved if (old / place.kind.manifest).exists()]


def _put(fresh: Path, folder: Path, name: str) -> None:
    """Move a finished folder to its place; what was there stays if that cannot be done."""
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
    """Move a folder aside and another to its place; back again if the second move fails."""
    try:
        os.replace(folder, aside)
        os.replace(fresh, folder)
    except BaseException:
        if aside.exists() and not folder.exists():
            os.replace(aside, folder)
        raise
