"""Ctrl-C in a long command: what is saved, and how to resume."""

from __future__ import annotations

import shlex
import sys
from typing import NoReturn

import typer

from equipoise.base.errors import one_line

_FAILED = 1
_words: list[str] = []


def remember_command(words: list[str]) -> None:
    """Store the command line, to be shown again."""
    _words[:] = words


def command_again(*more: str) -> str:
    """The command line as typed, with missing options added.

    >>> remember_command(["solve", "leduc", "--out", "my run"])
    >>> command_again("--resume")
    "equipoise solve leduc --out 'my run' --resume"
    """
    return shlex.join(["equipoise", *_words, *(word for word in more if word not in _words)])


def leave_stopped(kept: str, go_on: str = "") -> NoReturn:
    """Print in one line what is saved and how to resume, and end the command."""
    then = f"; resume: {go_on}" if go_on else ""
    print(one_line(f"stopped: {kept}{then}"), file=sys.stderr)
    raise typer.Exit(_FAILED)
