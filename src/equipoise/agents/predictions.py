"""The value of a technique against this opponent: predicted by a model, corrected by play.

A hand of naive PA ends in one of three ways: the opponent folds to the first bet, to the second, or
not at all. The opponent model predicts their probabilities and a guess their payoffs; every hand
played updates both. So a wrong prediction is corrected soon, whatever the opponent does.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import sqrt

#: weight of a prediction, in hands
WEIGHT = 10.0
#: older hands fade: at most this many effective hands
MEMORY = 200.0
#: result of a hand played without looking when it is called, as a share of the pot
EQUITY = 0.25
#: share of good hands (top quarter) that win when they are called
GOOD, GOOD_WINS = 0.25, 0.6


@dataclass(frozen=True)
class Value:
    """Chips per hand, and the standard error."""

    mean: float
    error: float

    @property
    def at_best(self) -> float:
        """One standard error above the mean."""
        return self.mean + self.error


class Outcomes:
    """Outcomes of hands: probabilities and mean payoffs, starting from a prediction."""

    def __init__(
        self, chances: Sequence[float], payoffs: Sequence[float], memory: float = MEMORY
    ) -> None:
        self._fading = 1.0 - 1.0 / memory
        self.counts = [WEIGHT * chance for chance in chances]
        self.sums = [c * p for c, p in zip(self.counts, payoffs, strict=True)]
        self.squares = [c * p * p for c, p in zip(self.counts, payoffs, strict=True)]
        self.hands = 0

    def add(self, ending: int, payoff: float) -> None:
        """Count a hand that was played."""
        for values in (self.counts, self.sums, self.squares):
            values[:] = [self._fading * value for value in values]
        self.counts[ending] += 1.0
        self.sums[ending] += payoff
        self.squares[ending] += payoff * payoff
        self.hands += 1

    def value(self) -> Value:
        """The mean payoff of a hand, with its standard error."""
        total = sum(self.counts)
        mean = sum(self.sums) / total
        return Value(mean, sqrt(max(sum(self.squares) / total - mean * mean, 0.0) / total))


def naive_outcomes(
    lower: Sequence[int], upper: Sequence[int], blind: int, first: int, second: int
) -> Outcomes:
    """Predicted outcomes of naive PA, given the responses to the pot and to all-in.

    ``lower`` and ``upper`` are counts of fold, call and raise. The first bet puts in ``first``
    chips in total, the second ``second``; a fold to the first wins ``blind``, a fold to the second
    ``first``. It gives up after a raise, and whoever calls the second bet is assumed to have the
    better hand.
    """
    fold, call, again = (_share(lower, answer) for answer in range(3))
    later = _share(upper, 0)
    called = call * (1 - later)
    lost = -(again * first + called * (1 - 2 * EQUITY) * second) / (again + called)
    chances = (fold, call * later, again + called)
    return Outcomes(chances, (float(blind), float(first), lost))


def plus_minus_value(lower: Sequence[int], meant: int, large: int) -> Value:
    """The gain of + - if bets up to ``large`` get the response ``lower`` of the bet ``meant``.

    A good hand bets the difference more; it is called as often, and wins more often than it loses.
    The savings of bad hands are ignored.
    """
    called = _share(lower, 1)
    gain = GOOD * (2 * GOOD_WINS - 1) * (large - meant)
    return Value(gain * called, gain * sqrt(called * (1 - called) / (sum(lower) + 1)))


def _share(answers: Sequence[int], place: int) -> float:
    """A share among responses, with a prior of half a response each."""
    return (answers[place] + 0.5) / (sum(answers) + 0.5 * len(answers))
