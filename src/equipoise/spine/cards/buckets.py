"""The card states of a hold'em bucketing: its buckets, without matrices, any recall."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import numpy as np

from equipoise.abstraction.buckets.bucketing import Bucketing
from equipoise.abstraction.buckets.sampled_boards import sample_boards
from equipoise.abstraction.strength.boards import BOARD_CARDS
from equipoise.abstraction.strength.compute import strengths_on
from equipoise.cards.combos import COMBO_COUNT, TYPE_COUNT, combo_types, type_text
from equipoise.kernels.buckets.dealing import BucketDeals
from equipoise.kernels.types import Float64s, Int64s
from equipoise.spine.cards.bucket_deals import bucket_deals
from equipoise.spine.cards.states import Names, StatesAlone

ROUNDS = 4
_BOARDS = 1000  # for histories: about a million hands
_SEED = 0x48
_STRENGTH_BOARDS = 2000  # more than two million hands
_STRENGTH_SEED = 0x90


@dataclass(frozen=True, eq=False)
class BucketStates(StatesAlone):
    """Card states of a bucketing shared by both players."""

    bucketing: Bucketing

    @property
    def name(self) -> str:
        """The notation of the bucketing."""
        return str(self.bucketing.abstraction)

    @property
    def rounds(self) -> int:
        """Number of betting rounds (4)."""
        return ROUNDS

    @cached_property
    def states(self) -> tuple[tuple[int, ...], tuple[int, ...]]:
        """Number of buckets by round."""
        return self.bucketing.counts, self.bucketing.counts

    @cached_property
    def labels(self) -> tuple[Names, Names]:
        """Starting hands if they are all distinguished, else bucket numbers."""
        names = [tuple(f"bucket {b + 1}" for b in range(n)) for n in self.bucketing.counts]
        table = self.bucketing.preflop
        if self.bucketing.counts[0] == TYPE_COUNT:
            types = np.zeros(TYPE_COUNT, dtype=np.int64)
            types[table] = combo_types()
            if len(np.unique(types)) == TYPE_COUNT:
                names[0] = tuple(type_text(int(number)) for number in types)
        return tuple(names), tuple(names)

    @cached_property
    def deals(self) -> BucketDeals:
        """Random deals as buckets, for walks."""
        return bucket_deals(self.bucketing)

    def strengths(self, player: int) -> list[Float64s]:
        """The mean strength of the hands of each bucket, on a sample of boards."""
        return self._strengths

    @cached_property
    def _strengths(self) -> list[Float64s]:
        boards = sample_boards(self.bucketing, _STRENGTH_BOARDS, _STRENGTH_SEED)
        buckets = self.bucketing.on_boards(boards)
        strengths = strengths_on(boards).astype(np.float64)
        means = []
        for number, count in enumerate(self.bucketing.counts):
            here = buckets[:, number]
            held = (here >= 0) & (buckets[:, -1] >= 0)
            hands = np.bincount(here[held], minlength=count)
            sums = np.bincount(here[held], weights=strengths[held], minlength=count)
            # buckets without a hand in the sample count as weak
            means.append(np.where(hands > 0, sums / np.maximum(hands, 1), -1.0))
        return means

    def histories(self, player: int, round_number: int) -> tuple[Int64s, Float64s]:
        """All buckets before the flop; later bucket sequences of all hands on sampled boards."""
        if round_number == 0:
            table = self.bucketing.preflop.astype(np.int64)
            counts = np.bincount(table, minlength=self.bucketing.counts[0])
            return np.arange(len(counts))[:, None], counts / COMBO_COUNT
        boards = sample_boards(self.bucketing, _BOARDS, _SEED)[:, : BOARD_CARDS[round_number]]
        buckets = self.bucketing.on_boards(np.ascontiguousarray(boards))
        rows = buckets.transpose(0, 2, 1).reshape(-1, round_number + 1)
        shape = self.bucketing.counts[: round_number + 1]
        keys = np.ravel_multi_index(tuple(rows[(rows >= 0).all(axis=1)].T), shape)
        found, counts = np.unique(keys, return_counts=True)
        likely: Float64s = counts / counts.sum()
        return np.stack(np.unravel_index(found, shape), axis=1), likely
