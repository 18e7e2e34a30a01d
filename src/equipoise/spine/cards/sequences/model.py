"""The card model of hold'em with a perfect-recall bucketing: matrices over bucket sequences."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from equipoise.abstraction.buckets.bucketing import Bucketing
from equipoise.base.errors import InputError
from equipoise.kernels.types import Floats, Int64s
from equipoise.spine.cards.matrix import MatrixCards, model_from_last_round

_ROWS = 512
#: from this many sequences on matrices are in single precision
SINGLE_FROM = 6000


def sequence_model(bucketing: Bucketing, counts: Int64s, total: int) -> MatrixCards:
    """Build the model from the counts of ``kernels.buckets.sequences``, both halves together.

    The fold matrices are symmetric and the showdown matrices antisymmetric to the last bit. Single
    precision from 6,000 sequences on.
    """
    dtype = np.float32 if len(counts) >= SINGLE_FROM else np.float64
    fold, showdown = matrices_of_counts(counts, total, dtype)
    parents: list[Int64s] = [np.zeros(0, dtype=np.int64)]
    for number, before in enumerate(bucketing.parents[1:], start=1):
        if before is None:
            raise InputError(
                f"the card abstraction {bucketing.abstraction} has imperfect recall in round "
                f"{number}",
                expected="perfect recall is needed here",
            )
        parents.append(before)
    labels = sequence_labels(bucketing.counts[0], parents)
    public = tuple(np.zeros(len(names), dtype=np.int64) for names in labels)
    both = tuple(parents)
    return model_from_last_round(
        str(bucketing.abstraction), (both, both), fold, showdown, (public, public),
        (labels, labels),
    )  # fmt: skip


def matrices_of_counts(
    counts: Int64s, total: int, dtype: npt.DTypeLike = np.float64
) -> tuple[Floats, Floats]:
    """Joint probabilities and wins minus losses, from the two triangles of the counts."""
    size = len(counts)
    fold: Floats = np.zeros((size, size), dtype=dtype)
    showdown: Floats = np.zeros((size, size), dtype=dtype)
    for start in range(0, size, _ROWS):
        span = slice(start, start + _ROWS)
        part = (counts[span] / total).astype(dtype)
        fold[span] += np.tril(part, start)
        fold[:, span] += np.tril(part, start - 1).T
        won = np.triu(part, start + 1)
        showdown[span] += won
        showdown[:, span] -= won.T
    return fold, showdown


def sequence_labels(first: int, parents: list[Int64s]) -> tuple[tuple[str, ...], ...]:
    """Names like 3.0.7: the bucket of each round, counted from 0 within the one before.

    >>> sequence_labels(2, [None, np.array([0, 0, 1])])[1]
    ('0.0', '0.1', '1.0')
    """
    labels = [tuple(str(bucket) for bucket in range(first))]
    for before in parents[1:]:
        seen = [0] * len(labels[-1])
        names = []
        for parent in before.tolist():
            names.append(f"{labels[-1][parent]}.{seen[parent]}")
            seen[parent] += 1
        labels.append(tuple(names))
    return tuple(labels)
