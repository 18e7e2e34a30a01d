"""The log of agents: ``self.log(...)``, shown with ``match --debug``.

An environment variable enables it, so that worker processes and the processes of agents from
files inherit it. Lines go to stderr; those of an agent from a file are prefixed with the file's
name.
"""

from __future__ import annotations

import os
import sys

from equipoise.base.errors import printable

VARIABLE = "EQUIPOISE_AGENT_LOG"


def is_read() -> bool:
    """True if agents' logs are shown."""
    return VARIABLE in os.environ


def read_from_now_on() -> None:
    """Show agents' logs, in this process and its children."""
    os.environ[VARIABLE] = "1"


def write(words: tuple[object, ...]) -> None:
    """A line of an agent's log."""
    print(printable(" ".join(map(str, words))), file=sys.stderr, flush=True)
