"""Learning the boundary between bets of a hard-translating opponent (Schnizlein 2009, 4.5).

Of n bets in ascending order the opponent reads the first ``theta`` as its lower abstract bet and
the others as its upper one, and responds to each of the two from a separate distribution. Responses
are counted in S, a row for each kind (fold, call, raise) and a column for each bet. With the
distributions that fit best (equations 4.12 to 4.14) the likelihood of S is

    P(S | theta) = product over both sides, over answers j, of (S_j / S)^S_j    (equation 4.15)

where S_j are the answers of a side and S their sum; V(theta, S) is P normalised over theta = 1..n
(equation 4.16), and V(S) its largest value, the confidence.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Protocol

import numpy as np

from equipoise.base.errors import InputError
from equipoise.games.action import Kind
from equipoise.kernels.types import Float64s, Int64s
from equipoise.spine.layout import Layout
from equipoise.translation.mappings import Number

CONFIDENCE = 0.99  # halting criterion of the thesis
MOST_HANDS = 500  # cap of the thesis
ANSWERS = ("fold", "call", "raise")


class Responder(Protocol):
    """An opponent whose responses to bets can be observed, one new hand each time."""

    def respond(self, bet: Number, rng: np.random.Generator) -> int:
        """The kind of its response to a bet: an index in ``ANSWERS``."""


@dataclass(frozen=True)
class HardResponder:
    """Responds to bets up to the boundary from one distribution and to larger ones from another.

    An opponent with hard translation looks like this to a player whose bets do not depend on the
    cards, once the opponent's cards are averaged out.
    """

    boundary: Number
    lower: Sequence[float]
    upper: Sequence[float]

    def __post_init__(self) -> None:
        for chances in (self.lower, self.upper):
            sound = len(chances) == len(ANSWERS) and min(chances) >= 0
            if not sound or abs(sum(chances) - 1) > 1e-9:
                raise InputError(
                    f"answers with chances {', '.join(f'{chance:g}' for chance in chances)}",
                    what="responder",
                    expected=f"one for each of {', '.join(ANSWERS)}, which sum to 1",
                )

    def respond(self, bet: Number, rng: np.random.Generator) -> int:
        """A response drawn from the distribution of the bet's side."""
        chances = self.lower if bet <= self.boundary else self.upper
        return min(int(np.searchsorted(np.cumsum(chances), rng.random(), "right")), 2)


def first_answers(layout: Layout, probabilities: Float64s, node: int) -> Float64s:
    """Probabilities of fold, call and raise at a player's first decision, averaged over cards.

    The bettor's bets do not depend on the cards, so all deals are included.
    """
    tree = layout.tree
    player = int(tree.player[node])
    dealt = layout.card_model.matrices().fold[0].sum(axis=1 - player)
    seen = layout.block(probabilities, node) @ (dealt / dealt.sum())
    chances = np.zeros(len(ANSWERS))
    kinds = (Kind.FOLD, Kind.CALL, Kind.RAISE)
    for action, chance in zip(tree.actions_of(node), seen, strict=True):
        chances[kinds.index(action.kind)] += chance
    normalised: Float64s = chances / chances.sum()
    return normalised


def log_likelihoods(counts: Int64s) -> Float64s:
    """The logarithm of P(S | theta) for theta = 1..n; counts are [..., answers, bets] (4.15)."""
    up_to = counts.cumsum(axis=-1)
    after = up_to[..., -1:] - up_to
    logs = [
        _times_log(side).sum(axis=-2) - _times_log(side.sum(axis=-2)) for side in (up_to, after)
    ]
    total: Float64s = logs[0] + logs[1]
    return total


def _times_log(counts: Int64s) -> Float64s:
    """Every count times its logarithm; 0 for 0."""
    numbers = counts.astype(np.float64)
    products: Float64s = numbers * np.log(np.maximum(numbers, 1.0))
    return products


def confidences(counts: Int64s) -> Float64s:
    """V(theta, S) for theta = 1..n, which sum to 1 (equation 4.16).

    >>> answers = np.array([[0, 0, 2, 2], [2, 2, 0, 0], [0, 0, 0, 0]])
    >>> confidences(answers).round(3)
    array([0.021, 0.954, 0.021, 0.004])
    """
    logs = log_likelihoods(counts)
    weights = np.exp(logs - logs.max(axis=-1, keepdims=True))
    normalised: Float64s = weights / weights.sum(axis=-1, keepdims=True)
    return normalised


Expectation = Callable[[Int64s], Float64s]


def answers_seen(counts: Int64s) -> Float64s:
    """Response probabilities to each bet as observed shares for that bet (Algorithm 1).

    Every bet must have been tried.
    """
    shares: Float64s = counts / counts.sum(axis=0)
    return shares


def answers_expected(counts: Int64s) -> Float64s:
    """Response probabilities to each bet under the model: shares of its side, averaged over theta.

    Not in the thesis. Few responses are observed per bet, and Algorithm 1, which trusts them, may
    repeat a bet whose next response promises almost no information.
    """
    weights = confidences(counts)
    up_to = counts.cumsum(axis=1)
    after = up_to[:, -1:] - up_to
    lower, upper = (side / np.maximum(side.sum(axis=0), 1) for side in (up_to, after))
    # a bet is on the lower side of every theta from its own on
    from_here = (lower * weights)[:, ::-1].cumsum(axis=1)[:, ::-1]
    before = (upper * weights).cumsum(axis=1) - upper * weights
    chances: Float64s = from_here + before
    return chances


def choose_action(counts: Int64s, expectation: Expectation = answers_seen) -> int:
    """The bet whose next response promises the highest confidence (Algorithm 1); ties: the first.

    Indices count from 0.
    """
    answers, bets = counts.shape
    after = np.broadcast_to(counts, (answers, bets, answers, bets)).copy()
    for answer in range(answers):
        for bet in range(bets):
            after[answer, bet, answer, bet] += 1
    promised = (expectation(counts) * confidences(after).max(axis=-1)).sum(axis=0)
    return int(promised.argmax())


@dataclass(frozen=True)
class Estimate:
    """The learned boundary: index ``place`` (from 0) of the largest bet read as the lower.

    ``converged``: the required confidence was reached before the cap.
    """

    place: int
    confidence: float
    hands: int
    converged: bool
    counts: Int64s


class Learner:
    """Algorithm 2 one hand at a time, for players who wait for hands in which they can bet.

    Every bet is tried once, then the most promising one, until the confidence or the maximum number
    of hands is reached. Bet indices count from 0.
    """

    def __init__(
        self,
        bets: int,
        confidence: float = CONFIDENCE,
        most_hands: int = MOST_HANDS,
        expectation: Expectation = answers_seen,
    ) -> None:
        if not 0 < confidence < 1:
            raise InputError(
                f"a confidence of {confidence:g}", what="boundary", expected="above 0 and below 1"
            )
        self.counts: Int64s = np.zeros((len(ANSWERS), bets), dtype=np.int64)
        self.confidence, self.most_hands, self.expectation = confidence, most_hands, expectation
        self.hands = 0
        self._best = 0.0

    @property
    def is_done(self) -> bool:
        """True if no more trials are needed."""
        tried = self.hands >= self.counts.shape[1]
        return tried and (self.hands >= self.most_hands or self._best >= self.confidence)

    def next_bet(self) -> int:
        """The index of the bet to try now."""
        untried = np.flatnonzero(self.counts.sum(axis=0) == 0)
        return int(untried[0]) if len(untried) else choose_action(self.counts, self.expectation)

    def heard(self, place: int, answer: int) -> None:
        """Count a response (an index in ``ANSWERS``) to a bet."""
        self.counts[answer, place] += 1
        self.hands += 1
        self._best = float(confidences(self.counts).max())

    def estimate(self) -> Estimate:
        """The estimate so far."""
        place = int(confidences(self.counts).argmax())
        return Estimate(
            place, self._best, self.hands, self._best >= self.confidence, self.counts.copy()
        )

    def sides(self) -> tuple[Int64s, Int64s]:
        """The responses on the two sides of the most likely boundary."""
        cut = int(confidences(self.counts).argmax()) + 1
        return self.counts[:, :cut].sum(axis=1), self.counts[:, cut:].sum(axis=1)


def estimate_boundary(
    bets: Sequence[Number],
    responder: Responder,
    rng: np.random.Generator,
    confidence: float = CONFIDENCE,
    most_hands: int = MOST_HANDS,
    expectation: Expectation = answers_seen,
) -> Estimate:
    """Try every bet once, then the most promising until the confidence is reached (Algorithm 2).

    At most ``most_hands`` hands, and at least one for each bet. ``expectation`` is the response
    model for choosing the next bet.
    """
    if len(bets) < 2 or any(low >= high for low, high in pairwise(bets)):
        raise InputError(
            "bets that are not ascending", what="boundary", expected="two or more ascending bets"
        )
    learner = Learner(len(bets), confidence, most_hands, expectation)
    while not learner.is_done:
        place = learner.next_bet()
        learner.heard(place, responder.respond(bets[place], rng))
    return learner.estimate()
