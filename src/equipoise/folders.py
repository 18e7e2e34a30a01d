"""Where equipoise keeps what it can make again: machine code of kernels, tables of strength."""

from __future__ import annotations

import os
import sys
from pathlib import Path

CACHE_VARIABLE = "EQUIPOISE_CACHE_DIR"


def user_folder(name: str) -> Path:
    """The folder ``name`` in the user's cache directory, or under ``EQUIPOISE_CACHE_DIR``."""
    chosen = os.environ.get(CACHE_VARIABLE)
    if chosen:
        return Path(chosen) / name
    if sys.platform == "win32":
        base = os.environ.get("LOCALAPPDATA") or os.path.expanduser("~/AppData/Local")
    elif sys.platform == "darwin":
        base = os.path.expanduser("~/Library/Caches")
    else:
        base = os.environ.get("XDG_CACHE_HOME") or os.path.expanduser("~/.cache")
    return Path(base) / "equipoise" / name
