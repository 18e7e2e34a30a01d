"""Warm-up calls of the evaluation kernels: a tree with one fold, one board, one hand."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from equipoise.kernels.arrays import frozen
from equipoise.kernels.assess import class_values, divat
from equipoise.kernels.buckets.dealing import BucketDeals
from equipoise.kernels.play.meeting import StrategyTable


def assess_kernels() -> dict[str, Callable[[], object]]:
    """Every evaluation kernel by name, with a small call."""

    def zeros(*shape: int, kind: str = "float64") -> np.ndarray:
        return frozen(np.zeros(shape, dtype=kind))

    def number(*shape: int) -> np.ndarray:
        return zeros(*shape, kind="int64")

    byte, short = zeros(1, kind="uint8"), zeros(1, kind="uint16")
    table = StrategyTable(zeros(0), zeros(0, kind="uint16"), zeros(0, kind="uint8"), 0, 0.0, 0.0)
    end = frozen(np.ones(1, dtype=np.uint8))
    tree = class_values.ValuedTree(
        end, byte, byte, number(2), number(0), number(1), zeros(1), number(2, 1), byte
    )
    places = zeros(1 << 17, kind="uint32")
    square = zeros(1, 1326, kind="uint16")
    deals = BucketDeals(
        zeros(1, kind="uint32"), zeros(1, 3, kind="uint8"), square, places, places, places,
        square, square, square, short, short, zeros(1, 1, kind="uint16"), 1,
        zeros(1, kind="int32"), zeros(1, 1, kind="uint16"), square,
    )  # fmt: skip
    classes = class_values.HandClasses(byte, byte, byte, byte, square)
    flop = frozen(np.array([0, 1, 2], dtype=np.uint8))
    baseline = divat.Baseline(
        zeros(4), 0.0, number(4), number(4), number(4), number(2), zeros(1326, 2), 1
    )
    hands = frozen(np.arange(9, dtype=np.uint8)[None])
    margins = zeros(1326, 1326)
    return {
        "gather_values": lambda: class_values.gather_values(
            tree, table, zeros(0, 2, 1, kind="int32"), zeros(0, 2, 1, kind="uint8"),
            zeros(0, kind="int8"), 0.0, *(np.zeros((1, 1, 1)) for _ in range(4)),
        ),
        "classes_on_board": lambda: class_values.classes_on_board(
            deals, classes, flop, np.zeros(1326, dtype=np.uint8)
        ),
        "add_board_values": lambda: class_values.add_board_values(
            deals, classes, flop[None], 1325, zeros(1, 1), zeros(1326), np.zeros(1326)
        ),
        "always_call_scores": lambda: divat.always_call_scores(
            hands, number(1), zeros(1, 4), zeros(1), margins, np.zeros(1)
        ),
        "bet_for_value_scores": lambda: divat.bet_for_value_scores(
            baseline, hands, number(1), number(1, 4), number(1), zeros(1), margins, 0.0,
            zeros(8, 3, kind="uint8"), 1, 0, np.zeros(1),
        ),
        "start_values": lambda: divat.start_values(
            baseline, 0, 0, frozen(np.arange(4, dtype=np.uint8)[None]),
            zeros(1, 0, kind="uint8"), margins, np.zeros(1),
        ),
    }  # fmt: skip
