"""Values of an abstract strategy at betting nodes, by classes of both players' hands.

A class is an interval of mean strength, about twenty per round: few enough for a matrix of class
pairs at every node. The matrices are means over random deals, weighted by the probability that the
strategy reaches the node with them.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from equipoise.kernels.boards.numbering import ordered_index, set_index
from equipoise.kernels.buckets.dealing import BucketDeals
from equipoise.kernels.compile import inlined, kernel
from equipoise.kernels.play.meeting import StrategyTable, probability
from equipoise.kernels.types import Float64s, Int8s, Int32s, Int64s, UInt8s, UInt16s

_DECISION, _FOLD = 0, 1
_0, _1, _52 = np.array([0, 1, 52], dtype=np.uint64)
_5, _LOW_5 = np.uint32(5), np.uint32(31)


class ValuedTree(NamedTuple):
    """A betting tree, nodes in preorder.

    ``gains``: player 1's chips at a fold, the stake at a showdown. ``states`` [2, rounds] is the
    number of card states. ``enters`` marks the first node of a round.
    """

    kind: UInt8s
    player: UInt8s
    round: UInt8s
    child_starts: Int64s
    children: Int64s
    offsets: Int64s
    gains: Float64s
    states: Int64s
    enters: UInt8s


class HandClasses(NamedTuple):
    """The class of a bucket up to the turn, and of a hand strength on the river.

    ``strengths`` [river boards, columns] are those of ``kernels.boards.river``.
    """

    preflop: UInt8s
    flop: UInt8s
    turn: UInt8s
    river: UInt8s
    strengths: UInt16s


@kernel
def gather_values(
    tree: ValuedTree,
    table: StrategyTable,
    buckets: Int32s,
    classes: UInt8s,
    results: Int8s,
    floor: float,
    sums: Float64s,
    weights: Float64s,
    early_sums: Float64s,
    early_weights: Float64s,
) -> None:
    """Add the values of deals to ``sums`` and their weights to ``weights``, [nodes, B, B].

    ``buckets`` and ``classes`` [deals, 2, rounds], ``results`` [deals] of player 1. At the first
    node of a round ``early_...`` get the same by the classes of the round before. The weight
    of a deal is the probability that both players reach the node with it, plus ``floor``.
    """
    size = len(tree.kind)
    reach = np.zeros(size)
    value = np.zeros(size)
    chances = np.zeros(len(tree.children))
    for deal in range(len(results)):
        reach[0] = 1.0
        for node in range(size):
            if tree.kind[node] == _DECISION:
                mine, number = tree.player[node], tree.round[node]
                state = buckets[deal, mine, number]
                first = tree.child_starts[node]
                for edge in range(first, tree.child_starts[node + 1]):
                    place = tree.offsets[node] + (edge - first) * tree.states[mine, number] + state
                    chance = probability(table, np.uint64(place))
                    chances[edge] = chance
                    reach[tree.children[edge]] = reach[node] * chance
        for node in range(size - 1, -1, -1):
            if tree.kind[node] != _DECISION:
                won = 1.0 if tree.kind[node] == _FOLD else np.float64(results[deal])
                value[node] = won * tree.gains[node]
                continue
            total = 0.0
            for edge in range(tree.child_starts[node], tree.child_starts[node + 1]):
                total += chances[edge] * value[tree.children[edge]]
            value[node] = total
            number = tree.round[node]
            x, y = classes[deal, 0, number], classes[deal, 1, number]
            weight = reach[node] + floor
            sums[node, x, y] += weight * value[node]
            weights[node, x, y] += weight
            if tree.enters[node]:
                x, y = classes[deal, 0, number - 1], classes[deal, 1, number - 1]
                early_sums[node, x, y] += weight * value[node]
                early_weights[node, x, y] += weight


# The loops over combos take rows and tables as separate arrays: selecting a table inside the loop
# would cost a reference count per step.
@inlined
def _fill_row(entries, names, classes, dead, out):
    """The class of every combo on a board; 0 where it holds a dead card."""
    for high in range(_1, _52):
        start = high * (high - _1) >> _1
        for low in range(_0, high):
            combo = start + low
            found = np.uint8(0)
            if (dead >> high | dead >> low) & _1 == _0:
                found = classes[entries[names[combo]]]
            out[combo] = found


@inlined
def _add_row(entries, names, classes, dead, other, matrix, column, base, out):
    """Add the values on one board; ``column`` is scratch for values against the other's class."""
    theirs = classes[entries[names[other]]]
    for own in range(len(matrix)):
        column[own] = matrix[own, theirs]
    for high in range(_1, _52):
        if (dead >> high) & _1 != _0:
            continue
        start = high * (high - _1) >> _1
        for low in range(_0, high):
            if (dead >> low) & _1 == _0:
                combo = start + low
                out[combo] += column[classes[entries[names[combo]]]] - base[combo]


@inlined
def _dead(board):
    dead = _0
    for card in board:
        dead |= _1 << np.uint64(card)
    return dead


@inlined
def _place(deals, board):
    """The table entry of a board of 3 to 5 cards: its row and the index of its suit renaming."""
    if len(board) == 3:
        return deals.flop_places[set_index(board, 3)]
    if len(board) == 4:
        return deals.turn_places[ordered_index(board)]
    return deals.river_places[set_index(board, 5)]


@kernel
def classes_on_board(deals: BucketDeals, classes: HandClasses, board: UInt8s, out: UInt8s) -> None:
    """The class of every combo on a board of 3 to 5 cards; 0 if it shares a card with the board."""
    place, dead = _place(deals, board), _dead(board)
    row, names = place >> _5, deals.columns[place & _LOW_5]
    if len(board) == 3:
        _fill_row(deals.flop[row], names, classes.flop, dead, out)
    elif len(board) == 4:
        _fill_row(deals.turn[row], names, classes.turn, dead, out)
    else:
        _fill_row(classes.strengths[row], names, classes.river, dead, out)


@kernel
def add_board_values(
    deals: BucketDeals,
    classes: HandClasses,
    boards: UInt8s,
    other: int,
    matrix: Float64s,
    base: Float64s,
    out: Float64s,
) -> None:
    """Add ``matrix[own class, other's class] - base`` over boards [n, 3..5] for every combo.

    Combos that share a card with a board get nothing from it; the ``other`` hand must not share
    one.
    """
    column = np.zeros(len(matrix))
    for number in range(boards.shape[0]):
        board = boards[number]
        place, dead = _place(deals, board), _dead(board)
        row, names = place >> _5, deals.columns[place & _LOW_5]
        room = (dead, other, matrix, column, base, out)
        if boards.shape[1] == 3:
            _add_row(deals.flop[row], names, classes.flop, *room)
        elif boards.shape[1] == 4:
            _add_row(deals.turn[row], names, classes.turn, *room)
        else:
            _add_row(classes.strengths[row], names, classes.river, *room)
