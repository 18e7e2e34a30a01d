"""Bucketings on disk: a folder of ``.npy`` files, memory-mapped, and ``manifest.json``.

The manifest is written last and holds the checksum of every array and of itself, so what has one is
whole. While a bucketing is being made ``building.json`` lists the rounds that are done. What is in
the files follows from the notation, the seed and the strength tables alone, so that two processes
that make the same bucketing in one place write the same.
"""

from __future__ import annotations

import hashlib
import json
import os
import shlex
import tempfile
from dataclasses import asdict, dataclass, fields
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from equipoise.abstraction.buckets.make import RoundBuckets
from equipoise.abstraction.buckets.river import RiverRule
from equipoise.errors import InputError
from equipoise.files import flush_folder, write_atomically

MANIFEST, JOURNAL = "manifest.json", "building.json"
FORMAT = "equipoise bucketing"
#: to be raised when a method changes what it makes; older bucketings are then made again
VERSION = 1
ROUND_NAMES = ("preflop", "flop", "turn", "river")

Entry = dict[str, Any]


@dataclass(frozen=True)
class Origin:
    """What a bucketing follows from: notation, seed, strength tables, flops (None: all)."""

    notation: str
    seed: int
    strengths: str
    flops: tuple[int, ...] | None = None

    def as_json(self) -> Entry:
        """With the format and its version."""
        values = asdict(self)
        values["flops"] = None if self.flops is None else list(self.flops)
        return {"format": FORMAT, "version": VERSION, **values}

    @property
    def key(self) -> str:
        """A short hash, for the name of a folder."""
        return _checksum(self.as_json())[:12]


def _checksum(content: Entry) -> str:
    kept = {key: value for key, value in content.items() if key != "checksum"}
    return hashlib.sha256(json.dumps(kept, sort_keys=True).encode()).hexdigest()


def where(folder: Path) -> str:
    """How error messages name a folder."""
    return f"bucketing {str(folder)!r}"


def build_command(folder: Path, origin: Origin | None = None, replace: bool = False) -> str:
    """What to run so that there is a bucketing in a folder; C where its notation is not known."""
    words = ["run: equipoise buckets build", "C" if origin is None else origin.notation]
    words.append(f"--out {shlex.quote(str(folder))}")
    if origin is not None and origin.seed:
        words.append(f"--seed {origin.seed}")
    if origin is not None and origin.flops is not None:
        words.append(f"--flops {len(origin.flops)}")
    return " ".join([*words, "--replace"] if replace else words)


def _damaged(folder: Path, problem: str, origin: Origin | None = None) -> InputError:
    expected = build_command(folder, origin, replace=True)
    return InputError(problem, what=where(folder), expected=expected)


def check_place(folder: Path) -> None:
    """Refuse a place that holds something else than a bucketing, finished or not."""
    if folder.exists() and not folder.is_dir():
        raise InputError("it is not a folder", what=where(folder))
    names = {path.name for path in folder.iterdir()} if folder.exists() else set()
    if names and not names & {MANIFEST, JOURNAL}:
        raise InputError(
            "something that is not a bucketing is there",
            what=where(folder),
            expected="choose a new or empty folder",
        )


def save_array(folder: Path, name: str, array: npt.NDArray[Any]) -> str:
    """Write one array beside its place, move it there, and return its SHA-256."""
    folder.mkdir(parents=True, exist_ok=True)
    handle, temporary = tempfile.mkstemp(dir=folder, prefix=f".{name}.")
    try:
        with os.fdopen(handle, "w+b") as file:
            np.save(file, np.ascontiguousarray(array), allow_pickle=False)
            file.flush()
            os.fsync(file.fileno())
            file.seek(0)
            checksum = hashlib.file_digest(file, "sha256").hexdigest()
        os.chmod(temporary, 0o644)
        os.replace(temporary, folder / f"{name}.npy")
    except BaseException:
        Path(temporary).unlink(missing_ok=True)
        raise
    return checksum


def load_array(folder: Path, name: str, checksum: object, origin: Origin) -> npt.NDArray[Any]:
    """One array, memory-mapped, refused if it does not have its checksum."""
    path = folder / f"{name}.npy"
    try:
        with path.open("rb") as file:
            found = hashlib.file_digest(file, "sha256").hexdigest()
    except FileNotFoundError:
        raise _damaged(folder, f"{path.name} is missing", origin) from None
    if found != checksum:
        raise _damaged(folder, f"{path.name} is damaged: it does not have its checksum", origin)
    return np.asarray(np.load(path, mmap_mode="r", allow_pickle=False))


def save_part(folder: Path, number: int, part: RoundBuckets | RiverRule) -> Entry:
    """Write the arrays of a round; what comes back is its entry in the manifest."""
    entry: Entry = {"arrays": {}}
    for field in fields(part):
        value = getattr(part, field.name)
        if isinstance(value, int):
            entry[field.name] = value
        else:
            name = f"{ROUND_NAMES[number]}-{field.name}"
            entry["arrays"][field.name] = save_array(folder, name, value)
    return entry


def load_part(folder: Path, number: int, entry: Entry, origin: Origin) -> RoundBuckets | RiverRule:
    """A round, from its entry in the manifest."""
    kind = RiverRule if number == 3 else RoundBuckets
    values: Entry = {}
    for field in fields(kind):
        if field.name in entry["arrays"]:
            name = f"{ROUND_NAMES[number]}-{field.name}"
            values[field.name] = load_array(folder, name, entry["arrays"][field.name], origin)
        else:
            values[field.name] = int(entry[field.name])
    return kind(**values)


def write_listing(folder: Path, name: str, origin: Origin, rounds: list[Entry]) -> None:
    """The manifest, or the journal of a bucketing that is being made."""
    content: Entry = {**origin.as_json(), "rounds": rounds}
    content["checksum"] = _checksum(content)
    write_atomically(folder / name, json.dumps(content, indent=1) + "\n")
    flush_folder(folder)


def read_listing(folder: Path, name: str = MANIFEST) -> tuple[Origin, list[Entry]]:
    """What a bucketing was made from, and the entries of its rounds."""
    try:
        content = json.loads((folder / name).read_text(encoding="utf-8"))
    except (FileNotFoundError, NotADirectoryError):
        unfinished = (folder / JOURNAL).exists()
        raise InputError(
            "it is not finished" if unfinished else f"there is no {name}",
            what=where(folder),
            expected=build_command(folder),
        ) from None
    except (UnicodeDecodeError, json.JSONDecodeError):
        raise _damaged(folder, f"{name} is damaged") from None
    if not isinstance(content, dict) or content.get("format") != FORMAT:
        raise InputError(f"{name} is not one of a bucketing", what=where(folder))
    if content.get("version") != VERSION:
        raise _damaged(folder, f"it is of version {content.get('version')}, not {VERSION}")
    if content.get("checksum") != _checksum(content):
        raise _damaged(folder, f"{name} is damaged: it does not have its own checksum")
    flops = content["flops"]
    origin = Origin(
        content["notation"],
        content["seed"],
        content["strengths"],
        None if flops is None else tuple(flops),
    )
    return origin, content["rounds"]
