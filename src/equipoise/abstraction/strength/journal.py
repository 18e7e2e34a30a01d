"""Which pieces of unfinished tables are done: a line of JSON each, with their checksums."""

from __future__ import annotations

import json
from pathlib import Path
from threading import Lock

from equipoise.abstraction.strength.pieces import Piece
from equipoise.files import write_atomically

JOURNAL = "building.jsonl"

Checksums = dict[str, str]  # by the name of an array


class Journal:
    """The journal of a build, with what an earlier build of the same kind left.

    ``kind`` (version and bins) stands in the first line; a journal of another kind counts for
    nothing, nor does what follows a line that was cut when its writer was killed.
    """

    def __init__(self, folder: Path, kind: dict[str, int]) -> None:
        self._path = folder / JOURNAL
        self._lock = Lock()
        self.entries = _read(self._path, kind)
        lines = [json.dumps(kind), *(_line(piece, known) for piece, known in self.entries.items())]
        write_atomically(self._path, "".join(f"{line}\n" for line in lines))

    def add(self, piece: Piece, checksums: Checksums) -> None:
        """Note that a piece is done."""
        with self._lock, self._path.open("a", encoding="utf-8") as file:
            self.entries[piece] = checksums
            file.write(_line(piece, checksums) + "\n")

    def remove(self) -> None:
        """Remove it: the tables are finished."""
        self._path.unlink()


def _line(piece: Piece, checksums: Checksums) -> str:
    return json.dumps({"piece": list(piece), "sha256": checksums})


def _read(path: Path, kind: dict[str, int]) -> dict[Piece, Checksums]:
    found: dict[Piece, Checksums] = {}
    try:
        lines = path.read_text(encoding="utf-8").splitlines()
        if not lines or json.loads(lines[0]) != kind:
            return found
        for line in lines[1:]:
            entry = json.loads(line)
            found[Piece(*map(int, entry["piece"]))] = dict(entry["sha256"])
    except (FileNotFoundError, ValueError, KeyError, TypeError):
        pass
    return found
