"""``CardModel``: the cards of a two-player game, nothing of the betting.

In each round a player is in one of a number of card states; each state comes from one state of the
round before (perfect recall). Two matrices a round say how players' states go together:

- ``fold[r][s, t]``: the probability that player 1 is in s and player 2 in t,
- ``showdown[r][s, t]``: that probability times the chance that player 1 wins less that he loses,
  over the cards still to come.

All of chance is in these matrices. A player's reach of a state is then only the product of his own
action probabilities, carried to the states that follow; and the value of a terminal node for a
player's state is the matrix applied to the opponent's reach, times the chips at stake.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from equipoise.errors import InputError
from equipoise.kernels.types import Float64s, Floats, Int64s


@dataclass(frozen=True)
class CardModel:
    """Card states and operators of a two-player game, by round.

    ``parents[p][r]`` gives for each state of player p in round r its state in round r - 1 (empty
    in round 0); ``public[p][r]`` numbers what both players see in that state (the board), so that
    two states can go together only if the numbers agree; ``labels[p][r]`` names states for people.
    Matrices are of double precision, or single where they are very large.
    """

    name: str
    parents: tuple[tuple[Int64s, ...], tuple[Int64s, ...]]
    fold: tuple[Floats, ...]
    showdown: tuple[Floats, ...]
    public: tuple[tuple[Int64s, ...], tuple[Int64s, ...]]
    labels: tuple[tuple[tuple[str, ...], ...], tuple[tuple[str, ...], ...]]

    @property
    def rounds(self) -> int:
        """How many rounds the model covers."""
        return len(self.fold)

    @cached_property
    def states(self) -> tuple[tuple[int, ...], tuple[int, ...]]:
        """How many states each player can be in, a number a round."""
        first, second = zip(*(matrix.shape for matrix in self.fold), strict=True)
        return tuple(first), tuple(second)

    def histories(self, player: int, round_number: int) -> tuple[Int64s, Float64s]:
        """The states that led to each state of a round, and how likely it is."""
        likely: Float64s = self.fold[round_number].sum(axis=1 - player)
        chain = [np.arange(self.states[player][round_number])]
        for number in range(round_number, 0, -1):
            chain.insert(0, self.parents[player][number][chain[0]])
        return np.stack(chain, axis=1), likely

    def operator(self, player: int, round_number: int, kind: str) -> Floats:
        """The matrix that turns the opponent's reach into this player's values."""
        matrix = (self.fold if kind == "fold" else self.showdown)[round_number]
        if player == 0:
            return matrix
        return matrix.T if kind == "fold" else -matrix.T


def summed_over_children(
    matrix: Floats, parents: tuple[Int64s, Int64s], states: tuple[int, int]
) -> Float64s:
    """A matrix over the states of a round as one over the states they come from."""
    rows = _sum_rows(matrix, parents[0], states[0])
    return np.ascontiguousarray(_sum_rows(rows.T, parents[1], states[1]).T)


def _sum_rows(matrix: Floats, parents: Int64s, count: int) -> Float64s:
    """Rows added up by their parents; of a parent without rows, zeros."""
    sums = np.zeros((count, matrix.shape[1]))
    order = np.argsort(parents, kind="stable")
    present, starts = np.unique(parents[order], return_index=True)
    sorted_rows = matrix if (np.diff(order) == 1).all() else matrix[order]
    sums[present] = np.add.reduceat(sorted_rows, starts, axis=0, dtype=np.float64)
    return sums


def model_from_last_round(
    name: str,
    parents: tuple[tuple[Int64s, ...], tuple[Int64s, ...]],
    fold: Floats,
    showdown: Floats,
    public: tuple[tuple[Int64s, ...], tuple[Int64s, ...]],
    labels: tuple[tuple[tuple[str, ...], ...], tuple[tuple[str, ...], ...]],
) -> CardModel:
    """A model whose earlier matrices follow from those of the last round by summing."""
    folds: list[Floats] = [fold]
    showdowns: list[Floats] = [showdown]
    for number in range(len(labels[0]) - 1, 0, -1):
        pair = (parents[0][number], parents[1][number])
        sizes = (len(labels[0][number - 1]), len(labels[1][number - 1]))
        folds.insert(0, summed_over_children(folds[0], pair, sizes))
        showdowns.insert(0, summed_over_children(showdowns[0], pair, sizes))
    return CardModel(name, parents, tuple(folds), tuple(showdowns), public, labels)


Buckets = tuple[Sequence[Int64s], Sequence[Int64s]]


def bucketed(
    model: CardModel, name: str, buckets: Buckets, labels: Sequence[Sequence[str]]
) -> CardModel:
    """The model in which states with the same bucket cannot be told apart.

    ``buckets[p][r]`` maps states to buckets, numbered from 0 without gaps; ``labels[r]`` names
    them. Perfect recall must be kept: all states of a bucket come from one bucket.
    """
    parents: list[tuple[Int64s, ...]] = []
    public: list[tuple[Int64s, ...]] = []
    for player in range(2):
        mine = buckets[player]
        of_player: list[Int64s] = [np.zeros(0, dtype=np.int64)]
        for number in range(1, model.rounds):
            before = mine[number - 1][model.parents[player][number]]
            parent = np.full(int(mine[number].max()) + 1, -1, dtype=np.int64)
            parent[mine[number]] = before
            if (parent[mine[number]] != before).any():
                raise InputError(
                    f"the card abstraction {name} forgets what was known in round {number}",
                    expected="perfect recall is needed here",
                )
            of_player.append(parent)
        parents.append(tuple(of_player))
        # a bucket may hold states of several boards, so what both players see is not kept
        public.append(tuple(np.zeros(int(m.max()) + 1, dtype=np.int64) for m in mine))
    matrices = []
    for kind in (model.fold, model.showdown):
        matrices.append(
            tuple(
                summed_over_children(
                    kind[r],
                    (buckets[0][r], buckets[1][r]),
                    (int(buckets[0][r].max()) + 1, int(buckets[1][r].max()) + 1),
                )
                for r in range(model.rounds)
            )
        )
    names = tuple(tuple(row) for row in labels)
    return CardModel(
        name, (parents[0], parents[1]), matrices[0], matrices[1],
        (public[0], public[1]), (names, names),
    )  # fmt: skip
