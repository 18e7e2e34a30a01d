"""Exact equity of the 169 starting hands against a random hand, on every flop.

There are 1,755 flops up to suit renaming, indexed by
``HandIndexer((3,))``. The table ships with the package, in steps of 1/65,535; ``python -m
equipoise.cards.flops`` rebuilds it in about a minute.
"""

from __future__ import annotations

import sys
from functools import lru_cache
from hashlib import sha256
from io import BytesIO
from itertools import combinations
from pathlib import Path

import numpy as np
import numpy.typing as npt

from equipoise.base.errors import InputError
from equipoise.base.files import write_atomically
from equipoise.base.progress import Report, silent
from equipoise.base.workers import run_blocks
from equipoise.cards.combos import TYPE_COUNT, combo_types
from equipoise.cards.equity import hand_outcomes, weighted_boards
from equipoise.cards.isomorphism import HandIndexer
from equipoise.cards.ranges import Range
from equipoise.cards.symmetry import symmetries
from equipoise.kernels.types import Float64s, Int64s, UInt8s

FLOPS, DISTINCT = 22_100, 1_755
TABLE_PATH = Path(__file__).parent / "tables" / "flops.npz"
#: sha-256 of the table
CHECKSUM = "38fbc4945ebec34d0aacfce94bf3da72fe68dfe0b03288253adc384178303e95"
_LEVELS = 65_535


@lru_cache(maxsize=1)
def distinct_flops() -> tuple[UInt8s, Int64s]:
    """The flops up to suit renaming, and how many flops each represents."""
    indexer = HandIndexer((3,))
    every = np.array(list(combinations(range(52), 3)), dtype=np.uint8)
    counts = np.bincount(indexer.index_many(every), minlength=DISTINCT)
    return indexer.unindex_many(0, np.arange(DISTINCT)), counts.astype(np.int64)


def equities_on(flop: UInt8s) -> Float64s:
    """The equity of each starting hand against a random one; 0.5 if the flop excludes it."""
    board = [int(card) for card in flop]
    boards, sizes = weighted_boards(board, board, symmetries([board], []))
    wins, ties, met = hand_outcomes(Range.random(), boards, sizes, workers=1)
    types = combo_types()
    won, total = (np.bincount(types, part, TYPE_COUNT) for part in (wins + ties / 2, met))
    found: Float64s = np.divide(won, total, out=np.full(TYPE_COUNT, 0.5), where=total > 0)
    return found


def build_table(report: Report = silent, workers: int | None = None) -> npt.NDArray[np.uint16]:
    """The table by enumeration, [1755, 169]."""
    flops, _ = distinct_flops()
    rows = run_blocks(equities_on, list(flops), report, workers)
    return np.rint(np.stack(rows) * _LEVELS).astype(np.uint16)


@lru_cache(maxsize=1)
def flop_table() -> Float64s:
    """The table that ships with the package, [1755, 169].

    >>> aces = 12 * 14
    >>> round(float(flop_table()[:, aces].mean()), 2)
    0.86
    """
    with np.load(TABLE_PATH, allow_pickle=False) as stored:
        levels = stored["equity"]
    if table_checksum(levels) != CHECKSUM:
        raise InputError(
            "its checksum does not match this version", "flop table", TABLE_PATH.name,
            expected="reinstall the package",
        )  # fmt: skip
    found: Float64s = levels / np.float64(_LEVELS)
    found.setflags(write=False)
    return found


def table_checksum(levels: npt.NDArray[np.uint16]) -> str:
    """The sha-256 of a table, as little-endian numbers."""
    return sha256(levels.astype("<u2").tobytes()).hexdigest()


def write_table(path: Path = TABLE_PATH, report: Report = silent) -> str:
    """Build the table, store it and return its checksum."""
    levels = build_table(report)
    buffer = BytesIO()
    np.savez_compressed(buffer, allow_pickle=False, equity=levels)
    write_atomically(path, buffer.getvalue())
    return table_checksum(levels)


def _print_progress(done: float, total: float, doing: str = "") -> None:
    print(f"\r{doing or 'enumerating'} {done / total:4.0%}", end="", file=sys.stderr, flush=True)


if __name__ == "__main__":
    print(f"\n{write_table(report=_print_progress)}")
