"""Columns as a data frame of pandas or polars, whichever is installed."""

from __future__ import annotations

from collections.abc import Mapping
from importlib import import_module
from typing import Any

import numpy.typing as npt

from equipoise.base.errors import InputError, argument

LIBRARIES = ("pandas", "polars")


def data_frame(columns: Mapping[str, npt.NDArray[Any]], library: str | None = None) -> Any:
    """A data frame with these columns; ``library`` is pandas or polars (default: as installed).

    Neither is needed for anything else.
    """
    if library is not None and library not in LIBRARIES:
        raise InputError(
            f"unknown library {library!r}", argument("library"), expected=" or ".join(LIBRARIES)
        )
    for name in (library,) if library else LIBRARIES:
        try:
            return import_module(name).DataFrame(dict(columns))
        except ImportError:
            continue
    raise InputError(
        f"{library or 'neither pandas nor polars'} is {'not ' if library else ''}installed",
        expected="use columns(), which returns plain arrays",
    )
