"""What a game takes: information sets, numbers of a strategy, memory; known before any work."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from equipoise.abstraction.card_counts import States
from equipoise.errors import InputError
from equipoise.games.situations import TreeSize
from equipoise.trees.layout import Layout

_DOUBLE = 8
#: arrays of CFR: strategy, regrets, their sums, action values, the average
_CFR_ARRAYS = 5
#: of the excessive gap technique: plans, answers and smoothed responses, each old and new, and
#: what two prox functions need; on 12-chip Leduc the estimate was 4% below the measured peak
_EGT_ARRAYS = 12
#: matrices over a round's states: folds and showdowns, and as operators of both players
_MATRICES = 6


@dataclass(frozen=True)
class Footprint:
    """Sizes of a game with cards.

    ``infosets``: decision nodes times their player's card states; ``numbers``: the length of a
    strategy; ``work``: the numbers in one buffer of both players; ``operators``: the entries of one
    matrix for each round.
    """

    infosets: int
    numbers: int
    work: int
    operators: int

    @property
    def strategy_bytes(self) -> dict[str, int]:
        """A strategy on disk, by the type of its numbers."""
        return {"float64": 8 * self.numbers, "uint16": 2 * self.numbers, "uint8": self.numbers}

    @property
    def cfr_bytes(self) -> int:
        """Memory of exact CFR in vector form, but for the betting tree."""
        return self._vector_bytes(_CFR_ARRAYS)

    @property
    def egt_bytes(self) -> int:
        """Memory of the excessive gap technique, but for the betting tree."""
        return self._vector_bytes(_EGT_ARRAYS)

    def _vector_bytes(self, arrays: int) -> int:
        """So many arrays, two buffers (reach and values) and the operators."""
        return _DOUBLE * (arrays * self.numbers + 2 * self.work + _MATRICES * self.operators)

    @property
    def sampled_bytes(self) -> int:
        """The arrays of a sampling solver: regrets, sums and the average, in double precision."""
        return _DOUBLE * 3 * self.numbers


def footprint(size: TreeSize, states: States) -> Footprint:
    """The footprint from counts alone; both seats must have the same number of card states."""
    mine, theirs = states
    if mine != theirs:
        raise InputError("seats with different numbers of card states", expected="build the tree")
    rounds = [n for n, decisions in enumerate(size.decisions) if decisions]
    if rounds and rounds[-1] >= len(mine):
        raise InputError(
            f"the betting goes over {rounds[-1] + 1} rounds, the cards over {len(mine)}"
        )

    def times_states(counts: Sequence[int]) -> int:
        return sum(n * s for n, s in zip(counts, mine, strict=False))

    infosets = times_states(size.decisions)
    ends = times_states(size.folds_by_round) + times_states(size.showdowns_by_round)
    return Footprint(
        infosets, times_states(size.actions), 2 * (infosets + ends), sum(s * s for s in mine)
    )


def layout_footprint(layout: Layout) -> Footprint:
    """The footprint of a game that is laid out already."""
    operators = sum(matrix.size for matrix in layout.model.fold)
    return Footprint(layout.infosets, layout.size, sum(layout.buffer_sizes), operators)
