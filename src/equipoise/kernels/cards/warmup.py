"""Warm-up calls of the card kernels."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from equipoise.kernels.arrays import frozen
from equipoise.kernels.cards import (
    equity,
    evaluate,
    income,
    isomorphism,
    margins,
    outlook,
    showdown,
    strength,
)
from equipoise.kernels.cards import sampled_equity as sampling
from equipoise.kernels.random import seed_state

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


def card_kernels() -> dict[str, Callable[[], object]]:
    """Every card kernel by name, with a small call."""
    starts, weights, codes, orders, offsets, places = _index_arguments()
    shares = np.zeros((2, 3), dtype=np.int64)
    lists = np.array([0, 1, 2], dtype=np.int64)
    ones = np.ones(2)
    square = np.zeros((52, 52), dtype=np.int64)
    boards = np.zeros((2000, 5), dtype=np.uint8)
    suits = np.arange(4, dtype=np.uint8)[None, :]
    state = seed_state(0)
    none = np.uint64(0)
    combos = np.zeros((1326, 2), dtype=np.uint8)
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
        "pair_margins": lambda: margins.pair_margins(
            frozen(_PAIR.reshape(1, 4)), frozen(_BOARD[None, :]),
            frozen(np.full(1, 5, dtype=np.int64)), np.zeros(1),
        ),
        "margins_against": lambda: margins.margins_against(
            frozen(_BOARD), 50, 51, frozen(combos), np.zeros(1326)
        ),
        "disjoint_sum_two": lambda: strength.disjoint_sum_two(_PAIR, ones, ones),
        "disjoint_sum_three": lambda: strength.disjoint_sum_three(_PAIR, ones, ones, ones),
        "sample_against_random": lambda: income.sample_against_random(
            frozen(_PAIR[0]), frozen(_FLOP), 1, 1, state, np.zeros(3, dtype=np.int64)
        ),
    }  # fmt: skip
