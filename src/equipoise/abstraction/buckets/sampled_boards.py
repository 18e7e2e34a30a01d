"""Random boards of five cards for a bucketing."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from itertools import combinations

import numpy as np

from equipoise.abstraction.buckets.bucketing import Bucketing
from equipoise.abstraction.strength.boards import flops
from equipoise.kernels.arrays import frozen
from equipoise.kernels.buckets.divide import NONE
from equipoise.kernels.types import Int64s, UInt8s

_FIVE = np.uint32(5)


@lru_cache(maxsize=1)
def flop_cards() -> UInt8s:
    """The cards of every real flop in colexicographic order, [22100, 3]."""
    cards = np.array(list(combinations(range(52), 3)), dtype=np.uint8)
    return frozen(np.ascontiguousarray(cards[np.lexsort(cards.T)]))


@lru_cache(maxsize=8)
def dealt_flops(bucketing: Bucketing) -> Int64s:
    """The indices of the real flops that a bucketing has buckets for."""
    made = (np.asarray(bucketing.rounds[1].table) != NONE).any(axis=1)
    return frozen(np.flatnonzero(made[flops().places >> _FIVE]))


def sample_boards(
    bucketing: Bucketing, count: int, *entropy: int, known: Sequence[int] = ()
) -> UInt8s:
    """Independent boards [count, 5], flop first; seeded by the given numbers.

    ``known`` are the cards already dealt: none, a flop, or a flop and later cards.
    """
    random = np.random.default_rng(entropy)
    if known:
        chosen: UInt8s = np.tile(np.array(known, dtype=np.uint8), (count, 1))
    else:
        chosen = flop_cards()[random.choice(dealt_flops(bucketing), count)]
    # the cards with the smallest keys are a random subset of the remaining ones
    keys = random.random((count, 52))
    np.put_along_axis(keys, chosen.astype(np.int64), 2.0, axis=1)
    later = np.argsort(keys, axis=1)[:, : 5 - chosen.shape[1]]
    boards: UInt8s = np.concatenate([chosen, later.astype(np.uint8)], axis=1)
    return frozen(boards)
