"""Rankings of a crosstable: by total bankroll, and by instant run-off.

The run-off of the computer poker competitions (Schnizlein 2009, section 1.2) repeatedly removes the
player with the lowest bankroll among the remaining ones until one is left, so that exploiting weak
players does not win.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace

import numpy as np

from equipoise.evaluation.crosstable import Crosstable

_SHARE = 0.95
_DRAWS = 2000
_FEW_DRAWS = 400
_MOST_DOUBLINGS = 16
_MANY_DEGREES = 1e9  # practically infinite


@dataclass(frozen=True)
class Elimination:
    """One step of a run-off: averages among the remaining players, and who is removed."""

    averages: dict[int, float]
    removed: tuple[int, ...]


@dataclass(frozen=True)
class Ranking:
    """Players from first to last; ties share a place."""

    places: tuple[tuple[int, ...], ...]


def total_bankroll(table: Crosstable) -> Ranking:
    """Rank by the total won from all others.

    >>> from equipoise.evaluation.crosstable import Crosstable
    >>> table = Crosstable.of("abc", {(0, 1): (1, 0), (0, 2): (1, 0), (1, 2): (9, 0)})
    >>> total_bankroll(table).places, runoff(table)[0].places
    (((1,), (0,), (2,)), ((0,), (1,), (2,)))
    """
    average = table.averages()
    values = sorted({float(value) for value in average}, reverse=True)
    return Ranking(
        tuple(tuple(int(i) for i in np.flatnonzero(average == value)) for value in values)
    )


def runoff(table: Crosstable) -> tuple[Ranking, list[Elimination]]:
    """The ranking by instant run-off, and its steps; ties for last are removed together."""
    left = list(range(len(table.names)))
    removed: list[tuple[int, ...]] = []
    steps = []
    while len(left) > 1:
        average = table.averages(left)
        lowest = average.min()
        out = tuple(p for p, value in zip(left, average, strict=True) if value == lowest)
        steps.append(Elimination(dict(zip(left, map(float, average), strict=True)), out))
        removed.append(out)
        left = [player for player in left if player not in out]
    if left:
        removed.append(tuple(left))
    return Ranking(tuple(reversed(removed))), steps


def by_runoff(table: Crosstable) -> Ranking:
    """The ranking by instant run-off alone."""
    return runoff(table)[0]


def winning_shares(
    table: Crosstable, rank: Callable[[Crosstable], Ranking], seed: int = 0, draws: int = _DRAWS
) -> list[float]:
    """The probability of each player to come first, over tables sampled within the errors.

    Errors follow Student's t with the degrees of freedom of each pair.
    """
    rng = np.random.default_rng(seed)
    size = len(table.names)
    upper = np.triu_indices(size, 1)
    wins = np.zeros(size)
    errors, degrees = table.errors[upper], np.minimum(table.degrees[upper], _MANY_DEGREES)
    for _ in range(draws):
        means = np.zeros((size, size))
        means[upper] = table.means[upper] + errors * rng.standard_t(degrees)
        means -= means.T
        best = rank(Crosstable(table.names, means, table.errors)).places[0]
        wins[list(best)] += 1 / len(best)
    return [float(share) for share in wins / draws]


def sure_winner(shares: list[float]) -> int | None:
    """The player who comes first in at least 95% of the tables, or None."""
    best = max(range(len(shares)), key=shares.__getitem__)
    return best if shares[best] >= _SHARE else None


def times_needed(table: Crosstable, rank: Callable[[Crosstable], Ranking]) -> int | None:
    """Factor of hands, a power of two, that would make the first place significant; None if none.

    Errors shrink with the square root of the hands, sessions grow in proportion, means stay.
    """
    for power in range(_MOST_DOUBLINGS + 1):
        degrees = (table.degrees + 1) * 2**power - 1
        fewer = replace(table, errors=table.errors / 2 ** (power / 2), degrees=degrees)
        draws = _DRAWS if power == 0 else _FEW_DRAWS
        if sure_winner(winning_shares(fewer, rank, draws=draws)) is not None:
            return int(2**power)
    return None


@dataclass(frozen=True)
class JudgedRanking:
    """A ranking and the confidence in its first place.

    ``shares``: see :func:`winning_shares`; ``winner``: None unless significant; ``times``: factor
    of hands that would make it significant (None: no number would).
    """

    ranking: Ranking
    winner: int | None
    shares: list[float]
    times: int | None


def judge_ranking(table: Crosstable, rank: Callable[[Crosstable], Ranking]) -> JudgedRanking:
    """Rank a table, with the confidence given by its errors."""
    shares = winning_shares(table, rank)
    return JudgedRanking(rank(table), sure_winner(shares), shares, times_needed(table, rank))
