"""Building the tables of strength: river first, then each round from the one after it.

Work is split into pieces of rows, on all cores; a finished piece is written to the files and its
checksums to a journal. A killed build resumes from there: pieces whose checksums are in the journal
and match are kept, all others are rebuilt. The manifest is written last. Ordinary writes are used,
not memory maps, so that a full disk is an error and not a crash.
"""

from __future__ import annotations

import os
import shutil
from pathlib import Path
from time import perf_counter

import numpy as np

from equipoise.abstraction.strength.boards import BOARD_COUNTS, FLOP, PREFLOP, RIVER, TURN, rivers
from equipoise.abstraction.strength.compute import Arrays, make_rows, strengths_on
from equipoise.abstraction.strength.features import MOST_BINS
from equipoise.abstraction.strength.journal import Checksums, Journal
from equipoise.abstraction.strength.pieces import Piece, pieces_of
from equipoise.abstraction.strength.store import (
    KIND,
    TablesManifest,
    default_folder,
    file_path,
    map_array,
    npy_header,
    open_tables,
    piece_checksum,
    place_of,
    read_manifest,
)
from equipoise.abstraction.strength.tables import StrengthTables, TableShape, table_shapes
from equipoise.base.artifacts import Artifact
from equipoise.base.errors import InputError, argument
from equipoise.base.files import flush_folder, naming
from equipoise.base.progress import Report, silent
from equipoise.base.workers import available_cores, run_blocks

_ROUNDS = (RIVER, TURN, FLOP, PREFLOP)
#: share of the work per round, for progress and estimates, with bins and without
_SHARES = {RIVER: 0.18, TURN: 0.52, FLOP: 0.26, PREFLOP: 0.04}
_SHARES_WITHOUT_BINS = {RIVER: 0.4, TURN: 0.44, FLOP: 0.14, PREFLOP: 0.02}


def build_tables(
    folder: Path | None = None,
    bins: int = MOST_BINS,
    replace: bool = False,
    report: Report = silent,
    workers: int | None = None,
) -> StrengthTables:
    """Build the tables in a folder, resume a stopped build, or open finished ones.

    Finished tables with other bins, of another version or with a damaged manifest are refused
    unless ``replace`` is given, which rebuilds them.
    """
    folder = folder or default_folder()
    shapes = table_shapes(bins)
    place = place_of(folder)

    def find() -> StrengthTables | None:
        return open_tables(folder) if not replace and _are_made(place, bins) else None

    def make() -> StrengthTables:
        folder.mkdir(parents=True, exist_ok=True)
        place.remove(KIND.manifest)
        _Build(place, bins, shapes, workers).run(report)
        return open_tables(folder)

    return place.found_or_made(find, make)


def _are_made(place: Artifact, bins: int) -> bool:
    """True if finished tables are there; raises if they have other bins."""
    if not place.is_finished:
        return False
    found = read_manifest(place.folder).bins
    if found != bins:
        raise InputError(
            f"they have {found} bins, not {bins}",
            place.what,
            expected=f"choose another folder, or {argument('replace')}",
        )
    return True


def check_place(folder: Path) -> None:
    """Raise InputError if a folder holds something else, before any work."""
    place_of(folder).check_place()


class _Build:
    """One build: finished pieces, and the remaining work."""

    def __init__(
        self, place: Artifact, bins: int, shapes: list[TableShape], workers: int | None
    ) -> None:
        self.place = place
        self.folder = place.folder
        self.bins = bins
        self.shapes = shapes
        self.workers = workers
        self.journal = Journal(self.folder, {"version": KIND.version, "bins": bins})

    def run(self, report: Report) -> None:
        """Build all missing pieces, then the manifest."""
        self._prepare_files()
        for round_number in _ROUNDS:
            self._run_round(round_number, _scaled(report, round_number, self.bins))
        for shape in self.shapes:
            with file_path(self.folder, shape).open("r+b") as file:
                os.fsync(file.fileno())
        checksums = {
            shape.name: [
                self.journal.entries[piece][shape.name] for piece in pieces_of(shape.round_number)
            ]
            for shape in self.shapes
        }
        TablesManifest(self.bins, checksums).write(self.folder)
        self.place.finish()
        flush_folder(self.folder)

    def _prepare_files(self) -> None:
        """Create sparse files of full size; clear what is not in the journal."""
        keep = bool(self.journal.entries)
        wanted = {file_path(self.folder, shape) for shape in self.shapes}
        for path in self.folder.glob("*.npy"):
            if not keep or path not in wanted:
                self.place.remove(path.name)
        needed = sum(shape.bytes for shape in self.shapes) - _bytes_used(wanted)
        free = shutil.disk_usage(self.folder).free
        if free < needed:
            raise InputError(
                f"{needed / 1e9:.2f} GB are needed there, {free / 1e9:.2f} GB are free",
                what=self.place.what,
                expected="choose another folder, or fewer bins",
            )
        for shape in self.shapes:
            header = npy_header(shape)
            path = file_path(self.folder, shape)
            with naming(path), path.open("r+b" if path.exists() else "wb") as file:
                file.write(header)
                file.truncate(len(header) + shape.bytes)

    def _run_round(self, round_number: int, report: Report) -> None:
        ours = [shape for shape in self.shapes if shape.round_number == round_number]
        after: Arrays = {
            shape.kind: map_array(self.folder, shape)
            for shape in self.shapes
            if shape.round_number == round_number + 1
        }

        def work(piece: Piece) -> None:
            known = self.journal.entries.get(piece)
            if known is None or not self._still_right(piece, ours, known):
                self.journal.add(piece, self._make(piece, ours, after))

        run_blocks(work, pieces_of(round_number), report, self.workers)

    def _still_right(self, piece: Piece, shapes: list[TableShape], known: Checksums) -> bool:
        return all(
            piece_checksum(map_array(self.folder, shape)[piece.span]) == known.get(shape.name)
            for shape in shapes
        )

    def _make(self, piece: Piece, shapes: list[TableShape], after: Arrays) -> Checksums:
        """Compute a piece, write it and return the checksums of its arrays."""
        arrays = make_rows(piece.round_number, piece.rows, after, self.bins)
        checksums = {}
        for shape in shapes:
            data = np.ascontiguousarray(arrays[shape.kind])
            offset = len(npy_header(shape)) + piece.span.start * (shape.bytes // shape.shape[0])
            _write(file_path(self.folder, shape), offset, data.data.cast("B"))
            checksums[shape.name] = piece_checksum(data)
        return checksums


def _write(path: Path, offset: int, data: memoryview) -> None:
    """Write data into an existing file."""
    with naming(path), path.open("r+b", buffering=0) as file:
        file.seek(offset)
        while data:  # an unbuffered file may write less at a time
            data = data[file.write(data) :]


def _bytes_used(paths: set[Path]) -> int:
    """Bytes allocated on disk, without holes; 0 if the system does not report it."""
    return sum(getattr(path.stat(), "st_blocks", 0) * 512 for path in paths if path.exists())


def _shares(bins: int) -> dict[int, float]:
    return _SHARES if bins else _SHARES_WITHOUT_BINS


def _scaled(report: Report, round_number: int, bins: int) -> Report:
    """The progress of one round as a share of the whole build."""
    shares = _shares(bins)
    start = sum(shares[earlier] for earlier in _ROUNDS[: _ROUNDS.index(round_number)])

    def scaled(done: float, total: float, doing: str = "") -> None:
        report(start + shares[round_number] * done / total, 1.0, doing)

    return scaled


def estimated_seconds(bins: int = MOST_BINS, workers: int | None = None) -> float:
    """Estimated build time here, from timing 200 river boards; disk speed is ignored."""
    some = rivers().cards[:: BOARD_COUNTS[RIVER] // 200]
    times = []
    for _ in range(6):  # the first may compile
        started = perf_counter()
        strengths_on(some)
        times.append(perf_counter() - started)
    seconds = min(times) / len(some) * BOARD_COUNTS[RIVER]
    return seconds / _shares(bins)[RIVER] / (workers or available_cores())
