"""Synthetic card models of any size that resemble abstract hold'em.

A hand has a hidden strength, a normal variable that takes a step per round; on each of a few
equally likely boards it shifts by a board-specific amount. A player's bucket in a round is the
quantile of the hand's step among hands with the same buckets so far. So states are bucket sequences
(perfect recall), all hands of a state are equally likely, and the model is symmetric: both seats
have the same states, the fold matrices are symmetric and the showdown matrices antisymmetric.

Such a model has the shape and cost of 8-12-4-4 or 8.8.8.8 and is built in a second: for benchmarks,
and for tests of properties that hold for any cards.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import prod

import numpy as np

from equipoise.kernels.types import Float64s, Int64s
from equipoise.spine.cards.matrix import MatrixCards, model_from_last_round

_BOARDS = 4
_NOISE = 0.3  # of strength within a state, in standard deviations of a round's step


def synthetic_model(buckets: Sequence[int], seed: int = 0, ties: bool = False) -> MatrixCards:
    """A symmetric model with this many buckets in each round; all showdowns tie if ``ties``.

    >>> synthetic_model((3, 2)).states
    ((3, 6), (3, 6))
    """
    rng = np.random.default_rng(seed)
    sizes = [prod(buckets[: number + 1]) for number in range(len(buckets))]
    # the median of each bucket's part of a step's distribution, summed along the sequence
    strength = np.zeros(1)
    for count in buckets:
        steps = np.sort(rng.normal(size=(len(strength), count)), axis=1)
        strength = (strength[:, None] + steps).ravel()
    fold, showdown = np.zeros((2, sizes[-1], sizes[-1]))
    for _ in range(_BOARDS):
        # probability and strength of each state on this board
        likely = rng.gamma(2.0, size=sizes[-1])
        likely /= likely.sum()
        here = strength + rng.normal(scale=0.5, size=sizes[-1])
        together = np.outer(likely, likely) / _BOARDS
        fold += together
        if not ties:
            # tanh models P(win) - P(lose) as a function of the difference in strength
            showdown += together * np.tanh((here[:, None] - here[None, :]) / _NOISE)
    parents: list[Int64s] = [np.zeros(0, dtype=np.int64)]
    for number in range(1, len(buckets)):
        parents.append(np.arange(sizes[number - 1]).repeat(buckets[number]))
    labels = tuple(tuple(map(str, range(size))) for size in sizes)
    public = tuple(np.zeros(size, dtype=np.int64) for size in sizes)
    both = (tuple(parents), tuple(parents))
    exact: Float64s = (fold + fold.T) / 2
    return model_from_last_round(
        "-".join(map(str, buckets)), both, exact, (showdown - showdown.T) / 2,
        (public, public), (labels, labels),
    )  # fmt: skip
