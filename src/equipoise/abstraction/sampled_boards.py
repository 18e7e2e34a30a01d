"""Random boards of five cards for a bucketing."""

from __future__ import annotations

from functools import lru_cache
from itertools import combinations

import numpy as np

from equipoise.abstraction.buckets.bucketing import Bucketing
from equipoise.abstraction.strength.boards import flops
from equipoise.kernels.arrays import frozen
from equipoise.kernels.buckets import NONE
from equipoise.kernels.types import Int64s, UInt8s

_FIVE = np.uint32(5)


@lru_cache(maxsize=1)
def flop_cards() -> UInt8s:
    """The cards of every real flop in colexicographic order, [22100, 3]."""
    cards = np.array(list(combinations(range(52), 3)), dtype=np.uint8)
    return frozen(np.ascontiguousarray(cards[np.lexsort(cards.T)]))


@lru_cache(maxsize=8)
def dealt_flops(bucketing: Bucketing) -> Int64s:
    """The numbers of the real flops that a bucketing has buckets for: all, unless it is sampled."""
    made = (np.asarray(bucketing.rounds[1].table) != NONE).any(axis=1)
    return frozen(np.flatnonzero(made[flops().places >> _FIVE]))


def sample_boards(bucketing: Bucketing, count: int, *entropy: int) -> UInt8s:
    """Independent boards [count, 5], flop first; the numbers given decide which."""
    random = np.random.default_rng(entropy)
    numbers = random.choice(dealt_flops(bucketing), count)
    chosen = flop_cards()[numbers]
    # the two cards of least key are a random pair of the 49 that are left
    keys = random.random((count, 52))
    np.put_along_axis(keys, chosen.astype(np.int64), 2.0, axis=1)
    later = np.argsort(keys, axis=1)[:, :2]
    boards: UInt8s = np.concatenate([chosen, later.astype(np.uint8)], axis=1)
    return frozen(boards)
