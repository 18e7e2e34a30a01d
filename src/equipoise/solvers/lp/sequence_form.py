"""The sequence form of a game: payoffs and constraints as sparse matrices.

Koller, Megiddo and von Stengel 1994: a player's *sequence* is an action together with all of the
player's own earlier actions that lead to it; here that is one index of the flat strategy layout,
since with perfect recall a node and a card state determine the earlier actions. A *realisation
plan* gives every sequence the product of the probabilities of its actions. Plans x and y are
exactly the nonnegative solutions of ``E x = e`` and ``F y = f``: the empty sequence has weight 1,
and the actions of an information set share the weight of the sequence that leads to it. The value
for player 1 is ``x' A y``, where A adds up gains times chance over all terminal nodes of a pair of
sequences.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from scipy import sparse

from equipoise.base.errors import InputError
from equipoise.kernels.types import Float64s, Int64s
from equipoise.spine.layout import Layout
from equipoise.strategies.unreached import NEVER, habit


@dataclass(frozen=True)
class Sequences:
    """One player's sequences and information sets, both in the order of the layout.

    Sequence 0 is the empty one; sequence k >= 1 is at ``places[k - 1]`` of a strategy. Row 0 of
    ``constraints`` sets the empty sequence to 1; row i >= 1 belongs to an information set.
    ``origins`` names for every sequence the one that leads to its information set.
    """

    places: Int64s
    origins: Int64s
    constraints: sparse.csr_array

    @property
    def count(self) -> int:
        """Number of sequences, including the empty one."""
        return len(self.places) + 1

    @property
    def rows(self) -> int:
        """Number of constraints: the information sets, and the empty sequence."""
        return int(self.constraints.shape[0])

    @property
    def right_side(self) -> Float64s:
        """The right side of the constraints: 1 for the empty sequence, else 0."""
        side = np.zeros(self.rows)
        side[0] = 1.0
        return side

    def plan(self, strategy: Float64s) -> Float64s:
        """The realisation plan of a strategy."""
        weights = np.ones(self.count)
        # an origin comes before what it leads to: nodes are in preorder
        for number, (place, origin) in enumerate(
            zip(self.places.tolist(), self.origins[1:].tolist(), strict=True), 1
        ):
            weights[number] = weights[origin] * strategy[place]
        return weights


@dataclass(frozen=True)
class SequenceForm:
    """A game as ``x' A y`` over two sets of realisation plans."""

    layout: Layout
    players: tuple[Sequences, Sequences]
    payoffs: sparse.csr_array

    def value(self, first: Float64s, second: Float64s) -> float:
        """Player 1's value when the players follow two realisation plans."""
        return float(first @ (self.payoffs @ second))

    def behaviour(
        self, plans: tuple[Float64s, Float64s], unreached: str = "uniform", smallest: float = NEVER
    ) -> tuple[Float64s, int]:
        """The strategy of two realisation plans, and how many information sets a rule filled.

        A plan says nothing about information sets whose own origin has no weight (not above
        ``smallest``); there the player takes every action equally often, or calls, or folds
        (checking where nothing is to be called).
        """
        layout, tree = self.layout, self.layout.tree
        weights = np.zeros(layout.size)
        for player in range(2):
            sequences = self.players[player]
            weights[sequences.places] = np.maximum(plans[player][1:], 0.0)
        strategy = np.zeros(layout.size)
        chosen = 0
        for node in tree.decision_nodes().tolist():
            block = layout.block(weights, node)
            total = block.sum(axis=0)
            known = total > smallest
            chosen += int(np.count_nonzero(~known))
            layout.block(strategy, node)[:] = np.where(
                known, block / np.where(known, total, 1.0), habit(tree, node, unreached)[:, None]
            )
        return strategy, chosen


def sequence_form(layout: Layout) -> SequenceForm:
    """The sequence form of a betting tree and card model."""
    both = [_sequences(layout, player) for player in range(2)]
    ends = (both[0][1], both[1][1])
    rows, columns, entries = [], [], []
    matrices = layout.card_model.matrices()
    for group in layout.groups:
        if group.kind == "leaf":
            raise InputError("a depth-limited game", expected="one of cfr, cfr+, dcfr, pcfr+")
        matrix = matrices.matrix(group.kind, 0, group.round)
        mine, theirs = np.nonzero(matrix)
        lasts = [
            ends[player][
                group.start + np.arange(len(group.nodes))[:, None] * group.width + states[None, :]
            ]
            for player, states in enumerate((mine, theirs))
        ]
        rows.append(lasts[0].ravel())
        columns.append(lasts[1].ravel())
        entries.append((group.gains[:, None] * matrix[mine, theirs][None, :]).ravel())
    shape = (both[0][0].count, both[1][0].count)
    payoffs = sparse.coo_array(
        (np.concatenate(entries), (np.concatenate(rows), np.concatenate(columns))), shape=shape
    ).tocsr()
    payoffs.sum_duplicates()
    payoffs.eliminate_zeros()
    return SequenceForm(layout, (both[0][0], both[1][0]), payoffs)


def _sequences(layout: Layout, player: int) -> tuple[Sequences, Int64s]:
    """A player's sequences, and his last sequence for every entry of his work buffer."""
    tree, model, starts = layout.tree, layout.card_model, layout.value_starts
    last = np.zeros(layout.vector_size, dtype=np.int64)
    places, origins, sets = [], [np.zeros(1, dtype=np.int64)], [np.zeros(1, dtype=np.int64)]
    heads = [np.zeros(1, dtype=np.int64)]
    count, infosets = 1, 1
    for node in tree.decision_nodes().tolist():
        number = int(tree.round[node])
        states = model.states[player][number]
        here = last[starts[node] : starts[node] + states]
        mine = tree.player[node] == player
        children = tree.children_of(node).tolist()
        if mine:
            size = len(children) * states
            places.append(np.arange(layout.offsets[node], layout.offsets[node] + size))
            origins.append(np.tile(here, len(children)))
            sets.append(np.tile(np.arange(infosets, infosets + states), len(children)))
            heads.append(here.copy())
            infosets += states
        for child in children:
            after = here
            if mine:
                after = np.arange(count, count + states)
                count += states
            later = int(tree.round[child])
            if later > number:
                after = after[model.parents[player][later]]
            last[starts[child] : starts[child] + len(after)] = after
    rows = np.concatenate(sets)
    leading = np.concatenate(heads)
    constraints = sparse.csr_array(
        (
            np.concatenate([np.ones(count), np.full(infosets - 1, -1.0)]),
            (
                np.concatenate([rows, np.arange(1, infosets)]),
                np.concatenate([np.arange(count), leading[1:]]),
            ),
        ),
        shape=(infosets, count),
    )
    none = [np.zeros(0, dtype=np.int64)]
    return Sequences(np.concatenate(none + places), np.concatenate(origins), constraints), last
