"""Hands between two players with known policies, over the betting lines that both can reach.

The betting is a *meeting tree* (``matches.meeting``), grown only where play reaches. Its tables
hold integers; their columns are named below:

- ``nodes``: decision and terminal nodes;
- ``histories``: abstract histories of the player to act;
- ``options``: the abstract actions of these histories;
- ``edges``: the real actions that options translate to, with the links of both players;
- ``links``: from an option within the node (of the player to act) or a history (of the other) to a
  history of the next node, with the probability of that reading in ``chances``.

Each player keeps the weights of his abstract histories, as ``translation.histories`` does.
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

#: kinds of nodes
DECISION, END = 0, 1
#: columns of ``nodes``: its kind, the position to act, the round; the first of the actor's rows in
#: ``histories`` and how many there are, how many histories the other has; the first row in
#: ``options`` and how many there are
KIND, ACTOR, ROUND, FIRST_HISTORY, HISTORIES, OTHER_HISTORIES, FIRST_OPTION, OPTIONS = range(8)
NODE_COLUMNS = 8
#: columns of ``histories``: where the block of the abstract node begins in the actor's strategy
#: (-1: no menu, a single certain option) and its card states; the first option within the node and
#: how many there are; the option that stands for a call
OFFSET, STATES, BEGIN, COUNT, CALLING = range(5)
HISTORY_COLUMNS = 5
#: columns of ``options``: the edge with a bad hand and with a good one, the number of the name and
#: the history within the node
BAD_EDGE, GOOD_EDGE, NAME, HISTORY = range(4)
OPTION_COLUMNS = 4
#: columns of ``edges``: the node that follows (-1: not grown yet); where the links of the actor
#: with a bad hand begin and end, those with a good hand, and those of the other
CHILD, BAD_LINKS, BAD_END, GOOD_LINKS, GOOD_END, OTHER_LINKS, OTHER_END = range(7)
EDGE_COLUMNS = 7
#: columns of ``links``
SOURCE, TARGET = range(2)
LINK_COLUMNS = 2
PURIFIED = 2.0  # a threshold that no probability reaches
_EQUAL = 1e-9  # probabilities closer than this are equal
_NEVER = 1e-12  # weights below this count as zero


class MeetingTree(NamedTuple):
    """The tables of a meeting tree; see the module."""

    nodes: Int64s
    histories: Int64s
    options: Int64s
    edges: Int64s
    links: Int64s
    chances: Float64s


class StrategyTable(NamedTuple):
    """A player's strategy as stored: in one of the three arrays; the others are empty.

    ``levels`` is the integer that stands for probability 1, or 0 for floating-point storage.
    ``threshold``: probabilities below it count as 0 (0 disables it); ``dominated_below`` as in
    ``kernels.passes.translate``.
    """

    exact: Float64s
    shares16: UInt16s
    shares8: UInt8s
    levels: int
    threshold: float
    dominated_below: float


@inlined
def histories_of(tree, node, position):
    """The number of abstract histories of a position at a decision."""
    if tree.nodes[node, ACTOR] == position:
        return tree.nodes[node, HISTORIES]
    return tree.nodes[node, OTHER_HISTORIES]


@inlined
def probability(table, place):
    """A stored number as a probability."""
    if table.levels == 0:
        return table.exact[place]
    if table.levels == 255:
        return np.float64(table.shares8[place]) / 255.0
    return np.float64(table.shares16[place]) / np.float64(table.levels)


@inlined
def _purify(chance, first, end, threshold):
    """Thresholding and purification of one information set (``strategies.purify``)."""
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
    """The weight of each history: by the agent's own play, else by the readings, else uniform."""
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
    """Remove options that some history never plays (Schnizlein 2009, section 4.3.3)."""
    for h in range(histories):
        row = first_history + h
        begin = tree.histories[row, BEGIN]
        for o in range(begin, begin + tree.histories[row, COUNT]):
            bad[tree.options[first_option + o, NAME]] = False
    for h in range(histories):
        row = first_history + h
        begin = tree.histories[row, BEGIN]
        for o in range(begin, begin + tree.histories[row, COUNT]):
            if share[h] >= below and chance[o] < below:
                bad[tree.options[first_option + o, NAME]] = True
    left = 0.0
    for h in range(histories):
        row = first_history + h
        begin = tree.histories[row, BEGIN]
        end = begin + tree.histories[row, COUNT]
        kept = 0.0
        for o in range(begin, end):
            if not bad[tree.options[first_option + o, NAME]]:
                kept += chance[o]
        if kept > 0.0:
            left += share[h]
    for h in range(histories):
        row = first_history + h
        begin = tree.histories[row, BEGIN]
        end = begin + tree.histories[row, COUNT]
        kept = 0.0
        for o in range(begin, end):
            if left <= _NEVER:
                chance[o] = 1.0 if o == tree.histories[row, CALLING] else 0.0
            elif bad[tree.options[first_option + o, NAME]]:
                chance[o] = 0.0
            kept += chance[o]
        if left > _NEVER:
            share[h] /= left
            for o in range(begin, end):
                if kept > 0.0:
                    chance[o] /= kept


@inlined
def decide(tree, table, node, state, weights, share, chance, bad):
    """The probability of every option of a node, times the share of its history."""
    first_history, histories = tree.nodes[node, FIRST_HISTORY], tree.nodes[node, HISTORIES]
    first_option = tree.nodes[node, FIRST_OPTION]
    _shares(weights, histories, share)
    for h in range(histories):
        row = first_history + h
        begin = tree.histories[row, BEGIN]
        end = begin + tree.histories[row, COUNT]
        offset, stride = tree.histories[row, OFFSET], tree.histories[row, STATES]
        for o in range(begin, end):
            if offset < 0:
                chance[o] = 1.0
            else:
                chance[o] = probability(table, np.uint64(offset + (o - begin) * stride + state))
        if table.threshold > 0.0:
            _purify(chance, begin, end, table.threshold)
    if table.dominated_below > 0.0:
        _without_dominated(
            tree, first_history, histories, first_option, share, chance, bad, table.dominated_below
        )
    for h in range(histories):
        row = first_history + h
        begin = tree.histories[row, BEGIN]
        for o in range(begin, begin + tree.histories[row, COUNT]):
            chance[o] *= share[h]


@inlined
def _draw(chance, options, drawn):
    """The option selected by a random number in [0, 1)."""
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
    first_table: StrategyTable,
    second_table: StrategyTable,
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

    ``good`` [n, 2, rounds] marks good hands. ``numbers`` are the hand numbers: a position's random
    draws depend on its key and the hand number. ``ends`` gets the terminal node of each hand. Hands
    with ``ends`` >= 0 are skipped; one that comes to an edge without a node gets -1 and the edge in
    ``missing``.
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
        while tree.nodes[node, KIND] != END:
            mine = tree.nodes[node, ACTOR]
            number = tree.nodes[node, ROUND]
            first_option = tree.nodes[node, FIRST_OPTION]
            # rounds outside the card abstraction are played without a menu
            state = np.int64(states[hand, mine, min(number, states.shape[2] - 1)])
            if mine == 0:
                decide(tree, first_table, node, state, weights[0], share, chance, bad)
            else:
                decide(tree, second_table, node, state, weights[1], share, chance, bad)
            variant = 1 if good[hand, mine, min(number, states.shape[2] - 1)] else 0
            option = _draw(chance, tree.nodes[node, OPTIONS], next_double(random[mine]))
            edge = tree.options[first_option + option, BAD_EDGE + variant]
            child = tree.edges[edge, CHILD]
            if child < 0:
                missing[hand] = edge
                node = -1
                aside += 1
                break
            if tree.nodes[child, KIND] != END:
                for position in range(2):
                    own = position == mine
                    column = BAD_LINKS + 2 * variant if own else OTHER_LINKS
                    after = histories_of(tree, child, position)
                    for h in range(after):
                        fresh[h, 0] = 0.0
                        fresh[h, 1] = 0.0
                    for link in range(tree.edges[edge, column], tree.edges[edge, column + 1]):
                        source, target = tree.links[link, SOURCE], tree.links[link, TARGET]
                        reading = tree.chances[link]
                        before = tree.options[first_option + source, HISTORY] if own else source
                        weight = chance[source] if own else weights[position, source, 0]
                        fresh[target, 0] += weight * reading
                        fresh[target, 1] += weights[position, before, 1] * reading
                    for h in range(after):
                        weights[position, h, 0] = fresh[h, 0]
                        weights[position, h, 1] = fresh[h, 1]
            node = child
        ends[hand] = node
    return aside
