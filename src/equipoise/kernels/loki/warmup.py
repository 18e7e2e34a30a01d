"""Warm-up calls of the kernels of Loki's opponent model."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from equipoise.kernels.arrays import frozen
from equipoise.kernels.loki import reweighting, selective
from equipoise.kernels.random import seed_state

_COMBOS = np.array([(high, low) for high in range(52) for low in range(high)], dtype=np.uint8)
_FLOP = np.array([0, 5, 10], dtype=np.uint8)


def loki_kernels() -> dict[str, Callable[[], object]]:
    """The kernels of re-weighting and selective sampling, each with a small call."""
    combos = frozen(_COMBOS)
    order = np.zeros(1176, dtype=np.uint32)
    values, totals, window = np.zeros(1326), np.ones(2), np.ones(4)
    weights, saved = np.ones((2, 1326)), np.ones((2, 1326))
    active = np.ones(2, dtype=np.uint8)
    rounds = np.full(4, 2, dtype=np.int64)
    seats = np.array([[1, 1], [0, 0], [2, 2]], dtype=np.int64)
    return {
        "begin_round": lambda: reweighting.begin_round(
            _FLOP, combos, active, weights, saved, totals
        ),
        "reweight_by": lambda: reweighting.reweight_by(
            frozen(values), window, 0, weights, saved, totals
        ),
        "field_array": lambda: reweighting.field_array(weights, totals, active, 0, values),
        "reweight_on_board": lambda: reweighting.reweight_on_board(
            frozen(order), combos, frozen(values), 0.5, window, 0, active, weights, saved, totals,
            values,
        ),
        "sample_actions": lambda: selective.sample_actions(
            frozen(_FLOP[:2] + 1), frozen(_FLOP), combos, weights, np.full((2, 4, 3, 3), 1 / 3),
            np.array([0, 1, 0, 0]), seats, rounds, rounds, values, 1, seed_state(0),
            np.zeros(2),
        ),
    }  # fmt: skip
