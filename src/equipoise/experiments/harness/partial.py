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
    """A folder of arrays; without a folder nothing is stored.

    ``about`` identifies the inputs of the arrays. Files that are damaged or have another ``about``
    count as missing.
    """

    def __init__(self, folder: Path | None) -> None:
        self.folder = folder

    def get(self, name: str, about: str) -> Arrays | None:
        """The arrays of this name, if present with this ``about``."""
        if self.folder is None:
            return None
        try:
            with (
                open_regular(self._path(name), "work in progress") as kept_file,
                np.load(kept_file, allow_pickle=False) as file,
            ):
                arrays = {key: file[key] for key in file.files}
        # a damaged archive may raise anything from zipfile, zlib, ast or tokenize
        except Exception:
            return None
        kept = arrays.pop(_ABOUT, None)
        return arrays if kept is not None and str(kept) == _label(about, arrays) else None

    def put(self, name: str, about: str, arrays: Arrays) -> None:
        """Store arrays under a name."""
        if self.folder is None:
            return
        buffer = BytesIO()
        np.savez(buffer, allow_pickle=False, **{_ABOUT: np.array(_label(about, arrays)), **arrays})
        write_atomically(self._path(name), buffer.getvalue())

    def clear(self) -> None:
        """Remove everything, once the result is stored."""
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
