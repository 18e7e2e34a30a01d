"""Bucketings on disk: a folder of ``.npy`` files, memory-mapped, and ``manifest.json``.

The manifest holds the origin and an entry for each round; during a build the journal lists the
finished rounds in the same form. The content depends only on the notation, the seed and the
strength tables.
"""

from __future__ import annotations

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
from equipoise.base.artifacts import Artifact, Kind
from equipoise.base.errors import InputError, shortened
from equipoise.base.npy import Shape
from equipoise.base.reading import as_argument, checked_once, json_checksum

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


def _arrays(number: int) -> dict[str, type[np.integer[Any]]]:
    """The arrays of a round, with their types."""
    return _RIVER_ARRAYS if number == RIVER else _ROUND_ARRAYS


def _array_name(number: int, field: str) -> str:
    return f"{ROUND_NAMES[number]}-{field}.npy"


#: raise the version when a method changes its output; older bucketings are then rebuilt
KIND = Kind(
    "bucketing",
    version=1,
    title="equipoise bucketing",
    phrase="a bucketing",
    files=tuple(_array_name(n, field) for n in range(len(ROUND_NAMES)) for field in _arrays(n)),
)
MANIFEST = KIND.manifest

Entry = dict[str, Any]


@dataclass(frozen=True)
class Origin:
    """The inputs that determine a bucketing: notation, seed, strength tables, flops (None: all)."""

    notation: str
    seed: int
    strengths: str
    flops: tuple[int, ...] | None = None

    def as_json(self) -> Entry:
        """As JSON, with the format and its version."""
        values = asdict(self)
        values["flops"] = None if self.flops is None else list(self.flops)
        return {**KIND.header, **values}

    @property
    def key(self) -> str:
        """A short hash, for the name of a folder."""
        return json_checksum(self.as_json())[:12]


def build_command(folder: Path, origin: Origin | None = None, replace: bool = False) -> str:
    """The command that builds a bucketing in a folder; C if its notation is unknown."""
    words = ["run: equipoise buckets build", "C" if origin is None else origin.notation]
    words.append(f"--out {as_argument(folder)}")
    if origin is not None and origin.seed:
        words.append(f"--seed {origin.seed}")
    if origin is not None and origin.flops is not None:
        words.append(f"--flops {len(origin.flops)}")
    return " ".join([*words, "--replace"] if replace else words)


def place_of(folder: Path, origin: Origin | None = None) -> Artifact:
    """The folder of a bucketing; with its origin, errors name the command that rebuilds it."""
    again = build_command(folder, origin, replace=True)
    return Artifact(KIND, folder, build_command(folder), again)


def check_place(folder: Path) -> None:
    """Raise InputError if a folder holds anything but a bucketing, finished or not."""
    place_of(folder).check_place()


def _load_array(
    place: Artifact, number: int, field: str, checksum: object, shape: Shape
) -> npt.NDArray[Any]:
    """One array, memory-mapped."""
    dtype, name = _arrays(number)[field], _array_name(number, field)
    return np.asarray(place.array(name, checksum, dtype, shape, most=_LARGEST))


def save_part(place: Artifact, number: int, part: Part) -> Entry:
    """Write the arrays of a round; returns its manifest entry."""
    entry: Entry = {"arrays": {}}
    for field in fields(part):
        value = getattr(part, field.name)
        if isinstance(value, int):
            entry[field.name] = value
        else:
            entry["arrays"][field.name] = place.save(_array_name(number, field.name), value)
    return entry


def load_part(
    folder: Path, number: int, entry: Entry, origin: Origin, before: RoundBuckets | None
) -> Part:
    """Load a round by its manifest entry; ``before`` is the round before it.

    The numbers are checked when this process first reads the files.
    """
    kind, universe, place = _KINDS[number], Universe.of(origin.flops), place_of(folder, origin)
    try:
        counts = {
            field.name: _whole(entry[field.name], field.name)
            for field in fields(kind)
            if field.name not in _arrays(number)
        }
        shapes = part_shapes(number, counts, before, universe)
        arrays = {
            name: _load_array(place, number, name, entry["arrays"][name], shape)
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
        raise place.damaged(error.problem) from None
    except (KeyError, TypeError) as error:
        name = shortened(str(error))
        raise place.damaged(f"{name} of the {ROUND_NAMES[number]} is missing") from None
    except ValueError as error:
        raise place.damaged(f"{ROUND_NAMES[number]}-{shortened(str(error))}") from None
    return part


def _whole(value: object, name: str) -> int:
    if isinstance(value, bool) or not isinstance(value, int):
        raise ValueError(f"{name} is {shortened(repr(value))}")
    return value


def write_listing(place: Artifact, name: str, origin: Origin, rounds: list[Entry]) -> None:
    """Write the manifest, or the journal of an unfinished bucketing."""
    place.write({**origin.as_json(), "rounds": rounds}, name)


def read_listing(folder: Path, name: str = MANIFEST) -> tuple[Origin, list[Entry]]:
    """The origin of a bucketing, and the entries of its rounds."""
    place = place_of(folder)
    content = place.read(name)
    try:
        return _origin(content), _rounds(content["rounds"], name)
    except (KeyError, TypeError, ValueError) as error:
        raise place.damaged(f"{name} is damaged ({shortened(str(error))})") from None


def _origin(content: Entry) -> Origin:
    notation, seed, strengths = (content[key] for key in ("notation", "seed", "strengths"))
    flop_rows = content["flops"]
    if not isinstance(notation, str) or not isinstance(strengths, str):
        raise ValueError("its notation is not text")
    if flop_rows is not None:
        most = len(flops())
        known = isinstance(flop_rows, list) and all(type(row) is int for row in flop_rows)
        if not known or not flop_rows or min(flop_rows) < 0 or max(flop_rows) >= most:
            raise ValueError(f"its flops are not numbers from 0 to {most - 1:,}")
    rows = None if flop_rows is None else tuple(flop_rows)
    return Origin(notation, _whole(seed, "seed"), strengths, rows)


def _rounds(entries: object, name: str) -> list[Entry]:
    if not isinstance(entries, list) or not all(isinstance(entry, dict) for entry in entries):
        raise ValueError("its rounds")
    if len(entries) > len(ROUND_NAMES) or (name == MANIFEST and len(entries) < len(ROUND_NAMES)):
        raise ValueError(f"{len(entries)} rounds")
    return entries
