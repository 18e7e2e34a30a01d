"""Blocks of work on all cores: threads that call kernels, which run without the GIL.

Results come back in the order of the blocks, and each block carries its own seed, so that results
never depend on the number of workers.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from concurrent.futures import FIRST_COMPLETED, ThreadPoolExecutor, wait
from itertools import islice
from pathlib import Path
from typing import TypeVar

from equipoise.base.progress import Report, silent

Block = TypeVar("Block")
Result = TypeVar("Result")

_AHEAD = 4  # blocks queued per worker, so that none is idle and millions take no memory


def available_cores() -> int:
    """Number of cores this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def available_memory() -> int | None:
    """Bytes of available memory, if known (Linux)."""
    try:
        lines = Path("/proc/meminfo").read_text(encoding="utf-8").splitlines()
    except OSError:
        return None
    found = [int(line.split()[1]) * 1024 for line in lines if line.startswith("MemAvailable")]
    return found[0] if found else None


def used_memory() -> int | None:
    """Bytes of memory of this process, if known (Linux)."""
    try:
        pages = int(Path("/proc/self/statm").read_text(encoding="utf-8").split()[1])
    except OSError:
        return None
    return pages * os.sysconf("SC_PAGE_SIZE")


def run_blocks(
    work: Callable[[Block], Result],
    blocks: Sequence[Block],
    report: Report = silent,
    workers: int | None = None,
) -> list[Result]:
    """Run ``work`` on every block and return results in order; ``report`` is called per block.

    >>> run_blocks(lambda x: x * x, [1, 2, 3])
    [1, 4, 9]
    """
    count = min(workers or available_cores(), len(blocks))
    if count <= 1:
        results = []
        for done, block in enumerate(blocks):
            results.append(work(block))
            report(done + 1, len(blocks))
        return results
    found: dict[int, Result] = {}
    with ThreadPoolExecutor(count) as pool:
        numbers = iter(range(len(blocks)))
        pending = {pool.submit(work, blocks[n]): n for n in islice(numbers, _AHEAD * count)}
        try:
            while pending:
                for future in wait(pending, return_when=FIRST_COMPLETED).done:
                    found[pending.pop(future)] = future.result()
                    report(len(found), len(blocks))
                    pending |= {pool.submit(work, blocks[n]): n for n in islice(numbers, 1)}
        except BaseException:
            pool.shutdown(cancel_futures=True)
            raise
    return [found[number] for number in range(len(blocks))]
