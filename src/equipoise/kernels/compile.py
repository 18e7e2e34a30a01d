"""The one decorator for compiled functions, and where their machine code is kept.

Numba's own cache has two traps: it does not notice when a function called from another module,
or a table that was frozen into the code, has changed; and it raises where nothing can be written
or a file is damaged. Here a module's cache lies in a directory of the user, named after a hash of
its source, of all kernel modules that it imports and of the tables, so a change in any of them
starts a fresh one; and where nothing can be written or read, kernels are compiled afresh instead.
See ``docs/decisions/kernel-cache.md``.
"""

from __future__ import annotations

import ast
import hashlib
import platform
import sys
import tempfile
from collections.abc import Callable
from contextlib import suppress
from functools import cache, lru_cache
from pathlib import Path
from typing import Any, TypeVar

import numba
import numba.core.config
from numba.core.caching import FunctionCache

from equipoise.folders import user_folder

Function = TypeVar("Function", bound=Callable[..., object])
_PACKAGE = Path(__file__).parent
_PREFIX = "equipoise.kernels."


@lru_cache(maxsize=1)
def _common() -> bytes:
    """A hash of what all compiled code depends on: Numba, Python, the machine, the tables."""
    digest = hashlib.sha256(f"{numba.__version__} {sys.version} {platform.machine()}".encode())
    for path in sorted(_PACKAGE.rglob("*.npz")):
        digest.update(_named(path))
    return digest.digest()


@cache
def _named(path: Path) -> bytes:
    content = path.read_bytes()
    return f"\n{path.relative_to(_PACKAGE).as_posix()} {len(content)}\n".encode() + content


@cache
def _imported(path: Path) -> frozenset[Path]:
    """The kernel modules that a file imports, wherever in it."""
    names: set[str] = set()
    for node in ast.walk(ast.parse(path.read_bytes())):
        if isinstance(node, ast.ImportFrom) and node.module is not None:
            names.add(node.module)
            names.update(f"{node.module}.{alias.name}" for alias in node.names)
        elif isinstance(node, ast.Import):
            names.update(alias.name for alias in node.names)
    files = (_PACKAGE / f"{name.removeprefix(_PREFIX)}.py" for name in names)
    return frozenset(file for file in files if file.exists())


def source_fingerprint(module: Path) -> str:
    """A hash of all that decides what a module's compiled code is: with it, all it imports."""
    reached = {module}
    waiting = [module]
    while waiting:
        new = _imported(waiting.pop()) - reached
        reached |= new
        waiting += new
    digest = hashlib.sha256(_common())
    for path in sorted(reached):
        digest.update(_named(path))
    return digest.hexdigest()[:16]


@lru_cache(maxsize=1)
def cache_directory() -> Path | None:
    """Where machine code is kept, or None where nothing can be written."""
    directory = user_folder("kernels")
    try:
        directory.mkdir(parents=True, exist_ok=True)
        tempfile.TemporaryFile(dir=directory).close()
    except OSError:
        return None
    return directory


@cache
def _module_directory(module: Path) -> Path | None:
    directory = cache_directory()
    if directory is None:
        return None
    return directory / f"{module.stem}-{source_fingerprint(module)}"


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
    directory = _module_directory(Path(function.__code__.co_filename))
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
