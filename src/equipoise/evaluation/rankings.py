"""Who comes first in a crosstable: by total bankroll, and by instant run-off.

The run-off of the computer poker competitions (Schnizlein 2009, section 1.2): all players count,
the one with the lowest bankroll is removed, and again without it until one remains. So nobody wins
by taking much from those who are weak.
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
_MANY_DEGREES = 1e9  # as good as infinitely many


@dataclass(frozen=True)
class Elimination:
    """One step of a run-off: everybody's average among those who remain, and who goes."""

    averages: dict[int, float]
    removed: tuple[int, ...]


@dataclass(frozen=True)
class Ranking:
    """Players from first to last; ties share a place."""

    places: tuple[tuple[int, ...], ...]


def total_bankroll(table: Crosstable) -> Ranking:
    """By what each has won from all others together.

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
    """The ranking by instant run-off, and its steps; equals at the bottom go together."""
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
    """In which share of tables, drawn within the errors of this one, each player comes first.

    Errors are drawn from Student's t with the degrees of freedom of each pair.
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
    """The player who comes first in at least 95% of the tables, if there is one."""
    best = max(range(len(shares)), key=shares.__getitem__)
    return best if shares[best] >= _SHARE else None


def times_needed(table: Crosstable, rank: Callable[[Crosstable], Ranking]) -> int | None:
    """How many times as many hands would make the winner sure, in powers of two; None if none do.

    Errors shrink with the square root of the hands, whose sessions grow in number likewise; the
    means are taken to stay.
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
    """A ranking and how sure its first place is.

    ``shares`` are those of :func:`winning_shares`; ``winner`` is None where nobody is sure, and
    ``times`` as many hands would make somebody so (None: no number would).
    """

    ranking: Ranking
    winner: int | None
    shares: list[float]
    times: int | None


def judge_ranking(table: Crosstable, rank: Callable[[Crosstable], Ranking]) -> JudgedRanking:
    """Rank a table, and engine by its errors how sure that is."""
    shares = winning_shares(table, rank)
    return JudgedRanking(rank(table), sure_winner(shares), shares, times_needed(table, rank))
