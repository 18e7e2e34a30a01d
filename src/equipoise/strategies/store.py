"""Strategies on disk: a folder with ``manifest.json`` and ``strategy.npy``.

The array is memory-mapped when it is loaded, and only the checksum of a sample is compared;
``verify`` checks all of it. Probabilities are validated against their layout in
``strategies.opened``.
"""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

from equipoise.base.artifacts import Artifact
from equipoise.base.errors import InputError
from equipoise.base.files import write_atomically
from equipoise.base.npy import write_array
from equipoise.base.reading import MissingFileError, read_json, sample_checksum
from equipoise.base.replacing import recover, replace_whole
from equipoise.strategies.folder import ARRAY, MANIFEST, place_of
from equipoise.strategies.strategy import OWN_CHECKSUM, Manifest, Strategy

#: key of the checksum of a sample of the array's file
SAMPLE = "sample"
_TRIES = 5


def save_strategy(strategy: Strategy, folder: Path) -> None:
    """Write a strategy; an existing one is replaced, anything else is left alone.

    If the process is killed in between, :func:`load_strategy` restores the old one.
    """

    def fill(fresh: Artifact) -> None:
        path = fresh.folder / ARRAY
        checksums = {
            ARRAY: write_array(path, strategy.values),
            SAMPLE: sample_checksum(path),
            OWN_CHECKSUM: strategy.manifest.checksum(),
        }
        manifest = replace(strategy.manifest, checksums=checksums)
        write_atomically(fresh.folder / MANIFEST, json.dumps(manifest.as_json(), indent=1) + "\n")

    replace_whole(place_of(folder), fill)


def load_manifest(folder: Path) -> Manifest:
    """The manifest of a stored strategy."""
    place = place_of(folder)
    recover(place)
    try:
        values = read_json(folder / MANIFEST, place.what)
    except MissingFileError:
        raise place.missing(MANIFEST) from None
    return Manifest.from_json(values, place.what)


def load_strategy(folder: Path, verify: bool = False) -> Strategy:
    """A stored strategy with a memory-mapped array; ``verify`` checks the full checksum."""
    manifest = load_manifest(folder)
    for _ in range(_TRIES):
        try:
            return _load(place_of(folder), manifest, verify)
        except InputError:
            # a solve may have replaced it between reading the two files
            before, manifest = manifest, load_manifest(folder)
            if manifest == before:
                raise
    return _load(place_of(folder), manifest, verify)


def _load(place: Artifact, manifest: Manifest, verify: bool) -> Strategy:
    quick = SAMPLE in manifest.checksums and not verify
    checksum = manifest.checksums.get(SAMPLE if quick else ARRAY)
    array = place.array(ARRAY, checksum, manifest.numbers, (manifest.size,), sample=quick)
    return Strategy(manifest, array)
