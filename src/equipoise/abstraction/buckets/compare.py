"""Two bucketings compared by round: sizes, agreement, and similarity within buckets."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from equipoise.abstraction.buckets.agreement import Agreement, agreement, spread, waveform_spread
from equipoise.abstraction.buckets.bucketing import Bucketing
from equipoise.abstraction.buckets.survey import BOARDS, Survey, known_flops
from equipoise.abstraction.strength.boards import RIVER, ROUND_NAMES
from equipoise.abstraction.strength.features import StrengthSource
from equipoise.base.errors import InputError
from equipoise.base.progress import Report, silent
from equipoise.kernels.types import Float64s, Int32s

_BATCHES = 10
#: boards for the spread of distributions, limited by memory
_WAVEFORM_BOARDS = 150
_BINS = 30
_MOST_SHOWN = 64


@dataclass(frozen=True, eq=False)
class RoundComparison:
    """One round of two bucketings.

    ``error`` is the standard error of the adjusted Rand index from ten batches of boards, 0 if all
    boards were used (``exact``). ``within`` are the standard deviations of expected strength within
    the buckets of each, ``overall`` that of all hands. ``waveform_within`` are the mean earth
    mover's distances from the mean distribution of the bucket; None if the tables have none, and on
    the river, where a distribution is one strength. ``joint`` is the probability of each pair of
    buckets, [first, second]; neighbouring buckets are merged if there are many.
    """

    number: int
    counts: tuple[int, int]
    boards: int
    exact: bool
    agreement: Agreement
    error: float
    within: tuple[float, float]
    overall: float
    waveform_within: tuple[float, float] | None
    joint: Float64s


def compare_bucketings(
    first: Bucketing,
    second: Bucketing,
    source: StrengthSource,
    boards: int = BOARDS,
    seed: int = 0,
    report: Report = silent,
) -> list[RoundComparison]:
    """Compare all rounds: exact up to the flop, on ``boards`` sampled boards later."""
    known = np.intersect1d(known_flops(first), known_flops(second))
    if not len(known):
        raise InputError("the two were built from different flops")
    found = []
    for number in range(len(ROUND_NAMES)):
        report(number, len(ROUND_NAMES), f"comparing, {ROUND_NAMES[number]}")
        found.append(_round(first, second, source, Survey.of(number, known, boards, seed)))
    return found


def _round(
    first: Bucketing, second: Bucketing, source: StrengthSource, survey: Survey
) -> RoundComparison:
    one, two = survey.buckets(first), survey.buckets(second)
    values = survey.strengths(source)
    spreads = [spread(buckets, values, survey.weights) for buckets in (one, two)]
    waveforms = None
    if source.bins and survey.number != RIVER:
        some = survey.fewer(_WAVEFORM_BOARDS)
        shapes = some.waveforms(source, min(_BINS, source.bins))
        waveforms = (
            waveform_spread(some.buckets(first), shapes, some.weights),
            waveform_spread(some.buckets(second), shapes, some.weights),
        )
    counts = first.counts[survey.number], second.counts[survey.number]
    return RoundComparison(
        number=survey.number,
        counts=counts,
        boards=len(survey.weights),
        exact=survey.exact,
        agreement=agreement(one, two, survey.weights, survey.exact),
        error=0.0 if survey.exact else _standard_error(one, two),
        within=(spreads[0][0], spreads[1][0]),
        overall=spreads[0][1],
        waveform_within=waveforms,
        joint=_joint(one, two, counts),
    )


def _standard_error(one: Int32s, two: Int32s) -> float:
    """Standard error of the adjusted Rand index, from batches of boards of equal weight."""
    batches = [part for part in np.array_split(np.arange(len(one)), _BATCHES) if len(part) > 1]
    if len(batches) < 2:
        return float("inf")
    found = [
        agreement(one[part], two[part], np.full(len(part), 1 / len(part)), False).adjusted_rand
        for part in batches
    ]
    return float(np.std(found, ddof=1) / np.sqrt(len(found)))


def _joint(one: Int32s, two: Int32s, counts: tuple[int, int]) -> Float64s:
    sizes = [min(count, _MOST_SHOWN) for count in counts]
    there = one >= 0
    rows = one[there].astype(np.int64) * sizes[0] // counts[0]
    columns = two[there].astype(np.int64) * sizes[1] // counts[1]
    found = np.bincount(rows * sizes[1] + columns, minlength=sizes[0] * sizes[1])
    shares: Float64s = (found / found.sum()).reshape(sizes[0], sizes[1])
    return shares
