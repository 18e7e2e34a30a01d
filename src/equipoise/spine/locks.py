"""Locked nodes: parts of a strategy that stay fixed while the rest is solved.

A locked hand plays its lock in both players' turns and in best responses: the game that is solved
and measured is the one in which it has no choice there.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from equipoise.base.errors import InputError
from equipoise.cards.combos import COMBO_COUNT
from equipoise.cards.symmetry import rename_cards, renamed_combos
from equipoise.kernels.types import Float64s, UInt8s


@dataclass(frozen=True, eq=False)
class Lock:
    """The strategy at one node, for some hands or all, on one board or all.

    ``path`` is the betting line from the start on (``spine.path``), ``strategy`` [actions, 1326]
    weights of each action; a hand is locked if one of them is positive; they are then normalised.
    ``cards`` are those dealt since the start, None locks the node on all boards.
    """

    path: str
    strategy: Float64s
    cards: tuple[int, ...] | None = None

    def __post_init__(self) -> None:
        given = np.asarray(self.strategy, dtype=np.float64)
        shape = given.shape
        if (
            len(shape) != 2
            or shape[1] != COMBO_COUNT
            or not (np.isfinite(given) & (given >= 0)).all()
        ):
            raise InputError(
                f"a lock of shape {shape} or with a weight below 0", "lock",
                expected=f"weights of 0 or more, a row of {COMBO_COUNT:,} for each action",
            )  # fmt: skip
        totals = given.sum(axis=0)
        normal = np.divide(given, totals, out=np.zeros_like(given), where=totals > 0)
        object.__setattr__(self, "strategy", normal)


def keep_locks(locks: Sequence[Lock], renaming: UInt8s) -> bool:
    """True if a suit renaming maps every lock to an existing one."""
    known = {(lock.path, lock.cards): lock.strategy for lock in locks}
    moved = renamed_combos(renaming)
    for (path, cards), strategy in known.items():
        other = cards if cards is None else tuple(rename_cards(cards, renaming))
        image = known.get((path, other))
        if image is None or not np.array_equal(image[:, moved], strategy):
            return False
    return True
