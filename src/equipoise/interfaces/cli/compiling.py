"""Notices while kernels are being compiled."""

from __future__ import annotations

import sys

from equipoise.base.compiling import COMPILING
from equipoise.interfaces.cli.output import warn
from equipoise.interfaces.cli.verbosity import Verbosity, verbosity


def say_compiling() -> None:
    """Announce the first compilation of this process on a terminal, and each with --verbose.

    In files and pipes nothing is written about it without --verbose.
    """

    def tell(name: str) -> None:
        if verbosity() == Verbosity.VERBOSE:
            warn(f"compiling {name}, once")
        elif COMPILING.kernels == 1 and sys.stderr.isatty():
            warn("compiling kernels for this machine, once (equipoise warmup compiles all)")

    COMPILING.tell = tell
