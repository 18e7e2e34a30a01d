"""``MatrixCards``: a card model whose operators are matrices.

Two matrices a round say how players' states go together:

- ``fold[r][s, t]``: the probability that player 1 is in s and player 2 in t,
- ``showdown[r][s, t]``: that probability times the chance that player 1 wins less that he loses,
  over the cards still to come.

Reach states and strategy states are the same (perfect recall).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property

import numpy as np
import numpy.typing as npt

from equipoise.base.errors import InputError
from equipoise.kernels.types import Float64s, Floats, Int64s
from equipoise.spine.cards.model import CardModel, Kind, Operator, first_round

_MANY = 256  # states from which on products board by board are faster


@dataclass(frozen=True)
class MatrixCards:
    """Card states and operators of a two-player game, by round.

    ``parents[p][r]`` gives for each state of player p in round r its state in round r - 1 (empty
    in the first round); ``public[p][r]`` numbers what both players see in that state (the board),
    so that two states can go together only if the numbers agree; ``labels[p][r]`` names states for
    people. Matrices are of double precision, or single where they are very large. ``ranges`` is the
    reach at the root of each player; None stands for ones.
    """

    name: str
    parents: tuple[tuple[Int64s, ...], tuple[Int64s, ...]]
    fold: tuple[Floats, ...]
    showdown: tuple[Floats, ...]
    public: tuple[tuple[Int64s, ...], tuple[Int64s, ...]]
    labels: tuple[tuple[tuple[str, ...], ...], tuple[tuple[str, ...], ...]]
    ranges: tuple[Float64s, Float64s] | None = None

    @property
    def rounds(self) -> int:
        """How many rounds the model covers."""
        return len(self.fold)

    @cached_property
    def states(self) -> tuple[tuple[int, ...], tuple[int, ...]]:
        """How many states each player can be in, a number a round."""
        first, second = zip(*(matrix.shape for matrix in self.fold), strict=True)
        return tuple(first), tuple(second)

    @property
    def reach_states(self) -> tuple[tuple[int, ...], tuple[int, ...]]:
        """The same: nothing is forgotten."""
        return self.states

    def state_of(self, player: int, round_number: int) -> None:
        """Reach states and strategy states are the same."""

    def root_reach(self, player: int) -> Float64s:
        """The player's range; ones where there is none."""
        if self.ranges is None:
            return np.ones(self.states[player][first_round(self)])
        return self.ranges[player]

    def histories(self, player: int, round_number: int) -> tuple[Int64s, Float64s]:
        """The states that led to each state of a round, and how likely it is."""
        likely: Float64s = self.matrices().fold[round_number].sum(axis=1 - player)
        chain = [np.arange(self.states[player][round_number])]
        for number in range(round_number, first_round(self), -1):
            chain.insert(0, self.parents[player][number][chain[0]])
        return np.stack(chain, axis=1), likely

    def matrix(self, kind: Kind, player: int, round_number: int) -> Floats:
        """The matrix [states of the player, states of the opponent] of an operator."""
        matrix = (self.fold if kind == "fold" else self.showdown)[round_number]
        if player == 0:
            return matrix
        return matrix.T if kind == "fold" else -matrix.T

    def operators(
        self, kind: Kind, round_number: int, dtype: npt.DTypeLike
    ) -> tuple[Operator, Operator]:
        """Matrix products; both players use the same matrix, nothing is copied.

        Where there are many states, board by board: states on different boards do not go together.
        """
        matrix = np.asarray((self.fold if kind == "fold" else self.showdown)[round_number], dtype)
        boards = (self.public[0][round_number], self.public[1][round_number])
        if min(matrix.shape) >= _MANY and (blocks := _blocks(matrix, boards)) is not None:
            return blocks
        return (
            lambda reach, out: np.matmul(reach, matrix.T, out=out),
            lambda reach, out: np.matmul(reach, matrix, out=out),
        )

    @property
    def matrix_numbers(self) -> tuple[int, int]:
        """How many numbers the matrices of a kind have, and the bytes of each."""
        return sum(matrix.size for matrix in self.fold), self.fold[-1].itemsize

    @property
    def bucketing(self) -> None:
        """States are numbered by the model alone."""

    def as_model(self) -> MatrixCards:
        """Itself."""
        return self

    def strengths(self, player: int) -> list[Float64s]:
        """The mean of win less loss at the showdown of every state, a round each."""
        return [
            np.divide(
                self.matrix("showdown", player, number).sum(axis=1),
                self.matrix("fold", player, number).sum(axis=1),
            )
            for number in range(self.rounds)
        ]

    def matrices(self) -> MatrixCards:
        """The model with its ranges in the matrices; itself where it has none."""
        if self.ranges is None:
            return self
        fold, showdown = list(self.fold), list(self.showdown)
        for number, weights in enumerate(carried_ranges(self)):
            if weights is not None:
                together = np.outer(*weights)
                fold[number] = fold[number] * together
                showdown[number] = showdown[number] * together
        return replace(self, fold=tuple(fold), showdown=tuple(showdown), ranges=None)


def _blocks(matrix: Floats, boards: tuple[Int64s, Int64s]) -> tuple[Operator, Operator] | None:
    """The operators of a matrix board by board; None where boards have different sizes."""
    orders = [np.argsort(numbers, kind="stable") for numbers in boards]
    counts = [np.unique(numbers, return_counts=True)[1] for numbers in boards]
    count = len(counts[0])
    if count < 2 or len(counts[1]) != count or any(len(set(c.tolist())) > 1 for c in counts):
        return None
    rows, columns = (order.reshape(count, -1) for order in orders)
    parts = np.ascontiguousarray(matrix[rows[:, :, None], columns[:, None, :]])  # [board, s, t]

    def made(mine: Int64s, theirs: Int64s, blocks: Floats) -> Operator:
        def apply(reach: Floats, out: Floats) -> None:
            # [board, nodes, theirs] times [board, theirs, mine]
            product = np.matmul(reach[:, theirs].transpose(1, 0, 2), blocks)
            out[:, mine.ravel()] = product.transpose(1, 0, 2).reshape(len(reach), -1)

        return apply

    return made(rows, columns, parts.transpose(0, 2, 1)), made(columns, rows, parts)


def carried_ranges(
    model: CardModel, roots: tuple[Float64s, Float64s] | None = None
) -> list[tuple[Float64s, Float64s] | None]:
    """Both players' reach at the root, carried to the states of every round from the first on.

    That of the model, or ``roots``.
    """
    begin = first_round(model)
    carried: list[tuple[Float64s, Float64s] | None] = [None] * begin
    weights = roots or (model.root_reach(0), model.root_reach(1))
    carried.append(weights)
    for number in range(begin + 1, model.rounds):
        first, second = (weights[p][model.parents[p][number]] for p in (0, 1))
        weights = (first, second)
        carried.append(weights)
    return carried


def starting_at(
    model: MatrixCards, round_number: int, board: int | None, ranges: tuple[Float64s, Float64s]
) -> MatrixCards:
    """The model of a game that starts in a later round, with a board and the players' ranges.

    ``ranges[p]`` has a weight for every state of the round; those of other boards (``public`` other
    than ``board``) are dropped. Both players' reach then counts once for every pair of states, in
    proportion to how often it occurs: the probabilities of all pairs sum to one.
    """
    part, kept = restricted(model, round_number, board)
    weights = tuple(np.asarray(ranges[p], np.float64)[kept[p][round_number]] for p in (0, 1))
    total = float(weights[0] @ part.fold[round_number] @ weights[1])
    if not total > 0.0:
        raise InputError("no hands of the two ranges can be dealt together", "ranges")
    return replace(
        part,
        fold=tuple(matrix / total for matrix in part.fold),
        showdown=tuple(matrix / total for matrix in part.showdown),
        ranges=(weights[0], weights[1]),
    )


def restricted(
    model: MatrixCards, round_number: int, board: int | None
) -> tuple[MatrixCards, list[list[Int64s]]]:
    """The states of a model from a round on, of one board or (None) of all, and which they are.

    Probabilities are those of the model, so that values stay in the units of the whole game. The
    second result lists the states that are kept, by player and round.
    """
    kept: list[list[Int64s]] = [[], []]
    nothing: Int64s = np.zeros(0, dtype=np.int64)
    for player in (0, 1):
        for number in range(model.rounds):
            count = model.states[player][number]
            if number < round_number:
                chosen = nothing
            elif number == round_number:
                public = model.public[player][number]
                chosen = np.arange(count) if board is None else np.flatnonzero(public == board)
            else:
                before = kept[player][number - 1]
                chosen = np.flatnonzero(np.isin(model.parents[player][number], before))
            kept[player].append(chosen)
    parents = tuple(
        tuple(
            np.searchsorted(mine[r - 1], model.parents[p][r][mine[r]])
            if r > round_number
            else nothing
            for r in range(model.rounds)
        )
        for p, mine in enumerate(kept)
    )
    blocks = [np.ix_(kept[0][r], kept[1][r]) for r in range(model.rounds)]
    part = MatrixCards(
        model.name,
        (parents[0], parents[1]),
        tuple(np.ascontiguousarray(model.fold[r][blocks[r]]) for r in range(model.rounds)),
        tuple(np.ascontiguousarray(model.showdown[r][blocks[r]]) for r in range(model.rounds)),
        _chosen(model.public, kept),
        tuple(
            tuple(tuple(model.labels[p][r][s] for s in mine[r]) for r in range(model.rounds))
            for p, mine in enumerate(kept)
        ),  # type: ignore[arg-type]
    )
    return part, kept


def _chosen(
    numbers: tuple[tuple[Int64s, ...], tuple[Int64s, ...]], kept: list[list[Int64s]]
) -> tuple[tuple[Int64s, ...], tuple[Int64s, ...]]:
    first, second = (
        tuple(row[mine] for row, mine in zip(numbers[p], kept[p], strict=True)) for p in (0, 1)
    )
    return first, second


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
) -> MatrixCards:
    """A model whose earlier matrices follow from those of the last round by summing."""
    folds: list[Floats] = [fold]
    showdowns: list[Floats] = [showdown]
    for number in range(len(labels[0]) - 1, 0, -1):
        pair = (parents[0][number], parents[1][number])
        sizes = (len(labels[0][number - 1]), len(labels[1][number - 1]))
        folds.insert(0, summed_over_children(folds[0], pair, sizes))
        showdowns.insert(0, summed_over_children(showdowns[0], pair, sizes))
    return MatrixCards(name, parents, tuple(folds), tuple(showdowns), public, labels)


Buckets = tuple[Sequence[Int64s], Sequence[Int64s]]


def bucketed(
    model: MatrixCards, name: str, buckets: Buckets, labels: Sequence[Sequence[str]]
) -> MatrixCards:
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
                    f"the card abstraction {name} has imperfect recall in round {number}",
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
    return MatrixCards(
        name, (parents[0], parents[1]), matrices[0], matrices[1],
        (public[0], public[1]), (names, names),
    )  # fmt: skip
