"""Strength tables: the whole build, its size, and what is asked for on demand."""

from __future__ import annotations

from pathlib import Path
from tempfile import TemporaryDirectory
from time import perf_counter

import numpy as np

from benchmarks.measure import Row, against_limit, best_seconds
from equipoise.abstraction.strength.boards import rivers
from equipoise.abstraction.strength.build import build_tables
from equipoise.abstraction.strength.compute import strengths_on
from equipoise.kernels.warmup import compile_all

MINUTES = 60
MOST_BYTES = 4e9


def run() -> list[Row]:
    compile_all()
    random = np.random.default_rng(0)
    boards = random.permuted(np.tile(np.arange(52, dtype=np.uint8), (20_000, 1)), axis=1)[:, :5]
    boards = np.ascontiguousarray(boards)
    on_demand = best_seconds(lambda: strengths_on(boards[:2000])) / 2000
    found = best_seconds(lambda: rivers().find_places(boards)) / len(boards)
    with TemporaryDirectory() as place:
        folder = Path(place) / "tables"
        started = perf_counter()
        tables = build_tables(folder)
        seconds = perf_counter() - started
        size = sum(path.stat().st_size for path in folder.iterdir())
        flop = [3, 22, 41]
        lookup = best_seconds(lambda: tables.on_board(flop).sums)
    return [
        against_limit("strength tables, all rounds, 60 bins", seconds, 20 * MINUTES),
        Row(
            "strength tables on disk",
            f"{size / 1e9:.2f} GB",
            "at most 4 GB",
            MOST_BYTES / size,
            1.0,
        ),
        against_limit("strengths of all hands on a river board", on_demand, 50e-6),
        against_limit("row and renaming of a river board", found, 1e-6),
        against_limit("features of all hands on a flop, from Python", lookup, 1e-3),
    ]
