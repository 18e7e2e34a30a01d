"""A solution stored up to a street: its strategy, and the values of its nodes.

The values of a node depend on everything below it, so they are stored with the strategy if later
streets are not. Stored for each node and hand of each range: value and equity; for the player to
act also the value of each action. Reach follows from the strategy.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import accumulate
from math import prod

import numpy as np

from equipoise.base.progress import Report, silent
from equipoise.cards.combos import COMBO_COUNT
from equipoise.kernels.types import Float32s, Float64s, Floats, Int64s
from equipoise.spine.cards.hands import HandCards
from equipoise.spine.layout import Layout
from equipoise.spine.spot_node import SpotNode, met_by, spot_node
from equipoise.spine.tree import DECISION

_RIVER = 3
#: a node, and the cards dealt to it
At = tuple[int, tuple[int, ...]]


def kept_nodes(layout: Layout, last: int) -> Int64s:
    """The decision nodes up to a round."""
    tree = layout.tree
    return np.flatnonzero((tree.kind == DECISION) & (tree.round <= last))


def kept_strategy(layout: Layout, strategy: Floats, last: int) -> Float32s:
    """The blocks of the decision nodes up to a round, one after the other."""
    if last == _RIVER:
        return np.asarray(strategy, dtype=np.float32)
    blocks = [layout.block(strategy, int(node)).reshape(-1) for node in kept_nodes(layout, last)]
    return np.concatenate(blocks).astype(np.float32)


def block_shape(layout: Layout, node: int) -> tuple[int, int]:
    """Actions and states of a decision node."""
    tree = layout.tree
    states = layout.model.states[tree.player[node]][tree.round[node]]
    return len(tree.children_of(node)), states


class Kept:
    """The strategy up to a round, and the packed values of its nodes (``numbers``)."""

    def __init__(self, layout: Layout, strategy: Floats, numbers: Floats, last: int) -> None:
        self.layout, self.strategy, self.numbers, self.last = layout, strategy, numbers, last
        assert isinstance(layout.model, HandCards)
        self.model: HandCards = layout.model
        nodes = kept_nodes(layout, last)
        sizes = [prod(block_shape(layout, node)) for node in nodes.tolist()]
        self._starts = dict(zip(nodes.tolist(), _starts(sizes), strict=True))
        places = list(kept_places(layout, last))
        widths = [packed_size(layout, node) for node, _ in places]
        self._places = dict(zip(places, _starts(widths), strict=True))

    def has(self, node: int) -> bool:
        """True if a node is a decision of a stored street."""
        return node in self._starts

    def block(self, node: int) -> Floats:
        """The probabilities of a node [actions, states]."""
        shape, start = block_shape(self.layout, node), self._starts[node]
        return self.strategy[start : start + prod(shape)].reshape(shape)

    def mixed(self, node: int, board: tuple[int, ...]) -> Float64s:
        """The probabilities of a node by hand, [actions, 1326]."""
        states = self.model.states_on(int(self.layout.tree.player[node]), board)
        block = self.block(node)
        found = np.zeros((len(block), COMBO_COUNT))
        found[:, states >= 0] = block[:, states[states >= 0]]
        return found

    def reach(self, node: int, cards: tuple[int, ...]) -> Float64s:
        """Both players' reach at a node of a stored street, or at the start of the next one."""
        tree, model = self.layout.tree, self.model
        board = (*model.board, *cards)
        reach = np.zeros((2, COMBO_COUNT))
        for player in (0, 1):
            reach[player, model.combos[player]] = model.weights[player]
            reach[player, model.states_on(player, board) < 0] = 0.0
        at = 0
        for _, after in tree.steps_to(node):
            place = int(np.flatnonzero(tree.children_of(at) == after)[0])
            here = board[: int(tree.round[at]) + 2]
            reach[int(tree.player[at])] *= self.mixed(at, here)[place]
            at = after
        return reach

    def seen(self, node: int, cards: tuple[int, ...]) -> SpotNode:
        """A stored node."""
        model, tree = self.model, self.layout.tree
        board = (*model.board, *cards)
        mover = int(tree.player[node])
        start = self._places[node, cards]
        rows = iter(_rows(self.numbers[start:], self.layout, node))
        values, equity = np.full((2, 2, COMBO_COUNT), np.nan)
        for player in (0, 1):
            values[player, model.combos[player]] = next(rows)
            equity[player, model.combos[player]] = next(rows)
        actions = np.full((len(tree.children_of(node)), COMBO_COUNT), np.nan)
        for row in actions:
            row[model.combos[mover]] = next(rows)
        reach = self.reach(node, cards)
        met = np.stack([met_by(board, reach[1 - player]) for player in (0, 1)])
        return SpotNode(reach, met, values, actions, self.mixed(node, board), equity)


def kept_places(layout: Layout, last: int) -> Iterator[At]:
    """Every stored node on every board."""
    model, tree = layout.model, layout.tree
    assert isinstance(model, HandCards)
    for node in kept_nodes(layout, last).tolist():
        dealt = int(tree.round[node]) - model.begin
        if not dealt:
            yield node, ()
        else:  # a turn: the river is never reached here
            yield from ((node, (card,)) for card in range(52) if card not in model.board)


def packed_size(layout: Layout, node: int) -> int:
    """Number of stored numbers of a node."""
    model = layout.model
    assert isinstance(model, HandCards)
    hands = [len(combos) for combos in model.combos]
    actions = len(layout.tree.children_of(node))
    return 2 * sum(hands) + actions * hands[int(layout.tree.player[node])]


def packed_nodes(layout: Layout, strategy: Floats, last: int, report: Report = silent) -> Float32s:
    """The values of all nodes up to a round; not needed if every street is stored."""
    if last == _RIVER:
        return np.zeros(0, dtype=np.float32)
    model, tree = layout.model, layout.tree
    assert isinstance(model, HandCards)
    places = list(kept_places(layout, last))
    found: list[Float64s] = []
    for done, (node, cards) in enumerate(places):
        seen = spot_node(layout, strategy, node, cards)
        for player in (0, 1):
            found.append(seen.values[player, model.combos[player]])
            found.append(seen.equity[player, model.combos[player]])
        found += list(seen.actions[:, model.combos[int(tree.player[node])]])
        report(done + 1, len(places), "values of nodes")
    return np.concatenate(found).astype(np.float32)


def _rows(numbers: Floats, layout: Layout, node: int) -> Iterator[Floats]:
    model, tree = layout.model, layout.tree
    assert isinstance(model, HandCards)
    first, second = (len(combos) for combos in model.combos)
    mover = (first, second)[tree.player[node]]
    at = 0
    for width in (first, first, second, second, *[mover] * len(tree.children_of(node))):
        yield numbers[at : at + width]
        at += width


def _starts(sizes: list[int]) -> list[int]:
    return [0, *accumulate(sizes)][:-1]
