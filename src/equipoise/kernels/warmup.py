"""Call every kernel once on small data, so that its machine code is cached.

Each kernel package lists its own calls in its ``warmup``. Arrays are read-only here exactly where
the callers' are, because Numba treats those as another type. A test checks that ordinary use
compiles nothing more.
"""

from __future__ import annotations

import multiprocessing
from collections.abc import Callable

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


def kernels() -> dict[str, Callable[[], object]]:
    """Every kernel by name, with a small call."""
    return {
        **card_kernels(),
        **play_kernels(),
        **board_kernels(),
        **bucket_kernels(),
        **pass_kernels(),
        **walk_kernels(),
        **spot_kernels(),
        **loki_kernels(),
        **assess_kernels(),
    }


def compile_all(report: Report = silent, workers: int = 1) -> list[str]:
    """Compile all kernels, or load them from the cache, and return their names.

    ``workers`` above 1 are processes, because the compiler holds a lock within one; their code is
    then in the cache, not in this process.
    """
    calls = kernels()
    workers = min(workers, len(calls))
    if workers > 1 and cache_directory() is not None and not _may_be_kept(len(calls)):
        context = multiprocessing.get_context("spawn")  # fork is unsafe with threads
        with context.Pool(workers) as pool:
            for done, name in enumerate(pool.imap_unordered(_compile_one, calls), start=1):
                report(done, len(calls), name)
        return list(calls)
    for number, (name, call) in enumerate(calls.items()):
        report(number, len(calls), name)
        call()
    return list(calls)


def _compile_one(name: str) -> str:
    kernels()[name]()
    return name


def _may_be_kept(count: int) -> bool:
    """True if the cache may hold ``count`` kernels; loading them is faster in one process."""
    folder = cache_directory()
    return folder is not None and len(list(folder.glob(f"*/*{SUFFIX}"))) >= count
