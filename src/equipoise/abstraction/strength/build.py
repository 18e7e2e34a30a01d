"""Building the tables of strength: river first, then each round from the one after it.

Work is done in pieces of some rows, on all cores; a finished piece is written to its place in the
files and its checksums to a journal. A build that was killed goes on from there: pieces whose
checksum is in the journal and still right are kept, all others are made again. The manifest comes
last. Ordinary writes are used, not memory maps, so that a full disk is an error and not a crash.
"""

from __future__ import annotations

import json
import os
import shutil
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from threading import Lock
from time import perf_counter
from typing import IO

import numpy as np

from equipoise.abstraction.strength.boards import BOARD_COUNTS, FLOP, PREFLOP, RIVER, TURN, rivers
from equipoise.abstraction.strength.compute import (
    Arrays,
    direct_rows,
    rows_from_next,
    strengths_on,
)
from equipoise.abstraction.strength.features import MOST_BINS
from equipoise.abstraction.strength.store import (
    MANIFEST,
    PIECE_ROWS,
    VERSION,
    TablesManifest,
    default_folder,
    file_path,
    map_array,
    npy_header,
    open_tables,
    piece_checksum,
    piece_count,
    read_manifest,
    where,
)
from equipoise.abstraction.strength.tables import StrengthTables, TableShape, table_shapes
from equipoise.errors import InputError
from equipoise.files import flush_folder
from equipoise.progress import Report, silent
from equipoise.workers import available_cores, run_blocks

JOURNAL = "building.jsonl"
#: shares of the whole time that the rounds take, for progress and estimate
_SHARES = {RIVER: 0.4, TURN: 0.4, FLOP: 0.15, PREFLOP: 0.05}
_SHARES_WITHOUT_BINS = {RIVER: 0.68, TURN: 0.3, FLOP: 0.01, PREFLOP: 0.01}

Piece = tuple[int, int]  # round and number


def build_tables(
    folder: Path | None = None,
    bins: int = MOST_BINS,
    replace: bool = False,
    report: Report = silent,
    workers: int | None = None,
) -> StrengthTables:
    """Make the tables in a folder, or go on with that, or open them if they are there.

    Tables with other bins, of another version or damaged are refused unless ``replace`` is given.
    """
    folder = folder or default_folder()
    shapes = table_shapes(bins)
    if (folder / MANIFEST).exists() and not replace:
        found = read_manifest(folder)
        if found.bins != bins:
            raise InputError(
                f"they have {found.bins} bins, not {bins}",
                what=where(folder),
                expected="choose another folder, or --replace",
            )
        return open_tables(folder)
    _check_folder(folder)
    try:
        folder.mkdir(parents=True, exist_ok=True)
        with _locked(folder):
            if replace:
                (folder / MANIFEST).unlink(missing_ok=True)
            _Build(folder, bins, shapes, workers).run(report)
    except OSError as error:
        problem = error.strerror or str(error)
        raise OSError(error.errno, problem, error.filename or str(folder)) from error
    return open_tables(folder)


def _check_folder(folder: Path) -> None:
    """Refuse a place that holds something else."""
    ours = {MANIFEST, JOURNAL, f"{JOURNAL}.lock"}
    if folder.exists() and not folder.is_dir():
        raise InputError("it is not a folder", what=where(folder))
    names = {path.name for path in folder.iterdir()} if folder.exists() else set()
    if any(name not in ours and not name.endswith(".npy") for name in names):
        raise InputError(
            "something that is not tables of strength is there",
            what=where(folder),
            expected="choose a new or empty folder",
        )


@contextmanager
def _locked(folder: Path) -> Iterator[None]:
    """Keep a second process from building in the same folder, where the system has such locks."""
    path = folder / f"{JOURNAL}.lock"
    with path.open("w") as file:
        try:
            import fcntl

            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except ImportError:
            pass
        except OSError:
            raise InputError("another process is building them", what=where(folder)) from None
        yield
    path.unlink(missing_ok=True)


class _Build:
    """One build: what is there already, and the work that is left."""

    def __init__(
        self, folder: Path, bins: int, shapes: list[TableShape], workers: int | None
    ) -> None:
        self.folder = folder
        self.bins = bins
        self.shapes = shapes
        self.workers = workers
        self.checksums: dict[Piece, dict[str, str]] = {}
        self.lock = Lock()

    def run(self, report: Report) -> None:
        """Make all pieces that are missing, then the manifest."""
        journal = self.folder / JOURNAL
        earlier = _read_journal(journal, self.bins)
        self._prepare_files(keep=bool(earlier))
        shares = _SHARES if self.bins else _SHARES_WITHOUT_BINS
        past = 0.0
        with journal.open("w") as file:
            file.write(json.dumps({"version": VERSION, "bins": self.bins}) + "\n")
            for round_number in (RIVER, TURN, FLOP, PREFLOP):
                share, start = shares[round_number], past

                def said(
                    done: float, total: float, doing: str = "",
                    start: float = start, share: float = share,
                ) -> None:  # fmt: skip
                    report(start + share * done / total, 1.0)

                self._run_round(round_number, earlier, file, said)
                past += share
        for shape in self.shapes:
            _flush(file_path(self.folder, shape))
        flush_folder(self.folder)
        pieces = {
            shape.name: [
                self.checksums[shape.round_number, number][shape.name]
                for number in range(piece_count(shape.round_number, shape.shape[0]))
            ]
            for shape in self.shapes
        }
        TablesManifest(self.bins, pieces).write(self.folder)
        journal.unlink()
        flush_folder(self.folder)

    def _prepare_files(self, keep: bool) -> None:
        """Files of the full size, sparse; what an earlier build left is kept or cleared."""
        wanted = {file_path(self.folder, shape) for shape in self.shapes}
        for path in self.folder.glob("*.npy"):
            if not keep or path not in wanted:
                path.unlink()
        needed = sum(shape.bytes for shape in self.shapes) - _used(wanted)
        free = shutil.disk_usage(self.folder).free
        if free < needed:
            raise InputError(
                f"{needed / 1e9:.2f} GB are needed there and {free / 1e9:.2f} GB are free",
                what=where(self.folder),
                expected="choose another folder, or fewer bins",
            )
        for shape in self.shapes:
            header = npy_header(shape)
            with file_path(self.folder, shape).open("r+b" if keep else "wb") as file:
                file.write(header)
                file.truncate(len(header) + shape.bytes)

    def _run_round(
        self, round_number: int, earlier: dict[Piece, dict[str, str]], file: IO[str], said: Report
    ) -> None:
        ours = [shape for shape in self.shapes if shape.round_number == round_number]
        after: Arrays = {}
        if round_number != RIVER:
            following = [s for s in self.shapes if s.round_number == round_number + 1]
            after = {shape.kind: map_array(self.folder, shape) for shape in following}

        def work(piece: Piece) -> None:
            known = earlier.get(piece)
            if known is None or not self._still_right(piece, ours, known):
                known = self._make(piece, ours, after)
            with self.lock:
                self.checksums[piece] = known
                entry = {"piece": list(piece), "sha256": known}
                file.write(json.dumps(entry) + "\n")
                file.flush()

        count = piece_count(round_number, BOARD_COUNTS[round_number])
        run_blocks(work, [(round_number, number) for number in range(count)], said, self.workers)

    def _still_right(self, piece: Piece, shapes: list[TableShape], known: dict[str, str]) -> bool:
        rows = _piece_rows(piece)
        return all(
            piece_checksum(map_array(self.folder, shape)[rows]) == known.get(shape.name)
            for shape in shapes
        )

    def _make(self, piece: Piece, shapes: list[TableShape], after: Arrays) -> dict[str, str]:
        """Compute a piece, write it to its place and return the checksums of its arrays."""
        round_number = piece[0]
        rows = np.arange(BOARD_COUNTS[round_number])[_piece_rows(piece)]
        if round_number == RIVER:
            arrays = direct_rows(RIVER, rows, 0)
        else:
            arrays = rows_from_next(round_number, rows, after, self.bins)
        checksums = {}
        for shape in shapes:
            data = np.ascontiguousarray(arrays[shape.kind])
            row_bytes = shape.bytes // shape.shape[0]
            path = file_path(self.folder, shape)
            with path.open("r+b", buffering=0) as file:
                file.seek(len(npy_header(shape)) + int(rows[0]) * row_bytes)
                _write_all(file, data.data.cast("B"), path)
            checksums[shape.name] = piece_checksum(data)
        return checksums


def _piece_rows(piece: Piece) -> slice:
    size = PIECE_ROWS[piece[0]]
    return slice(piece[1] * size, (piece[1] + 1) * size)


def _write_all(file: IO[bytes], data: memoryview, path: Path) -> None:
    """Write everything; an unbuffered file may take less at a time."""
    try:
        while data:
            data = data[file.write(data) :]
    except OSError as error:
        raise OSError(error.errno, error.strerror, str(path)) from None


def _flush(path: Path) -> None:
    with path.open("r+b") as file:
        os.fsync(file.fileno())


def _used(paths: set[Path]) -> int:
    """Bytes that files take on disk, holes left out."""
    total = 0
    for path in paths:
        with suppress(FileNotFoundError):
            status = path.stat()
            total += getattr(status, "st_blocks", 0) * 512
    return total


def _read_journal(path: Path, bins: int) -> dict[Piece, dict[str, str]]:
    """Pieces that an earlier build of the same kind finished; a half-written line is left out."""
    found: dict[Piece, dict[str, str]] = {}
    try:
        lines = path.read_text().splitlines()
    except (FileNotFoundError, UnicodeDecodeError):
        return found
    for number, line in enumerate(lines):
        try:
            entry = json.loads(line)
            if number == 0:
                if entry != {"version": VERSION, "bins": bins}:
                    return found
            else:
                round_number, piece = entry["piece"]
                found[int(round_number), int(piece)] = dict(entry["sha256"])
        except (ValueError, KeyError, TypeError):
            break
    return found


def estimated_seconds(bins: int = MOST_BINS, workers: int | None = None) -> float:
    """About how long a build takes here, from some river boards done now; disks are not asked."""
    some = rivers().cards[:: BOARD_COUNTS[RIVER] // 200]
    strengths_on(some[:1])
    started = perf_counter()
    strengths_on(some)
    seconds = (perf_counter() - started) / len(some) * BOARD_COUNTS[RIVER]
    shares = _SHARES if bins else _SHARES_WITHOUT_BINS
    return seconds / shares[RIVER] / (workers or available_cores())


def tables_in_memory(
    bins: int = 0, report: Report = silent, workers: int | None = None
) -> StrengthTables:
    """The same tables without files; without bins about half a gigabyte and a few seconds."""
    arrays: dict[int, dict[str, np.ndarray]] = {}
    for round_number in (RIVER, TURN, FLOP, PREFLOP):
        shapes = [shape for shape in table_shapes(bins) if shape.round_number == round_number]
        here = {shape.kind: np.empty(shape.shape, dtype=shape.dtype) for shape in shapes}
        after = arrays.get(round_number + 1, {})

        def work(number: int, round_number: int = round_number, here=here, after=after) -> None:  # type: ignore[no-untyped-def]
            rows = np.arange(BOARD_COUNTS[round_number])[_piece_rows((round_number, number))]
            made = (
                direct_rows(RIVER, rows, 0)
                if round_number == RIVER
                else rows_from_next(round_number, rows, after, bins)
            )
            for kind, array in made.items():
                here[kind][rows] = array

        run_blocks(
            work, range(piece_count(round_number, BOARD_COUNTS[round_number])), report, workers
        )
        for array in here.values():
            array.setflags(write=False)
        arrays[round_number] = here
    return StrengthTables(arrays, bins)
