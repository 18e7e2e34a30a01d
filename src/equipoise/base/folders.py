"""The cache folder: machine code of kernels, strength tables, bucketings.

Machine code is executed, so its folder must be writable by this user only: ``private_folder``
ensures that, or raises.
"""

from __future__ import annotations

import os
import stat
import sys
from contextlib import suppress
from pathlib import Path

from equipoise.base.errors import InputError

CACHE_VARIABLE = "EQUIPOISE_CACHE_DIR"
_REMEDY = f"set {CACHE_VARIABLE} to an absolute path"
_PRIVATE = 0o700
_WRITABLE_BY_OTHERS = stat.S_IWGRP | stat.S_IWOTH
_ROOT = 0
_MOST_LINKS = 40


def user_folder(name: str) -> Path:
    """The folder ``name`` in the cache (:func:`cache_folder`)."""
    return cache_folder() / name


def cache_folder() -> Path:
    """``equipoise`` in the user's cache directory, or ``EQUIPOISE_CACHE_DIR``.

    Always an absolute path: a relative one would name another folder in each working directory.
    """
    chosen = os.environ.get(CACHE_VARIABLE)
    if chosen:
        if not os.path.isabs(chosen):
            raise InputError("is not an absolute path", what=CACHE_VARIABLE, text=chosen)
        return Path(chosen)
    return Path(_user_cache()) / "equipoise"


def _user_cache() -> str:
    if sys.platform == "win32":
        return os.environ.get("LOCALAPPDATA") or _in_home("AppData/Local")
    if sys.platform == "darwin":
        return _in_home("Library/Caches")
    chosen = os.environ.get("XDG_CACHE_HOME", "")
    # the XDG base directory specification: a relative path is invalid and ignored
    return chosen if os.path.isabs(chosen) else _in_home(".cache")


def _in_home(name: str) -> str:
    home = os.path.expanduser("~")  # "~" itself if the home folder is unknown
    if not os.path.isabs(home) or os.environ.get("HOME") == "":
        raise InputError("there is no home folder for the cache", expected=_REMEDY)
    return os.path.join(home, name)


def private_folder(folder: Path) -> Path:
    """The real path of a folder that only this user can write; created if missing.

    Read permission of others is removed. InputError says what is wrong otherwise: the folder or one
    above it belongs to another user (except root) or can be written by others, who could replace
    its content; links are followed and checked like folders.
    """
    if not folder.is_absolute():
        raise InputError("is not an absolute path", what="folder", text=str(folder))
    if not hasattr(os, "geteuid"):  # Windows: user folders are private by default
        folder.mkdir(parents=True, exist_ok=True)
        return folder.resolve()
    place = _followed(folder)
    found = os.lstat(place)
    if found.st_uid != os.geteuid():
        raise _refused(place, f"belongs to user {found.st_uid}, not to you")
    if found.st_mode & _WRITABLE_BY_OTHERS:
        raise _refused(place, "can be written by others; delete it")
    if stat.S_IMODE(found.st_mode) != _PRIVATE:
        os.chmod(place, _PRIVATE)
    _found[folder] = place
    return place


#: folders already found private in this process, by requested name
_found: dict[Path, Path] = {}


def _followed(folder: Path) -> Path:
    """Resolve a path step by step, checking every folder on the way.

    Folders checked once are not checked again: in a user namespace, as agent hosts have, root's
    folders appear to belong to another user.
    """
    steps_up = (folder, *folder.parents)
    known = next((one for one in steps_up if one in _found and _found[one].is_dir()), None)
    place = Path(folder.anchor) if known is None else _found[known]
    steps = list(reversed(folder.parts[1 if known is None else len(known.parts) :]))
    links = 0
    while steps:
        if place not in _found.values():
            _check_passed(place)
        name = steps.pop()
        if name == os.pardir:
            place = place.parent
            continue
        step = place / name
        try:
            found = os.lstat(step)
        except FileNotFoundError:
            with suppress(FileExistsError):  # another process was faster
                os.mkdir(step, _PRIVATE)
                os.chmod(step, _PRIVATE)  # whatever the umask
            steps.append(name)
            continue
        if stat.S_ISLNK(found.st_mode):
            links += 1
            _check_owner(step, found)
            if links > _MOST_LINKS:
                raise _refused(folder, "leads through too many links")
            target = Path(os.readlink(step))
            place = Path(target.anchor) if target.is_absolute() else place
            steps += reversed(target.parts[1:] if target.is_absolute() else target.parts)
        elif stat.S_ISDIR(found.st_mode):
            place = step
        else:
            raise _refused(step, "is not a folder")
    return place


def _check_passed(place: Path) -> None:
    """Raise if others could rename or replace the content of a folder on the way."""
    found = os.lstat(place)
    _check_owner(place, found)
    if not found.st_mode & _WRITABLE_BY_OTHERS or found.st_mode & stat.S_ISVTX:
        return  # in a sticky folder only the owner of an entry can
    if found.st_mode & stat.S_IWOTH or not _own_group(found.st_gid):
        raise _refused(place, "can be written by others")


def _check_owner(place: Path, found: os.stat_result) -> None:
    if found.st_uid not in (_ROOT, os.geteuid()):
        raise _refused(place, f"belongs to user {found.st_uid}, not to you")


def _own_group(group: int) -> bool:
    """True if a group is this user's private group: the same name, no other members.

    With such groups the usual umask leaves folders writable by the group.
    """
    import grp
    import pwd

    try:
        name = pwd.getpwuid(os.geteuid()).pw_name
        entry = grp.getgrgid(group)
    except KeyError:
        return False
    return entry.gr_name == name and set(entry.gr_mem) <= {name}


def _refused(place: Path, problem: str) -> InputError:
    return InputError(
        problem,
        what="folder",
        text=str(place),
        expected=f"{_REMEDY} that only you can write",
    )
