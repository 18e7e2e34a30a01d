"""Files that appear whole or not at all."""

from __future__ import annotations

import errno
import os
import tempfile
from pathlib import Path


def write_atomically(path: Path, content: bytes | str) -> None:
    """Write a file beside its place and move it there; a crash leaves the old one or none.

    Whatever else is there (a device, a pipe, a folder) would be replaced too, and is refused.
    """
    if path.exists() and not path.is_file():
        raise FileExistsError(
            errno.EEXIST, "there is something that is no ordinary file", str(path)
        )
    data = content.encode() if isinstance(content, str) else content
    path.parent.mkdir(parents=True, exist_ok=True)
    handle, name = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}.")
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        os.chmod(name, 0o644)
        os.replace(name, path)
    except BaseException:
        Path(name).unlink(missing_ok=True)
        raise


def flush_folder(folder: Path) -> None:
    """Bring a folder's entries to disk, where a system knows how to (POSIX)."""
    if os.name != "posix":
        return
    handle = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)
