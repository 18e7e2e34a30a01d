"""Checkpoints of long runs: a folder of raw arrays, written in the background.

A checkpoint is the folder ``iteration-N`` inside the run's checkpoint folder: an ``.npy`` file for
every array of the solver and ``about.json`` with the run's identity, its trace, and the SHA-256 of
each file. It is written under a temporary name, synced to disk and then renamed; only then are
older ones removed (one of the same iteration is first renamed to ``iteration-N.old``). So the last
good one survives even a power failure.

The writer takes a snapshot of the arrays, and a thread writes it to disk. If the snapshot would
take more than half of the free memory, the solver waits instead while its own arrays are written.
Either way checkpoints are spaced so that writing stays a small share of the time.
"""

from __future__ import annotations

import os
import re
import shutil
import threading
from collections.abc import Callable
from dataclasses import asdict, dataclass
from pathlib import Path
from time import perf_counter

import numpy as np
import numpy.typing as npt

from equipoise.base.artifacts import Artifact, Content, Kind, OtherVersionError, differing
from equipoise.base.errors import InputError, argument, shortened
from equipoise.base.files import (
    flush_folder,
    new_folder,
    remove_leftovers,
)
from equipoise.base.npy import write_array
from equipoise.base.reading import folder_names, named
from equipoise.base.replacing import swap
from equipoise.base.workers import available_memory
from equipoise.games.fingerprint import renewed_fingerprint
from equipoise.games.rules import GameRules
from equipoise.solvers.run.trace import Progress, TracePoint
from equipoise.solvers.solver import Arrays, Solver, Watching

ABOUT = "about.json"
KIND = Kind(
    "checkpoint",
    version=3,
    phrase="a checkpoint",
    manifest=ABOUT,
    may_be_unsigned=True,
    other_version=f"this version reads 3; solve without {argument('resume')} to start over",
)
_PREFIX, _OLD = "iteration-", ".old"
_UNFINISHED = ".unfinished-"  # temporary folders of an earlier version
_SECONDS_BETWEEN = 30.0
_LARGEST_SHARE = 0.02  # largest share of the time spent writing
_BLOCK = 1 << 20
_NAME = re.compile(rf"{_PREFIX}([0-9]{{1,18}})(?:{re.escape(_OLD)})?")

Identity = dict[str, object]


class CheckpointWriter:
    """Write a run's checkpoints in the background; a failed write is a warning."""

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
        """True if the next checkpoint is due; never while one is being written."""
        if self._thread is not None and self._thread.is_alive():
            return False
        pause = max(self._between, self._cost / _LARGEST_SHARE)
        return perf_counter() - self._last >= pause

    def save(self, solver: Solver, progress: Progress, watch: Watching | None = None) -> None:
        """Start writing the state of the solver and its watch; both may continue at once."""
        self.wait()
        if solver.iterations == self._written:
            return
        arrays = {**solver.save(), **({} if watch is None else watch.save())}
        about = {
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
        """Wait until the current checkpoint is on disk."""
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
                f"warning: could not write a checkpoint to {str(self.folder)!r} "
                f"({error.strerror or error}); {what}, the run continues"
            )
        self._cost = perf_counter() - started
        self._last = perf_counter()


def write_checkpoint(folder: Path, arrays: Arrays, about: dict[str, object]) -> None:
    """Write a complete checkpoint, then remove older ones."""
    folder.mkdir(parents=True, exist_ok=True)
    remove_unfinished(folder)
    place = folder / f"{_PREFIX}{about['iterations']}"
    fresh = new_folder(place)
    try:
        checksums = {name: write_array(fresh / f"{name}.npy", a) for name, a in arrays.items()}
        Artifact(KIND, fresh).write({**about, "checksums": checksums})
        if place.exists():
            aside = place.with_name(place.name + _OLD)
            shutil.rmtree(aside, ignore_errors=True)
            swap(fresh, place, aside)
        else:
            os.replace(fresh, place)
    except BaseException:
        shutil.rmtree(fresh, ignore_errors=True)
        raise
    flush_folder(folder)
    for old in _finished(folder):
        if old != place:
            shutil.rmtree(old, ignore_errors=True)


def _finished(folder: Path) -> list[Path]:
    """The checkpoints in a folder, newest first."""
    found = []
    for name in folder_names(folder, _where(folder)) or ():
        number = _NAME.fullmatch(name)
        if number is not None:
            found.append((-int(number[1]), name))
    return [folder / name for _, name in sorted(found)]


def _kept(folder: Path) -> list[Path]:
    """The checkpoints in a folder; empty if there is no such folder."""
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
    """Remove unfinished checkpoints of a killed run; the caller holds the lock."""
    remove_leftovers(folder)
    for rest in folder.glob(f"{_UNFINISHED}*") if folder.is_dir() else ():
        shutil.rmtree(rest, ignore_errors=True)


def resume(
    folder: Path,
    solver: Solver,
    identity: Identity,
    watch: Watching | None = None,
    rules: GameRules | None = None,
) -> Progress:
    """Restore a solver from the newest good checkpoint; returns the progress so far.

    ``rules``: older fingerprints of the rules in a checkpoint's identity are accepted.
    """
    found = _finished(folder)
    if not found:
        raise InputError(
            "there is none",
            what=_where(folder),
            expected=f"solve without {argument('resume')} to start over",
        )
    for place in found[:-1]:
        try:
            return _load(place, solver, identity, watch, rules)
        except _DamagedError:
            continue  # the one before it may still be good
    return _load(found[-1], solver, identity, watch, rules)


@dataclass(frozen=True)
class KeptRun:
    """What the newest checkpoint of a run says of it, its arrays unread.

    ``bytes`` are what its files take, ``written`` when it was written (seconds of the clock).
    """

    identity: Identity
    iterations: int
    progress: Progress
    bytes: int
    written: float


def read_kept(folder: Path) -> KeptRun | None:
    """The newest checkpoint in a folder; None if there is none that can be read."""
    for place in _kept(folder):
        try:
            about = _read_about(Artifact(KIND, place))
            files = [file.stat() for file in place.iterdir()]
            return KeptRun(
                about["identity"],
                int(about["iterations"]),
                Progress([_point(one) for one in about["trace"]], _number(about["seconds"])),
                sum(file.st_size for file in files),
                max(file.st_mtime for file in files),
            )
        except (InputError, KeyError, TypeError, ValueError, OverflowError, OSError):
            continue  # damaged, or replaced by a newer one while it was read
    return None


class _DamagedError(InputError):
    """A checkpoint that cannot be read."""


class _OtherRunError(InputError):
    """A valid checkpoint of another run."""


def _load(
    folder: Path,
    solver: Solver,
    identity: Identity,
    watch: Watching | None,
    rules: GameRules | None,
) -> Progress:
    place = Artifact(KIND, folder)
    try:
        about = _read_about(place)
        kept = about["identity"]
        if rules is not None and "rules" in kept:
            kept["rules"] = renewed_fingerprint(kept["rules"], rules)
        names = differing(kept, identity)
        if names:
            listed = shortened(", ".join(names))
            raise _OtherRunError(f"it belongs to another run: {listed} differ", place.what)
        arrays = _open_arrays(place, about["checksums"], solver)
        progress = Progress([_point(point) for point in about["trace"]], _number(about["seconds"]))
        if type(about["iterations"]) is not int or arrays["iterations"] != about["iterations"]:
            raise ValueError("'iterations'")
        solver.load(arrays)
        if watch is not None:
            watch.load(arrays)
        return progress
    except (_OtherRunError, OtherVersionError):
        raise
    except (KeyError, TypeError, ValueError, OverflowError, OSError) as error:
        problem = error.problem if isinstance(error, InputError) else shortened(str(error))
        raise _DamagedError(f"it is damaged ({problem})", place.what) from None


def _read_about(place: Artifact) -> Content:
    about = place.read()
    for name, kind in (("identity", dict), ("checksums", dict), ("trace", list)):
        if not isinstance(about[name], kind):
            raise ValueError(f"{name!r} in {ABOUT}")
    return about


def _open_arrays(place: Artifact, checksums: dict[str, object], solver: Solver) -> Arrays:
    """The arrays, after checking type, shape, checksums and finite values.

    Only files that the solver knows are opened.
    """
    needed = solver.save()
    if "watched_sums" in checksums:  # an average like the solver's
        needed |= {"watched_sums": solver.weights(), "watched_iterations": needed["iterations"]}
    if set(needed) != set(checksums):
        names = ", ".join(sorted(set(needed) ^ set(checksums)))
        raise ValueError(f"arrays {shortened(names)}")
    arrays: Arrays = {}
    for name, own in needed.items():
        file = f"{name}.npy"
        # step counts may come from kernels, in another integer type
        dtype = None if own.ndim == 0 else own.dtype
        array = place.array(file, checksums[name], dtype, own.shape)
        if own.ndim == 0 and (array.dtype.kind in "iu") != (own.dtype.kind in "iu"):
            raise ValueError(f"{file} holds {array.dtype}, not {own.dtype}")
        if array.dtype.kind == "f" and not _is_finite(array):
            raise ValueError(f"{file} holds numbers that are not finite")
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
    """A point of the trace; its measures are numbers by name."""
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
