"""Buckets on one board at a glance: where a hand is, and which hands each bucket holds.

Nothing but the board itself is looked at, so it takes milliseconds also without strength tables;
``portrait`` adds what is known of a bucket over all boards.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from equipoise.abstraction.buckets.bucketing import Bucketing
from equipoise.abstraction.strength.boards import BOARD_CARDS, PREFLOP
from equipoise.abstraction.strength.features import Features, StrengthSource
from equipoise.base.errors import InputError
from equipoise.cards.combos import TYPE_COUNT, combo_index, combo_types
from equipoise.kernels.types import Float64s, Int32s, Int64s

BINS = 30


@dataclass(frozen=True, eq=False)
class RoundGlance:
    """The bucket of a hand in one round.

    ``waveform`` is the distribution of final strength in bins of equal width, ``strength`` its mean
    and ``deviation`` its standard deviation. ``together`` are the combos on this board in the same
    bucket, ``possible`` all that can be held.
    """

    number: int
    board: tuple[int, ...]
    bucket: int
    buckets: int
    strength: float
    deviation: float
    waveform: Float64s
    together: Int64s
    possible: Int64s

    @property
    def type_shares(self) -> Float64s:
        """For each of the 169 types the share of its combos here in this bucket; nan where none."""
        types = combo_types()
        held = np.bincount(types[self.possible], minlength=TYPE_COUNT)
        here = np.bincount(types[self.together], minlength=TYPE_COUNT)
        shares = np.full(TYPE_COUNT, np.nan)
        np.divide(here, held, out=shares, where=held > 0)
        return shares


def glance(
    bucketing: Bucketing,
    source: StrengthSource,
    hole: Sequence[int],
    board: Sequence[int] = (),
    bins: int = BINS,
    first: int = PREFLOP,
) -> list[RoundGlance]:
    """The hand in every round from ``first`` to the one of the board."""
    buckets = bucketing.of_hand(hole, board)
    combo = combo_index(hole[0], hole[1])
    found = []
    for number in range(first, len(buckets)):
        here = tuple(board[: BOARD_CARDS[number]])
        features = source.on_board(here)
        on_board = bucketing.on_board(here)[number]
        found.append(
            RoundGlance(
                number=number,
                board=here,
                bucket=buckets[number],
                buckets=bucketing.counts[number],
                strength=float(features.strength[combo]),
                deviation=_deviation(features, combo),
                waveform=features.waveform(bins)[combo],
                together=np.flatnonzero(on_board == buckets[number]),
                possible=np.flatnonzero(on_board >= 0),
            )
        )
    return found


def _deviation(features: Features, combo: int) -> float:
    """The standard deviation of final strength."""
    variance = features.squared_strength[combo] - features.strength[combo] ** 2
    return float(np.sqrt(max(variance, 0.0)))


@dataclass(frozen=True, eq=False)
class BoardBuckets:
    """All hands on one board, in the round of the board.

    ``bucket`` and ``strength`` are by combo, [1326]; the bucket is -1 for hands that share a card
    with the board. ``present`` are the buckets that hold any of them, by mean strength, and
    ``waveforms`` [present, bins] the mean distributions of final strength in them.
    """

    number: int
    board: tuple[int, ...]
    buckets: int
    bucket: Int32s
    strength: Float64s
    present: Int64s
    waveforms: Float64s

    def inside(self, bucket: int) -> Int64s:
        """The combos of a bucket, the strongest first."""
        held = np.flatnonzero(self.bucket == bucket)
        found: Int64s = held[np.argsort(-self.strength[held], kind="stable")]
        return found


def buckets_on_board(
    bucketing: Bucketing, source: StrengthSource, board: Sequence[int] = (), bins: int = BINS
) -> BoardBuckets:
    """What a bucketing makes of a board of 0, 3, 4 or 5 cards."""
    rows = bucketing.on_board(board)
    number, own = len(rows) - 1, rows[-1]
    if (own < 0).all():
        raise InputError(
            f"the bucketing {bucketing.abstraction} has no buckets over this flop",
            expected="it was built from sampled flops only",
        )
    features = source.on_board(tuple(board))
    waveforms, strengths = features.waveform(bins), features.strength
    held = own >= 0
    present = np.unique(own[held]).astype(np.int64)
    count = np.bincount(own[held])[present]
    means = np.bincount(own[held], strengths[held])[present] / count
    order = np.argsort(means, kind="stable")
    present = present[order]
    return BoardBuckets(
        number=number,
        board=tuple(int(card) for card in board),
        buckets=bucketing.counts[number],
        bucket=own,
        strength=strengths,
        present=present,
        waveforms=np.stack([waveforms[own == bucket].mean(axis=0) for bucket in present]),
    )
