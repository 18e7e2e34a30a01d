"""The folder of a strategy: its files, and where one may be written."""

from __future__ import annotations

from pathlib import Path

from equipoise.base import replacing
from equipoise.base.artifacts import Artifact, Kind
from equipoise.base.reading import named

ARRAY = "strategy.npy"
KIND = Kind(
    "strategy",
    version=5,
    phrase="a strategy",
    files=(ARRAY,),
    unfinished="there is no manifest.json",
    other_version="1 to 5 are read; another version of equipoise wrote it",
    added={
        2: {"numbers": "float64", "error": 0.0, "transformations": []},
        3: {"interval": None},
        4: {"bucketing": None, "rivers": None},
        5: {"commit": None, "command": None},
    },
)
MANIFEST = KIND.manifest


def place_of(folder: Path) -> Artifact:
    """The place of a strategy."""
    return Artifact(KIND, folder, make="the folder that solve wrote")


def where(folder: Path) -> str:
    """How errors name a strategy."""
    return named(KIND.noun, folder)


def check_target(folder: Path) -> None:
    """Raise InputError for a folder that a strategy could not be written to."""
    replacing.check_target(place_of(folder))


def clean(folder: Path) -> None:
    """Remove what killed writers left beside a strategy; the caller has the lock."""
    replacing.clean(place_of(folder))


def is_there(path: Path) -> bool:
    """True if something has this name, a strategy moved back first if its writer was killed.

    Names that no file can have are not there.
    """
    replacing.recover(place_of(path))
    try:
        return path.exists()
    except (OSError, ValueError):
        return False
