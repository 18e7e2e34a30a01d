"""The one decorator for compiled functions, and where their machine code is kept.

Numba's own cache has two traps: it does not notice when a function called from another module,
or a table that was frozen into the code, has changed; and it raises where nothing can be written
or a file is damaged. Here the cache lies in a directory of the user, named after a hash of every
source file and table of this package, so a change anywhere starts a fresh one; and where nothing
can be written or read, kernels are compiled afresh instead.
See ``docs/decisions/kernel-cache.md``.
"""

from __future__ import annotations

import hashlib
import platform
import sys
import tempfile
from collections.abc import Callable
from contextlib import suppress
from functools import lru_cache
from pathlib import Path
from typing import Any, TypeVar

import numba
import numba.core.config
from numba.core.caching import FunctionCache

from equipoise.folders import user_folder

Function = TypeVar("Function", bound=Callable[..., object])


def source_fingerprint() -> str:
    """A hash of all that decides what the compiled code is: sources, tables, Numba, Python."""
    digest = hashlib.sha256()
    digest.update(f"{numba.__version__} {sys.version} {platform.machine()}".encode())
    package = Path(__file__).parent
    for path in sorted([*package.rglob("*.py"), *package.rglob("*.npz")]):
        content = path.read_bytes()
        digest.update(f"\n{path.relative_to(package).as_posix()} {len(content)}\n".encode())
        digest.update(content)
    return digest.hexdigest()[:16]


@lru_cache(maxsize=1)
def cache_directory() -> Path | None:
    """Where this version's machine code is kept, or None where nothing can be written."""
    directory = user_folder("kernels") / source_fingerprint()
    try:
        directory.mkdir(parents=True, exist_ok=True)
        tempfile.TemporaryFile(dir=directory).close()
    except OSError:
        return None
    return directory


class _ForgivingCache(FunctionCache):
    """Numba's cache of one function, which costs time where its files fail, never the result."""

    def load_overload(self, sig: Any, target_context: Any) -> Any:
        """The kept machine code; None, and a fresh index, where it cannot be read."""
        try:
            return super().load_overload(sig, target_context)
        except Exception:  # a cut or damaged file can raise nearly anything
            with suppress(OSError):
                self.flush()
            return None

    def save_overload(self, sig: Any, data: Any) -> None:
        """Keep machine code, unless the disk is full or its files cannot be written."""
        try:
            super().save_overload(sig, data)
        except Exception:
            self.disable()


def kernel(function: Function) -> Function:
    """Compile ``function`` on its first call, without the GIL, with NumPy's error model.

    No signature is given, so importing a module of kernels compiles nothing.
    """
    directory = cache_directory()
    before = numba.core.config.CACHE_DIR
    # Numba reads this setting while it decorates; other users of Numba keep their own.
    numba.core.config.CACHE_DIR = str(directory or "")
    try:
        compiled: Any = numba.njit(function, nogil=True, error_model="numpy")
        if directory is not None:
            compiled._cache = _ForgivingCache(function)
    finally:
        numba.core.config.CACHE_DIR = before
    kept: Function = compiled
    return kept


def inlined(function: Function) -> Function:
    """A small helper that kernels call; LLVM inlines it, and it is kept in their cache entries."""
    compiled: Function = numba.njit(function, nogil=True, error_model="numpy", inline="never")
    return compiled
