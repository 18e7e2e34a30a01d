"""Sizes of a game, estimated before any work: information sets, strategy numbers, memory."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from equipoise.base.errors import InputError
from equipoise.games.size.situations import TreeSize
from equipoise.spine.cards.counts import States
from equipoise.spine.cards.sequences.model import SINGLE_FROM
from equipoise.spine.layout import Layout

_SINGLE, _DOUBLE = 4, 8
_SINGLE_FROM = 5_000_000  # numbers of a strategy
#: arrays of CFR in vector form: strategy, regrets, sums
CFR_ARRAYS = 3
#: of the excessive gap technique: old, new and intermediate plans and responses, and the weights of
#: both players' prox functions, together less than one array
EGT_ARRAYS = 6
#: river strengths, buckets, and vectors of hands on boards
_CARD_TABLES = 700 * 1024**2
#: code and libraries
PROGRAM = 200 * 1024**2


def default_dtype(numbers: int) -> type[np.float32] | type[np.float64]:
    """Double precision, or single for large strategies: half of the memory and time.

    The effect on exploitability is in ``docs/decisions/large-games.md``.
    """
    return np.float64 if numbers < _SINGLE_FROM else np.float32


@dataclass(frozen=True)
class Footprint:
    """Sizes of a game with cards.

    ``infosets``: decision nodes times their player's card states; ``numbers``: the length of a
    strategy; ``work``: the numbers in the work buffer; ``operators``: the entries of one matrix for
    each round, in double precision or, if very large, single (``matrix_bytes``).
    """

    infosets: int
    numbers: int
    work: int
    operators: int
    matrix_bytes: int = _DOUBLE

    @property
    def strategy_bytes(self) -> dict[str, int]:
        """Bytes of a strategy on disk, by number type."""
        return {"float64": 8 * self.numbers, "uint16": 2 * self.numbers, "uint8": self.numbers}

    def memory(self, method: str, dtype: npt.DTypeLike | None = None, buckets: bool = False) -> int:
        """Total memory of a solve including the program, without the betting tree.

        Without a type the method's default is used. With ``buckets`` a sampled method deals from a
        hold'em bucketing; on a card model it uses double precision.
        """
        sampled = method.startswith("mccfr-")
        if sampled and buckets:
            return PROGRAM + self.dealt_bytes(dtype)
        arrays = EGT_ARRAYS if method == "egt" else CFR_ARRAYS
        return PROGRAM + self.vector_bytes(np.float64 if sampled else dtype, arrays)

    def vector_bytes(
        self, dtype: npt.DTypeLike | None = None, arrays: int = CFR_ARRAYS, copies: int = 1
    ) -> int:
        """Memory of a solver with ``arrays`` arrays of a strategy's size.

        ``copies`` are additional arrays: the average at the end, or a snapshot for a checkpoint.
        The card model's two matrices per round are copied if they have another precision.
        """
        each = np.dtype(dtype or default_dtype(self.numbers)).itemsize
        copied = each if each != self.matrix_bytes else 0
        matrices = 2 * self.operators * (self.matrix_bytes + copied)
        numbers = (arrays + copies) * self.numbers + self.work
        return each * numbers + matrices

    def dealt_bytes(self, dtype: npt.DTypeLike | None = None) -> int:
        """Memory of a sampling solver on a bucketing: regrets, sums, reference sums, average.

        Plus a response on sampled boards (a byte per number) and the card tables.
        """
        each = np.dtype(dtype or np.float32).itemsize
        return _CARD_TABLES + (4 * each + 2) * self.numbers


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
    # values at every node, and reach at decision nodes: for one player it is shared with the node
    # before, except at the start of a round
    begins = [1]
    for actions, decisions, folds, showdowns in zip(
        size.actions, size.decisions, size.folds_by_round, size.showdowns_by_round, strict=True
    ):
        begins.append(actions - (decisions - begins[-1]) - folds - showdowns)
    work = ends + 2 * infosets + times_states(begins)
    kept = _SINGLE if mine[-1] >= SINGLE_FROM else _DOUBLE
    operators = sum(s * s for s in mine)
    return Footprint(infosets, times_states(size.actions), work, operators, kept)


def layout_footprint(layout: Layout) -> Footprint:
    """The footprint of a game with a layout."""
    model = layout.model
    return Footprint(layout.infosets, layout.size, layout.work_size, *model.matrix_numbers)
