"""Checkpoints of long runs: a folder of raw arrays, written while the solver goes on.

A checkpoint is the folder ``iteration-N`` inside the run's checkpoint folder: an ``.npy`` file for
every array of the solver and ``about.json`` with the run's identity, its trace, and the SHA-256 of
each file. It is written under another name, brought to disk and then renamed; only then are older
ones removed (one of the same iteration is first renamed to ``iteration-N.old``). So at every
moment, a power cut included, the last good one is there.

The writer takes a snapshot of the arrays, and a thread brings it to disk. Where the snapshot would
take more than half of the memory that is still free, the solver waits instead until its own arrays
are written. Either way writing is spaced out so that it stays a small share of the time.
"""

from __future__ import annotations

import hashlib
import json
import os
import shutil
import tempfile
import threading
from collections.abc import Callable
from dataclasses import asdict
from pathlib import Path
from time import perf_counter

import numpy as np
import numpy.typing as npt

from equipoise.errors import InputError
from equipoise.files import flush_folder, write_atomically
from equipoise.solvers.solver import Arrays, Solver, Watching
from equipoise.solvers.trace import Progress, TracePoint
from equipoise.workers import available_memory

FORMAT = 3
ABOUT = "about.json"
_PREFIX, _UNFINISHED, _OLD = "iteration-", ".unfinished-", ".old"
_SECONDS_BETWEEN = 30.0
_LARGEST_SHARE = 0.02  # of the time, for writing
_BLOCK = 1 << 24

Identity = dict[str, object]


class CheckpointWriter:
    """Writes a run's checkpoints in the background; one that cannot be written is a warning."""

    def __init__(
        self, folder: Path, identity: Identity, warn: Callable[[str], None], between: float = 0.0
    ) -> None:
        self.folder, self.identity, self.warn = folder, identity, warn
        self._between = between or _SECONDS_BETWEEN
        self._thread: threading.Thread | None = None
        self._last = perf_counter()
        self._cost = 0.0
        self._written = -1

    @property
    def is_due(self) -> bool:
        """Whether it is time for another one; never while one is being written."""
        if self._thread is not None and self._thread.is_alive():
            return False
        pause = max(self._between, self._cost / _LARGEST_SHARE)
        return perf_counter() - self._last >= pause

    def save(self, solver: Solver, progress: Progress, watch: Watching | None = None) -> None:
        """Begin to write the state of the solver and of what watches it; both may go on at once."""
        self.wait()
        if solver.iterations == self._written:
            return
        arrays = {**solver.save(), **({} if watch is None else watch.save())}
        about = {
            "format": FORMAT,
            "identity": self.identity,
            "iterations": solver.iterations,
            "seconds": progress.seconds,
            "trace": [asdict(point) for point in progress.trace],
        }
        free = available_memory()
        if free is None or 2 * sum(array.nbytes for array in arrays.values()) < free:
            arrays = {name: array.copy() for name, array in arrays.items()}
            self._thread = threading.Thread(target=self._write, args=(arrays, about))
            self._thread.start()
        else:
            self._write(arrays, about)

    def wait(self) -> None:
        """Until the one that is being written is on disk."""
        if self._thread is not None:
            self._thread.join()
            self._thread = None

    def _write(self, arrays: Arrays, about: dict[str, object]) -> None:
        started = perf_counter()
        try:
            write_checkpoint(self.folder, arrays, about)
            self._written = int(str(about["iterations"]))
        except OSError as error:
            kept = _finished(self.folder)
            what = f"that of {kept[0].name.replace('-', ' ')} is kept" if kept else "there is none"
            self.warn(
                f"warning: no checkpoint could be written in {str(self.folder)!r} "
                f"({error.strerror or error}); {what}, the run goes on"
            )
        self._cost = perf_counter() - started
        self._last = perf_counter()


def write_checkpoint(folder: Path, arrays: Arrays, about: dict[str, object]) -> None:
    """Write a checkpoint whole, then remove the ones before it."""
    folder.mkdir(parents=True, exist_ok=True)
    for rest in folder.glob(f"{_UNFINISHED}*"):  # of runs that were killed
        shutil.rmtree(rest, ignore_errors=True)
    fresh = Path(tempfile.mkdtemp(dir=folder, prefix=_UNFINISHED))
    try:
        checksums = {name: _write_array(fresh / f"{name}.npy", a) for name, a in arrays.items()}
        write_atomically(fresh / ABOUT, json.dumps({**about, "checksums": checksums}))
        flush_folder(fresh)
        place = folder / f"{_PREFIX}{about['iterations']}"
        if place.exists():
            shutil.rmtree(_aside(place), ignore_errors=True)
            os.replace(place, _aside(place))
        os.replace(fresh, place)
    except BaseException:
        shutil.rmtree(fresh, ignore_errors=True)
        raise
    flush_folder(folder)
    for old in _finished(folder):
        if old != place:
            shutil.rmtree(old, ignore_errors=True)


def _write_array(path: Path, array: npt.NDArray[np.generic]) -> str:
    with path.open("wb") as file:
        np.save(file, array, allow_pickle=False)
        file.flush()
        os.fsync(file.fileno())
    return _checksum(path)


def _checksum(path: Path) -> str:
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


def _aside(place: Path) -> Path:
    return place.with_name(place.name + _OLD)


def _finished(folder: Path) -> list[Path]:
    """The checkpoints in a folder, newest first."""
    found = []
    for path in folder.glob(f"{_PREFIX}*"):
        number = path.name[len(_PREFIX) :].removesuffix(_OLD)
        if number.isdigit():
            found.append((-int(number), path.name, path))
    return [path for *_, path in sorted(found)]


def newest_iterations(folder: Path) -> int | None:
    """The iterations of the newest checkpoint in a folder, if there is one."""
    found = _finished(folder)
    return int(found[0].name[len(_PREFIX) :].removesuffix(_OLD)) if found else None


def resume(
    folder: Path, solver: Solver, identity: Identity, watch: Watching | None = None
) -> Progress:
    """Put a solver where the newest good checkpoint left off; returns what was done so far."""
    found = _finished(folder)
    if not found:
        raise InputError(
            "there is none",
            what=f"checkpoint {str(folder)!r}",
            expected="solve without --resume to start afresh",
        )
    for place in found[:-1]:
        try:
            return _load(place, solver, identity, watch)
        except _DamagedError:
            continue  # the one before it may still be good
    return _load(found[-1], solver, identity, watch)


class _DamagedError(InputError):
    """A checkpoint that cannot be read."""


def _load(place: Path, solver: Solver, identity: Identity, watch: Watching | None) -> Progress:
    where = f"checkpoint {str(place)!r}"
    try:
        about = json.loads((place / ABOUT).read_text(encoding="utf-8"))
        if about["format"] != FORMAT:
            raise InputError(
                f"it has format {about['format']!r}",
                what=where,
                expected=f"this version reads {FORMAT}; solve without --resume to start afresh",
            )
        _check_identity(about["identity"], identity, where)
        for name, checksum in about["checksums"].items():
            if _checksum(place / f"{name}.npy") != checksum:
                raise _DamagedError(f"it is damaged ({name}.npy)", what=where)
        arrays = {
            name: np.load(place / f"{name}.npy", mmap_mode="r", allow_pickle=False)
            for name in about["checksums"]
        }
        solver.load(arrays)
        if watch is not None:
            watch.load(arrays)
        return Progress([TracePoint(**point) for point in about["trace"]], float(about["seconds"]))
    except InputError:
        raise
    except (KeyError, TypeError, ValueError, OSError) as error:
        raise _DamagedError(f"it is damaged ({error})", what=where) from None


def _check_identity(stored: Identity, identity: Identity, where: str) -> None:
    wanted = json.loads(json.dumps(identity))
    if stored != wanted:
        names = [name for name in {**stored, **wanted} if stored.get(name) != wanted.get(name)]
        raise InputError(f"it is of another run: {', '.join(names)} differ", what=where)
