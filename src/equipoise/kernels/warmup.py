"""Call every kernel once on small data, so that its machine code is cached.

Each kernel package lists its own calls in its ``warmup``. Arrays are read-only here exactly where
the callers' are, because Numba treats those as another type. A test checks that ordinary use
compiles nothing more.
"""

from __future__ import annotations

import gc
import multiprocessing
from collections.abc import Callable
from contextlib import suppress
from queue import Empty
from typing import Any

from equipoise.base.progress import Report, silent
from equipoise.kernels.assess.warmup import assess_kernels
from equipoise.kernels.boards.warmup import board_kernels
from equipoise.kernels.buckets.warmup import bucket_kernels
from equipoise.kernels.cards.warmup import card_kernels
from equipoise.kernels.loki.warmup import loki_kernels
from equipoise.kernels.machine_code import SUFFIX, cache_directory
from equipoise.kernels.passes.warmup import pass_kernels
from equipoise.kernels.play.warmup import play_kernels
from equipoise.kernels.spots.warmup import spot_kernels
from equipoise.kernels.walks.warmup import walk_kernels

Calls = dict[str, Callable[[], object]]
#: one after the other in a process: helpers that the kernels of a package share are compiled once
_PACKAGES: dict[str, Callable[[], Calls]] = {
    "spots": spot_kernels,
    "walks": walk_kernels,
    "boards": board_kernels,
    "play": play_kernels,
    "cards": card_kernels,
    "passes": pass_kernels,
    "buckets": bucket_kernels,
    "loki": loki_kernels,
    "assess": assess_kernels,
}
#: the compiler makes millions of small objects and few cycles: look for these a hundred times less
_COLLECT_EVERY = (70_000, 20, 50)


def kernels() -> Calls:
    """Every kernel by name, with a small call."""
    return {name: call for calls in _PACKAGES.values() for name, call in calls().items()}


def compile_all(report: Report = silent, workers: int = 1) -> list[str]:
    """Compile all kernels, or load them from the cache, and return their names.

    ``workers`` above 1 are processes, because the compiler holds a lock within one; their code is
    then in the cache, not in this process.
    """
    calls = kernels()
    workers = min(workers, len(_PACKAGES))
    if workers > 1 and cache_directory() is not None and not _may_be_kept(len(calls)):
        _compile_in_processes(report, len(calls), workers)
        return list(calls)
    for number, (name, call) in enumerate(calls.items()):
        report(number, len(calls), name)
        call()
    return list(calls)


def _compile_in_processes(report: Report, total: int, workers: int) -> None:
    """Compile the packages, each in one process, and report every kernel."""
    context = multiprocessing.get_context("spawn")  # threads and forks do not mix
    names = context.Queue()
    report(0, total, "starting")
    with context.Pool(workers, _begin, (names,)) as pool:
        packages = pool.map_async(_compile_package, _PACKAGES, chunksize=1)
        done = 0
        while not (packages.ready() and names.empty()):
            with suppress(Empty):
                name = names.get(timeout=0.1)
                done += 1
                report(done, total, name)
        packages.get()  # raises what a process raised


def _begin(names: Any) -> None:
    """Set up a process: where it reports the names of kernels that are done."""
    global _report_name
    _report_name = names.put
    gc.freeze()
    gc.set_threshold(*_COLLECT_EVERY)


_report_name: Callable[[str], object] = str


def _compile_package(package: str) -> None:
    for name, call in _PACKAGES[package]().items():
        call()
        _report_name(name)


def _may_be_kept(count: int) -> bool:
    """True if the cache may hold ``count`` kernels; loading them is faster in one process."""
    folder = cache_directory()
    return folder is not None and len(list(folder.glob(f"*/*{SUFFIX}"))) >= count
