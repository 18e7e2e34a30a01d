"""Card models of bucketings on disk: counted once, in the user's cache, and resumed after a stop.

A folder holds the counts of all pairs of sequences (``counts.npy``) and ``manifest.json``, written
last, with the checksum of the counts and of itself. While counting, ``building.json`` names the
file with what is counted so far. All follows from the bucketing, the rivers and the seed.
"""

from __future__ import annotations

import hashlib
import json
from contextlib import suppress
from dataclasses import asdict, dataclass, fields
from pathlib import Path
from typing import Any

import numpy as np

from equipoise.abstraction.buckets.bucketing import Bucketing
from equipoise.abstraction.card_model import CardModel
from equipoise.abstraction.sequence_counts import RIVERS, PairCounts, SampleError
from equipoise.abstraction.sequence_model import sequence_model
from equipoise.errors import InputError
from equipoise.files import flush_folder, remove_leftovers, write_atomically
from equipoise.folders import user_folder
from equipoise.kernels.types import Int64s
from equipoise.locks import locked
from equipoise.npy import open_array, save_array
from equipoise.progress import Report, silent
from equipoise.reading import (
    checked_once,
    file_checksum,
    folder_names,
    json_checksum,
    named,
    read_json,
    remove_file,
)

#: rivers a turn board unless something else is said
DEFAULT_RIVERS = 12
MANIFEST, JOURNAL, COUNTS = "manifest.json", "building.json", "counts"
FORMAT = "equipoise card model"
VERSION = 1
_LONGEST_NAME = 100
_REMEDY = "remove the folder to make it again"
_ROWS = 512

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


def cached_folder(origin: Entry) -> Path:
    """Where a model is kept unless something else is said."""
    name = f"{origin['cards'][:_LONGEST_NAME]}-{json_checksum(origin)[:12]}"
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
    where = _where(folder)
    names = folder_names(folder, where) or set()
    if MANIFEST in names:
        if names - {MANIFEST, f"{COUNTS}.npy"}:  # of one that was killed at the very end
            with suppress(InputError, OSError), locked(folder, where):
                remove_leftovers(folder)
                _remove_unfinished(folder)
        return _load(folder, origin, bucketing, counts.total)

    def waiting(holder: str) -> None:
        report(0, 1, f"waiting for another count: {holder}")

    with locked(folder, where, waiting=waiting):
        if (folder / MANIFEST).exists():  # meanwhile
            return _load(folder, origin, bucketing, counts.total)
        remove_leftovers(folder)
        _go_on(folder, origin, counts)
        counts.count(report, workers, lambda halves, done: _keep(folder, origin, halves, done))
        error = counts.error(seed)
        total: Int64s = counts.halves[0]
        total += counts.halves[1]
        checksum = save_array(folder / f"{COUNTS}.npy", total)
        _write(folder / MANIFEST, {**origin, "error": asdict(error), "sha256": checksum})
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
    written = {**content, "checksum": json_checksum(content)}
    write_atomically(path, json.dumps(written, indent=1) + "\n")
    flush_folder(path.parent)


def _keep(folder: Path, origin: Entry, halves: Int64s, done: int) -> None:
    """Write what is counted so far under a new name, then say so, then remove the old."""
    name = f"halves-{done}"
    checksum = save_array(folder / f"{name}.npy", halves)
    _write(folder / JOURNAL, {**origin, "done": done, "file": name, "sha256": checksum})
    _remove_halves(folder, name)


def _remove_halves(folder: Path, kept: str = "") -> None:
    for path in folder.glob("halves-*.npy"):
        if path.stem != kept:
            remove_file(path, _where(folder))


def _remove_unfinished(folder: Path) -> None:
    remove_file(folder / JOURNAL, _where(folder))
    _remove_halves(folder)


def _go_on(folder: Path, origin: Entry, counts: PairCounts) -> None:
    """Start from what an interrupted count of the same model has kept, if it is whole."""
    try:
        kept = _read(folder / JOURNAL, origin)
        done = kept.get("done")
        if type(done) is not int or not 0 <= done <= len(counts.rows):
            return
        if kept.get("file") != f"halves-{done}":
            return
        halves = _array(folder, f"halves-{done}", kept.get("sha256"), counts.halves.shape)
    except InputError:
        return
    counts.halves[:] = halves
    counts.done = done


def _where(folder: Path) -> str:
    return named("card model", folder)


def _damaged(folder: Path, problem: str) -> InputError:
    return InputError(problem, what=_where(folder), expected=_REMEDY)


def _read(path: Path, origin: Entry) -> Entry:
    """A manifest or journal that is whole and of this model."""
    content = read_json(path, _where(path.parent), expected=_REMEDY)
    if not isinstance(content, dict) or content.get("checksum") != json_checksum(content):
        raise _damaged(path.parent, f"{path.name} does not have its own checksum")
    if {key: content.get(key) for key in origin} != origin:
        raise _damaged(path.parent, f"{path.name} is of another model")
    return content


def _array(folder: Path, name: str, checksum: object, shape: tuple[int, ...]) -> Int64s:
    path = folder / f"{name}.npy"
    # its length comes first: a hole of terabytes would be summed up for hours
    found: Int64s = open_array(path, _where(folder), np.int64, shape, _REMEDY)
    if file_checksum(path, _where(folder), _REMEDY) != checksum:
        raise _damaged(folder, f"{path.name} does not have its checksum")
    return found


def _load(folder: Path, origin: Entry, bucketing: Bucketing, total: int) -> StoredModel:
    content = _read(folder / MANIFEST, origin)
    size = bucketing.counts[-1]
    counts = _array(folder, COUNTS, content.get("sha256"), (size, size))
    path = folder / f"{COUNTS}.npy"
    checked_once(lambda: _check_counts(folder, counts, total), f"counts {total}", path)
    return StoredModel(sequence_model(bucketing, counts, total), _error(folder, content), folder)


def _check_counts(folder: Path, counts: Int64s, total: int) -> None:
    """Refuse counts that are no joint distribution of two players' sequences.

    Below the diagonal and on it are deals, which sum to all there are; above it wins less losses,
    which are never more than the deals.
    """
    size, found = len(counts), 0
    for start in range(0, size, _ROWS):
        rows = np.asarray(counts[start : start + _ROWS])
        deals = np.tril(rows, start)
        if (deals < 0).any():
            row, column = np.argwhere(deals < 0)[0].tolist()
            raise _damaged(folder, f"{COUNTS}.npy: {deals[row, column]} in row {start + row:,}")
        found += 2 * int(deals.sum()) - int(np.diagonal(rows, start).sum())
        won = np.abs(np.triu(rows, start + 1))
        across = np.asarray(counts[:, start : start + _ROWS]).T
        if (won > np.maximum(across, 0)).any():
            row = int(np.argwhere(won > np.maximum(across, 0))[0][0])
            raise _damaged(
                folder, f"{COUNTS}.npy: more wins in row {start + row:,} than there are deals"
            )
    if found != total:
        raise _damaged(folder, f"{COUNTS}.npy holds {found:,} deals, not {total:,}")


def _error(folder: Path, content: Entry) -> SampleError:
    values = content.get("error")
    names = {field.name for field in fields(SampleError)}
    if not isinstance(values, dict) or set(values) != names:
        raise _damaged(folder, "'error' in its manifest")
    if not all(isinstance(value, int | float) and value >= 0 for value in values.values()):
        raise _damaged(folder, "'error' in its manifest")
    return SampleError(**values)
