"""Walks of the betting tree with all hands on boards at once, strategies read through buckets.

Public chance sampling (Johanson, Bard, Lanctot, Gibson and Bowling 2012) for card abstractions: the
board is sampled, and every possible hand takes part. A hand plays the strategy of its card state,
and its regrets are added to that state, so that imperfect recall needs no special treatment. The
same walk finds and evaluates responses to a fixed strategy on given boards.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from equipoise.kernels.boards.hands import BoardHands, fold_values, showdown_values
from equipoise.kernels.compile import inlined, kernel
from equipoise.kernels.passes.regret import UpdateRule, match_state, updated_regret
from equipoise.kernels.types import Float32s, Floats, Int64s, UInt8s
from equipoise.kernels.walks.common import DECISION, Walked

#: mode of a walk: propagate reach only, evaluate a response, train a strategy, learn a response
REACH, VALUE, TRAIN, LEARN = range(4)
#: choice of a state in which a response plays the strategy itself
FOLLOW = np.uint8(255)


class Part(NamedTuple):
    """A part of the tree: from ``root`` on, down to nodes whose ``cut`` is not -1.

    Reach and values of cut node c are in rows c of ``reach`` and ``values``, [cuts, hands]: the
    root's if it is cut itself, and below it those with known values. ``height`` is that of the
    tree. ``own`` are the walking player's weights of hands at the root of the game, which multiply
    his values; empty if all are one.
    """

    root: int
    height: int
    cut: Int64s
    reach: Float32s
    values: Float32s
    own: Float32s


@inlined
def _follow(table, places, values, actions, out):
    """Values of a node under a strategy: probabilities of actions times their values."""
    for i in range(len(out)):
        place = places[i]
        total = np.float32(0.0)
        for a in range(actions):
            total += table[a, place] * values[a, i]
        out[i] = total


@inlined
def _choose(places, count, values, actions, out, caution, gains, squares, choices, first, members):
    """A response in every state: the action that gains most over the strategy, on all boards.

    ``out`` holds the strategy's values. An action is chosen only if its gain is above ``caution``
    times its standard error over hands; otherwise the strategy is followed.
    """
    gains[:, :count] = 0.0
    squares[:, :count] = 0.0
    for a in range(actions):
        for i in range(len(out)):
            gain = np.float64(values[a, i]) - out[i]
            gains[a, places[i]] += gain
            squares[a, places[i]] += gain * gain
    for k in range(count):
        best = 0
        for a in range(1, actions):
            if gains[a, k] > gains[best, k]:
                best = a
        sure = gains[best, k] > caution * np.sqrt(squares[best, k])
        choices[first + members[k]] = np.uint8(best) if sure else FOLLOW


@inlined
def _obey(choices, first, members, places, values, out):
    """Values of a node where each state follows its choice, else ``out`` (the strategy)."""
    for i in range(len(out)):
        choice = choices[first + members[places[i]]]
        if choice != FOLLOW:
            out[i] = values[choice, i]


@kernel
def board_walk(
    tree: Walked,
    hands: BoardHands,
    part: Part,
    who: int,
    mode: int,
    rule: UpdateRule,
    caution: float,
    matched: Floats,
    regrets: Floats,
    predicted: Floats,
    sums: Floats,
    choices: UInt8s,
) -> int:
    """One player's walk over a part of the tree; returns the number of nodes visited.

    The downward pass carries the opponent's reach, his strategy following from ``matched``
    (regrets, or average strategy sums: proportional to the positive part); the upward pass computes
    the player's values: expected chips of each hand against all compatible hands, each equally
    likely. Values of the part's root go to row ``cut[root]`` of the part's values. At the player's
    nodes, by ``mode``:

    - TRAIN: gains of his states, summed over their hands, update ``regrets`` by the rule (and
      ``predicted``, from which the next strategy follows, if the rule predicts), and at the
      opponent's nodes his strategy times the reach of the state is added to ``sums``;
    - LEARN: ``choices[offset + state]``, a best response from the terminal nodes up, on these
      boards;
    - VALUE: these choices are followed;
    - REACH: nothing; gives the reach of the nodes at which the part is cut off.

    Each level of the tree has buffers for one node's vectors; nodes without reach are skipped.
    """
    rounds = len(tree.states) // 2
    n = len(hands.first)
    most = np.max(np.diff(tree.child_starts))
    width = hands.members.shape[1]
    levels = part.height + 1
    nodes = np.zeros(levels, dtype=np.int64)
    done = np.zeros(levels, dtype=np.int64)
    from_level = np.zeros(levels, dtype=np.int64)
    reach = np.empty((levels, n), dtype=np.float32)
    result = np.empty((levels, n), dtype=np.float32)
    values = np.empty((levels, most, n), dtype=np.float32)
    table = np.empty((levels, most, width), dtype=np.float32)
    gains = np.empty((most, width))
    squares = np.empty((most if mode == LEARN else 1, width))
    by_card = np.empty(52)
    reach[0] = part.reach[part.cut[part.root]]
    nodes[0] = part.root
    level = 0
    visited = 1
    while level >= 0:
        node = nodes[level]
        row = tree.rows[node]
        now = row % rounds
        mine = (row >= rounds) == (who == 1)
        edge = tree.child_starts[node]
        actions = tree.child_starts[node + 1] - edge
        step = tree.states[row]
        first = tree.offsets[node]
        count = hands.counts[now]
        places = hands.places[now]
        members = hands.members[now]
        action = done[level]
        if action == 0:
            strategy = table[level].reshape(most * width)
            for k in range(count):
                for a in range(actions):
                    strategy[k + a * width] = matched[first + members[k] + a * step]
                match_state(strategy, k, width, actions)
            if not mine:
                result[level] = 0.0
                if mode == TRAIN:
                    here = reach[from_level[level]]
                    gains[0, :count] = 0.0
                    for i in range(n):
                        gains[0, places[i]] += here[i]
                    for a in range(actions):
                        for k in range(count):
                            sums[first + a * step + members[k]] += (
                                rule.weight * gains[0, k] * table[level, a, k]
                            )
        if action < actions:
            done[level] += 1
            child = tree.children[edge + action]
            below = level + 1
            source = from_level[level]
            reached = True
            if not mine:
                chances = table[level, action]
                total = np.float32(0.0)
                for i in range(n):
                    arriving = reach[source, i] * chances[places[i]]
                    reach[below, i] = arriving
                    total += arriving
                source = below
                reached = total > 0.0
            into = values[level, action] if mine else result[below]
            if part.cut[child] >= 0:
                part.reach[part.cut[child]] = reach[source]
            if not reached:
                continue
            if part.cut[child] >= 0:
                into[:] = part.values[part.cut[child]]
            elif tree.kind[child] != DECISION:
                visited += 1
                gain = tree.gains[child]
                if tree.rows[child] < rounds:  # player 1's chips; at a showdown, the stake
                    gain = gain if who == 0 else -gain
                    fold_values(hands, gain, reach[source], into, by_card)
                else:
                    showdown_values(hands, gain, reach[source], into, by_card)
                for i in range(len(part.own)):
                    into[i] *= part.own[i]
            else:
                visited += 1
                nodes[below] = child
                done[below] = 0
                from_level[below] = source
                level = below
                continue
            if not mine:
                result[level] += into
            continue
        if mine:
            _follow(table[level], places, values[level], actions, result[level])
            if mode == TRAIN:
                gains[:actions, :count] = 0.0
                for a in range(actions):
                    for i in range(n):
                        gains[a, places[i]] += values[level, a, i] - result[level, i]
                for a in range(actions):
                    for k in range(count):
                        place = first + a * step + members[k]
                        gain = rule.growth * gains[a, k]
                        new = updated_regret(np.float64(regrets[place]), gain, rule)
                        regrets[place] = new
                        if rule.predict:
                            predicted[place] = new + gain
            elif mode != REACH:
                if mode == LEARN:
                    _choose(
                        places, count, values[level], actions, result[level], caution,
                        gains, squares, choices, first, members,
                    )  # fmt: skip
                _obey(choices, first, members, places, values[level], result[level])
        if level > 0:
            above = nodes[level - 1]
            last = done[level - 1] - 1
            if (tree.rows[above] >= rounds) == (who == 1):
                values[level - 1, last] = result[level]
            else:
                result[level - 1] += result[level]
        level -= 1
    part.values[part.cut[part.root]] = result[0]
    return visited
