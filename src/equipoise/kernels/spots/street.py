"""A street on one board: the opponent's reach down the tree, my values and regrets back up.

Sixteen hands at once go through all of a node, so that its regrets and average are read and written
once. A strategy is given by numbers proportional to it where positive (regrets, strategy sums, or
probabilities), uniform if none is positive.
"""

from __future__ import annotations

import numpy as np

from equipoise.kernels.compile import inlined
from equipoise.kernels.spots.vectors import (
    WIDTH,
    first_of,
    larger,
    largest,
    load,
    load_some,
    spread,
    store,
    store_some,
    where_above,
)

_0, _1, _16 = np.array([0, 1, WIDTH], dtype=np.uint64)
_ZERO, _ONE, _HALF = np.float32(0), np.float32(1), np.float32(0.5)
_FREE = np.float32(-0.5)
_ENDLESS = np.float32(np.inf)
_TINY = np.float32(1e-30)
#: the largest 16-bit numbers
_MOST, _MOST_UNSIGNED = np.float32(32767), np.float32(65535)
#: mode of a player who does not learn: take the best action, or follow the strategy
BEST, FOLLOW = range(2)


@inlined
def _matching(weights, at, step, actions, left):
    """For sixteen hands a factor and rest: probability = factor * positive weight + rest."""
    zero = spread(_ZERO)
    total = zero
    for a in range(_0, actions):
        total = total + larger(load_some(weights, at + a * step, left), zero)
    inverse = spread(_ONE) / total
    endless = spread(_ENDLESS)
    even = spread(_ONE / np.float32(actions))
    # as in matching_terms: uniform if the inverse overflows
    return where_above(endless, inverse, inverse, zero), where_above(endless, inverse, zero, even)


@inlined
def lock_is(lock):
    """Whether a node has a lock."""
    return lock != np.uint64(0xFFFFFFFFFFFFFFFF)


@inlined
def reach_down(street, theirs, board, width, weights, locks, reach):
    """The opponent's reach at all nodes of a street, from the reach at its entries."""
    first = np.uint64(theirs.starts[board])
    count = np.uint64(theirs.starts[board + 1]) - first
    step = np.uint64(theirs.starts[len(theirs.starts) - 1])
    for node in range(np.uint64(len(street.mine))):
        if street.mine[node]:
            continue
        edge = np.uint64(street.edges[node])
        actions = np.uint64(street.edges[node + _1]) - edge
        block = np.uint64(street.offset[node]) + first
        row = street.reach[node] * width
        lock = np.uint64(street.lock[node])
        for hand in range(_0, count, _16):
            left = count - hand
            factor, rest = _matching(weights, block + hand, step, actions, left)
            held = load(reach, row + hand)
            for a in range(_0, actions):
                positive = larger(load_some(weights, block + a * step + hand, left), spread(_ZERO))
                chance = positive * factor + rest
                if lock_is(lock):
                    at = lock + first + hand
                    chance = where_above(
                        load_some(locks, at, left), spread(_FREE),
                        load_some(locks, at + a * step, left), chance,
                    )  # fmt: skip
                store(reach, street.edge_reach[edge + a] * width + hand, held * chance)


@inlined
def _sum_children(street, node, edge, actions, width, count, values):
    row = street.value[node] * width
    for hand in range(_0, count, _16):
        value = load(values, street.edge_value[edge] * width + hand)
        for a in range(_1, actions):
            value = value + load(values, street.edge_value[edge + a] * width + hand)
        store(values, row + hand, value)


@inlined
def _choose(street, node, edge, actions, width, count, first, step, mode, weights, locks, values):
    """The value of the best action, or of the strategy, for every hand."""
    row = street.value[node] * width
    block = np.uint64(street.offset[node]) + first
    lock = np.uint64(street.lock[node])
    for hand in range(_0, count, _16):
        left = count - hand
        if mode == BEST:
            value = load(values, street.edge_value[edge] * width + hand)
            for a in range(_1, actions):
                value = larger(value, load(values, street.edge_value[edge + a] * width + hand))
        else:
            factor, rest = _matching(weights, block + hand, step, actions, left)
            value = spread(_ZERO)
            for a in range(_0, actions):
                positive = larger(load_some(weights, block + a * step + hand, left), spread(_ZERO))
                chance = positive * factor + rest
                value = value + chance * load(values, street.edge_value[edge + a] * width + hand)
        if lock_is(lock):
            at = lock + first + hand
            bound = spread(_ZERO)
            for a in range(_0, actions):
                chance = load_some(locks, at + a * step, left)
                bound = bound + chance * load(values, street.edge_value[edge + a] * width + hand)
            value = where_above(load_some(locks, at, left), spread(_FREE), bound, value)
        store(values, row + hand, value)


@inlined
def _learn(
    street,
    node,
    edge,
    actions,
    width,
    count,
    first,
    step,
    rule,
    weights,
    regrets,
    sums,
    scales,
    board,
    locks,
    values,
    spare,
):
    """Compute the value of the current strategy; update regrets and average.

    The strategy comes from ``weights`` by regret matching: the regrets themselves, or predicted
    ones. ``spare`` is scratch for the new regrets and sums of a node when they are stored in 16
    bits.
    """
    keep_positive, keep_negative, floor, keep_sums, weight, predict = rule
    row = street.value[node] * width
    block = np.uint64(street.offset[node]) + first
    lock = np.uint64(street.lock[node])
    zero = spread(_ZERO)
    positive_factor, negative_factor = spread(keep_positive), spread(keep_negative)
    lowest, kept, added = spread(floor), spread(keep_sums), spread(weight)
    old_regret, old_sum = spread(_ONE), spread(_ONE)
    top_regret, top_sum = zero, zero
    place = np.uint64(0)
    if scales is not None:
        place = np.uint64(street.scale[node]) + np.uint64(board) * np.uint64(2)
        old_regret, old_sum = spread(scales[place]), spread(scales[place + _1])
    for hand in range(_0, count, _16):
        left = count - hand
        factor, rest = _matching(weights, block + hand, step, actions, left)
        locked = spread(-_ONE)
        if lock_is(lock):
            locked = load_some(locks, lock + first + hand, left)
        value = zero
        for a in range(_0, actions):
            at = block + a * step + hand
            chance = larger(load_some(weights, at, left), zero) * factor + rest
            if lock_is(lock):
                bound = load_some(locks, lock + first + hand + a * step, left)
                chance = where_above(locked, spread(_FREE), bound, chance)
            value = value + chance * load(values, street.edge_value[edge + a] * width + hand)
        for a in range(_0, actions):
            at = block + a * step + hand
            regret = load_some(regrets, at, left)
            chance = larger(load_some(weights, at, left), zero) * factor + rest
            gain = load(values, street.edge_value[edge + a] * width + hand) - value
            if lock_is(lock):
                bound = load_some(locks, lock + first + hand + a * step, left)
                chance = where_above(locked, spread(_FREE), bound, chance)
                gain = where_above(locked, spread(_FREE), zero, gain)
            total = load_some(sums, at, left)
            if scales is not None:
                regret = regret * old_regret
                total = total * old_sum
            regret = regret * where_above(regret, zero, positive_factor, negative_factor) + gain
            regret = larger(regret, lowest)
            total = total * kept + added * chance
            if scales is None:
                store_some(regrets, at, regret, left)
                store_some(sums, at, total, left)
                if predict:
                    store_some(weights, at, regret + gain, left)
            else:
                store(spare, a * width + hand, regret)
                store(spare, (actions + a) * width + hand, total)
                regret = first_of(regret, left)
                top_regret = larger(top_regret, larger(regret, zero - regret))
                top_sum = larger(top_sum, first_of(total, left))
        store(values, row + hand, value)
    if scales is not None:
        _encode(
            actions, width, count, block, step, regrets, sums, scales, place, spare,
            largest(top_regret), largest(top_sum),
        )  # fmt: skip


@inlined
def _encode(
    actions, width, count, block, step, regrets, sums, scales, place, spare, top_regret, top_sum
):
    """Write the regrets and sums of a node on a board in 16 bits, with their scales."""
    top_regret = top_regret if top_regret > _TINY else _TINY
    top_sum = top_sum if top_sum > _TINY else _TINY
    scales[place], scales[place + _1] = top_regret / _MOST, top_sum / _MOST_UNSIGNED
    regret_factor, sum_factor = spread(_MOST / top_regret), spread(_MOST_UNSIGNED / top_sum)
    zero, half = spread(_ZERO), spread(_HALF)
    for hand in range(_0, count, _16):
        left = count - hand
        for a in range(_0, actions):
            at = block + a * step + hand
            regret = load(spare, a * width + hand) * regret_factor
            regret = regret + where_above(regret, zero, half, zero - half)
            store_some(regrets, at, regret, left)
            total = load(spare, (actions + a) * width + hand) * sum_factor + half
            store_some(sums, at, total, left)


@inlined
def values_up(
    street, mine, board, width, mode, rule, weights, regrets, sums, scales, locks, values, spare
):
    """My values at all nodes of a street, from those at its terminal nodes and exits.

    Updates regrets and sums, with the scales of both (None in 32 bits); if they are None nothing is
    learnt, and ``mode`` applies.
    """
    first = np.uint64(mine.starts[board])
    count = np.uint64(mine.starts[board + 1]) - first
    step = np.uint64(mine.starts[len(mine.starts) - 1])
    node = np.uint64(len(street.mine))
    while node > _0:
        node -= _1
        edge = np.uint64(street.edges[node])
        actions = np.uint64(street.edges[node + _1]) - edge
        if not street.mine[node]:
            _sum_children(street, node, edge, actions, width, count, values)
        elif sums is not None:
            _learn(
                street, node, edge, actions, width, count, first, step, rule, weights, regrets,
                sums, scales, board, locks, values, spare,
            )  # fmt: skip
        else:
            _choose(
                street, node, edge, actions, width, count, first, step, mode, weights, locks,
                values,
            )  # fmt: skip
