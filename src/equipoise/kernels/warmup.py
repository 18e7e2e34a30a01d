"""Calls every kernel once on small data, so that its machine code is in the cache.

Arrays are read-only here exactly where the callers' are: to Numba that is another type. A test
holds that ordinary use compiles nothing more.
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from equipoise.kernels import (
    equity,
    evaluate,
    income,
    isomorphism,
    outlook,
    playout,
    sampling,
    showdown,
    strength,
)
from equipoise.kernels.arrays import frozen
from equipoise.kernels.random import seed_state
from equipoise.kernels.warmup_boards import board_kernels
from equipoise.kernels.warmup_buckets import bucket_kernels
from equipoise.kernels.warmup_loki import loki_kernels
from equipoise.kernels.warmup_matches import match_kernels
from equipoise.kernels.warmup_strength import strength_kernels
from equipoise.kernels.warmup_trees import tree_kernels
from equipoise.progress import Report, silent

_PAIR = np.array([[51, 50], [47, 46]], dtype=np.uint8)
_BOARD = np.array([0, 5, 10, 15, 20], dtype=np.uint8)
_FLOP = _BOARD[:3]


def _index_arguments() -> tuple[np.ndarray, ...]:
    """Tables of the smallest indexer, one round of one card: thirteen ranks."""
    one = np.ones(1, dtype=np.uint64)
    starts = np.array([0, 1], dtype=np.uint64)
    places = np.ones((1, 4), dtype=np.uint64)
    codes = np.zeros(8, dtype=np.uint32)
    return (
        starts,
        np.array([[1, 2, 4, 0]], dtype=np.uint64),
        codes,
        codes.astype(np.uint8),
        one,
        places,
    )


def kernels() -> dict[str, Callable[[], object]]:
    """Every kernel by name, with a small call of it."""
    starts, weights, codes, orders, offsets, places = _index_arguments()
    shares = np.zeros((2, 3), dtype=np.int64)
    lists = np.array([0, 1, 2], dtype=np.int64)
    ones = np.ones(2)
    square = np.zeros((52, 52), dtype=np.int64)
    boards = np.zeros((2000, 5), dtype=np.uint8)
    suits = np.arange(4, dtype=np.uint8)[None, :]
    state = seed_state(0)
    none = np.uint64(0)
    chips = np.ones(2, dtype=np.int64)
    turns = np.zeros(4, dtype=np.int64)
    return {
        "evaluate_rows": lambda: evaluate.evaluate_rows(
            frozen(_BOARD[None, :]), np.zeros(1, dtype=np.int32)
        ),
        "count_values": lambda: evaluate.count_values(np.zeros(7462, dtype=np.int64)),
        "index_rows": lambda: isomorphism.index_rows(
            frozen(_BOARD[:1, None]), starts, weights, codes, orders, offsets, places, places,
            np.zeros(1, dtype=np.int64),
        ),
        "unindex_rows": lambda: isomorphism.unindex_rows(
            frozen(np.ones(1, dtype=np.int64)), starts, np.zeros((1, 4, 1), dtype=np.uint8),
            offsets, places, np.ones((1, 4), dtype=np.int64), np.zeros((1, 1), dtype=np.uint8),
        ),
        "enumerate_deals": lambda: equity.enumerate_deals(
            _PAIR, ones, lists, 0, 1, _BOARD, none, np.zeros((2, 3))
        ),
        "sample_deals": lambda: sampling.sample_deals(
            _PAIR, ones, lists[:2], lists, _BOARD, none, 1, 1, state, shares
        ),
        "sample_in_turn": lambda: sampling.sample_in_turn(
            _PAIR, ones, lists, _BOARD, none, 1, state, np.zeros((2, 3)), np.zeros((2, 3))
        ),
        "range_outcomes": lambda: showdown.range_outcomes(
            _BOARD[None, :], np.ones(1), frozen(_PAIR), frozen(ones),
            np.zeros(2), np.zeros(2), np.zeros(2),
        ),
        "distinct_boards": lambda: showdown.distinct_boards(
            _FLOP, none, suits, boards, np.zeros(2000)
        ),
        "count_outcomes": lambda: strength.count_outcomes(_PAIR[0], _FLOP, 0, square, square),
        "weigh_outcomes": lambda: outlook.weigh_outcomes(
            frozen(_PAIR[0]), frozen(_FLOP), frozen(np.ones(1326)), np.zeros((3, 4))
        ),
        "disjoint_sum_two": lambda: strength.disjoint_sum_two(_PAIR, ones, ones),
        "disjoint_sum_three": lambda: strength.disjoint_sum_three(_PAIR, ones, ones, ones),
        "play_hands": lambda: playout.play_hands(
            10 * chips, chips, 0 * chips, turns, 0, turns + 1, turns, turns, False, False, 0,
            np.arange(52, dtype=np.uint8), state, np.zeros((1, 2)),
            np.zeros((0, 0), dtype=np.uint8), np.zeros((0, 0, 5), dtype=np.int64),
        ),
        "sample_against_random": lambda: income.sample_against_random(
            frozen(_PAIR[0]), frozen(_FLOP), 1, 1, state, np.zeros(3, dtype=np.int64)
        ),
        **strength_kernels(),
        **bucket_kernels(),
        **tree_kernels(),
        **board_kernels(),
        **match_kernels(),
        **loki_kernels(),
    }  # fmt: skip


def compile_all(report: Report = silent) -> list[str]:
    """Compile all kernels, or load them from the cache, and return their names."""
    calls = kernels()
    for done, (name, call) in enumerate(calls.items()):
        report(done, len(calls), name)
        call()
    return list(calls)
