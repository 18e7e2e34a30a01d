"""Expected winnings of two known players with all hands at once, over a meeting tree.

A walk from the root down carries, for every hand of both players, the player's own reach, divided
among his abstract histories. Own actions and readings are linear in these vectors, so nothing is
sampled and no backward pass is needed: at a terminal node both players' reach and the payoff give
its part of the value. Vectors are over either

- the 1,081 hands of a river board, each player's against all compatible hands of the other; or
- pairs of hands with a weight each (every deal of a small deck).

Rarely reached lines cost as much as common ones, so a walk may drop them at random (Russian
roulette): an edge that carries less than ``least`` chips (its reach times the actor's chips) is
followed with probability proportional to that, and weighted up accordingly. This is unbiased. The
choice depends on the board and the betting alone.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from equipoise.kernels.boards.hands import showdown_values
from equipoise.kernels.compile import inlined, kernel
from equipoise.kernels.play.meeting import (
    ACTOR,
    BAD_EDGE,
    BAD_END,
    BAD_LINKS,
    CHILD,
    END,
    FIRST_HISTORY,
    FIRST_OPTION,
    GOOD_EDGE,
    HISTORIES,
    KIND,
    OFFSET,
    OPTIONS,
    OTHER_END,
    OTHER_HISTORIES,
    OTHER_LINKS,
    ROUND,
    SOURCE,
    STATES,
    TARGET,
    MeetingTree,
    StrategyTable,
    decide,
    histories_of,
    probability,
)
from equipoise.kernels.random import mixed
from equipoise.kernels.types import Bools, Float64s, Int8s, Int32s, Int64s, UInt8s, UInt32s, UInt64s

#: ordered pairs of disjoint hands on a river board
PAIRS = 1081 * 990
_NEVER = 1e-12
_11 = np.uint64(11)
_DOUBLE = 2.0**-53


class MeetingNumbers(NamedTuple):
    """Data of a meeting tree that a walk needs besides its tables.

    ``pays`` [nodes, 3]: chips of position 0 with the worse, an equal, the better hand.
    ``stakes`` and ``keys``: chips at an edge, and a key of its betting line.
    ``height``: actions of the longest hand so far.
    """

    pays: Float64s
    stakes: Float64s
    keys: UInt64s
    height: int


class MeetingCards(NamedTuple):
    """The cards of a walk, ``states`` and ``good`` [position, round, hand].

    On a board ``first``, ``second`` and ``values`` are a hand's cards and rank, the weakest hand
    first. For pairs ``weights`` are their chances, ``winners`` 1, 0 or -1 as position 0 wins; on a
    board both are empty.
    """

    states: Int32s
    good: Bools
    first: UInt8s
    second: UInt8s
    values: UInt32s
    weights: Float64s
    winners: Int8s


@inlined
def _by_card(cards, reach, sums):
    """Reach summed over the hands with each card, and in total."""
    sums[:] = 0.0
    total = 0.0
    for i in range(len(reach)):
        weight = reach[i]
        total += weight
        sums[cards.first[i]] += weight
        sums[cards.second[i]] += weight
    return total


@inlined
def _chance(cards, mine, other, other_total, other_sums, sums):
    """The probability that both players are here, over all deals."""
    if len(cards.weights) > 0:
        met = 0.0
        for i in range(len(mine)):
            met += cards.weights[i] * mine[i] * other[i]
        return met
    total = _by_card(cards, mine, sums)
    met = total * other_total
    for c in range(52):
        met -= sums[c] * other_sums[c]
    for i in range(len(mine)):
        met += mine[i] * other[i]
    return met / PAIRS


@inlined
def _end_value(cards, pays, chance, position, mine, other, out, sums):
    """Position 0's chips at a terminal node, times the probability that both reach it."""
    if pays[0] == pays[2]:
        return pays[0] * chance
    value = 0.0
    if len(cards.weights) > 0:
        for i in range(len(mine)):
            paid = pays[cards.winners[i] + 1]
            value += cards.weights[i] * mine[i] * other[i] * paid
        return value
    showdown_values(cards, pays[2], other, out, sums)
    for i in range(len(mine)):
        value += mine[i] * out[i]
    value /= len(mine)
    return value if position == 0 else -value


@inlined
def _choose(tree, table, node, cards, actor, number, reach, chosen, weights, share, chance, bad):
    """Reach times option probability, for every option and all hands."""
    first_history, histories = tree.nodes[node, FIRST_HISTORY], tree.nodes[node, HISTORIES]
    options = tree.nodes[node, OPTIONS]
    states = cards.states[actor, number]
    # one history and no filter: the strategy itself
    plain = histories == 1 and table.dominated_below == 0.0 and table.threshold == 0.0
    offset, stride = tree.histories[first_history, OFFSET], tree.histories[first_history, STATES]
    for i in range(len(states)):
        total = 0.0
        for h in range(histories):
            weights[h, 0] = reach[h, i]
            total += reach[h, i]
        if total <= _NEVER:
            for o in range(options):
                chosen[o, i] = 0.0
        elif plain and offset >= 0:
            for o in range(options):
                place = np.uint64(offset + o * stride + states[i])
                chosen[o, i] = total * probability(table, place)
        else:
            decide(tree, table, node, np.int64(states[i]), weights, share, chance, bad)
            for o in range(options):
                chosen[o, i] = total * chance[o]


@kernel
def meeting_value(
    tree: MeetingTree,
    numbers: MeetingNumbers,
    first_table: StrategyTable,
    second_table: StrategyTable,
    cards: MeetingCards,
    least: float,
    key: np.uint64,
    most_histories: int,
    most_options: int,
    missing: Int64s,
) -> tuple[float, int, int]:
    """Position 0's chips per hand, nodes visited, and the number of edges that are not grown yet.

    Those edges go to ``missing`` up to its capacity; while there are any, the value is incomplete.
    """
    n = cards.states.shape[2]
    rounds = cards.states.shape[1]
    levels = numbers.height + 2
    reach = np.zeros((levels, 2, most_histories, n))
    chosen = np.zeros((levels, most_options, n))
    others = np.zeros((levels, n))
    other_sums = np.zeros((levels, 52))
    other_totals = np.zeros(levels)
    nodes = np.zeros(levels, dtype=np.int64)
    edges = np.zeros(levels, dtype=np.int64)
    last_edges = np.zeros(levels, dtype=np.int64)
    scales = np.ones(levels)
    mine = np.zeros(n)
    out = np.zeros(n)
    sums = np.zeros(52)
    weights = np.zeros((most_histories, 2))
    share = np.zeros(most_histories)
    chance = np.zeros(most_options)
    bad = np.zeros(most_options, dtype=np.bool_)
    reach[0, :, 0, :] = 1.0
    edges[0] = -1
    level = 0
    visited = 1
    absent = 0
    value = 0.0
    while level >= 0:
        node = nodes[level]
        actor = tree.nodes[node, ACTOR]
        number = min(tree.nodes[node, ROUND], rounds - 1)
        first_option, options = tree.nodes[node, FIRST_OPTION], tree.nodes[node, OPTIONS]
        if edges[level] < 0:
            own, acting = reach[level, actor], chosen[level]
            room = (weights, share, chance, bad)
            if actor == 0:
                _choose(tree, first_table, node, cards, 0, number, own, acting, *room)
            else:
                _choose(tree, second_table, node, cards, 1, number, own, acting, *room)
            for i in range(n):
                others[level, i] = 0.0
            for h in range(tree.nodes[node, OTHER_HISTORIES]):
                for i in range(n):
                    others[level, i] += reach[level, 1 - actor, h, i]
            if len(cards.weights) == 0:
                other_totals[level] = _by_card(cards, others[level], other_sums[level])
            edges[level] = tree.options[first_option, BAD_EDGE]
            last_edges[level] = edges[level]
            for o in range(options):
                for v in range(2):
                    edge = tree.options[first_option + o, BAD_EDGE + v]
                    edges[level] = min(edges[level], edge)
                    last_edges[level] = max(last_edges[level], edge)
        edge = edges[level]
        if edge > last_edges[level]:
            level -= 1
            continue
        edges[level] += 1
        mine[:] = 0.0
        for o in range(options):
            with_bad = tree.options[first_option + o, BAD_EDGE] == edge
            with_good = tree.options[first_option + o, GOOD_EDGE] == edge
            if with_bad or with_good:
                for i in range(n):
                    if with_good if cards.good[actor, number, i] else with_bad:
                        mine[i] += chosen[level, o, i]
        met = _chance(cards, mine, others[level], other_totals[level], other_sums[level], sums)
        if met <= 0.0:
            continue
        scale = scales[level]
        carried = scale * met * numbers.stakes[edge]
        if carried < least:
            followed = carried / least
            if np.float64(mixed(key ^ numbers.keys[edge]) >> _11) * _DOUBLE >= followed:
                continue
            scale /= followed
        child = tree.edges[edge, CHILD]
        if child < 0:
            if absent < len(missing):
                missing[absent] = edge
            absent += 1
            continue
        visited += 1
        if tree.nodes[child, KIND] == END:
            value += scale * _end_value(
                cards, numbers.pays[child], met, actor, mine, others[level], out, sums
            )
            continue
        below = level + 1
        own_after = histories_of(tree, child, actor)
        other_after = histories_of(tree, child, 1 - actor)
        reach[below, actor, :own_after] = 0.0
        reach[below, 1 - actor, :other_after] = 0.0
        for v in range(2):
            first_link = tree.edges[edge, BAD_LINKS + 2 * v]
            for link in range(first_link, tree.edges[edge, BAD_END + 2 * v]):
                source, target = tree.links[link, SOURCE], tree.links[link, TARGET]
                reading = tree.chances[link]
                for i in range(n):
                    if cards.good[actor, number, i] == (v == 1):
                        reach[below, actor, target, i] += chosen[level, source, i] * reading
        for link in range(tree.edges[edge, OTHER_LINKS], tree.edges[edge, OTHER_END]):
            source, target = tree.links[link, SOURCE], tree.links[link, TARGET]
            reading = tree.chances[link]
            for i in range(n):
                reach[below, 1 - actor, target, i] += reach[level, 1 - actor, source, i] * reading
        nodes[below] = child
        edges[below] = -1
        scales[below] = scale
        level = below
    return value, visited, absent
