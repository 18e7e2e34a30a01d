"""The artifact store: folders of files with a manifest and checksums.

Strategies, checkpoints, bucketings, strength tables, card models and matches are stored alike:

- The manifest is JSON: the kind of artifact and its version, its inputs, and the checksums of
  every file and of itself. It is written last, so an artifact with a manifest is finished.
- Files are written atomically (``base.files``); folders are replaced atomically
  (``base.replacing``).
- One writer at a time holds the lock (``base.locks``); readers need none. A writer first removes
  leftovers of killed ones.
- A long build keeps a journal of finished parts, from which the next one resumes.
- Everything is checked before it is used (``base.reading``, ``base.npy``): regular files only,
  the length
  before the checksum, the manifest's own checksum before its content.
- A manifest of an older version is upgraded when it is read, by the chain that its :class:`Kind`
  declares; an unknown version is refused.

Further manifest fields, and checks of the numbers, are up to each kind.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from contextlib import AbstractContextManager, suppress
from dataclasses import dataclass, field
from fnmatch import fnmatchcase
from pathlib import Path
from typing import Any, TypeVar

import numpy as np
import numpy.typing as npt

from equipoise.base.errors import InputError, shortened
from equipoise.base.files import flush_folder, write_atomically
from equipoise.base.locks import locked
from equipoise.base.npy import Shape, open_array, save_array
from equipoise.base.reading import (
    MissingFileError,
    file_checksum,
    folder_names,
    json_checksum,
    named,
    read_json,
    remove_file,
    sample_checksum,
)

#: manifest key of the checksum of everything else in it
CHECKSUM = "checksum"

Content = dict[str, Any]
T = TypeVar("T")


class OtherVersionError(InputError):
    """A manifest of an unsupported version."""


@dataclass(frozen=True)
class Kind:
    """The common properties of artifacts of one kind.

    ``noun`` begins errors (``bucketing 'x': ...``); ``phrase`` is its name within a sentence. With
    a ``title`` the manifest has it as ``format`` and the number as ``version``; without one the
    number is the ``format``.

    ``files`` are name patterns of its files, ``parts`` of files of unfinished ones, ``left`` of
    leftovers of earlier versions. ``absent`` is the message if there is none, ``other_version`` if
    the version is not supported.

    ``added`` declares the older versions supported: the fields that each later one added to the
    manifest, with their earlier meaning. ``may_be_unsigned``: a manifest without its own checksum
    is accepted.
    """

    noun: str
    version: int
    title: str = ""
    phrase: str = ""
    manifest: str = "manifest.json"
    journal: str = "building.json"
    files: tuple[str, ...] = ()
    parts: tuple[str, ...] = ()
    left: tuple[str, ...] = ()
    absent: str = ""
    unfinished: str = "it is not finished"
    other_version: str = ""
    added: Mapping[int, Mapping[str, object]] = field(default_factory=dict)
    may_be_unsigned: bool = False

    @property
    def header(self) -> Content:
        """The first fields of a manifest."""
        if self.title:
            return {"format": self.title, "version": self.version}
        return {"format": self.version}

    def owns(self, name: str) -> bool:
        """True if a file can belong to such an artifact, finished or not."""
        return name == self.manifest or _matches(name, self.files) or self.is_unfinished(name)

    def is_unfinished(self, name: str) -> bool:
        """True if only an unfinished build has a file of this name."""
        return name == self.journal or _matches(name, self.parts) or self.is_left(name)

    def is_left(self, name: str) -> bool:
        """True if a file is a leftover of a killed writer, of any version."""
        own = (self.manifest, self.journal, *self.files, *self.parts)
        begun = [f".{one.removesuffix('.npy')}.*" for one in own]
        return _matches(name, self.left) or _matches(name, begun)

    def up_to_date(self, content: Content, what: str, make_again: str = "") -> Content:
        """A manifest upgraded to the current version; raises if its version is not supported."""
        key = "version" if self.title else "format"
        found = content.get(key)
        oldest = min(self.added, default=self.version + 1) - 1
        if type(found) is not int or not oldest <= found <= self.version:
            more = f" of the format, this is {self.version}" if self.title else ""
            raise OtherVersionError(
                f"it has {key} {shortened(repr(found))}{more}",
                what,
                expected=self.other_version or make_again,
            )
        for version in range(found + 1, self.version + 1):
            for name, value in self.added[version].items():
                if name in content:
                    raise InputError(f"{name!r} is unknown in its manifest", what)
                content = {**content, name: value}
        return {**content, key: self.version}


def _matches(name: str, patterns: tuple[str, ...] | list[str]) -> bool:
    return any(fnmatchcase(name, pattern) for pattern in patterns)


@dataclass(frozen=True)
class Artifact:
    """The folder of an artifact, present or not.

    ``make`` and ``make_again`` are the hints in errors if it is missing, and if it is damaged.
    """

    kind: Kind
    folder: Path
    make: str = ""
    make_again: str = ""

    @property
    def what(self) -> str:
        """The name in error messages."""
        return named(self.kind.noun, self.folder)

    def damaged(self, problem: str) -> InputError:
        """The error for a damaged artifact."""
        return InputError(problem, self.what, expected=self.make_again)

    def names(self) -> set[str]:
        """The file names in the folder; raises if it is not a folder."""
        return folder_names(self.folder, self.what) or set()

    @property
    def is_finished(self) -> bool:
        """True if there is a manifest."""
        return self.kind.manifest in self.names()

    def check_place(self) -> None:
        """Raise InputError if the folder holds something else."""
        if not all(map(self.kind.owns, self.names())):
            raise InputError(
                f"the folder holds something that is not {self.kind.phrase}",
                self.what,
                expected="choose a new or empty folder",
            )

    def lock(self, waiting: Callable[[str], None] | None = None) -> AbstractContextManager[None]:
        """Lock the folder for writing; ``waiting`` is called with the holder meanwhile."""
        return locked(self.folder, self.what, waiting=waiting)

    def remove(self, *names: str) -> None:
        """Remove files, if present."""
        for name in names:
            remove_file(self.folder / name, self.what)

    def remove_left(self) -> None:
        """Remove leftovers of killed writers; the caller holds the lock."""
        self.remove(*filter(self.kind.is_left, self.names()))

    def finish(self) -> None:
        """Remove files of the unfinished build; the caller holds the lock."""
        self.remove(*filter(self.kind.is_unfinished, self.names()))

    def found_or_made(
        self,
        find: Callable[[], T | None],
        make: Callable[[], T],
        waiting: Callable[[str], None] | None = None,
    ) -> T:
        """Return what ``find`` loads, or, if that is None, what ``make`` builds under the lock.

        A process that had to wait for the lock loads what the other one has built.
        """
        found = find()
        if found is not None:
            if any(map(self.kind.is_unfinished, self.names())):  # it was killed at the very end
                with suppress(InputError, OSError), self.lock():
                    self.finish()
            return found
        self.check_place()
        with self.lock(waiting):
            found = find()
            if found is None:
                self.check_place()
                self.remove_left()
                found = make()
            return found

    def write(self, content: Content, name: str = "") -> None:
        """Write the manifest, or a similar listing such as the journal, with its own checksum."""
        path = self.folder / (name or self.kind.manifest)
        write_atomically(path, json.dumps(signed({**self.kind.header, **content}), indent=1) + "\n")
        flush_folder(self.folder)

    def read(self, name: str = "") -> Content:
        """The content of the manifest or another listing, checked and upgraded."""
        name = name or self.kind.manifest
        try:
            content = read_json(self.folder / name, self.what, expected=self.make_again)
        except MissingFileError:
            raise self.missing(name) from None
        if not isinstance(content, dict) or self.kind.title not in ("", content.get("format")):
            raise InputError(f"{name} does not belong to {self.kind.phrase}", self.what)
        values = self.kind.up_to_date(content, self.what, self.make_again)
        if not is_signed(content, self.kind.may_be_unsigned):
            raise self.damaged(f"{name} is damaged: its checksum is wrong")
        return values

    def missing(self, name: str) -> InputError:
        """The error for a missing manifest or listing."""
        some = any(map(self.kind.owns, self.names()))
        absent = self.kind.absent or f"there is no {name}"
        return MissingFileError(
            self.kind.unfinished if some else absent, self.what, expected=self.make
        )

    def save(self, name: str, array: npt.NDArray[Any]) -> str:
        """Write an array as a file and return the checksum."""
        return save_array(self.folder / name, array)

    def array(
        self,
        name: str,
        checksum: object,
        dtype: npt.DTypeLike | None = None,
        shape: Shape | None = None,
        sample: bool = False,
        most: int | None = None,
    ) -> np.memmap[Any, Any]:
        """An array, memory-mapped, of this type, shape and checksum.

        With ``sample`` the checksum is that of a sample of the file (:func:`sample_checksum`).
        ``most`` limits rows and columns that the shape leaves open.
        """
        path = self.folder / name
        # length first: a sparse file of terabytes would be read for hours
        array = open_array(path, self.what, dtype, shape, self.make_again)
        if most is not None and max(array.shape) > most:
            raise self.damaged(f"{name} is damaged: {list(array.shape)} numbers")
        summed = sample_checksum if sample else file_checksum
        if summed(path, self.what, self.make_again) != checksum:
            raise self.damaged(f"{name} is damaged: its checksum is wrong")
        return array


def signed(content: Content) -> Content:
    """A listing with its own checksum."""
    return {**content, CHECKSUM: json_checksum(content, CHECKSUM)}


def is_signed(content: Content, may_be_unsigned: bool = False) -> bool:
    """True if a listing's checksum matches, or is missing and may be."""
    if may_be_unsigned and CHECKSUM not in content:
        return True
    return content.get(CHECKSUM) == json_checksum(content, CHECKSUM)


def differing(kept: Content, wanted: Content) -> list[str]:
    """The keys in which an artifact's inputs differ from the wanted ones.

    >>> differing({"seed": 1, "bets": ["fc"]}, {"seed": 2, "bets": ("fc",)})
    ['seed']
    """
    ours = json.loads(json.dumps(wanted))
    return [name for name in {**kept, **ours} if kept.get(name) != ours.get(name)]
