"""Tables of strength on disk: a folder of ``.npy`` files and ``manifest.json``.

The manifest names every array with its shape, its type and a SHA-256 for each piece of rows.
Opening compares the files' headers and sizes with it, which takes a millisecond; only
:func:`verify_tables` reads all the data.
"""

from __future__ import annotations

import hashlib
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from equipoise.abstraction.strength.boards import RIVER, ROUND_NAMES, rivers
from equipoise.abstraction.strength.compute import SUMS, Arrays
from equipoise.abstraction.strength.features import FULL_STRENGTH, MOST_BINS, Integers
from equipoise.abstraction.strength.pieces import PIECE_ROWS, Piece, pieces_of
from equipoise.abstraction.strength.tables import StrengthTables, TableShape, table_shapes
from equipoise.base.artifacts import Artifact, Kind
from equipoise.base.errors import InputError, shortened
from equipoise.base.folders import user_folder
from equipoise.base.npy import header_bytes, open_array
from equipoise.base.progress import Report, silent
from equipoise.base.reading import as_argument, checked_once
from equipoise.base.workers import run_blocks
from equipoise.cards.card import cards_text
from equipoise.cards.combos import combo_cards
from equipoise.kernels.arrays import frozen
from equipoise.kernels.buckets.checks import check_buckets

KIND = Kind(
    "strength tables",
    version=1,
    title="equipoise strength tables",
    phrase="strength tables",
    journal="building.jsonl",
    files=tuple(f"{shape.name}.npy" for shape in table_shapes(MOST_BINS)),
    left=("building.lock",),
    absent="there are none",
    unfinished="they are not finished",
)


def default_folder() -> Path:
    """The default folder of the tables."""
    return user_folder("strength")


def build_command(folder: Path, replace: bool = False) -> str:
    """The command that builds tables in a folder."""
    place = f" --tables {as_argument(folder)}"
    with suppress(InputError):  # without a home folder there is no default
        place = "" if folder == default_folder() else place
    return f"run: equipoise tables build{place}{' --replace' if replace else ''}"


def place_of(folder: Path) -> Artifact:
    """The folder of the tables; errors name the command that builds them."""
    return Artifact(KIND, folder, build_command(folder), build_command(folder, replace=True))


def npy_header(shape: TableShape) -> bytes:
    """The header of an array's file."""
    return header_bytes(shape.dtype, shape.shape)


def file_path(folder: Path, shape: TableShape) -> Path:
    """The file of one array."""
    return folder / f"{shape.name}.npy"


def piece_checksum(array: Integers) -> str:
    """The SHA-256 of rows."""
    return hashlib.sha256(np.ascontiguousarray(array).data).hexdigest()


@dataclass(frozen=True)
class TablesManifest:
    """The number of bins, and the checksums of every array's pieces by name."""

    bins: int
    checksums: dict[str, list[str]]

    def write(self, folder: Path) -> None:
        """Write the manifest, which marks the tables as finished."""
        content = {
            "bins": self.bins,
            "arrays": {
                shape.name: {
                    "shape": list(shape.shape),
                    "dtype": shape.dtype.name,
                    "piece_rows": PIECE_ROWS[shape.round_number],
                    "sha256": self.checksums[shape.name],
                }
                for shape in table_shapes(self.bins)
            },
        }
        place_of(folder).write(content)


def read_manifest(folder: Path) -> TablesManifest:
    """The manifest; raises InputError if it is damaged, foreign or of another version."""
    place = place_of(folder)
    content = place.read()
    try:
        return _manifest(content)
    except (InputError, KeyError, TypeError, AttributeError, ValueError) as error:
        raise place.damaged(f"{KIND.manifest} is damaged ({shortened(str(error))})") from None


def _manifest(content: dict[str, Any]) -> TablesManifest:
    bins, arrays = content["bins"], content["arrays"]
    if type(bins) is not int:
        raise TypeError("bins")
    checksums: dict[str, list[str]] = {}
    for shape in table_shapes(bins):
        found = arrays[shape.name]["sha256"]
        if not isinstance(found, list):
            raise TypeError(shape.name)
        checksums[shape.name] = found
    return TablesManifest(bins, checksums)


def map_array(folder: Path, shape: TableShape) -> Integers:
    """Memory-map one array after checking its header and size."""
    place = place_of(folder)
    path = file_path(folder, shape)
    return np.asarray(open_array(path, place.what, shape.dtype, shape.shape, place.make_again))


def tables_finished(folder: Path | None = None) -> bool:
    """True if a folder has a manifest, so that any other problem is damage."""
    return place_of(folder or default_folder()).is_finished


def open_tables(folder: Path | None = None) -> StrengthTables:
    """The tables of a folder, memory-mapped; data checksums are not verified here.

    Strengths on the river, which kernels index with, are checked on first use.
    """
    folder = folder or default_folder()
    manifest = read_manifest(folder)
    arrays = _map_all(folder, manifest.bins)
    river = next(shape for shape in table_shapes(manifest.bins) if shape.round_number == RIVER)
    table = arrays[RIVER][SUMS]

    def check() -> None:
        path = file_path(folder, river)
        checked_once(lambda: _check_river(folder, table), "strengths", path)

    return StrengthTables(arrays, manifest.bins, check)


def _check_river(folder: Path, table: Integers) -> None:
    """Raise InputError for strengths out of range: kernels index by them."""
    place = np.zeros(2, dtype=np.int64)
    boards, hands = rivers().cards, combo_cards()
    made = frozen(np.ones(len(boards), dtype=np.bool_))
    wrong = check_buckets(frozen(table), boards, hands, made, FULL_STRENGTH + 1, place)
    if wrong:
        row, combo = place.tolist()
        board, hand = (cards_text(cards.tolist()) for cards in (boards[row], hands[combo]))
        raise place_of(folder).damaged(
            f"{wrong:,} strengths on the river are out of range, first {table[row, combo]} for "
            f"{hand} on {board}, must be at most {FULL_STRENGTH:,}",
        )


def _map_all(folder: Path, bins: int) -> dict[int, Arrays]:
    arrays: dict[int, dict[str, Integers]] = {number: {} for number in range(len(ROUND_NAMES))}
    for shape in table_shapes(bins):
        arrays[shape.round_number][shape.kind] = map_array(folder, shape)
    return dict(arrays)


def verify_tables(
    folder: Path | None = None, report: Report = silent, workers: int | None = None
) -> int:
    """Verify the checksum of every piece and return how many there are."""
    folder = folder or default_folder()
    manifest = read_manifest(folder)
    arrays = _map_all(folder, manifest.bins)
    for shape in table_shapes(manifest.bins):
        if len(manifest.checksums[shape.name]) != len(pieces_of(shape.round_number)):
            raise place_of(folder).damaged(f"{KIND.manifest} lacks checksums of {shape.name}.npy")
    pieces = [
        (shape, piece, checksum)
        for shape in table_shapes(manifest.bins)
        for piece, checksum in zip(
            pieces_of(shape.round_number), manifest.checksums[shape.name], strict=True
        )
    ]

    def check(work: tuple[TableShape, Piece, str]) -> None:
        shape, piece, checksum = work
        if piece_checksum(arrays[shape.round_number][shape.kind][piece.span]) != checksum:
            rows = f"{piece.rows[0]} to {piece.rows[-1]}"
            raise place_of(folder).damaged(f"{shape.name}.npy is damaged in rows {rows}")

    run_blocks(check, pieces, report, workers)
    return len(pieces)
