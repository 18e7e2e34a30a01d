"""Tables of strength on disk: a folder of ``.npy`` files and ``manifest.json``.

The manifest is written last, so that a folder without one is not finished. It names every array
with its shape, its type and a SHA-256 for each piece of some rows. Opening compares the manifest
with its own checksum and the files' headers and sizes with the manifest, which takes a millisecond;
only :func:`verify_tables` reads all the data.
"""

from __future__ import annotations

import hashlib
import io
import json
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any, cast

import numpy as np

from equipoise.abstraction.strength.boards import ROUND_NAMES
from equipoise.abstraction.strength.compute import Arrays
from equipoise.abstraction.strength.features import Integers
from equipoise.abstraction.strength.pieces import PIECE_ROWS, Piece, pieces_of
from equipoise.abstraction.strength.tables import StrengthTables, TableShape, table_shapes
from equipoise.errors import InputError
from equipoise.files import write_atomically
from equipoise.folders import user_folder
from equipoise.progress import Report, silent
from equipoise.workers import run_blocks

MANIFEST = "manifest.json"
FORMAT = "equipoise strength tables"
VERSION = 1


def default_folder() -> Path:
    """Where the tables are unless something else is said."""
    return user_folder("strength")


def build_command(folder: Path, replace: bool = False) -> str:
    """What to run so that there are tables in a folder."""
    place = f" --tables {folder}"
    with suppress(InputError):  # there may be no default: no home folder
        place = "" if folder == default_folder() else place
    return f"run: equipoise tables build{place}{' --replace' if replace else ''}"


def where(folder: Path) -> str:
    """How error messages name a folder of tables."""
    return f"strength tables {str(folder)!r}"


def npy_header(shape: TableShape) -> bytes:
    """What stands in a ``.npy`` file before the data."""
    buffer = io.BytesIO()
    np.lib.format.write_array_header_1_0(
        buffer,
        {"descr": shape.dtype.newbyteorder("<").str, "fortran_order": False, "shape": shape.shape},
    )
    return buffer.getvalue()


def file_path(folder: Path, shape: TableShape) -> Path:
    """The file of one array."""
    return folder / f"{shape.name}.npy"


def piece_checksum(array: Integers) -> str:
    """The SHA-256 of some rows."""
    return hashlib.sha256(np.ascontiguousarray(array).data).hexdigest()


@dataclass(frozen=True)
class TablesManifest:
    """How many bins there are, and the checksums of every array's pieces by its name."""

    bins: int
    checksums: dict[str, list[str]]

    def write(self, folder: Path) -> None:
        """Write it: from then on the tables are finished."""
        content = {
            "format": FORMAT,
            "version": VERSION,
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
        content["checksum"] = _own_checksum(content)
        write_atomically(folder / MANIFEST, json.dumps(content, indent=1) + "\n")


def _own_checksum(content: dict[str, object]) -> str:
    kept = {key: value for key, value in content.items() if key != "checksum"}
    return hashlib.sha256(json.dumps(kept, sort_keys=True).encode()).hexdigest()


def read_manifest(folder: Path) -> TablesManifest:
    """The manifest, refused if it is damaged, foreign or of another version."""
    try:
        content = json.loads((folder / MANIFEST).read_text(encoding="utf-8"))
    except (FileNotFoundError, NotADirectoryError):
        some = folder.is_dir() and any(folder.glob("*.npy"))
        problem = "they are not finished" if some else "there are none"
        raise InputError(problem, what=where(folder), expected=build_command(folder)) from None
    except (UnicodeDecodeError, json.JSONDecodeError):
        raise InputError(
            f"{MANIFEST} is damaged",
            what=where(folder),
            expected=build_command(folder, replace=True),
        ) from None
    if not isinstance(content, dict) or content.get("format") != FORMAT:
        raise InputError(f"{MANIFEST} is not one of strength tables", what=where(folder))
    if content.get("version") != VERSION:
        raise InputError(
            f"they have version {content.get('version')} of the format, this is {VERSION}",
            what=where(folder),
            expected=build_command(folder, replace=True),
        )
    if content.get("checksum") != _own_checksum(content):
        raise InputError(
            f"{MANIFEST} is damaged",
            what=where(folder),
            expected=build_command(folder, replace=True),
        )
    arrays = cast(dict[str, dict[str, Any]], content["arrays"])
    return TablesManifest(
        int(content["bins"]), {name: list(entry["sha256"]) for name, entry in arrays.items()}
    )


def map_array(folder: Path, shape: TableShape) -> Integers:
    """One array, memory-mapped, its header and size compared with what they should be."""
    path = file_path(folder, shape)
    header = npy_header(shape)
    try:
        with path.open("rb") as file:
            found = file.read(len(header))
        size = path.stat().st_size
    except FileNotFoundError:
        raise InputError(
            f"{path.name} is missing",
            what=where(folder),
            expected=build_command(folder, replace=True),
        ) from None
    if found != header or size != len(header) + shape.bytes:
        raise InputError(
            f"{path.name} is damaged: {size} bytes, or not an array {list(shape.shape)} "
            f"of {shape.dtype.name}",
            what=where(folder),
            expected=build_command(folder, replace=True),
        )
    return np.asarray(np.memmap(path, shape.dtype, "r", len(header), shape.shape))


def tables_finished(folder: Path | None = None) -> bool:
    """Whether a folder has a manifest: what is wrong with the tables then is damage."""
    return ((folder or default_folder()) / MANIFEST).exists()


def open_tables(folder: Path | None = None) -> StrengthTables:
    """The tables of a folder, memory-mapped; checksums of the data are not compared here."""
    folder = folder or default_folder()
    manifest = read_manifest(folder)
    return StrengthTables(_map_all(folder, manifest.bins), manifest.bins)


def _map_all(folder: Path, bins: int) -> dict[int, Arrays]:
    arrays: dict[int, dict[str, Integers]] = {number: {} for number in range(len(ROUND_NAMES))}
    for shape in table_shapes(bins):
        arrays[shape.round_number][shape.kind] = map_array(folder, shape)
    return dict(arrays)


def verify_tables(
    folder: Path | None = None, report: Report = silent, workers: int | None = None
) -> int:
    """Compare every piece with its checksum and return how many there are."""
    folder = folder or default_folder()
    manifest = read_manifest(folder)
    arrays = _map_all(folder, manifest.bins)
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
            raise InputError(
                f"{shape.name}.npy is damaged in rows {piece.rows[0]} to {piece.rows[-1]}",
                what=where(folder),
                expected=build_command(folder, replace=True),
            )

    run_blocks(check, pieces, report, workers)
    return len(pieces)
