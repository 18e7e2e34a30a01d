"""Card models of bucketings on disk: cached per user, resumable while counting.

A folder holds the counts of all pairs of sequences (``counts.npy``) and ``manifest.json``, written
last, with the checksums of the counts and of itself. While counting, ``building.json`` names the
file with the counts so far. Everything depends on the bucketing, the rivers and the seed.
"""

from __future__ import annotations

import hashlib
from dataclasses import asdict, dataclass, fields
from pathlib import Path
from typing import Any

import numpy as np

from equipoise.abstraction.buckets.bucketing import Bucketing
from equipoise.base.artifacts import Artifact, Kind
from equipoise.base.errors import InputError
from equipoise.base.folders import user_folder
from equipoise.base.progress import Report, silent
from equipoise.base.reading import checked_once, json_checksum
from equipoise.kernels.types import Int64s
from equipoise.spine.cards.matrix import MatrixCards
from equipoise.spine.cards.sequences.counts import RIVERS, PairCounts, SampleError
from equipoise.spine.cards.sequences.model import sequence_model

#: rivers per turn board by default
DEFAULT_RIVERS = 12
COUNTS, HALVES = "counts.npy", "halves-{}.npy"
KIND = Kind(
    "card model",
    version=1,
    title="equipoise card model",
    phrase="a card model",
    files=(COUNTS,),
    parts=(HALVES.format("*"),),
)
_LONGEST_NAME = 100
_REMEDY = "remove the folder to rebuild it"
_ROWS = 512

Entry = dict[str, Any]


@dataclass(frozen=True, eq=False)
class StoredModel:
    """A card model with its sampling error and its folder."""

    model: MatrixCards
    error: SampleError
    folder: Path


def fingerprint(bucketing: Bucketing) -> str:
    """A SHA-256 of everything that determines a bucketing's buckets."""
    if bucketing.known_fingerprint is not None:
        return bucketing.known_fingerprint
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
        **KIND.header,
        "cards": str(bucketing.abstraction),
        "bucketing": fingerprint(bucketing),
        "rivers": rivers,
        "seed": seed,
    }


def cached_folder(origin: Entry) -> Path:
    """The default folder of a model."""
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

    ``rivers`` of 48 are drawn for each turn board; with 48 the model is exact and the seed is
    unused. An interrupted count resumes from its last checkpoint, written about every minute.
    """
    seed = 0 if rivers == RIVERS else seed
    counts = PairCounts(bucketing, rivers, seed)
    origin = _origin(bucketing, rivers, seed)
    place = Artifact(KIND, folder or cached_folder(origin), _REMEDY, _REMEDY)

    def find() -> StoredModel | None:
        return _load(place, origin, counts) if place.is_finished else None

    def make() -> StoredModel:
        _go_on(place, origin, counts)
        counts.count(report, workers, lambda halves, done: _keep(place, origin, halves, done))
        error = counts.error(seed)
        total: Int64s = counts.halves[0]
        total += counts.halves[1]
        place.write({**origin, "error": asdict(error), "sha256": place.save(COUNTS, total)})
        place.finish()
        return StoredModel(sequence_model(bucketing, total, counts.total), error, place.folder)

    def waiting(holder: str) -> None:
        report(0, 1, f"waiting for another build of this model: {holder}")

    return place.found_or_made(find, make, waiting)


def best_rivers(bucketing: Bucketing, seed: int = 0) -> int:
    """The most rivers of a cached model; 12 if none has more."""
    origin = _origin(bucketing, RIVERS, seed)
    for rivers in range(RIVERS, DEFAULT_RIVERS, -2):
        drawn = {"rivers": rivers, "seed": 0 if rivers == RIVERS else seed}
        if (cached_folder({**origin, **drawn}) / KIND.manifest).exists():
            return rivers
    return DEFAULT_RIVERS


def _keep(place: Artifact, origin: Entry, halves: Int64s, done: int) -> None:
    """Checkpoint the counts: write a new file, update the journal, remove the old file."""
    name = HALVES.format(done)
    checksum = place.save(name, halves)
    place.write({**origin, "done": done, "sha256": checksum}, KIND.journal)
    place.remove(*{path.name for path in place.folder.glob(HALVES.format("*"))} - {name})


def _go_on(place: Artifact, origin: Entry, counts: PairCounts) -> None:
    """Resume from the checkpoint of an interrupted count of the same model, if it is intact."""
    try:
        kept = _read(place, origin, KIND.journal)
        done = kept.get("done")
        if type(done) is not int or not 0 <= done <= len(counts.rows):
            return
        shape = counts.halves.shape
        halves = place.array(HALVES.format(done), kept.get("sha256"), np.int64, shape)
    except InputError:
        return
    counts.halves[:] = halves
    counts.done = done


def _read(place: Artifact, origin: Entry, name: str = KIND.manifest) -> Entry:
    """A manifest or journal of this model."""
    content = place.read(name)
    if {key: content.get(key) for key in origin} != origin:
        raise place.damaged(f"{name} belongs to another model")
    return content


def _load(place: Artifact, origin: Entry, counts: PairCounts) -> StoredModel:
    content = _read(place, origin)
    found: Int64s = place.array(COUNTS, content.get("sha256"), np.int64, (counts.size,) * 2)
    checked_once(
        lambda: _check_counts(place, found, counts.total),
        f"counts {counts.total}",
        place.folder / COUNTS,
    )
    model = sequence_model(counts.bucketing, found, counts.total)
    return StoredModel(model, _error(place, content), place.folder)


def _check_counts(place: Artifact, counts: Int64s, total: int) -> None:
    """Raise if the counts are not a joint distribution of two players' sequences.

    On and below the diagonal are deals, which sum to the total; above it wins minus losses, which
    never exceed the deals.
    """
    size, found = len(counts), 0
    for start in range(0, size, _ROWS):
        rows = np.asarray(counts[start : start + _ROWS])
        deals = np.tril(rows, start)
        if (deals < 0).any():
            row, column = np.argwhere(deals < 0)[0].tolist()
            raise place.damaged(f"{COUNTS}: {deals[row, column]} in row {start + row:,}")
        found += 2 * int(deals.sum()) - int(np.diagonal(rows, start).sum())
        won = np.abs(np.triu(rows, start + 1))
        across = np.asarray(counts[:, start : start + _ROWS]).T
        if (won > np.maximum(across, 0)).any():
            row = int(np.argwhere(won > np.maximum(across, 0))[0][0])
            raise place.damaged(f"{COUNTS}: more wins than deals in row {start + row:,}")
    if found != total:
        raise place.damaged(f"{COUNTS} holds {found:,} deals, not {total:,}")


def _error(place: Artifact, content: Entry) -> SampleError:
    values = content.get("error")
    names = {field.name for field in fields(SampleError)}
    if not isinstance(values, dict) or set(values) != names:
        raise place.damaged("'error' in its manifest")
    if not all(isinstance(value, int | float) and value >= 0 for value in values.values()):
        raise place.damaged("'error' in its manifest")
    return SampleError(**values)
