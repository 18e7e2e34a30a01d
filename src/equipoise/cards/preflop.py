"""Any starting hand against any other, all-in before the flop, exactly.

For every ordered pair of the 169 types the table holds integers: the number of pairs of disjoint
hands, and how many showdowns the first wins and how many are tied, summed over those pairs and all
C(48, 5) = 1,712,304 boards. The second's wins are in the mirrored cell.

Results are invariant under suit renaming, so the 47,008 pairs of ``HandIndexer((2, 2))`` represent
all 1,326 x 1,225, and of a pair and its mirror image one suffices. The table ships with the
package; ``python -m equipoise.cards.preflop`` rebuilds it.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from hashlib import sha256
from io import BytesIO
from math import comb
from pathlib import Path

import numpy as np

from equipoise.base.errors import InputError
from equipoise.base.files import write_atomically
from equipoise.base.progress import Report, silent
from equipoise.cards.combos import COMBO_COUNT, TYPE_COUNT
from equipoise.cards.matchups import BOARDS, Matchups
from equipoise.kernels.types import Float64s, Int64s

TABLE_PATH = Path(__file__).parent / "tables" / "preflop.npz"
#: sha-256 over the three arrays; a rebuild must reproduce it
CHECKSUM = "21c573230e98582f5c942215364c7a01b7b2bcb4fd3c82d4df1289bd415e100c"
#: ordered pairs of disjoint hands
PAIRS = COMBO_COUNT * comb(50, 2)


@dataclass(frozen=True)
class PreflopTable:
    """Counts for types [169, 169], numbered as in ``cards.combos``: row against column."""

    pairs: Int64s
    wins: Int64s
    ties: Int64s

    @property
    def losses(self) -> Int64s:
        """The wins of the column's type against the row's."""
        return self.wins.T

    @property
    def equity(self) -> Float64s:
        """The row's expected share of the pot, [169, 169].

        >>> aces, kings = 12 * 14, 11 * 14
        >>> round(float(preflop_table().equity[aces, kings]), 6)
        0.819461
        """
        shares: Float64s = (self.wins + self.ties / 2) / (self.pairs * BOARDS)
        return shares

    def checksum(self) -> str:
        """The sha-256 of the counts, as little-endian 32-bit numbers one array after the other."""
        digest = sha256()
        for counts in (self.pairs, self.wins, self.ties):
            digest.update(counts.astype("<u4").tobytes())
        return digest.hexdigest()


@lru_cache(maxsize=1)
def preflop_table() -> PreflopTable:
    """The table that ships with the package."""
    return read_table(TABLE_PATH)


def read_table(path: Path) -> PreflopTable:
    """A stored table; raises InputError if it does not belong to this version."""
    with np.load(path, allow_pickle=False) as stored:
        arrays = [stored[name].astype(np.int64) for name in ("pairs", "wins", "ties")]
    for counts in arrays:
        counts.setflags(write=False)
    table = PreflopTable(arrays[0], arrays[1], arrays[2])
    if table.checksum() != CHECKSUM:
        raise InputError(
            "its checksum does not match this version",
            what="pre-flop table",
            text=path.name,
            expected="reinstall the package",
        )
    return table


def build_table(
    types: Sequence[int] | None = None, report: Report = silent, workers: int | None = None
) -> PreflopTable:
    """Build the table by enumeration, about a minute on two cores; or only some rows."""
    matchups = Matchups()
    chosen = np.arange(matchups.size)
    if types is not None:
        chosen = np.flatnonzero(np.isin(matchups.types[:, 0], types))
    outcomes = matchups.outcomes(chosen, report, workers)
    pairs, wins, ties = (np.zeros((TYPE_COUNT, TYPE_COUNT), dtype=np.int64) for _ in range(3))
    place = (matchups.types[chosen, 0], matchups.types[chosen, 1])
    weights = matchups.weights[chosen]
    np.add.at(pairs, place, weights)
    np.add.at(wins, place, weights * outcomes[:, 0])
    np.add.at(ties, place, weights * outcomes[:, 1])
    return PreflopTable(pairs, wins, ties)


def write_table(path: Path = TABLE_PATH, report: Report = silent) -> str:
    """Build the table, store it at ``path`` and return its checksum."""
    table = build_table(report=report)
    buffer = BytesIO()
    np.savez_compressed(
        buffer,
        allow_pickle=False,
        pairs=table.pairs.astype(np.uint8),
        wins=table.wins.astype(np.uint32),
        ties=table.ties.astype(np.uint32),
    )
    write_atomically(path, buffer.getvalue())
    return table.checksum()


def _print_progress(done: float, total: float, doing: str = "") -> None:
    print(f"\r{doing or 'enumerating'} {done / total:4.0%}", end="", file=sys.stderr, flush=True)


if __name__ == "__main__":
    print(f"\n{write_table(report=_print_progress)}")
