"""Warm-up calls of the spot kernels: streets without nodes, one board, one hand each."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from equipoise.kernels.arrays import frozen
from equipoise.kernels.spots import boards
from equipoise.kernels.spots.ends import SUMS
from equipoise.kernels.spots.plan import BoardHands, Street
from equipoise.kernels.spots.vectors import WIDTH


def spot_kernels() -> dict[str, Callable[[], object]]:
    """Every spot kernel by name, in 32 and 16 bits, learning or not."""
    none = {name: np.zeros(0, dtype=np.int64) for name in ("offset", "scale", "lock")}
    rows = {
        name: np.zeros(0, dtype=np.uint64)
        for name in (
            "reach", "value", "edge_reach", "edge_value", "lane_reach", "lane_fold",
            "lane_showdown", "entry_value", "exit_reach", "exit_value",
        )
    }  # fmt: skip
    gains = {
        name: np.zeros(0, dtype=np.float32) for name in ("fold_gains", "showdown_gains", "rakes")
    }
    street = Street(
        mine=np.zeros(0, dtype=np.uint8), edges=np.zeros(1, dtype=np.int64),
        lane_needs=np.zeros(0, dtype=np.uint8), **none, **rows, **gains,
    )  # fmt: skip
    small, short = np.zeros(1, dtype=np.uint8), np.zeros(1, dtype=np.uint16)
    one = np.ones(1, dtype=np.float32)
    hands = BoardHands(np.array([0, 1]), small, small, short, one, short, short, short, one, small)
    level = (street, hands, hands, np.uint64(WIDTH))
    row = np.zeros(WIDTH, dtype=np.float32)
    sums = np.zeros(WIDTH)
    scratch = (
        np.zeros(SUMS, dtype=np.float32), row, row, row, row, np.zeros(WIDTH, dtype=np.uint64)
    )  # fmt: skip
    buffers = (row, row, scratch, row)
    rule = (*map(np.float32, (1, 1, 0, 1, 1)), False)

    def learning(regrets: Any, totals: Any, scales: Any) -> tuple[Any, ...]:
        return (frozen(regrets), regrets, regrets, totals, scales, row, rule, 0)

    def looking(weights: Any) -> tuple[Any, ...]:
        return (frozen(weights), frozen(weights), None, None, None, row, rule, 0)

    signed, unsigned = np.zeros(WIDTH, dtype=np.int16), np.zeros(WIDTH, dtype=np.uint16)
    plays = (
        learning(row, row, None), learning(signed, unsigned, row), looking(row), looking(unsigned)
    )  # fmt: skip

    def each(call: Callable[[tuple[Any, ...]], object]) -> Callable[[], object]:
        return lambda: [call(play) for play in plays]

    return {
        "street_down": lambda: [
            boards.street_down(level, 0, frozen(weights), row, row, row, scratch)
            for weights in (row, signed, unsigned)
        ],
        "street_up": each(lambda play: boards.street_up(level, 0, play, sums[None, :], row, row)),
        "carry_reach": lambda: boards.carry_reach(level, level, 0, row, row),
        "boards_below": each(
            lambda play: boards.boards_below(
                level, level, level, np.array([0, 1]), 0, 1, play, row, sums, (*buffers, sums),
                buffers,
            )
        ),
    }  # fmt: skip
