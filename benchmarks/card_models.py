"""Card models of bucketings: random deals, and the matrices of bucket sequences."""

from __future__ import annotations

from pathlib import Path
from tempfile import TemporaryDirectory
from time import process_time

import numpy as np

from benchmarks.measure import Row, against_limit, against_rate, best_seconds
from equipoise.abstraction.buckets.bucketing import Bucketing
from equipoise.abstraction.buckets.build import build_bucketing
from equipoise.abstraction.strength.memory import tables_in_memory
from equipoise.abstraction.strength.tables import StrengthTables
from equipoise.kernels.warmup import compile_all
from equipoise.spine.cards.bucket_deals import bucket_deals, sample_deals
from equipoise.spine.cards.sequences.counts import PairCounts
from equipoise.spine.cards.sequences.store import DEFAULT_RIVERS

_MINUTES = 60
_DEALS = 1 << 20
_BOARDS = 400


def run() -> list[Row]:
    compile_all()
    tables = tables_in_memory()
    rows = []
    with TemporaryDirectory() as place:
        for notation in ("8.8.8.8", "ir169.64.8.8"):
            bucketing = build_bucketing(notation, tables=tables, folder=Path(place) / notation)
            rows.append(_deals(notation, bucketing, tables))
            if bucketing.recall == "perfect":
                rows.append(_matrices(notation, bucketing))
    return rows


def _deals(notation: str, bucketing: Bucketing, tables: StrengthTables) -> Row:
    deals = bucket_deals(bucketing, tables)
    seconds = best_seconds(lambda: sample_deals(deals, _DEALS, workers=1), 3)
    return against_rate(f"{notation} deals on a core", _DEALS / seconds, "floor", 1e6, 1.0)


def _matrices(notation: str, bucketing: Bucketing) -> Row:
    """Two cores share the work evenly, so half of the processor's time is what they take."""
    counts = PairCounts(bucketing, DEFAULT_RIVERS)
    some = np.linspace(0, len(counts.rows) - 1, _BOARDS).astype(np.int64)
    started = process_time()
    for half in range(2):
        counts.add(some, half, counts.halves[half])
    whole = (process_time() - started) * len(counts.rows) / _BOARDS
    name = f"{notation} matrices on 2 cores, from {_BOARDS} of 63,193 boards"
    return against_limit(name, whole / 2, 10 * _MINUTES)
