"""Small calls of the kernels that play matches: one decision of one option, then the end."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from equipoise.kernels import bucket_dealing, meeting, meeting_ranges
from equipoise.kernels.arrays import frozen
from equipoise.kernels.warmup_buckets import small_bucket_deals


def match_kernels() -> dict[str, Callable[[], object]]:
    """Every kernel of matches by name, with a small call of it."""

    def rows(*values: tuple[int, ...]) -> np.ndarray:
        return frozen(np.array(values, dtype=np.int64))

    tree = meeting.MeetingTree(
        rows((0, 0, 0, 0, 1, 1, 0, 1), (meeting.END, 0, 0, 0, 0, 0, 0, 0)),
        rows((-1, 0, 0, 1, 0)),
        rows((0, 0, 0, 0)),
        rows((1, 0, 0, 0, 0, 0, 0)),
        rows((0, 0)),
        frozen(np.ones(1)),
    )
    book = meeting.Book(
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
    return {
        "hand_buckets": lambda: bucket_dealing.hand_buckets(
            small_bucket_deals(), frozen(np.arange(9, dtype=np.uint8)[None, :]),
            np.zeros((1, 2, 4), dtype=np.int32),
        ),
        "play_meeting": lambda: meeting.play_meeting(
            tree, book, book, nothing, frozen(np.zeros((1, 2, 1), dtype=np.bool_)),
            frozen(np.zeros(1, dtype=np.int64)), frozen(np.zeros(2, dtype=np.uint64)), 1, 1,
            np.full(1, -1, dtype=np.int64), np.zeros(1, dtype=np.int64),
        ),
        "meeting_value": lambda: meeting_ranges.meeting_value(
            tree, numbers, book, book, pair, 0.0, np.uint64(0), 1, 1, np.zeros(1, dtype=np.int64)
        ),
    }  # fmt: skip
