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

import json
import os
import re
import shutil
import tempfile
import threading
from collections.abc import Callable
from dataclasses import asdict
from pathlib import Path
from time import perf_counter
from typing import Any

import numpy as np
import numpy.typing as npt

from equipoise.errors import InputError, shortened
from equipoise.files import flush_folder, write_atomically
from equipoise.npy import open_array, write_array
from equipoise.reading import file_checksum, folder_names, named, read_json
from equipoise.solvers.solver import Arrays, Solver, Watching
from equipoise.solvers.trace import Progress, TracePoint
from equipoise.workers import available_memory

FORMAT = 3
ABOUT = "about.json"
_PREFIX, _UNFINISHED, _OLD = "iteration-", ".unfinished-", ".old"
_SECONDS_BETWEEN = 30.0
_LARGEST_SHARE = 0.02  # of the time, for writing
_BLOCK = 1 << 20
_NAME = re.compile(rf"{_PREFIX}([0-9]{{1,18}})(?:{re.escape(_OLD)})?")

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
            kept = _kept(self.folder)
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
    remove_unfinished(folder)
    fresh = Path(tempfile.mkdtemp(dir=folder, prefix=_UNFINISHED))
    try:
        checksums = {name: write_array(fresh / f"{name}.npy", a) for name, a in arrays.items()}
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


def _aside(place: Path) -> Path:
    return place.with_name(place.name + _OLD)


def _finished(folder: Path) -> list[Path]:
    """The checkpoints in a folder, newest first."""
    found = []
    for name in folder_names(folder, _where(folder)) or ():
        number = _NAME.fullmatch(name)
        if number is not None:
            found.append((-int(number[1]), name))
    return [folder / name for _, name in sorted(found)]


def _kept(folder: Path) -> list[Path]:
    """The checkpoints in a folder, none where it is no folder."""
    try:
        return _finished(folder)
    except InputError:
        return []


def _where(place: Path) -> str:
    return named("checkpoint", place)


def newest_iterations(folder: Path) -> int | None:
    """The iterations of the newest checkpoint in a folder, if there is one."""
    found = _finished(folder)
    return int(found[0].name[len(_PREFIX) :].removesuffix(_OLD)) if found else None


def remove_unfinished(folder: Path) -> None:
    """Remove what a killed run had begun to write; nobody else may be running there."""
    for rest in folder.glob(f"{_UNFINISHED}*") if folder.is_dir() else ():
        shutil.rmtree(rest, ignore_errors=True)


def resume(
    folder: Path, solver: Solver, identity: Identity, watch: Watching | None = None
) -> Progress:
    """Put a solver where the newest good checkpoint left off; returns what was done so far."""
    found = _finished(folder)
    if not found:
        raise InputError(
            "there is none",
            what=_where(folder),
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


class _OtherRunError(InputError):
    """A checkpoint that is whole, of another run or version."""


def _load(place: Path, solver: Solver, identity: Identity, watch: Watching | None) -> Progress:
    where = _where(place)
    try:
        about = _read_about(place, where)
        _check_identity(about["identity"], identity, where)
        arrays = _open_arrays(place, about["checksums"], solver, where)
        progress = Progress([_point(point) for point in about["trace"]], _number(about["seconds"]))
        if type(about["iterations"]) is not int or arrays["iterations"] != about["iterations"]:
            raise ValueError("'iterations'")
        solver.load(arrays)
        if watch is not None:
            watch.load(arrays)
        return progress
    except _OtherRunError:
        raise
    except (KeyError, TypeError, ValueError, OverflowError, OSError) as error:
        problem = error.problem if isinstance(error, InputError) else shortened(str(error))
        raise _DamagedError(f"it is damaged ({problem})", what=where) from None


def _read_about(place: Path, where: str) -> dict[str, Any]:
    about = read_json(place / ABOUT, where)
    if not isinstance(about, dict):
        raise ValueError(f"{ABOUT} is not a JSON object")
    if about["format"] != FORMAT:
        raise _OtherRunError(
            f"it has format {shortened(repr(about['format']))}",
            what=where,
            expected=f"this version reads {FORMAT}; solve without --resume to start afresh",
        )
    for name, kind in (("identity", dict), ("checksums", dict), ("trace", list)):
        if not isinstance(about[name], kind):
            raise ValueError(f"{name!r} in {ABOUT}")
    return about


def _open_arrays(place: Path, checksums: dict[str, object], solver: Solver, where: str) -> Arrays:
    """The arrays, if they are the solver's own by type and shape, whole, and of finite numbers.

    Only files that the solver knows are opened, and their length is compared first: a hole of
    terabytes would be summed up for hours.
    """
    needed = solver.save()
    if "watched_sums" in checksums:  # an average like the solver's
        needed |= {"watched_sums": solver.weights(), "watched_iterations": needed["iterations"]}
    if set(needed) != set(checksums):
        names = ", ".join(sorted(set(needed) ^ set(checksums)))
        raise ValueError(f"arrays {shortened(names)}")
    arrays: Arrays = {}
    for name, own in needed.items():
        path = place / f"{name}.npy"
        # counts of a step may come from kernels, in another type of whole number
        array = open_array(path, where, None if own.ndim == 0 else own.dtype, own.shape)
        if own.ndim == 0 and (array.dtype.kind in "iu") != (own.dtype.kind in "iu"):
            raise ValueError(f"{path.name} holds {array.dtype}, not {own.dtype}")
        if file_checksum(path, where) != checksums[name]:
            raise ValueError(path.name)
        if array.dtype.kind == "f" and not _is_finite(array):
            raise ValueError(f"{path.name} holds numbers that are not finite")
        arrays[name] = array
    return arrays


def _is_finite(array: npt.NDArray[np.generic]) -> bool:
    flat = array.reshape(-1)
    spans = range(0, len(flat), _BLOCK)
    return all(bool(np.isfinite(flat[start : start + _BLOCK]).all()) for start in spans)


def _number(value: object) -> float:
    if isinstance(value, bool) or not isinstance(value, int | float):
        raise TypeError(f"{shortened(repr(value))} is not a number")
    return float(value)


def _point(values: object) -> TracePoint:
    """A point of the trace; what it measures are numbers, by name."""
    if not isinstance(values, dict):
        raise TypeError("a point of the trace")
    point = TracePoint(**values)
    numbers = [point.iterations, point.seconds, point.value, point.exploitability]
    for more in (point.bounds, point.measures):
        if not isinstance(more, dict):
            raise TypeError("a point of the trace")
        numbers += more.values()
    for number in numbers:
        _number(number)
    return point


def _check_identity(stored: Identity, identity: Identity, where: str) -> None:
    wanted = json.loads(json.dumps(identity))
    if stored != wanted:
        names = [name for name in {**stored, **wanted} if stored.get(name) != wanted.get(name)]
        listed = shortened(", ".join(names))
        raise _OtherRunError(f"it is of another run: {listed} differ", what=where)
