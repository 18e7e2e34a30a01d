"""The folder of a strategy: its files, and whether one can be written."""

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
    other_version="this version reads 1 to 5; it was written by another version of equipoise",
    added={
        2: {"numbers": "float64", "error": 0.0, "transformations": []},
        3: {"interval": None},
        4: {"bucketing": None, "rivers": None},
        5: {"commit": None, "command": None},
    },
)
MANIFEST = KIND.manifest


def place_of(folder: Path) -> Artifact:
    """The folder of a strategy as an artifact."""
    return Artifact(KIND, folder, make="the folder that solve wrote")


def where(folder: Path) -> str:
    """The name of a strategy in errors."""
    return named(KIND.noun, folder)


def check_target(folder: Path) -> None:
    """Raise InputError for a folder to which a strategy cannot be written."""
    replacing.check_target(place_of(folder))


def clean(folder: Path) -> None:
    """Remove leftovers of killed writers next to a strategy; the caller holds the lock."""
    replacing.clean(place_of(folder))


def is_there(path: Path) -> bool:
    """True if the path exists; first moves a strategy back if its writer was killed.

    Invalid file names do not exist.
    """
    replacing.recover(place_of(path))
    try:
        return path.exists()
    except (OSError, ValueError):
        return False
