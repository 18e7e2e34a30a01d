"""Many files of hands: folders are searched, damaged files in them reported and skipped.

A file named by the caller must be readable; an unreadable file in a folder is reported and the rest
is read.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

from equipoise.base.errors import InputError
from equipoise.base.progress import Report, silent
from equipoise.formats.hands import Entry, HandFile, read_hands
from equipoise.formats.text import STDIN
from equipoise.games.rules import GameRules

_SUFFIXES = (".phh", ".phhs", ".log", ".acpc", ".txt")
_REPORT_EVERY = 50


@dataclass(frozen=True)
class Source:
    """A file to read; ``found`` in a folder, or named by the caller."""

    path: Path
    found: bool


@dataclass(frozen=True)
class Damaged:
    """A file of a folder that holds no hands that can be read, and why."""

    file: str
    reason: str


def find_sources(paths: Iterable[str | Path]) -> list[Source]:
    """The files that are meant, those of a folder (and of the folders in it) by name.

    Files whose names do not look like hands are left out of folders.
    """
    sources: list[Source] = []
    for given in paths:
        if not str(given):  # to Path that is the current folder
            raise InputError("an empty file name", expected="the path of a file or a folder")
        path = Path(given)
        if str(given) == STDIN or not path.is_dir():
            sources.append(Source(path, found=False))
            continue
        inside = sorted(
            file for file in path.rglob("*") if file.suffix.lower() in _SUFFIXES and file.is_file()
        )
        if not inside:
            raise InputError(
                "holds no files of hands", str(given), expected=f"files end {', '.join(_SUFFIXES)}"
            )
        sources += [Source(file, found=True) for file in inside]
    return sources


def open_sources(
    sources: list[Source], rules: GameRules | None = None, report: Report = silent
) -> Iterator[HandFile | Damaged]:
    """The files one by one, with progress: by files where there are several, else by hands."""
    for number, source in enumerate(sources):
        if len(sources) > 1:
            report(number, len(sources), source.path.name)
        try:
            file = read_hands(source.path, rules)
        except InputError as error:
            if not source.found:
                raise
            reason = str(error).removeprefix(str(source.path)).lstrip(":, ")
            yield Damaged(str(source.path), reason)
            continue
        yield file if len(sources) > 1 else HandFile(file.name, file.total, _told(file, report))


def _told(file: HandFile, report: Report) -> Iterator[Entry]:
    for number, entry in enumerate(file):
        if number % _REPORT_EVERY == 0:
            report(number, file.total, file.name)
        yield entry
