"""The decorator for compiled functions, and the fingerprint that keys their cached machine code.

Numba's own cache has three traps: it does not notice changes in a function called from another
module or in a table frozen into the code; it raises if nothing can be written or a file is damaged;
and it runs what it finds, damaged or planted. Here a module's machine code is cached in a directory
named after a hash of its source, of all kernel modules it imports and of the tables, so that any
change starts a fresh one; the rest is in ``machine_code``. See ``docs/decisions/kernel-cache.md``.
"""

from __future__ import annotations

import ast
import hashlib
import platform
import sys
from collections.abc import Callable
from functools import cache, lru_cache
from pathlib import Path
from typing import Any, TypeVar

import llvmlite
import numba
import numba.core.config
import numpy as np
from numba.core.event import Listener, register

from equipoise.base.compiling import COMPILING
from equipoise.base.errors import InputError
from equipoise.kernels.machine_code import KeptCode, cache_directory

Function = TypeVar("Function", bound=Callable[..., object])
_njit: Any = numba.njit  # its types leave out the options about wrappers
_PACKAGE = Path(__file__).parent
_PREFIX = "equipoise.kernels."
#: Numba settings that change the machine code but not the name of the target processor
_SETTINGS = ("OPT", "BOUNDSCHECK", "LOOP_VECTORIZE", "SLP_VECTORIZE", "DEBUGINFO_DEFAULT")

if numba.core.config.DISABLE_JIT:
    raise InputError(
        "kernels cannot run as plain Python: intrinsics and overloads have no Python body, and "
        "Python integers do not wrap around at 64 bits",
        what="NUMBA_DISABLE_JIT",
        text=str(numba.core.config.DISABLE_JIT),
        expected="unset it",
    )


@lru_cache(maxsize=1)
def _common() -> bytes:
    """A hash of what all compiled code depends on: versions, settings, tables."""
    versions = (numba.__version__, llvmlite.__version__, np.__version__, sys.version)
    settings = [str(getattr(numba.core.config, name, None)) for name in _SETTINGS]
    digest = hashlib.sha256(repr((versions, platform.machine(), settings)).encode())
    for path in sorted(_PACKAGE.rglob("*.npz")):
        digest.update(_named(path))
    return digest.digest()


@cache
def _named(path: Path) -> bytes:
    content = path.read_bytes()
    return f"\n{path.relative_to(_PACKAGE).as_posix()} {len(content)}\n".encode() + content


@cache
def _imported(path: Path) -> frozenset[Path]:
    """The kernel modules that a file imports anywhere in it."""
    names: set[str] = set()
    for node in ast.walk(ast.parse(path.read_bytes())):
        if isinstance(node, ast.ImportFrom) and node.module is not None:
            names.add(node.module)
            names.update(f"{node.module}.{alias.name}" for alias in node.names)
        elif isinstance(node, ast.Import):
            names.update(alias.name for alias in node.names)
    ours = [name.removeprefix(_PREFIX) for name in names if name.startswith(_PREFIX)]
    stems = [_PACKAGE.joinpath(*name.split(".")) for name in ours]
    files = [file for stem in stems for file in (stem.with_suffix(".py"), stem / "__init__.py")]
    return frozenset(file for file in files if file.is_file())


def source_fingerprint(module: Path) -> str:
    """A hash of a module's source and of everything it imports."""
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


@cache
def _module_directory(module: Path) -> Path | None:
    directory = cache_directory()
    if directory is None:
        return None
    name = "-".join(module.relative_to(_PACKAGE).with_suffix("").parts)
    return directory / f"{name}-{source_fingerprint(module)}"


def kernel(function: Function) -> Function:
    """Compile ``function`` on its first call, without the GIL, with NumPy's error model.

    No signature is given, so that importing a kernel module neither compiles nor reads the cache.
    """
    compiled: Any = _njit(function, nogil=True, error_model="numpy", no_cfunc_wrapper=True)
    module = Path(function.__code__.co_filename)
    if function.__closure__ is None:  # a closure depends on more than its source
        compiled._cache = KeptCode(function, lambda: _module_directory(module))
    kept: Function = compiled
    return kept


def is_ready(function: Callable[..., object]) -> bool:
    """True if calling a kernel compiles nothing: already called, or cached."""
    compiled: Any = function
    return bool(compiled.signatures) or getattr(compiled._cache, "has_any", False)


class _Listener(Listener):
    """Report to ``base.compiling`` what Numba compiles."""

    def on_start(self, event: Any) -> None:
        """Compilation of a function starts."""
        COMPILING.begin(event.data["dispatcher"].py_func.__name__)

    def on_end(self, event: Any) -> None:
        """Compilation ended or failed."""
        COMPILING.end()


register("numba:compile", _Listener())


def inlined(function: Function) -> Function:
    """Decorator for small helpers: LLVM inlines them, and the callers' cache contains them.

    Python cannot call them: the wrapper that unpacks Python's arguments would take a fifth of the
    compilation time, more with records of many arrays.
    """
    compiled: Function = _njit(
        function,
        nogil=True,
        error_model="numpy",
        inline="never",
        no_cpython_wrapper=True,
        no_cfunc_wrapper=True,
    )
    return compiled
