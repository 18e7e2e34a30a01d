"""Hands between two players whose every chance is known, over the betting that both can reach.

The betting is a *meeting tree* (``matches.meeting``), grown only where play comes. Rows of its
tables, all of whole numbers:

- ``nodes``: kind (0 decision, 1 end), position to act, round, first history, histories of the one
  to act, histories of the other, first option, options;
- ``histories`` of the one to act: offset of the abstract node's block in his strategy (-1: no menu,
  one option taken for sure), states of the round, first option within the node, options, the option
  that stands for a call;
- ``options``: edge with a bad hand, edge with a good one, number of the name within the node,
  history within the node;
- ``edges``: the node that follows (-1: not grown yet), and where links begin and end: of the one to
  act with a bad hand and with a good one, and of the other;
- ``links``: from an option within the node (of the one to act) or a history (of the other) to a
  history of the node that follows, with the chance of that reading in ``chances``.

Each player keeps the weights of his abstract histories, as ``translation.live`` does.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from equipoise.kernels.compile import inlined, kernel
from equipoise.kernels.random import next_double, start_stream
from equipoise.kernels.types import (
    Bools,
    Float64s,
    Int32s,
    Int64s,
    UInt8s,
    UInt16s,
    UInt64s,
)

END = 1
NODE_COLUMNS, HISTORY_COLUMNS, OPTION_COLUMNS, EDGE_COLUMNS = 8, 5, 4, 7
PURIFIED = 2.0  # a threshold that no probability reaches
_EQUAL = 1e-9  # probabilities nearer to each other than this are equal
_NEVER = 1e-12  # a weight that counts as none


class MeetingTree(NamedTuple):
    """The tables of a meeting tree; see the module."""

    nodes: Int64s
    histories: Int64s
    options: Int64s
    edges: Int64s
    links: Int64s
    chances: Float64s


class Book(NamedTuple):
    """A player's strategy as it is stored: in one of the three arrays, the others being empty.

    ``levels`` is the number that stands for certainty, 0 for the array of exact numbers.
    ``threshold``: probabilities below it count as 0 (0 for none); ``dominated_below`` as in
    ``kernels.translate``.
    """

    exact: Float64s
    shares16: UInt16s
    shares8: UInt8s
    levels: int
    threshold: float
    dominated_below: float


@inlined
def probability(book, place):
    """A number of the strategy as a probability."""
    if book.levels == 0:
        return book.exact[place]
    if book.levels == 255:
        return np.float64(book.shares8[place]) / 255.0
    return np.float64(book.shares16[place]) / np.float64(book.levels)


@inlined
def _purify(chance, first, end, threshold):
    """Thresholding and purification of one information set (``strategy.purify``)."""
    top = 0.0
    for o in range(first, end):
        top = max(top, chance[o])
    kept = 0.0
    for o in range(first, end):
        if top < threshold:
            chance[o] = 1.0 if chance[o] >= top - _EQUAL else 0.0
        elif chance[o] < threshold:
            chance[o] = 0.0
        kept += chance[o]
    for o in range(first, end):
        chance[o] /= kept


@inlined
def _shares(weights, count, share):
    """What each history weighs: by the agent's own play, else by the readings, else all alike."""
    for column in range(2):
        total = 0.0
        for h in range(count):
            total += weights[h, column]
        if total > (_NEVER if column == 0 else 0.0):
            for h in range(count):
                share[h] = weights[h, column] / total
            return
    for h in range(count):
        share[h] = 1.0 / count


@inlined
def _without_dominated(tree, first_history, histories, first_option, share, chance, bad, below):
    """Remove what some history never does (Schnizlein 2009, section 4.3.3)."""
    for h in range(histories):
        row = first_history + h
        begin = tree.histories[row, 2]
        for o in range(begin, begin + tree.histories[row, 3]):
            bad[tree.options[first_option + o, 2]] = False
    for h in range(histories):
        row = first_history + h
        begin = tree.histories[row, 2]
        for o in range(begin, begin + tree.histories[row, 3]):
            if share[h] >= below and chance[o] < below:
                bad[tree.options[first_option + o, 2]] = True
    left = 0.0
    for h in range(histories):
        row = first_history + h
        begin = tree.histories[row, 2]
        end = begin + tree.histories[row, 3]
        kept = 0.0
        for o in range(begin, end):
            if not bad[tree.options[first_option + o, 2]]:
                kept += chance[o]
        if kept > 0.0:
            left += share[h]
    for h in range(histories):
        row = first_history + h
        begin = tree.histories[row, 2]
        end = begin + tree.histories[row, 3]
        kept = 0.0
        for o in range(begin, end):
            if left <= _NEVER:
                chance[o] = 1.0 if o == tree.histories[row, 4] else 0.0
            elif bad[tree.options[first_option + o, 2]]:
                chance[o] = 0.0
            kept += chance[o]
        if left > _NEVER:
            share[h] /= left
            for o in range(begin, end):
                if kept > 0.0:
                    chance[o] /= kept


@inlined
def decide(tree, book, node, state, weights, share, chance, bad):
    """The chance of every option of a node, times the share of its history."""
    first_history, histories = tree.nodes[node, 3], tree.nodes[node, 4]
    first_option = tree.nodes[node, 6]
    _shares(weights, histories, share)
    for h in range(histories):
        row = first_history + h
        begin = tree.histories[row, 2]
        end = begin + tree.histories[row, 3]
        offset, stride = tree.histories[row, 0], tree.histories[row, 1]
        for o in range(begin, end):
            if offset < 0:
                chance[o] = 1.0
            else:
                chance[o] = probability(book, np.uint64(offset + (o - begin) * stride + state))
        if book.threshold > 0.0:
            _purify(chance, begin, end, book.threshold)
    if book.dominated_below > 0.0:
        _without_dominated(
            tree, first_history, histories, first_option, share, chance, bad, book.dominated_below
        )
    for h in range(histories):
        row = first_history + h
        begin = tree.histories[row, 2]
        for o in range(begin, begin + tree.histories[row, 3]):
            chance[o] *= share[h]


@inlined
def _draw(chance, options, drawn):
    """The option that a random number in [0, 1) picks."""
    total = 0.0
    chosen = 0
    for o in range(options):
        if chance[o] > 0.0:
            chosen = o
            total += chance[o]
            if drawn < total:
                break
    return chosen


@kernel
def play_meeting(
    tree: MeetingTree,
    first_book: Book,
    second_book: Book,
    states: Int32s,
    good: Bools,
    numbers: Int64s,
    keys: UInt64s,
    most_histories: int,
    most_options: int,
    ends: Int64s,
    missing: Int64s,
) -> int:
    """Play a hand for each row of ``states`` [n, 2, rounds]; returns how many were set aside.

    ``good`` [n, 2, rounds] says which hands are good. ``numbers`` are those of the hands: what a
    position draws depends on its key and on them. ``ends`` gets the node where a hand ended. A hand
    whose end is at least 0 already is passed over; one that comes to an edge without a node gets -1
    and the edge in ``missing``.
    """
    weights = np.zeros((2, most_histories, 2))
    fresh = np.zeros((most_histories, 2))
    share = np.zeros(most_histories)
    chance = np.zeros(most_options)
    bad = np.zeros(most_options, dtype=np.bool_)
    random = np.zeros((2, 4), dtype=np.uint64)
    aside = 0
    for hand in range(len(ends)):
        if ends[hand] >= 0:
            continue
        for position in range(2):
            start_stream(keys[position], np.uint64(numbers[hand]), random[position])
            weights[position, 0, 0] = 1.0
            weights[position, 0, 1] = 1.0
        node = 0
        while tree.nodes[node, 0] != END:
            mine = tree.nodes[node, 1]
            number = tree.nodes[node, 2]
            first_option = tree.nodes[node, 6]
            # rounds that a card abstraction does not have are played without a menu
            state = np.int64(states[hand, mine, min(number, states.shape[2] - 1)])
            if mine == 0:
                decide(tree, first_book, node, state, weights[0], share, chance, bad)
            else:
                decide(tree, second_book, node, state, weights[1], share, chance, bad)
            variant = 1 if good[hand, mine, min(number, states.shape[2] - 1)] else 0
            option = _draw(chance, tree.nodes[node, 7], next_double(random[mine]))
            edge = tree.options[first_option + option, variant]
            child = tree.edges[edge, 0]
            if child < 0:
                missing[hand] = edge
                node = -1
                aside += 1
                break
            if tree.nodes[child, 0] != END:
                for position in range(2):
                    own = position == mine
                    column = 1 + 2 * variant if own else 5
                    after = tree.nodes[child, 4 if tree.nodes[child, 1] == position else 5]
                    for h in range(after):
                        fresh[h, 0] = 0.0
                        fresh[h, 1] = 0.0
                    for link in range(tree.edges[edge, column], tree.edges[edge, column + 1]):
                        source, target = tree.links[link, 0], tree.links[link, 1]
                        reading = tree.chances[link]
                        before = tree.options[first_option + source, 3] if own else source
                        weight = chance[source] if own else weights[position, source, 0]
                        fresh[target, 0] += weight * reading
                        fresh[target, 1] += weights[position, before, 1] * reading
                    for h in range(after):
                        weights[position, h, 0] = fresh[h, 0]
                        weights[position, h, 1] = fresh[h, 1]
            node = child
        ends[hand] = node
    return aside
