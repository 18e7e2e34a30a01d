"""Public buckets: boards of a similar texture together (Schnizlein 2009, section 2.3.2).

A base abstraction is built first: eight percentile buckets of hs2 in each round separately. For
every board a transition table gives the distribution of each previous bucket's hands over the
buckets on this board, and k-means on these tables gives the public buckets. The turn is compared
with the flop, the flop and the river with the pre-flop. Boards are clustered separately within each
remembered public bucket.
"""

from __future__ import annotations

import numpy as np

from equipoise.abstraction.buckets.grouping import Grouping
from equipoise.abstraction.buckets.kmeans import kmeans
from equipoise.abstraction.buckets.percentile import middle_buckets
from equipoise.abstraction.buckets.rounds import RoundBoards
from equipoise.base.workers import run_blocks
from equipoise.kernels.arrays import frozen
from equipoise.kernels.buckets.divide import NONE, count_transitions
from equipoise.kernels.types import Float32s, Float64s, Int64s, UInt16s

#: percentile buckets per round of the base abstraction
BASE_BUCKETS = 8
_BLOCK = 1024


def transition_tables(
    rows: Int64s, before_rows: Int64s, before: UInt16s, after: UInt16s, workers: int | None = None
) -> Float32s:
    """For each board: from each bucket before it, the shares of the buckets on it.

    [boards, before x after]; each bucket's shares sum to one (or zero if the board excludes all of
    its hands).
    """

    def count(start: int) -> Float32s:
        some = rows[start : start + _BLOCK]
        out = np.zeros((len(some), BASE_BUCKETS, BASE_BUCKETS), dtype=np.int64)
        count_transitions(some, before_rows, before, after, out)
        shares = out / np.maximum(out.sum(axis=2, keepdims=True), 1)
        flat: Float32s = shares.reshape(len(some), -1).astype(np.float32)
        return flat

    return np.concatenate(run_blocks(count, range(0, len(rows), _BLOCK), workers=workers))


def cluster_boards(
    tables: Float32s, weights: Float64s, within: Int64s, parts: int, seed: list[int],
    workers: int | None = None,
) -> Int64s:  # fmt: skip
    """The public bucket (from 0) of each board, clustered separately for each value of ``within``.

    The heavier a public bucket, the smaller its number.
    """
    found = np.zeros(len(tables), dtype=np.int64)
    for value in np.unique(within):
        here = np.flatnonzero((within == value) & (weights > 0))
        if len(here) == 0:
            continue
        clusters = kmeans(tables[here], weights[here], parts, [*seed, int(value)], workers=workers)
        masses = np.bincount(clusters.labels, weights[here], minlength=parts)
        rank = np.empty(parts, dtype=np.int64)
        rank[np.argsort(-masses, kind="stable")] = np.arange(parts)
        found[here] = rank[clusters.labels]
    return found


def split_by_public(boards: RoundBoards, grouping: Grouping, public: Int64s, parts: int) -> None:
    """Divide each group by the public bucket of the board ([boards])."""
    for row in boards.rows:
        groups = grouping.groups[row]
        possible = groups != NONE
        groups[possible] = groups[possible] * parts + np.uint16(public[row])
    grouping.divided(parts)


def river_base(river: UInt16s, counts: Int64s) -> UInt16s:
    """The base buckets of all hands on all river boards, from the frequency of each strength."""
    lookup = np.full(1 << 16, NONE, dtype=np.uint16)
    lookup[: len(counts)] = middle_buckets(counts, BASE_BUCKETS)
    return frozen(lookup[river])
