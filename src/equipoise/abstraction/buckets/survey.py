"""All hands on the boards of a round with weights, for comparisons.

Before the flop there is one board. On the flop all boards of a bucketing are used, so figures are
exact. On the turn and the river boards are sampled by probability.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import numpy as np

from equipoise.abstraction.buckets.bucketing import Bucketing
from equipoise.abstraction.strength.boards import (
    BOARD_CARDS,
    FLOP,
    PREFLOP,
    boards_of,
    combo_columns,
    flops,
)
from equipoise.abstraction.strength.features import StrengthSource
from equipoise.kernels.buckets.divide import NONE
from equipoise.kernels.types import Float64s, Int32s, Int64s, UInt8s

BOARDS = 2000
_BLOCK = 128


def known_flops(bucketing: Bucketing) -> Int64s:
    """The rows of a bucketing's flops."""
    if not bucketing.sampled:
        return np.arange(len(flops()))
    return np.flatnonzero((bucketing.rounds[FLOP].table != NONE).any(axis=1))


@dataclass(frozen=True, eq=False)
class Survey:
    """Boards of one round; ``weights`` sum to one, ``exact`` if they are all boards."""

    number: int
    cards: UInt8s
    weights: Float64s
    exact: bool

    @classmethod
    def of(cls, number: int, flop_rows: Int64s, count: int = BOARDS, seed: int = 0) -> Survey:
        """The boards of a round over some flops: all of them up to the flop, later ``count``."""
        if number == PREFLOP:
            return cls(PREFLOP, np.zeros((1, 0), dtype=np.uint8), np.ones(1), True)
        weights = flops().weights[flop_rows].astype(np.float64)
        weights /= weights.sum()
        cards = flops().cards[flop_rows]
        if number == FLOP:
            return cls(FLOP, cards, weights, True)
        random = np.random.default_rng(np.random.SeedSequence([seed, number]))
        chosen = cards[random.choice(len(cards), size=count, p=weights)]
        more = BOARD_CARDS[number] - BOARD_CARDS[FLOP]
        keys = random.random((count, 52))
        np.put_along_axis(keys, chosen.astype(np.int64), 2.0, axis=1)
        drawn = np.argsort(keys, axis=1)[:, :more].astype(np.uint8)
        return cls(number, np.hstack([chosen, drawn]), np.full(count, 1 / count), False)

    def buckets(self, bucketing: Bucketing) -> Int32s:
        """The buckets of all combos, [boards, 1326]; -1 if a combo shares a card."""
        found: Int32s = bucketing.on_boards(self.cards)[:, self.number]
        return found

    @cached_property
    def _places(self) -> tuple[Int64s, Int64s]:
        """The rows of the strength tables, and the column of each combo: [boards, 1326]."""
        rows, renamings = boards_of(self.number).find_many(self.cards)
        return rows, combo_columns()[renamings].astype(np.int64)

    def strengths(self, source: StrengthSource) -> Float64s:
        """Expected strengths of all combos, [boards, 1326]; nan if impossible.

        Computed in blocks, since table rows include their distributions.
        """
        rows, columns = self._places
        found = np.empty(columns.shape)
        for start in range(0, len(rows), _BLOCK):
            some = slice(start, start + _BLOCK)
            on_rows = source.features(self.number, rows[some]).strength
            found[some] = np.take_along_axis(on_rows, columns[some], axis=1)
        return found

    def waveforms(self, source: StrengthSource, bins: int) -> Float64s:
        """Distributions of final strength of all combos, [boards, 1326, bins]."""
        rows, columns = self._places
        on_rows = source.features(self.number, rows).waveform(bins)
        return np.take_along_axis(on_rows, columns[:, :, None], axis=1)

    def fewer(self, count: int) -> Survey:
        """A weighted sample of at most ``count`` boards."""
        if len(self.weights) <= count:
            return self
        random = np.random.default_rng(np.random.SeedSequence([count, self.number]))
        chosen = random.choice(len(self.weights), size=count, p=self.weights)
        return Survey(self.number, self.cards[chosen], np.full(count, 1 / count), False)
