"""Strategies on disk: a folder with ``manifest.json`` and ``strategy.npy``.

The array is memory-mapped when it is loaded. A folder appears whole or not at all: it is written
beside its place and moved there. What is damaged, of another version or for other rules is refused.

Reading hundreds of megabytes only to compare a checksum would take the time that mapping saves. So
loading compares the checksum of a sample: 64 pieces of 64 kB at equal distances, the first and the
last among them, and the length; of a file below 4 MB that is all of it. ``verify`` compares all.
Whether the numbers are probabilities is checked where they meet their layout (``solvers.stored``).
"""

from __future__ import annotations

import hashlib
import json
import os
import shutil
from dataclasses import replace
from pathlib import Path

from equipoise.errors import InputError
from equipoise.files import flush_folder, naming, new_folder, write_atomically
from equipoise.locks import locked
from equipoise.npy import open_array, write_array
from equipoise.reading import MissingFileError, file_checksum, open_regular, read_json
from equipoise.strategy.folder import (
    ARRAY,
    MANIFEST,
    check_target,
    clean,
    put_in_place,
    real,
    recover,
    where,
)
from equipoise.strategy.strategy import OWN_CHECKSUM, Manifest, Strategy

#: under this name the checksums hold that of a sample of the array's file
SAMPLE = "sample"
_PIECES, _PIECE = 64, 1 << 16
_TRIES = 5


def sample_checksum(path: Path, what: str) -> str:
    """The SHA-256 of a file's length and of pieces of it at equal distances."""
    with open_regular(path, what) as file:
        length = os.fstat(file.fileno()).st_size
        digest = hashlib.sha256(str(length).encode())
        last = max(length - _PIECE, 0)
        for piece in range(_PIECES):
            file.seek(last * piece // (_PIECES - 1))
            digest.update(file.read(_PIECE))
    return digest.hexdigest()


def save_strategy(strategy: Strategy, folder: Path) -> None:
    """Write a strategy; one that is already there is replaced, anything else is left alone.

    The old one is found again by :func:`load_strategy` if the process is killed in between.
    """
    what, given, folder = where(folder), folder, real(folder)
    with locked(folder, what):
        check_target(given)
        clean(folder)
        # said with the folder that was asked for, not the one that is gone again
        with naming(folder, "nothing was written there"):
            folder.parent.mkdir(parents=True, exist_ok=True)
            fresh = new_folder(folder)
            try:
                checksums = {
                    ARRAY: write_array(fresh / ARRAY, strategy.values),
                    SAMPLE: sample_checksum(fresh / ARRAY, what),
                    OWN_CHECKSUM: strategy.manifest.fingerprint(),
                }
                manifest = replace(strategy.manifest, checksums=checksums)
                write_atomically(fresh / MANIFEST, json.dumps(manifest.as_json(), indent=1) + "\n")
                fresh.chmod(0o755)
                flush_folder(fresh)
                put_in_place(fresh, folder)
            except BaseException:
                shutil.rmtree(fresh, ignore_errors=True)
                raise


def load_manifest(folder: Path) -> Manifest:
    """The manifest of a stored strategy."""
    what = where(folder)
    recover(folder)
    try:
        values = read_json(folder / MANIFEST, what)
    except MissingFileError:
        raise InputError(
            f"there is no {MANIFEST}", what=what, expected="the folder that solve --out wrote"
        ) from None
    return Manifest.from_json(values, what)


def load_strategy(folder: Path, verify: bool = False) -> Strategy:
    """A stored strategy, its array memory-mapped; ``verify`` compares the checksum of all of it."""
    manifest = load_manifest(folder)
    for _ in range(_TRIES):
        try:
            return _load(folder, manifest, verify)
        except InputError:
            # a solve may have replaced it between the two files
            before, manifest = manifest, load_manifest(folder)
            if manifest == before:
                raise
    return _load(folder, manifest, verify)


def _load(folder: Path, manifest: Manifest, verify: bool) -> Strategy:
    what, path = where(folder), folder / ARRAY
    # its length comes first: a hole of terabytes would be summed up for hours
    array = open_array(path, what, manifest.numbers, (None,))
    if len(array) != manifest.size:
        raise InputError(
            f"{ARRAY} holds {len(array):,} numbers",
            what=what,
            expected=f"its manifest says {manifest.size:,}",
        )
    quick = SAMPLE in manifest.checksums and not verify
    found = sample_checksum(path, what) if quick else file_checksum(path, what)
    if found != manifest.checksums.get(SAMPLE if quick else ARRAY):
        raise InputError(
            f"{ARRAY} does not have the checksum of its manifest: it is damaged or not its own",
            what=what,
        )
    return Strategy(manifest, array)
