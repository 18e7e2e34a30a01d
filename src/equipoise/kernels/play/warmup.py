"""Warm-up calls of the play kernels: one decision with one option, then the end."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from equipoise.kernels.arrays import frozen
from equipoise.kernels.play import meeting, meeting_ranges, playout
from equipoise.kernels.random import seed_state


def play_kernels() -> dict[str, Callable[[], object]]:
    """Every play kernel by name, with a small call."""

    def rows(*values: tuple[int, ...]) -> np.ndarray:
        return frozen(np.array(values, dtype=np.int64))

    tree = meeting.MeetingTree(
        rows((meeting.DECISION, 0, 0, 0, 1, 1, 0, 1), (meeting.END, 0, 0, 0, 0, 0, 0, 0)),
        rows((-1, 0, 0, 1, 0)),
        rows((0, 0, 0, 0)),
        rows((1, 0, 0, 0, 0, 0, 0)),
        rows((0, 0)),
        frozen(np.ones(1)),
    )
    table = meeting.StrategyTable(
        frozen(np.zeros(0)),
        frozen(np.zeros(0, dtype=np.uint16)),
        frozen(np.zeros(0, dtype=np.uint8)),
        0,
        0.0,
        0.0,
    )
    nothing = frozen(np.zeros((1, 2, 1), dtype=np.int32))
    numbers = meeting_ranges.MeetingNumbers(
        frozen(np.zeros((2, 3))), frozen(np.zeros(1)), frozen(np.zeros(1, dtype=np.uint64)), 1
    )
    card = frozen(np.zeros(1, dtype=np.uint8))
    pair = meeting_ranges.MeetingCards(
        frozen(np.zeros((2, 1, 1), dtype=np.int32)), frozen(np.zeros((2, 1, 1), dtype=np.bool_)),
        card, card, frozen(np.zeros(1, dtype=np.uint32)), frozen(np.ones(1)),
        frozen(np.zeros(1, dtype=np.int8)),
    )  # fmt: skip
    chips, turns = np.ones(2, dtype=np.int64), np.zeros(4, dtype=np.int64)
    return {
        "play_hands": lambda: playout.play_hands(
            10 * chips, chips, 0 * chips, turns, 0, turns + 1, turns, turns, False, False, 0,
            np.arange(52, dtype=np.uint8), seed_state(0), np.zeros((1, 2)),
            np.zeros((0, 0), dtype=np.uint8), np.zeros((0, 0, 5), dtype=np.int64),
        ),
        "play_meeting": lambda: meeting.play_meeting(
            tree, table, table, nothing, frozen(np.zeros((1, 2, 1), dtype=np.bool_)),
            frozen(np.zeros(1, dtype=np.int64)), frozen(np.zeros(2, dtype=np.uint64)), 1, 1,
            np.full(1, -1, dtype=np.int64), np.zeros(1, dtype=np.int64),
        ),
        "meeting_value": lambda: meeting_ranges.meeting_value(
            tree, numbers, table, table, pair, 0.0, np.uint64(0), 1, 1, np.zeros(1, dtype=np.int64)
        ),
    }  # fmt: skip
