"""Warm-up calls of the bucketing kernels."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from equipoise.kernels.arrays import frozen
from equipoise.kernels.buckets import checks, clusters, intervals, lookup, sequences
from equipoise.kernels.buckets import dealing as bucket_dealing
from equipoise.kernels.buckets import divide as buckets
from equipoise.kernels.random import seed_state
from equipoise.kernels.types import UInt8s, UInt16s


def bucket_kernels() -> dict[str, Callable[[], object]]:
    """Every bucketing kernel by name, with a small call."""
    row = frozen(np.zeros(1, dtype=np.int64))
    weights = frozen(np.ones(1, dtype=np.int64))
    hands = frozen(np.array([[51, 50], [49, 48]], dtype=np.uint8))
    boards = frozen(np.arange(5, dtype=np.uint8)[None, :])
    flop = frozen(np.ascontiguousarray(boards[:, :3]))
    turn = frozen(np.ascontiguousarray(boards[:, :4]))
    columns = frozen(np.array([[0, 1]], dtype=np.uint16))
    table = frozen(np.zeros((1, 2), dtype=np.uint16))
    sums = frozen(np.zeros((1, 2), dtype=np.uint32))
    memory = frozen(np.zeros(1, dtype=np.uint16))
    public = frozen(np.zeros((1, 1), dtype=np.uint16))
    some_places = frozen(np.zeros(1, dtype=np.uint32))
    all_places = frozen(np.zeros(2_598_960, dtype=np.uint32))
    top = np.uint64(1)
    points = frozen(np.zeros((2, 3), dtype=np.float32))
    centres = frozen(np.zeros(3, dtype=np.float32))
    starts = np.array([0, 1])
    whole = frozen(np.zeros((1, 1326), dtype=np.uint16))
    all_hands = frozen(np.array([(a, b) for a in range(52) for b in range(a)], dtype=np.uint8))
    nobody = frozen(np.full((1, 1326), buckets.NONE))

    def groups() -> np.ndarray:
        return np.zeros((1, 2), dtype=np.uint16)

    return {
        "inherit_groups": lambda: buckets.inherit_groups(
            row, flop, row, table, memory, hands, groups()
        ),
        "check_buckets": lambda: checks.check_buckets(
            table, flop, hands, frozen(np.ones(1, dtype=np.bool_)), 1, np.zeros(2, dtype=np.int64)
        ),
        "count_levels": lambda: buckets.count_levels(
            row, some_places, columns, groups(), sums, top, weights, 0,
            np.zeros((1, 4), dtype=np.int64),
        ),
        "split_levels": lambda: buckets.split_levels(
            row, some_places, columns, groups(), sums, top, top, np.zeros((1, 1), dtype=np.uint32)
        ),
        "split_labels": lambda: buckets.split_labels(
            row, some_places, columns, groups(), groups(), 1
        ),
        "count_transitions": lambda: buckets.count_transitions(
            row, row, table, table, np.zeros((1, 1, 1), dtype=np.int64)
        ),
        "count_next": lambda: buckets.count_next(
            flop, all_places, columns, groups(), np.zeros((1, 2, 1), dtype=np.uint8)
        ),
        "count_river": lambda: buckets.count_river(
            row, turn, weights, buckets.RiverGroups(table, memory, memory, public, 1), all_places,
            columns, table, 0, np.zeros((1, 1), dtype=np.int64),
        ),
        "count_river_boards": lambda: buckets.count_river_boards(
            row, turn, weights, memory, all_places, np.zeros((1, 1), dtype=np.int64)
        ),
        "assign_points": lambda: clusters.assign_points(
            points, frozen(np.ones(2)), centres, 1, False, np.zeros(2, dtype=np.int64),
            np.zeros(2, dtype=np.float32), np.zeros((1, 3)), np.zeros(1),
        ),
        "lower_distances": lambda: clusters.lower_distances(
            points, centres, False, np.zeros(3, dtype=np.float32)
        ),
        "assign_hands": lambda: clusters.assign_hands(
            points, 0, columns[0], groups(), centres, starts, False
        ),
        "best_intervals": lambda: intervals.best_intervals(
            np.ones(3, dtype=np.int64), np.zeros(2), np.zeros((2, 2), dtype=np.int64)
        ),
        "check_blocks": lambda: [
            checks.check_blocks(
                frozen(np.ones(1, dtype=dtype)), frozen(row), weights, weights, 1.0, 0.0,
                np.zeros(1, dtype=np.int64), np.zeros((3, 2), dtype=np.int64),
            )
            for dtype in (np.float64, np.uint16, np.uint8)
        ],
        "count_sequences": lambda: sequences.count_sequences(
            row, turn, weights, frozen(np.zeros((1, 1), dtype=np.uint8)),
            small_tables(all_hands, whole), np.zeros((1, 1), dtype=np.int64),
        ),
        "sample_buckets": lambda: bucket_dealing.sample_buckets(
            small_bucket_deals(), 1, seed_state(0), np.zeros((1, 2, 4), dtype=np.int32),
            np.zeros(1, dtype=np.int8), np.zeros((0, 9), dtype=np.uint8),
        ),
        "hand_buckets": lambda: bucket_dealing.hand_buckets(
            small_bucket_deals(), frozen(np.arange(9, dtype=np.uint8)[None, :]),
            np.zeros((1, 2, 4), dtype=np.int32),
        ),
        "buckets_on_boards": lambda: lookup.buckets_on_boards(
            boards, small_tables(frozen(np.zeros((1326, 2), dtype=np.uint8)), nobody),
            np.zeros((1, 4, 1326), dtype=np.int32),
        ),
    }  # fmt: skip


def small_tables(hands: UInt8s, buckets: UInt16s) -> lookup.BucketTables:
    """Tables with one row, one group and one public bucket."""
    place = frozen(np.zeros(2_598_960, dtype=np.uint32))
    one = frozen(np.zeros(1, dtype=np.uint16))
    return lookup.BucketTables(
        hands, frozen(np.zeros((1, 1326), dtype=np.uint16)), place, place, place,
        buckets, buckets, buckets, one, one, frozen(np.zeros((1, 1), dtype=np.uint16)), 1,
        frozen(np.zeros(1, dtype=np.int32)), frozen(np.zeros((1, 1981), dtype=np.uint16)),
        frozen(np.zeros((0, 1326), dtype=np.uint16)),
    )  # fmt: skip


def small_bucket_deals() -> bucket_dealing.BucketDeals:
    """Deals of a bucketing with one bucket; all boards and hands share one table entry."""
    place = frozen(np.zeros(2_598_960, dtype=np.uint32))
    table = frozen(np.zeros((1, 1326), dtype=np.uint16))
    one = frozen(np.zeros(1, dtype=np.uint16))
    square = frozen(np.zeros((1, 1), dtype=np.uint16))
    return bucket_dealing.BucketDeals(
        frozen(np.zeros(1, dtype=np.uint32)), frozen(np.arange(3, dtype=np.uint8)[None, :]), table,
        place, place, place, table, table, table, one, one, square, 1,
        frozen(np.zeros(1, dtype=np.int32)), square, table,
    )  # fmt: skip
