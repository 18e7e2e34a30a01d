"""The size of a game's linear program, and whether it is feasible.

From a layout the size is exact except that payoffs of equal sequence pairs are merged. From the
counts of the betting tree alone, before it is built, it is a tight lower bound: of each decision
node in a two-player game at most one action folds and at most one calls, so a round with d
decisions has at most 3 d actions (d lead to decisions of the same round, d fold, d call out of it).
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from equipoise.base.errors import InputError
from equipoise.games.rules import GameRules
from equipoise.games.size.situations import TreeSize
from equipoise.games.size.tree import count_tree
from equipoise.spine.cards.matrix import MatrixCards
from equipoise.spine.layout import Layout

MOST_ROWS = 2_000_000
INSTEAD = "use cfr+, dcfr, pcfr+ or egt, or an abstraction"
# Fitted to dual simplex on no-limit Leduc with 9 to 15 chips, 32,090 to 674,570 rows, on an idle
# core: 1.0, 2.0, 8.5, 10.3, 30.2, 31.6 and 57.2 s, each within a factor of 1.6 of the fit, and 540
# bytes per nonzero. A busy machine took up to three times as long.
_ROWS, _SECONDS, _GROWTH = 163_298, 10.6, 1.34
_BYTES_A_NONZERO = 550
_COUNTED = 10**10  # larger numbers are given in powers of ten


@dataclass(frozen=True)
class ProgramSize:
    """The estimated size of a linear program, before it is built.

    From a layout ``nonzeros`` is an upper bound: payoffs of one pair of sequences are merged.
    ``bytes`` and ``minutes`` are rough: see ``docs/decisions/linear-program.md``.
    """

    rows: int
    columns: int
    nonzeros: int

    @property
    def bytes(self) -> int:
        """Rough peak memory."""
        return _BYTES_A_NONZERO * self.nonzeros

    @property
    def minutes(self) -> float:
        """Rough time on one core."""
        return _SECONDS / 60 * float((self.rows / _ROWS) ** _GROWTH)

    def __str__(self) -> str:
        return (
            f"{_count(self.rows)} rows, {_count(self.columns)} columns, "
            f"{_count(self.nonzeros)} nonzeros, about {_rough(self.bytes / 1e9)} GB and "
            f"{_rough(self.minutes)} minutes"
        )


def _count(number: int) -> str:
    return f"{number:,}" if number < _COUNTED else f"{float(number):.2g}"


def _rough(number: float) -> str:
    return f"{number:.2g}" if number < 100 or number >= _COUNTED else f"{number:,.0f}"


def program_size(layout: Layout) -> ProgramSize:
    """The size of the linear program of a game."""
    tree, model = layout.tree, layout.card_model.matrices()
    sequences, infosets = [], []
    for player in range(2):
        nodes = tree.decision_nodes(player)
        states = np.array(model.states[player], dtype=np.int64)[tree.round[nodes]]
        sequences.append(1 + int(states @ np.diff(tree.child_starts)[nodes]))
        infosets.append(1 + int(states.sum()))
    payoffs = sum(
        len(group.nodes) * np.count_nonzero(model.matrix(group.kind, 0, group.round))
        for group in layout.groups
        if group.kind != "leaf"
    )
    return ProgramSize(
        rows=sequences[1] + infosets[0],
        columns=sequences[0] + infosets[1],
        nonzeros=int(payoffs) + sum(sequences) + sum(infosets) - 2,
    )


def program_size_from_counts(counts: TreeSize, model: MatrixCards) -> ProgramSize:
    """A lower bound from the counts of the betting tree; rows and columns are set to their mean."""
    # a round dealt only after an all-in has no decisions and may have no states
    decisions = [n for n, _ in zip(counts.decisions, model.fold, strict=False)]
    states = [min(matrix.shape) for matrix in model.fold]
    infosets = 2 + sum(n * s for n, s in zip(decisions, states, strict=True))
    edges = counts.betting_nodes - 1
    sequences = 2 + _least(edges, [3 * n for n in decisions], states)
    payoffs = sum(
        _least(ends, decisions, [int(np.count_nonzero(matrix)) for matrix in matrices])
        for ends, matrices in ((counts.folds, model.fold), (counts.showdowns, model.showdown))
    )
    half = (sequences + infosets) // 2
    return ProgramSize(half, half, payoffs + sequences + infosets - 2)


def _least(total: int, most: list[int], weights: list[int]) -> int:
    """The least weight of ``total`` items; each round but the last takes at most ``most``."""
    weight = 0
    for number, each in enumerate(weights):
        here = total if number == len(weights) - 1 else min(total, most[number])
        weight += here * each
        total -= here
    return weight


def check_size(layout: Layout, most_rows: int = MOST_ROWS) -> ProgramSize:
    """The size of the program; raises InputError if it is too large."""
    size = program_size(layout)
    _refuse_if_larger(size, most_rows, layout.tree.rules.name, "")
    return size


def check_lp_size(rules: GameRules, model: MatrixCards, most_rows: int = MOST_ROWS) -> ProgramSize:
    """The same from the full betting of a game, before its tree is built (a lower bound)."""
    size = program_size_from_counts(count_tree(rules), model)
    _refuse_if_larger(size, most_rows, rules.name, "at least ")
    return size


def _refuse_if_larger(size: ProgramSize, most: int, name: str, how: str) -> None:
    if max(size.rows, size.columns) > most:
        raise InputError(
            f"the linear program of {name} would have {how}{size}",
            expected=f"at most {most:,} rows are supported; {INSTEAD}",
        )
