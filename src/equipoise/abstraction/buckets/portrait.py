"""One hand in a bucketing, round by round: its bucket, the bucket's other hands, its waveform."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from equipoise.abstraction.buckets.agreement import hand_weights
from equipoise.abstraction.buckets.bucketing import Bucketing
from equipoise.abstraction.buckets.glance import BINS, RoundGlance, glance
from equipoise.abstraction.buckets.survey import BOARDS, Survey, known_flops
from equipoise.abstraction.strength.boards import PREFLOP, RIVER
from equipoise.abstraction.strength.features import Features, StrengthSource
from equipoise.cards.card import cards_text
from equipoise.cards.combos import COMBO_COUNT, combo_cards, combo_index

_NEAREST = 8
_EXAMPLES = 6
_TENTHS = (0.1, 0.9)


@dataclass(frozen=True)
class Neighbour:
    """A hand on the same board, with the distance of its final strength distribution.

    ``distance`` is the earth mover's, in units of strength (0 to 1).
    """

    combo: int
    distance: float
    strength: float
    same_bucket: bool


@dataclass(frozen=True)
class Example:
    """A hand of a bucket on another board."""

    combo: int
    board: tuple[int, ...]
    strength: float


@dataclass(frozen=True, eq=False)
class RoundPortrait(RoundGlance):
    """The bucket of a hand in one round, and its other hands.

    ``share`` is the probability of the bucket over all boards, ``bucket_strength`` its mean
    strength and ``bucket_range`` its central 80%. ``exact``: these come from all boards, not a
    sample.
    """

    share: float
    bucket_strength: float
    bucket_range: tuple[float, float]
    exact: bool
    nearest: tuple[Neighbour, ...]
    examples: tuple[Example, ...]


def portrait(
    bucketing: Bucketing,
    source: StrengthSource,
    hole: Sequence[int],
    board: Sequence[int] = (),
    bins: int = BINS,
    boards: int = BOARDS,
    seed: int = 0,
) -> list[RoundPortrait]:
    """The hand in every round up to that of the board; waveforms with ``bins`` bins."""
    combo = combo_index(hole[0], hole[1])
    known = known_flops(bucketing)
    found = []
    for part in glance(bucketing, source, hole, board, bins):
        survey = Survey.of(part.number, known, boards, seed)
        inside = _Inside(survey, bucketing, source, part.bucket)
        together = np.zeros(COMBO_COUNT, dtype=np.bool_)
        together[part.together] = True
        found.append(
            RoundPortrait(
                **vars(part),
                share=inside.share,
                bucket_strength=inside.mean,
                bucket_range=inside.range,
                exact=survey.exact,
                nearest=_nearest(source.on_board(part.board), combo, together),
                examples=inside.examples(seed),
            )
        )
    return found


def _nearest(
    features: Features, combo: int, together: npt.NDArray[np.bool_]
) -> tuple[Neighbour, ...]:
    """The hands on this board with the nearest distributions, without duplicates."""
    strengths = features.strength
    distances = np.abs(strengths - strengths[combo])
    if features.round_number != RIVER:  # on the river a distribution is one strength
        cumulative = np.cumsum(features.waveform(), axis=1)
        distances = np.abs(cumulative - cumulative[combo]).mean(axis=1)
    order = np.argsort(distances, kind="stable")
    seen = {(int(features.sums[combo]), int(features.squares[combo]))}
    found = []
    for other in order:
        key = int(features.sums[other]), int(features.squares[other])
        if not features.possible[other] or key in seen:
            continue
        seen.add(key)
        found.append(
            Neighbour(
                int(other), float(distances[other]), float(strengths[other]), bool(together[other])
            )
        )
        if len(found) == _NEAREST:
            break
    return tuple(found)


class _Inside:
    """The hands of one bucket on the boards of a survey."""

    def __init__(
        self, survey: Survey, bucketing: Bucketing, source: StrengthSource, bucket: int
    ) -> None:
        self.survey = survey
        buckets = survey.buckets(bucketing)
        self.rows, self.combos = np.nonzero(buckets == bucket)
        self.chances = hand_weights(buckets, survey.weights)[self.rows, self.combos]
        self.share = float(self.chances.sum())
        self.strengths = survey.strengths(source)[self.rows, self.combos]
        self.mean, self.range = float("nan"), (float("nan"), float("nan"))
        if self.share:
            self.mean = float((self.chances * self.strengths).sum() / self.share)
            order = np.argsort(self.strengths, kind="stable")
            places = np.searchsorted(
                np.cumsum(self.chances[order]), [part * self.share for part in _TENTHS]
            )
            low, high = self.strengths[order][np.minimum(places, len(order) - 1)]
            self.range = float(low), float(high)

    def examples(self, seed: int) -> tuple[Example, ...]:
        """Some of its hands, drawn by probability, each from another board."""
        if self.survey.number == PREFLOP or not self.share:
            return ()
        random = np.random.default_rng(np.random.SeedSequence([seed, self.survey.number, 1]))
        size = min(8 * _EXAMPLES, len(self.rows))
        found: dict[int, Example] = {}
        for pick in random.choice(
            len(self.rows), size=size, replace=False, p=self.chances / self.share
        ):
            row = int(self.rows[pick])
            cards = tuple(int(card) for card in self.survey.cards[row])
            found.setdefault(
                row, Example(int(self.combos[pick]), cards, float(self.strengths[pick]))
            )
        chosen = list(found.values())[:_EXAMPLES]
        return tuple(sorted(chosen, key=lambda example: example.strength))


def combo_text(combo: int) -> str:
    """The cards of a combo.

    >>> combo_text(1325)
    'AsAh'
    """
    return cards_text(int(card) for card in combo_cards()[combo])
