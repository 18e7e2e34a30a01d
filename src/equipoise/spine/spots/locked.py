"""Locks of a spot as an array beside the strategy."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from equipoise.base.errors import InputError
from equipoise.cards.card import cards_text
from equipoise.kernels.types import Float32s, Int64s
from equipoise.spine.cards.hands import HandCards
from equipoise.spine.layout import Layout
from equipoise.spine.locks import Lock
from equipoise.spine.path import find_decision

_FREE = -1.0


def lock_arrays(layout: Layout, model: HandCards, locks: Sequence[Lock]) -> tuple[Int64s, Float32s]:
    """The start of the lock of each node (-1: none), and the locks one after the other.

    A lock is laid out like the node's block of a strategy, with -1 for hands that are free.
    """
    tree = layout.tree
    starts = np.full(tree.size, -1, dtype=np.int64)
    if not locks:
        return starts, np.zeros(1, dtype=np.float32)
    blocks: dict[int, Float32s] = {}
    for lock in locks:
        node = find_decision(tree, lock.path)
        player, number = int(tree.player[node]), int(tree.round[node])
        actions = len(tree.children_of(node))
        if len(lock.strategy) != actions:
            raise InputError(
                f"a lock with {len(lock.strategy)} actions", "lock", lock.path,
                expected=f"{actions} at this node",
            )  # fmt: skip
        states = model.states[player][number]
        block = blocks.setdefault(node, np.full((actions, states), _FREE, dtype=np.float32))
        if lock.cards is None:
            chosen = lock.strategy[:, model.hands[player][number - model.begin].combo]
            places = np.arange(states)
        else:
            board = (*model.board, *lock.cards)
            if len(board) != number + 2:
                raise InputError(
                    f"a lock with the cards {cards_text(lock.cards)}", "lock", lock.path,
                    expected=f"{number + 2 - len(model.board)} cards dealt since the start",
                )  # fmt: skip
            places = model.states_on(player, board)
            chosen, places = lock.strategy[:, places >= 0], places[places >= 0]
        some = chosen.sum(axis=0) > 0
        block[:, places[some]] = chosen[:, some]
    length = 0
    for node, block in blocks.items():
        starts[node] = length
        length += block.size
    return starts, np.concatenate([block.reshape(-1) for block in blocks.values()])
