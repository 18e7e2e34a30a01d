"""What is stored below the folder of the server, by ids: a page never names a path.

An id is a short hash of the place below the folder. The strategy that ships with the package has
an id of its own.
"""

from __future__ import annotations

import hashlib
import os
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from equipoise.base.errors import InputError
from equipoise.base.reading import read_json
from equipoise.interfaces.web.calls import MissingError
from equipoise.strategies.shipped import SHIPPED, shipped_folder

STRATEGY, SPOT, MATCH, RUN = "strategy", "spot", "match", "run"
TOURNAMENT, RESULT, SITTING, BUCKETS = "tournament", "result", "sitting", "buckets"
#: the hands of a sitting at a table of the page
HANDS = "hands.phhs"
_DEEPEST = 5
_MOST = 2000  # folders looked at; a home folder has more than anybody wants listed
_CHECKPOINT = ".checkpoint"
_SKIPPED = ("node_modules", "__pycache__", "site-packages")


@dataclass(frozen=True)
class Stored:
    """A stored thing: its id, what it is, what it is called, and where it is."""

    id: str
    kind: str
    name: str
    path: Path


class Catalogue:
    """Finds stored things in a folder and below it."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder.absolute()

    def all(self, kind: str | None = None) -> list[Stored]:
        """Everything that is there, the shipped strategy first, then by name."""
        found = sorted(self._walk(), key=lambda one: one.name)
        own = [Stored(SHIPPED, STRATEGY, SHIPPED, shipped_folder())]
        return [one for one in [*own, *found] if kind in (None, one.kind)]

    def find(self, id_: str, kind: str | None = None) -> Stored:
        """The thing of an id; 404 where there is none."""
        for one in self.all(kind):
            if one.id == id_:
                return one
        raise MissingError(f"there is no {kind or 'stored thing'} of this id", "id", id_)

    def stored(self, path: Path) -> Stored | None:
        """The stored thing at a path."""
        wanted = path.absolute()
        return next((one for one in self.all() if one.path == wanted), None)

    def id_of(self, path: Path) -> str:
        """The id of a place below the folder, whether something is there or not."""
        name = path.relative_to(self.folder).as_posix()
        return hashlib.sha256(name.encode()).hexdigest()[:10]

    def new(self, room: str, name: str) -> Path:
        """A place that is still free for something new, in a room of the folder."""
        plain = "".join(c if c.isalnum() or c in "-_.+" else "-" for c in name).strip("-.")[:80]
        base = self.folder / room / (plain or "unnamed")
        place, number = base, 1
        while place.exists() or place.with_name(f"{place.name}{_CHECKPOINT}").exists():
            number += 1
            place = base.with_name(f"{base.name}-{number}")
        return place

    def _walk(self) -> Iterator[Stored]:
        for looked, (here, folders, files) in enumerate(os.walk(self.folder), 1):
            place = Path(here)
            depth = len(place.relative_to(self.folder).parts)
            kind = None if depth == 0 else _kind(place, files)
            if kind is not None:
                yield self._entry(kind, place)
            if kind not in (None, TOURNAMENT) or depth >= _DEEPEST or looked >= _MOST:
                folders.clear()
            folders[:] = sorted(
                name for name in folders if not name.startswith(".") and name not in _SKIPPED
            )

    def _entry(self, kind: str, place: Path) -> Stored:
        name = place.relative_to(self.folder).as_posix()
        return Stored(self.id_of(place), kind, name, place)


def _kind(place: Path, files: list[str]) -> str | None:
    """What a folder holds, by its manifest."""
    if place.name.endswith(_CHECKPOINT):
        return RUN
    if "match.json" in files:
        return MATCH
    if "tournament.json" in files:
        return TOURNAMENT
    if HANDS in files:
        return SITTING
    if "manifest.json" not in files:
        return _kind_of_result(place) if "result.json" in files else None
    try:
        about = read_json(place / "manifest.json", "manifest")
    except InputError:
        return None
    if not isinstance(about, dict):
        return None
    if about.get("format") == "equipoise spot":
        return SPOT
    if about.get("format") == "equipoise bucketing":
        return BUCKETS
    return STRATEGY if "game" in about and "method" in about else None


def _kind_of_result(place: Path) -> str | None:
    """A published table or a tournament."""
    try:
        about = read_json(place / "result.json", "result")
    except InputError:
        return None
    if not isinstance(about, dict):
        return None
    if "cells" in about and "claims" in about:
        return RESULT
    return TOURNAMENT if "averages" in about or "tables" in about else None
