"""Which card states are good: the top quarter of a round's states, by strength.

Schnizlein (2009, section 3.3.1): an opponent who folds the bottom half of his hands leaves hands
whose average lies at 75%, so that a hand is *good* in the top 25% of buckets. The buckets of many
abstractions have no order of their own. They are ordered by the mean of win less loss against a
random hand at the showdown. Where a quarter is no whole number it is rounded down, to one at least.
"""

from __future__ import annotations

import numpy as np

from equipoise.abstraction.bucket_states import BucketStates
from equipoise.abstraction.card_model import CardModel
from equipoise.abstraction.sampled_boards import sample_boards
from equipoise.abstraction.strength.compute import strengths_on
from equipoise.kernels.types import Bools, Float64s

_BOARDS = 2000  # more than two million hands
_SEED = 0x90


def good_states(cards: CardModel | BucketStates) -> tuple[tuple[Bools, ...], tuple[Bools, ...]]:
    """For each player and round, which states are good."""
    if isinstance(cards, BucketStates):
        both = tuple(_top_quarter(mean) for mean in bucket_strengths(cards))
        return both, both
    first, second = (
        tuple(
            _top_quarter(
                cards.operator(player, number, "showdown").sum(axis=1)
                / cards.operator(player, number, "fold").sum(axis=1)
            )
            for number in range(cards.rounds)
        )
        for player in range(2)
    )
    return first, second


def bucket_strengths(cards: BucketStates) -> list[Float64s]:
    """The mean strength at the showdown of the hands of each bucket, on a sample of boards."""
    boards = sample_boards(cards.bucketing, _BOARDS, _SEED)
    buckets = cards.bucketing.on_boards(boards)
    strengths = strengths_on(boards).astype(np.float64)
    means = []
    for number, count in enumerate(cards.bucketing.counts):
        here = buckets[:, number]
        held = (here >= 0) & (buckets[:, -1] >= 0)
        hands = np.bincount(here[held], minlength=count)
        sums = np.bincount(here[held], weights=strengths[held], minlength=count)
        # a bucket that no hand of the sample is in counts as weak
        means.append(np.where(hands > 0, sums / np.maximum(hands, 1), -1.0))
    return means


def _top_quarter(strengths: Float64s) -> Bools:
    """The strongest quarter; of equal ones the later, which hold the higher cards."""
    good: Bools = np.zeros(len(strengths), dtype=np.bool_)
    order = np.argsort(np.round(strengths, 12), kind="stable")
    good[order[-max(len(strengths) // 4, 1) :]] = True
    return good
