"""Journal of finished pieces of unfinished tables: one JSON line each, with checksums."""

from __future__ import annotations

import json
from pathlib import Path
from threading import Lock

from equipoise.abstraction.strength.pieces import Piece
from equipoise.abstraction.strength.store import KIND
from equipoise.base.files import naming, write_atomically
from equipoise.base.reading import MOST_JSON, parse_json, read_limited

JOURNAL = KIND.journal

Checksums = dict[str, str]  # by array name


class Journal:
    """The journal of a build, including entries of an earlier build of the same kind.

    ``kind`` (version and bins) is in the first line; a journal of another kind is ignored, and so
    is everything after a truncated line.
    """

    def __init__(self, folder: Path, kind: dict[str, int]) -> None:
        self._path = folder / JOURNAL
        self._lock = Lock()
        self.entries = _read(self._path, kind)
        lines = [json.dumps(kind), *(_line(piece, known) for piece, known in self.entries.items())]
        write_atomically(self._path, "".join(f"{line}\n" for line in lines))

    def add(self, piece: Piece, checksums: Checksums) -> None:
        """Record a finished piece."""
        with self._lock, naming(self._path), self._path.open("a", encoding="utf-8") as file:
            self.entries[piece] = checksums
            file.write(_line(piece, checksums) + "\n")


def _line(piece: Piece, checksums: Checksums) -> str:
    return json.dumps({"piece": list(piece), "sha256": checksums})


def _read(path: Path, kind: dict[str, int]) -> dict[Piece, Checksums]:
    found: dict[Piece, Checksums] = {}
    try:
        lines = read_limited(path, JOURNAL, MOST_JSON).splitlines()
        if not lines or parse_json(lines[0]) != kind:
            return found
        for line in lines[1:]:
            entry = parse_json(line)
            found[Piece(*map(int, entry["piece"]))] = dict(entry["sha256"])
    except (ValueError, KeyError, TypeError, OverflowError):  # includes a missing file
        pass
    return found
