"""Agreement of two bucketings, and similarity of the hands within buckets.

Hands are weighted by the probability of being dealt. Two independently dealt hands share a bucket
of the first bucketing with probability A, of the second with B, of both with J. The adjusted Rand
index (Hubert and Arabie 1985) is (J - AB) / ((A + B)/2 - AB): 1 for identical bucketings, 0 for
independent ones. Mutual information is in bits.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from equipoise.kernels.types import Float64s, Int32s, Int64s


@dataclass(frozen=True)
class Agreement:
    """Measures of agreement of two bucketings of the same hands.

    ``first_kept`` is the share of pairs sharing a bucket of the first that share one of the second;
    ``same`` the share of all pairs on which both agree (Rand index).
    """

    adjusted_rand: float
    same: float
    first_kept: float
    second_kept: float
    information: float
    entropies: tuple[float, float]

    @property
    def normalised_information(self) -> float:
        """Mutual information divided by the mean of the entropies: 0 to 1."""
        mean = sum(self.entropies) / 2
        return self.information / mean if mean else 1.0


def agreement(first: Int32s, second: Int32s, weights: Float64s, exact: bool) -> Agreement:
    """Compare buckets [boards, hands] (-1: no such hand) on boards with weights that sum to one.

    If the boards are a sample (``exact`` false) only pairs of hands on different boards are
    counted, which makes the estimates unbiased.
    """
    sizes = int(first.max()) + 1, int(second.max()) + 1
    joint = first.astype(np.int64) * sizes[1] + second
    joint[first < 0] = -1
    numbers = first.astype(np.int64), second.astype(np.int64), joint
    shares = [_shares(each, weights) for each in numbers]
    one, two, both = (
        _together(each, found, weights, exact) for each, found in zip(numbers, shares, strict=True)
    )
    chance = one * two
    most = (one + two) / 2 - chance
    entropies = [_entropy(found) for found in shares]
    return Agreement(
        adjusted_rand=(both - chance) / most if most > 0 else 1.0,
        same=1 - one - two + 2 * both,
        first_kept=both / one if one > 0 else 1.0,
        second_kept=both / two if two > 0 else 1.0,
        information=max(entropies[0] + entropies[1] - entropies[2], 0.0),
        entropies=(entropies[0], entropies[1]),
    )


def hand_weights(buckets: Int32s | Int64s, weights: Float64s) -> Float64s:
    """The probability of every hand, [boards, hands]: uniform within a board."""
    there = buckets >= 0
    each: Float64s = np.where(there, (weights / there.sum(axis=1))[:, None], 0.0)
    return each


def _shares(numbers: Int64s, weights: Float64s) -> Float64s:
    """The probability of each bucket that occurs."""
    each = hand_weights(numbers, weights)
    there = numbers >= 0
    _, place = np.unique(numbers[there], return_inverse=True)
    return np.asarray(np.bincount(place, weights=each[there]), dtype=np.float64)


def _together(numbers: Int64s, shares: Float64s, weights: Float64s, exact: bool) -> float:
    """The probability that two hands share a bucket."""
    everywhere = float((shares**2).sum())
    if exact or len(weights) == 1:
        return everywhere
    on_one_board = 0.0
    for row, weight in zip(numbers, weights, strict=True):
        _, counts = np.unique(row[row >= 0], return_counts=True)
        on_one_board += float(weight**2 * ((counts / counts.sum()) ** 2).sum())
    return (everywhere - on_one_board) / (1 - float((weights**2).sum()))


def _entropy(shares: Float64s) -> float:
    there = shares[shares > 0]
    return float(-(there * np.log2(there)).sum())


def spread(buckets: Int32s, values: Float64s, weights: Float64s) -> tuple[float, float]:
    """The standard deviation of a value within buckets, and over all hands.

    ``values`` [boards, hands]; the first is the root of the mean variance within a bucket.
    """
    each = hand_weights(buckets, weights)
    there = buckets >= 0
    _, place = np.unique(buckets[there], return_inverse=True)
    chance, value = each[there], values[there]
    shares = np.bincount(place, weights=chance)
    means = np.bincount(place, weights=chance * value) / shares
    within = float((chance * (value - means[place]) ** 2).sum())
    overall = float((chance * (value - (chance * value).sum()) ** 2).sum())
    return float(np.sqrt(within)), float(np.sqrt(overall))


def waveform_spread(buckets: Int32s, waveforms: Float64s, weights: Float64s) -> float:
    """The mean earth mover's distance of hands from the mean distribution of their bucket.

    In units of strength, 0 to 1.
    """
    each = hand_weights(buckets, weights)
    there = buckets >= 0
    _, place = np.unique(buckets[there], return_inverse=True)
    chance = each[there]
    shares = np.bincount(place, weights=chance)
    cumulative = np.cumsum(waveforms, axis=2)[there]
    distance = np.zeros(len(chance))
    for column in cumulative.T:
        mean = np.bincount(place, weights=chance * column) / shares
        distance += np.abs(column - mean[place])
    return float((chance * distance).sum() / waveforms.shape[2])
