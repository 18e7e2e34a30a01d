"""The data of the spot kernels: a street of the betting tree, and hands on its boards.

A *street* is the part of the tree in one betting round, all betting lines together, for one
player's turn ("mine") against the other ("theirs"). On one board it has rows of numbers, one entry
per hand: rows of the opponent's reach, a new one only where he acts, and rows of this player's
values. The first reach rows belong to the *entries*, the nodes at which lines enter the street;
*exits* are the nodes at which they leave it, numbered as the entries of the next. An all-in before
the river is an entry that is also an exit, down to a showdown on the river.
"""

from __future__ import annotations

from typing import NamedTuple

from equipoise.kernels.types import Float32s, Int64s, UInt8s, UInt16s, UInt64s

#: what a group of lanes needs: fold values, showdown values, rake at showdowns
FOLDS, SHOWDOWNS, RAKES = 1, 2, 4


class Street(NamedTuple):
    """Decision nodes in preorder, their edges, terminal nodes in groups of sixteen lanes.

    For each decision node: whether it is ``mine``, the first of its ``edges`` (one entry more than
    nodes), the ``offset`` of its block in a strategy, where its scales and its lock start (-1:
    none) and its rows of reach and of values; for each edge the rows of the child. For each lane: a
    row of reach, the rows for fold and showdown values (a dummy row if there is none), and their
    factors.
    """

    mine: UInt8s
    edges: Int64s
    offset: Int64s
    scale: Int64s
    lock: Int64s
    reach: UInt64s
    value: UInt64s
    edge_reach: UInt64s
    edge_value: UInt64s
    lane_needs: UInt8s
    lane_reach: UInt64s
    lane_fold: UInt64s
    lane_showdown: UInt64s
    fold_gains: Float32s
    showdown_gains: Float32s
    rakes: Float32s
    entry_value: UInt64s
    exit_reach: UInt64s
    exit_value: UInt64s


class BoardHands(NamedTuple):
    """One player's states on all boards of a round.

    ``starts`` bounds the boards. For each state: the classes of its two cards, its index on the
    board before (``parent``) and its weight there (``back``); the opponent's state with the same
    hand (65535: none); on the river how many of the opponent's states are weaker (``below``), and
    how many are not stronger (``upto``). ``shares`` has three numbers a state: how many hands it
    stands for, and how many of them hold a given card of either class; ``plain`` is true for boards
    where all of them are 1.
    """

    starts: Int64s
    first: UInt8s
    second: UInt8s
    parent: UInt16s
    back: Float32s
    same: UInt16s
    below: UInt16s
    upto: UInt16s
    shares: Float32s
    plain: UInt8s
