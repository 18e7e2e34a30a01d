"""Card models of bucketings on disk: counted once, in the user's cache, and resumed after a stop.

A folder holds the counts of all pairs of sequences (``counts.npy``) and ``manifest.json``, written
last, with the checksum of the counts and of itself. While counting, ``building.json`` names the
file with what is counted so far. All follows from the bucketing, the rivers and the seed.
"""

from __future__ import annotations

import hashlib
import json
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

import numpy as np

from equipoise.abstraction.buckets.bucketing import Bucketing
from equipoise.abstraction.buckets.store import save_array
from equipoise.abstraction.card_model import CardModel
from equipoise.abstraction.sequence_counts import RIVERS, PairCounts, SampleError
from equipoise.abstraction.sequence_model import sequence_model
from equipoise.errors import InputError
from equipoise.files import flush_folder, write_atomically
from equipoise.folders import user_folder
from equipoise.kernels.types import Int64s
from equipoise.progress import Report, silent

#: rivers a turn board unless something else is said
DEFAULT_RIVERS = 12
MANIFEST, JOURNAL, COUNTS = "manifest.json", "building.json", "counts"
FORMAT = "equipoise card model"
VERSION = 1
_LONGEST_NAME = 100

Entry = dict[str, Any]


@dataclass(frozen=True, eq=False)
class StoredModel:
    """A card model with its sampling error and where it is kept."""

    model: CardModel
    error: SampleError
    folder: Path


def fingerprint(bucketing: Bucketing) -> str:
    """A SHA-256 over all that decides a bucketing's buckets."""
    digest = hashlib.sha256(str(bucketing.abstraction).encode())
    parts: list[Any] = [*bucketing.rounds, bucketing.river]
    for part in parts:
        for name, value in sorted(vars(part).items()):
            digest.update(name.encode())
            array = np.ascontiguousarray(value)
            digest.update(str((array.shape, array.dtype.str)).encode())
            digest.update(array.data)
    return digest.hexdigest()


def _origin(bucketing: Bucketing, rivers: int, seed: int) -> Entry:
    return {
        "format": FORMAT,
        "version": VERSION,
        "cards": str(bucketing.abstraction),
        "bucketing": fingerprint(bucketing),
        "rivers": rivers,
        "seed": seed,
    }


def _checksum(content: Entry) -> str:
    kept = {key: value for key, value in content.items() if key != "checksum"}
    return hashlib.sha256(json.dumps(kept, sort_keys=True).encode()).hexdigest()


def cached_folder(origin: Entry) -> Path:
    """Where a model is kept unless something else is said."""
    name = f"{origin['cards'][:_LONGEST_NAME]}-{_checksum(origin)[:12]}"
    return user_folder("models") / name


def build_model(
    bucketing: Bucketing,
    rivers: int = DEFAULT_RIVERS,
    seed: int = 0,
    folder: Path | None = None,
    report: Report = silent,
    workers: int | None = None,
) -> StoredModel:
    """The card model of a perfect-recall bucketing: loaded if it is stored, else counted.

    ``rivers`` of 48 are drawn for each turn board; with 48 the model is exact and the seed without
    meaning. An interrupted count goes on where it last kept what it had, about a minute before.
    """
    seed = 0 if rivers == RIVERS else seed
    counts = PairCounts(bucketing, rivers, seed)
    origin = _origin(bucketing, rivers, seed)
    folder = folder or cached_folder(origin)
    if (folder / MANIFEST).exists():
        return _load(folder, origin, bucketing, counts.total)
    _go_on(folder, origin, counts)
    counts.count(report, workers, lambda halves, done: _keep(folder, origin, halves, done))
    error = counts.error(seed)
    total: Int64s = counts.halves[0]
    total += counts.halves[1]
    content = {**origin, "error": asdict(error), "sha256": save_array(folder, COUNTS, total)}
    _write(folder / MANIFEST, content)
    _remove_unfinished(folder)
    return StoredModel(sequence_model(bucketing, total, counts.total), error, folder)


def best_rivers(bucketing: Bucketing, seed: int = 0) -> int:
    """The most rivers that a model in the user's cache was counted with; 12 if none has more."""
    origin = _origin(bucketing, RIVERS, seed)
    for rivers in range(RIVERS, DEFAULT_RIVERS, -2):
        drawn = {"rivers": rivers, "seed": 0 if rivers == RIVERS else seed}
        if (cached_folder({**origin, **drawn}) / MANIFEST).exists():
            return rivers
    return DEFAULT_RIVERS


def _write(path: Path, content: Entry) -> None:
    written = {**content, "checksum": _checksum(content)}
    write_atomically(path, json.dumps(written, indent=1) + "\n")
    flush_folder(path.parent)


def _keep(folder: Path, origin: Entry, halves: Int64s, done: int) -> None:
    """Write what is counted so far under a new name, then say so, then remove the old."""
    name = f"halves-{done}"
    checksum = save_array(folder, name, halves)
    _write(folder / JOURNAL, {**origin, "done": done, "file": name, "sha256": checksum})
    for path in folder.glob("halves-*.npy"):
        if path.stem != name:
            path.unlink(missing_ok=True)


def _remove_unfinished(folder: Path) -> None:
    (folder / JOURNAL).unlink(missing_ok=True)
    for path in folder.glob("halves-*.npy"):
        path.unlink(missing_ok=True)


def _go_on(folder: Path, origin: Entry, counts: PairCounts) -> None:
    """Start from what an interrupted count of the same model has kept, if it is whole."""
    try:
        kept = _read(folder / JOURNAL, origin)
        counts.halves[:] = _array(folder, kept["file"], kept["sha256"])
    except InputError:
        return
    counts.done = int(kept["done"])


def _damaged(folder: Path, problem: str) -> InputError:
    return InputError(
        problem, what=f"card model {str(folder)!r}", expected="remove the folder to make it again"
    )


def _read(path: Path, origin: Entry) -> Entry:
    """A manifest or journal that is whole and of this model."""
    try:
        content = json.loads(path.read_text(encoding="utf-8"))
    except (OSError, UnicodeDecodeError, json.JSONDecodeError):
        raise _damaged(path.parent, f"{path.name} cannot be read") from None
    if not isinstance(content, dict) or content.get("checksum") != _checksum(content):
        raise _damaged(path.parent, f"{path.name} does not have its own checksum")
    if {key: content.get(key) for key in origin} != origin:
        raise _damaged(path.parent, f"{path.name} is of another model")
    return content


def _array(folder: Path, name: str, checksum: object) -> Int64s:
    path = folder / f"{name}.npy"
    try:
        with path.open("rb") as file:
            whole = hashlib.file_digest(file, "sha256").hexdigest() == checksum
    except OSError:
        raise _damaged(folder, f"{path.name} cannot be read") from None
    if not whole:
        raise _damaged(folder, f"{path.name} does not have its checksum")
    found: Int64s = np.load(path, mmap_mode="r", allow_pickle=False)
    return found


def _load(folder: Path, origin: Entry, bucketing: Bucketing, total: int) -> StoredModel:
    content = _read(folder / MANIFEST, origin)
    counts = _array(folder, COUNTS, content["sha256"])
    error = SampleError(**content["error"])
    return StoredModel(sequence_model(bucketing, counts, total), error, folder)
