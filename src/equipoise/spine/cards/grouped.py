"""``GroupedCards``: a card model whose states share strategy states, whatever that forgets."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from equipoise.base.errors import InputError
from equipoise.kernels.types import Float64s, Int64s
from equipoise.spine.cards.matrix import MatrixCards
from equipoise.spine.cards.model import Kind, Operator
from equipoise.spine.cards.states import Names, StatesAlone


class GroupedCards(StatesAlone):
    """The states of a model put into groups, by round, the same for both players.

    Reach and values stay exact, over the states of the model; a strategy tells groups apart.
    ``groups[r]`` is the group of every state of round r, numbered from 0 without gaps.
    """

    bucketing = None

    def __init__(self, model: MatrixCards, groups: list[Int64s], name: str) -> None:
        for number, (row, count) in enumerate(zip(groups, model.states[0], strict=True)):
            if row.shape != (count,) or (count and set(row.tolist()) != set(range(row.max() + 1))):
                raise InputError(
                    f"groups of round {number + 1}", expected=f"{count} numbers from 0, no gaps"
                )
        self._model, self._groups, self.name = model, groups, name
        self.rounds, self.reach_states = model.rounds, model.states
        counts = tuple(int(row.max(initial=-1)) + 1 for row in groups)
        self.states = (counts, counts)
        self.parents, self.public = model.parents, model.public

    @property
    def labels(self) -> tuple[Names, Names]:
        """Groups have numbers."""
        names = tuple(tuple(map(str, range(count))) for count in self.states[0])
        return names, names

    def as_model(self) -> GroupedCards:
        """Itself."""
        return self

    def state_of(self, player: int, round_number: int) -> Int64s | None:
        """The group of every state."""
        return self._groups[round_number]

    def root_reach(self, player: int) -> Float64s:
        """That of the model."""
        return self._model.root_reach(player)

    def histories(self, player: int, round_number: int) -> tuple[Int64s, Float64s]:
        """The groups that led to each state of a round, and how likely it is."""
        chain, likely = self._model.histories(player, round_number)
        return np.stack(
            [self._groups[number][chain[:, number]] for number in range(chain.shape[1])], axis=1
        ), likely

    def strengths(self, player: int) -> list[Float64s]:
        """The mean of win less loss of every group, its states weighed alike."""
        return [
            np.bincount(row, values) / np.bincount(row)
            for row, values in zip(self._groups, self._model.strengths(player), strict=True)
        ]

    def operators(
        self, kind: Kind, round_number: int, dtype: npt.DTypeLike
    ) -> tuple[Operator, Operator]:
        """Those of the model."""
        return self._model.operators(kind, round_number, dtype)

    def matrices(self) -> MatrixCards:
        """Strategies over groups have no matrices."""
        raise InputError(f"{self.name} forgets, so it has no matrices of its states")


def strength_groups(model: MatrixCards, counts: list[int]) -> list[Int64s]:
    """Groups of about equally many states by strength, so many in each round."""
    groups = []
    for values, count in zip(model.strengths(0), counts, strict=True):
        order = np.argsort(np.argsort(values, kind="stable"), kind="stable")
        row = order * min(count, len(values)) // len(values)
        # states of one strength stay together
        _, same = np.unique(np.round(values, 12), return_inverse=True)
        first = np.full(same.max() + 1, len(values))
        np.minimum.at(first, same, row)
        groups.append(np.unique(first[same], return_inverse=True)[1].astype(np.int64))
    return groups
