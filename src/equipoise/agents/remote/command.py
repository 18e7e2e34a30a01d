"""A start command: ``startme.sh HOST PORT``, as used by competition servers."""

from __future__ import annotations

import shlex
import shutil
from pathlib import Path

from equipoise.agents.hosting.process import Confined
from equipoise.base.errors import InputError
from equipoise.base.reading import file_checksum


def command_words(text: str) -> tuple[str, ...]:
    """The words of a command; InputError if its program does not exist.

    >>> command_words("sh -c exit")[1:]
    ('-c', 'exit')
    """
    try:
        words = shlex.split(text)
    except ValueError as error:
        raise InputError(f"not a command ({error})", "agent", text) from None
    program = shutil.which(words[0]) if words else None
    if program is None:
        raise InputError(
            "there is no such program",
            "agent",
            f"acpc:{text}",
            expected="acpc:HOST:PORT, or acpc:COMMAND with the path of a program that can be run",
        )
    return (program, *words[1:])


def command_digest(words: tuple[str, ...]) -> str:
    """The version of a command: the checksum of its program."""
    return file_checksum(Path(words[0]))


def start_command(words: tuple[str, ...], host: str, port: int, megabytes: int | None) -> Confined:
    """Start a client; the address of the table is appended to its command."""
    return Confined(words[0].rpartition("/")[2], str(megabytes or 0), *words, host, str(port))
