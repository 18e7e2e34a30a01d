"""Strategies on disk: a folder with ``manifest.json`` and ``strategy.npy``.

The array is memory-mapped when it is loaded. A folder appears whole or not at all: it is written
beside its place and moved there. What is damaged, of another version or for other rules is refused.
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
from equipoise.strategy.strategy import Manifest, Strategy

MANIFEST, ARRAY = "manifest.json", "strategy.npy"


def file_checksum(path: Path) -> str:
    """The SHA-256 of a file."""
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


def save_strategy(strategy: Strategy, folder: Path) -> None:
    """Write a strategy; one that is already there is replaced, anything else is left alone."""
    if (
        folder.exists()
        and not (folder / MANIFEST).exists()
        and (not folder.is_dir() or any(folder.iterdir()))
    ):
        raise InputError(
            "something that is not a strategy is there",
            what=str(folder),
            expected="choose a new or empty folder",
        )
    folder.parent.mkdir(parents=True, exist_ok=True)
    fresh = Path(tempfile.mkdtemp(dir=folder.parent, prefix=f".{folder.name}."))
    try:
        array = np.ascontiguousarray(strategy.probabilities, dtype=np.float64)
        with (fresh / ARRAY).open("wb") as file:
            np.save(file, array, allow_pickle=False)
            file.flush()
            os.fsync(file.fileno())
        manifest = replace(strategy.manifest, checksums={ARRAY: file_checksum(fresh / ARRAY)})
        (fresh / MANIFEST).write_text(json.dumps(manifest.as_json(), indent=1) + "\n")
        fresh.chmod(0o755)
        if folder.exists():
            old = Path(tempfile.mkdtemp(dir=folder.parent, prefix=f".{folder.name}.old."))
            os.replace(folder, old / "strategy")
            os.replace(fresh, folder)
            shutil.rmtree(old)
        else:
            os.replace(fresh, folder)
    except BaseException:
        shutil.rmtree(fresh, ignore_errors=True)
        raise


def load_manifest(folder: Path) -> Manifest:
    """The manifest of a stored strategy."""
    where = f"strategy {str(folder)!r}"
    try:
        text = (folder / MANIFEST).read_text()
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


def load_strategy(folder: Path) -> Strategy:
    """A stored strategy, its checksum compared and its array memory-mapped."""
    manifest = load_manifest(folder)
    where = f"strategy {str(folder)!r}"
    path = folder / ARRAY
    if not path.exists():
        raise InputError(f"{ARRAY} is missing", what=where)
    if file_checksum(path) != manifest.checksums.get(ARRAY):
        raise InputError(
            f"{ARRAY} does not have the checksum of its manifest: it is damaged or not its own",
            what=where,
        )
    array = np.load(path, mmap_mode="r", allow_pickle=False)
    return Strategy(manifest, array)
