"""Strategies on disk: a folder with ``manifest.json`` and ``strategy.npy``.

The array is memory-mapped when it is loaded. A folder appears whole or not at all: it is written
beside its place and moved there. What is damaged, of another version or for other rules is refused.

Reading hundreds of megabytes only to compare a checksum would take the time that mapping saves. So
loading compares the checksum of a sample: 64 pieces of 64 kB at equal distances, the first and the
last among them, and the length; of a file below 4 MB that is all of it. ``verify`` compares all.
"""

from __future__ import annotations

import hashlib
import json
import os
import shutil
import tempfile
from dataclasses import replace
from pathlib import Path

import numpy as np

from equipoise.errors import InputError
from equipoise.files import flush_folder, write_atomically
from equipoise.strategy.numbers import Stored
from equipoise.strategy.strategy import OWN_CHECKSUM, Manifest, Strategy

MANIFEST, ARRAY = "manifest.json", "strategy.npy"
#: under this name the checksums hold that of a sample of the array's file
SAMPLE = "sample"
_PIECES, _PIECE = 64, 1 << 16
_CHUNK = 1 << 22


def file_checksum(path: Path) -> str:
    """The SHA-256 of a file."""
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


def sample_checksum(path: Path) -> str:
    """The SHA-256 of a file's length and of pieces of it at equal distances."""
    length = path.stat().st_size
    digest = hashlib.sha256(str(length).encode())
    last = max(length - _PIECE, 0)
    with path.open("rb") as file:
        for piece in range(_PIECES):
            file.seek(last * piece // (_PIECES - 1))
            digest.update(file.read(_PIECE))
    return digest.hexdigest()


def check_target(folder: Path) -> None:
    """Refuse a folder that :func:`save_strategy` could not write, before there is anything to save.

    It must be new, empty or a strategy, in a place where folders can be made. Nothing is left
    behind.
    """
    if not _can_be_replaced(folder):
        raise InputError(
            "something that is not a strategy is there",
            what=str(folder),
            expected="choose a new or empty folder",
        )
    place = folder.absolute().parent
    while not place.exists() and place != place.parent:
        place = place.parent
    try:
        os.rmdir(tempfile.mkdtemp(dir=place, prefix=f".{folder.name}."))
    except OSError as error:
        raise InputError(
            f"no folder can be made in {str(place)!r} ({error.strerror})",
            what=str(folder),
            expected="choose one that can be written",
        ) from None


def _can_be_replaced(folder: Path) -> bool:
    """Whether a folder is not there, empty, or holds a strategy and nothing else."""
    if not folder.exists():
        return True
    if not folder.is_dir():
        return False
    names = {path.name for path in folder.iterdir()}
    return not names or (MANIFEST in names and names <= {MANIFEST, ARRAY})


def save_strategy(strategy: Strategy, folder: Path) -> None:
    """Write a strategy; one that is already there is replaced, anything else is left alone.

    An old strategy is moved aside before the new one takes its place, and back if that fails. A
    process that is killed between these two moves leaves the old one beside its place, in
    ``.NAME.old.*/strategy``.
    """
    check_target(folder)
    folder.parent.mkdir(parents=True, exist_ok=True)
    fresh = Path(tempfile.mkdtemp(dir=folder.parent, prefix=f".{folder.name}."))
    try:
        _write_array(fresh / ARRAY, strategy.values)
        checksums = {
            ARRAY: file_checksum(fresh / ARRAY),
            SAMPLE: sample_checksum(fresh / ARRAY),
            OWN_CHECKSUM: strategy.manifest.fingerprint(),
        }
        manifest = replace(strategy.manifest, checksums=checksums)
        write_atomically(fresh / MANIFEST, json.dumps(manifest.as_json(), indent=1) + "\n")
        fresh.chmod(0o755)
        flush_folder(fresh)
        _put_in_place(fresh, folder)
    except BaseException as error:
        shutil.rmtree(fresh, ignore_errors=True)
        if isinstance(error, OSError):
            # said with the folder that was asked for, not the one that is gone again
            why = f"{error.strerror or error}; nothing was written there"
            raise OSError(error.errno, why, str(folder)) from None
        raise


def _write_array(path: Path, values: Stored) -> None:
    """Write an array as ``numpy.save`` does, but in a way that says why where it cannot be done."""
    array = np.ascontiguousarray(values)
    with path.open("wb") as file:
        np.lib.format.write_array_header_1_0(file, np.lib.format.header_data_from_array_1_0(array))
        data = array.view(np.uint8)
        for start in range(0, len(data), _CHUNK):
            file.write(data[start : start + _CHUNK].data)
        file.flush()
        os.fsync(file.fileno())


def _put_in_place(fresh: Path, folder: Path) -> None:
    """Move a finished folder to its place; what was there stays if that cannot be done."""
    if not folder.exists():
        os.replace(fresh, folder)
        flush_folder(folder.parent)
        return
    aside = Path(tempfile.mkdtemp(dir=folder.parent, prefix=f".{folder.name}.old."))
    old = aside / "strategy"
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


def load_manifest(folder: Path) -> Manifest:
    """The manifest of a stored strategy."""
    where = f"strategy {str(folder)!r}"
    try:
        text = (folder / MANIFEST).read_text(encoding="utf-8")
    except (FileNotFoundError, NotADirectoryError):
        raise InputError(
            f"there is no {MANIFEST}", what=where, expected="the folder that solve --out wrote"
        ) from None
    except UnicodeDecodeError:
        raise InputError("its manifest is damaged", what=where) from None
    try:
        values = json.loads(text)
    except json.JSONDecodeError as error:
        raise InputError(f"its manifest is damaged (line {error.lineno})", what=where) from None
    return Manifest.from_json(values, where)


def load_strategy(folder: Path, verify: bool = False) -> Strategy:
    """A stored strategy, its array memory-mapped; ``verify`` compares the checksum of all of it."""
    manifest = load_manifest(folder)
    where = f"strategy {str(folder)!r}"
    path = folder / ARRAY
    if not path.exists():
        raise InputError(f"{ARRAY} is missing", what=where)
    quick = SAMPLE in manifest.checksums and not verify
    found = sample_checksum(path) if quick else file_checksum(path)
    if found != manifest.checksums.get(SAMPLE if quick else ARRAY):
        raise InputError(
            f"{ARRAY} does not have the checksum of its manifest: it is damaged or not its own",
            what=where,
        )
    try:
        array = np.load(path, mmap_mode="r", allow_pickle=False)
    except (ValueError, EOFError) as error:
        raise InputError(f"{ARRAY} cannot be read ({error})", what=where) from None
    if array.dtype != manifest.numbers:
        raise InputError(
            f"{ARRAY} holds {array.dtype}", what=where, expected=f"it holds {manifest.numbers}"
        )
    return Strategy(manifest, array)
