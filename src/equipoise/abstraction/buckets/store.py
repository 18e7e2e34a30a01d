"""Bucketings on disk: a folder of ``.npy`` files, memory-mapped, and ``manifest.json``.

The manifest is written last and holds the checksum of every array and of itself, so what has one is
whole. While a bucketing is being made ``building.json`` lists the rounds that are done. What is in
the files follows from the notation, the seed and the strength tables alone, so that two processes
that make the same bucketing in one place write the same; a lock keeps one of them waiting.
"""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass, fields
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from equipoise.abstraction.buckets.check import Part, check_part, part_shapes
from equipoise.abstraction.buckets.make import RoundBuckets
from equipoise.abstraction.buckets.river import RiverRule
from equipoise.abstraction.buckets.rounds import Universe
from equipoise.abstraction.strength.boards import RIVER, flops
from equipoise.errors import InputError, shortened
from equipoise.files import flush_folder, write_atomically
from equipoise.npy import Shape, open_array, save_array
from equipoise.reading import (
    MissingFileError,
    as_argument,
    checked_once,
    file_checksum,
    folder_names,
    json_checksum,
    named,
    read_json,
    remove_file,
)

MANIFEST, JOURNAL = "manifest.json", "building.json"
FORMAT = "equipoise bucketing"
#: to be raised when a method changes what it makes; older bucketings are then made again
VERSION = 1
ROUND_NAMES = ("preflop", "flop", "turn", "river")

_KINDS: tuple[type[RoundBuckets] | type[RiverRule], ...] = (*[RoundBuckets] * 3, RiverRule)
_ROUND_ARRAYS: dict[str, type[np.integer[Any]]] = {
    "table": np.uint16,
    "memory": np.uint16,
    "before": np.uint16,
    "public": np.uint16,
}
_RIVER_ARRAYS: dict[str, type[np.integer[Any]]] = {
    "starts": np.int32,
    "lookup": np.uint16,
    "public": np.uint16,
    "values": np.uint16,
}
_LARGEST = 1 << 25  # rows or columns of an array

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
        return json_checksum(self.as_json())[:12]


def where(folder: Path) -> str:
    """How error messages name a folder."""
    return named("bucketing", folder)


def build_command(folder: Path, origin: Origin | None = None, replace: bool = False) -> str:
    """What to run so that there is a bucketing in a folder; C where its notation is not known."""
    words = ["run: equipoise buckets build", "C" if origin is None else origin.notation]
    words.append(f"--out {as_argument(folder)}")
    if origin is not None and origin.seed:
        words.append(f"--seed {origin.seed}")
    if origin is not None and origin.flops is not None:
        words.append(f"--flops {len(origin.flops)}")
    return " ".join([*words, "--replace"] if replace else words)


def damaged(folder: Path, problem: str, origin: Origin | None = None) -> InputError:
    """The error of a bucketing that has to be made again."""
    expected = build_command(folder, origin, replace=True)
    return InputError(problem, what=where(folder), expected=expected)


def _arrays(number: int) -> dict[str, type[np.integer[Any]]]:
    """The arrays of a round, with their types."""
    return _RIVER_ARRAYS if number == RIVER else _ROUND_ARRAYS


def _array_name(number: int, field: str) -> str:
    return f"{ROUND_NAMES[number]}-{field}.npy"


def _is_ours(name: str) -> bool:
    """Whether a file is one that a build makes, or what a killed one left of it.

    Without a manifest and a journal that is all there is where a build was stopped early.
    """
    ours = {MANIFEST, JOURNAL}
    for number in range(len(ROUND_NAMES)):
        ours |= {_array_name(number, name) for name in _arrays(number)}
    # of this version and of earlier ones, which named files in the making otherwise
    return name in ours or any(name.startswith(f".{one.removesuffix('.npy')}.") for one in ours)


def check_place(folder: Path) -> None:
    """Refuse a place that holds something else than a bucketing, finished or not."""
    names = folder_names(folder, where(folder)) or set()
    if not all(map(_is_ours, names)):
        raise InputError(
            "something that is not a bucketing is there",
            what=where(folder),
            expected="choose a new or empty folder",
        )


def clean(folder: Path) -> None:
    """Remove what killed builds left in the making; the caller has the lock."""
    for name in folder_names(folder, where(folder)) or ():
        if name.startswith(".") and _is_ours(name):
            remove_file(folder / name, where(folder))


def _load_array(
    folder: Path, number: int, field: str, checksum: object, shape: Shape
) -> npt.NDArray[Any]:
    """One array, memory-mapped, refused if it does not have its shape or its checksum."""
    path = folder / _array_name(number, field)
    # its length comes first: a hole of terabytes would be summed up for hours
    array = open_array(path, where(folder), _arrays(number)[field], shape)
    if max(array.shape) > _LARGEST:
        raise InputError(f"{path.name} is damaged: {list(array.shape)} numbers")
    if file_checksum(path, where(folder)) != checksum:
        raise InputError(f"{path.name} is damaged: it does not have its checksum")
    return np.asarray(array)


def save_part(folder: Path, number: int, part: Part) -> Entry:
    """Write the arrays of a round; what comes back is its entry in the manifest."""
    entry: Entry = {"arrays": {}}
    for field in fields(part):
        value = getattr(part, field.name)
        if isinstance(value, int):
            entry[field.name] = value
        else:
            path = folder / _array_name(number, field.name)
            entry["arrays"][field.name] = save_array(path, value)
    return entry


def load_part(
    folder: Path, number: int, entry: Entry, origin: Origin, before: RoundBuckets | None
) -> Part:
    """A round, from its entry in the manifest; ``before`` is the round before it.

    The numbers are checked the first time that this process reads the files.
    """
    kind, universe = _KINDS[number], Universe.of(origin.flops)
    try:
        counts = {
            field.name: _whole(entry[field.name], field.name)
            for field in fields(kind)
            if field.name not in _arrays(number)
        }
        shapes = part_shapes(number, counts, before, universe)
        arrays = {
            name: _load_array(folder, number, name, entry["arrays"][name], shape)
            for name, shape in shapes.items()
        }
        values: Entry = {**counts, **arrays}
        part = kind(**values)
        groups = (before.memory_count, before.public_count) if before else ()
        checked_once(
            lambda: check_part(number, part, before, universe),
            f"buckets {origin.flops} {groups} {entry}",
            *(folder / _array_name(number, name) for name in arrays),
        )
    except InputError as error:
        raise damaged(folder, error.problem, origin) from None
    except (KeyError, TypeError) as error:
        name = shortened(str(error))
        raise damaged(folder, f"{name} of the {ROUND_NAMES[number]} is missing", origin) from None
    except ValueError as error:
        raise damaged(folder, f"{ROUND_NAMES[number]}-{shortened(str(error))}", origin) from None
    return part


def _whole(value: object, name: str) -> int:
    if isinstance(value, bool) or not isinstance(value, int):
        raise ValueError(f"{name} is {shortened(repr(value))}")
    return value


def write_listing(folder: Path, name: str, origin: Origin, rounds: list[Entry]) -> None:
    """The manifest, or the journal of a bucketing that is being made."""
    content: Entry = {**origin.as_json(), "rounds": rounds}
    content["checksum"] = json_checksum(content)
    write_atomically(folder / name, json.dumps(content, indent=1) + "\n")
    flush_folder(folder)


def read_listing(folder: Path, name: str = MANIFEST) -> tuple[Origin, list[Entry]]:
    """What a bucketing was made from, and the entries of its rounds."""
    try:
        content = read_json(folder / name, where(folder))
    except MissingFileError:
        unfinished = JOURNAL in (folder_names(folder, where(folder)) or ())
        raise InputError(
            "it is not finished" if unfinished else f"there is no {name}",
            what=where(folder),
            expected=build_command(folder),
        ) from None
    except InputError as error:
        raise damaged(folder, error.problem) from None
    if not isinstance(content, dict) or content.get("format") != FORMAT:
        raise InputError(f"{name} is not one of a bucketing", what=where(folder))
    if content.get("version") != VERSION:
        version = shortened(repr(content.get("version")))
        raise damaged(folder, f"it is of version {version}, not {VERSION}")
    if content.get("checksum") != json_checksum(content):
        raise damaged(folder, f"{name} is damaged: it does not have its own checksum")
    try:
        return _origin(content), _rounds(content["rounds"], name)
    except (KeyError, TypeError, ValueError) as error:
        raise damaged(folder, f"{name} is damaged ({shortened(str(error))})") from None


def _origin(content: Entry) -> Origin:
    notation, seed, strengths = (content[key] for key in ("notation", "seed", "strengths"))
    flop_rows = content["flops"]
    if not isinstance(notation, str) or not isinstance(strengths, str):
        raise ValueError("its notation is no text")
    if flop_rows is not None:
        most = len(flops())
        known = isinstance(flop_rows, list) and all(type(row) is int for row in flop_rows)
        if not known or not flop_rows or min(flop_rows) < 0 or max(flop_rows) >= most:
            raise ValueError(f"its flops are no numbers from 0 to {most - 1:,}")
    rows = None if flop_rows is None else tuple(flop_rows)
    return Origin(notation, _whole(seed, "seed"), strengths, rows)


def _rounds(entries: object, name: str) -> list[Entry]:
    if not isinstance(entries, list) or not all(isinstance(entry, dict) for entry in entries):
        raise ValueError("its rounds")
    if len(entries) > len(ROUND_NAMES) or (name == MANIFEST and len(entries) < len(ROUND_NAMES)):
        raise ValueError(f"{len(entries)} rounds")
    return entries
