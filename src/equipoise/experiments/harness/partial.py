"""Work in progress of long experiments: arrays by name, so that a killed run resumes."""

from __future__ import annotations

import hashlib
import shutil
from io import BytesIO
from pathlib import Path

import numpy as np

from equipoise.base.files import write_atomically
from equipoise.base.reading import open_regular
from equipoise.solvers.solver import Arrays

_ABOUT = "about"


class Partial:
    """A folder of arrays; without a folder nothing is kept.

    ``about`` says what the arrays were made from. Files that are damaged or about something else
    count as missing, so that work is done again rather than mixed up.
    """

    def __init__(self, folder: Path | None) -> None:
        self.folder = folder

    def get(self, name: str, about: str) -> Arrays | None:
        """The arrays of this name, if they are there and about this."""
        if self.folder is None:
            return None
        try:
            with (
                open_regular(self._path(name), "work in progress") as kept_file,
                np.load(kept_file, allow_pickle=False) as file,
            ):
                arrays = {key: file[key] for key in file.files}
        except Exception:  # a damaged archive raises what zipfile, zlib, ast and tokenize raise
            return None
        kept = arrays.pop(_ABOUT, None)
        return arrays if kept is not None and str(kept) == _label(about, arrays) else None

    def put(self, name: str, about: str, arrays: Arrays) -> None:
        """Keep arrays under a name."""
        if self.folder is None:
            return
        buffer = BytesIO()
        np.savez(buffer, allow_pickle=False, **{_ABOUT: np.array(_label(about, arrays)), **arrays})
        write_atomically(self._path(name), buffer.getvalue())

    def clear(self) -> None:
        """Remove everything, once the result is there."""
        if self.folder is not None:
            shutil.rmtree(self.folder, ignore_errors=True)

    def _path(self, name: str) -> Path:
        assert self.folder is not None
        return self.folder / f"{name}.npz"


def _label(about: str, arrays: Arrays) -> str:
    digest = hashlib.sha256()
    for key in sorted(arrays):
        digest.update(key.encode() + np.ascontiguousarray(arrays[key]).tobytes())
    return f"{about} {digest.hexdigest()}"
