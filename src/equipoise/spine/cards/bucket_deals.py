"""Random hold'em deals as buckets, for sampled solvers with any bucketing."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from equipoise.abstraction.buckets.bucketing import Bucketing
from equipoise.abstraction.buckets.sampled_boards import dealt_flops, flop_cards
from equipoise.abstraction.strength.boards import (
    RIVER,
    combo_columns,
    flops,
    ordered_turns,
    rivers,
)
from equipoise.abstraction.strength.compute import SUMS
from equipoise.abstraction.strength.memory import round_in_memory
from equipoise.abstraction.strength.store import open_tables, tables_finished
from equipoise.abstraction.strength.tables import StrengthTables
from equipoise.base.progress import Report, silent
from equipoise.base.workers import run_blocks
from equipoise.kernels.arrays import frozen
from equipoise.kernels.buckets.dealing import ROUNDS, BucketDeals, sample_buckets
from equipoise.kernels.random import seed_state
from equipoise.kernels.types import Int8s, Int32s, UInt8s, UInt16s

_BLOCK = 1 << 16


def bucket_deals(
    bucketing: Bucketing,
    tables: StrengthTables | None = None,
    report: Report = silent,
    workers: int | None = None,
) -> BucketDeals:
    """The deals of a bucketing, for ``kernels.buckets.dealing``.

    The strengths on the river come from ``tables``, by default those of the user's cache; if there
    are none they are computed in memory (0.36 GB, a few seconds). A bucketing of sampled flops
    deals only these flops.
    """
    preflop, flop, turn = bucketing.rounds
    rule = bucketing.river
    dealt = dealt_flops(bucketing).astype(np.uint32)
    values = rule.values if len(rule.values) else river_strengths(tables, report, workers)
    return BucketDeals(
        frozen(dealt), flop_cards(), combo_columns(), flops().places, ordered_turns().places,
        rivers().places, frozen(preflop.table), frozen(flop.table), frozen(turn.table),
        frozen(turn.memory), frozen(turn.public), frozen(rule.public), rule.public_count,
        frozen(rule.starts), frozen(rule.lookup), frozen(values),
    )  # fmt: skip


def river_strengths(
    tables: StrengthTables | None = None, report: Report = silent, workers: int | None = None
) -> UInt16s:
    """Strengths on all river boards, [134459, 1326]: from tables, or computed in memory."""
    if tables is None:
        if not tables_finished():
            made: UInt16s = round_in_memory(RIVER, {}, 0, report, workers)[SUMS]
            return made
        tables = open_tables()
    return tables.river


@dataclass(frozen=True, eq=False)
class SampledDeals:
    """Deals: ``buckets`` [n, player, round], ``results`` [n] (1, 0 or -1 for player 1).

    ``cards`` [n, 9]: flop, turn, river, and the players' hands; without rows if not requested.
    """

    buckets: Int32s
    results: Int8s
    cards: UInt8s


def sample_deals(
    deals: BucketDeals,
    count: int,
    seed: int = 0,
    with_cards: bool = False,
    report: Report = silent,
    workers: int | None = None,
) -> SampledDeals:
    """Independent random deals; they depend on the seed, not on the number of workers."""
    buckets = np.empty((count, 2, ROUNDS), dtype=np.int32)
    results = np.empty(count, dtype=np.int8)
    cards = np.empty((count if with_cards else 0, 9), dtype=np.uint8)

    def work(start: int) -> None:
        stop = min(start + _BLOCK, count)
        part = slice(start, stop)
        sample_buckets(
            deals, stop - start, seed_state(seed, start), buckets[part], results[part], cards[part]
        )

    run_blocks(work, range(0, count, _BLOCK), report, workers)
    return SampledDeals(buckets, results, cards)
