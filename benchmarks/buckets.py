"""Bucketings: building the two that the thesis compares, and looking buckets up."""

from __future__ import annotations

from pathlib import Path
from tempfile import TemporaryDirectory
from time import perf_counter

import numpy as np

from benchmarks.measure import Row, against_limit, best_seconds
from equipoise.abstraction.buckets.bucketing import Bucketing
from equipoise.abstraction.buckets.build import build_bucketing
from equipoise.abstraction.strength.memory import tables_in_memory
from equipoise.kernels.types import UInt8s
from equipoise.kernels.warmup import compile_all

MINUTES = 60


def run() -> list[Row]:
    compile_all()
    tables = tables_in_memory()
    random = np.random.default_rng(0)
    boards = random.permuted(np.tile(np.arange(52, dtype=np.uint8), (2000, 1)), axis=1)[:, :5]
    rows = []
    with TemporaryDirectory() as place:
        for notation in ("8.8.8.8", "ir169.64.8.8"):
            started = perf_counter()
            bucketing = build_bucketing(notation, tables=tables, folder=Path(place) / notation)
            seconds = perf_counter() - started
            rows.append(against_limit(f"{notation} after the strengths", seconds, 5 * MINUTES))
            rows += _lookups(notation, bucketing, boards)
    return rows


def _lookups(notation: str, bucketing: Bucketing, boards: UInt8s) -> list[Row]:
    many = best_seconds(lambda: bucketing.on_boards(boards)) / len(boards)
    one = best_seconds(lambda: bucketing.on_board(boards[0].tolist()))
    return [
        against_limit(f"{notation} of all hands on a sampled board", many, 100e-6),
        against_limit(f"{notation} on a single board, from Python", one, 200e-6),
    ]
