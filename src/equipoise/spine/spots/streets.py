"""The betting tree of a spot as streets, in the layout of the kernels (``kernels.spots.plan``)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from equipoise.kernels.spots.plan import FOLDS, RAKES, SHOWDOWNS, Street
from equipoise.kernels.spots.vectors import WIDTH
from equipoise.kernels.types import Int64s
from equipoise.spine.cards.hands import ROUNDS, HandCards
from equipoise.spine.layout import Layout
from equipoise.spine.tree import DECISION, SHOWDOWN, BettingTree

_LAST = ROUNDS - 1
_NO_LOCK = -1


@dataclass(frozen=True, eq=False)
class Rows:
    """A street, its numbers of reach and value rows, and the value row of each node."""

    street: Street
    reach: int
    values: int
    value_of: dict[int, int]


def street_exits(tree: BettingTree, begin: int) -> dict[int, list[int]]:
    """For each round the nodes at which lines leave it: entries of the next round.

    First those that only pass through, all-in since an earlier round.
    """
    exits: dict[int, list[int]] = {begin - 1: [0]}
    for number in range(begin, _LAST):
        passing = [node for node in exits[number - 1] if node and tree.round[node] < number]
        found = []
        for node in np.flatnonzero((tree.kind == DECISION) & (tree.round == number)).tolist():
            for child in tree.children_of(node).tolist():
                leaves = tree.round[child] > number
                if leaves or tree.kind[child] == SHOWDOWN:
                    found.append(child)
        exits[number] = passing + sorted(found)
    return exits


def make_street(
    layout: Layout,
    number: int,
    player: int,
    exits: dict[int, list[int]],
    locks: Int64s,
    keep_values: bool = False,
) -> Rows:
    """The street of a round, for one player's turn; ``locks[node]`` is the start of a lock.

    A node's values overwrite the row of its first child, unless ``keep_values`` requests a separate
    row.
    """
    tree = layout.tree
    model = layout.model
    assert isinstance(model, HandCards)
    decisions = np.flatnonzero((tree.kind == DECISION) & (tree.round == number)).tolist()
    entries, leaving = exits[number - 1], exits.get(number, [])
    reach_row = {node: row for row, node in enumerate(entries)}
    rows = len(entries)
    edges = [0]
    children: list[int] = []
    for node in decisions:
        for child in tree.children_of(node).tolist():
            children.append(child)
            if tree.player[node] == player:
                reach_row[child] = reach_row[node]
            else:
                reach_row[child] = rows
                rows += 1
        edges.append(len(children))
    value_row: dict[int, int] = {}
    inner = set(decisions)
    leaves = [node for node in [*entries, *children] if node not in inner]
    for node in leaves:
        value_row.setdefault(node, len(value_row))
    if keep_values:
        value_row |= {node: len(value_row) + place for place, node in enumerate(decisions)}
    unused = len(value_row)
    for node in reversed(decisions):
        value_row.setdefault(node, value_row[int(tree.children_of(node)[0])])
    lanes = _Lanes(layout, player, number, unused)
    outside = set(leaving)
    for node in leaves:
        if node not in outside:
            lanes.add(node, reach_row[node], value_row[node])

    def unsigned(values: list[int]) -> np.ndarray[tuple[int], np.dtype[np.uint64]]:
        return np.array(values, dtype=np.uint64)

    offsets = layout.offsets[decisions] if decisions else np.zeros(0, dtype=np.int64)
    street = Street(
        np.array([tree.player[node] == player for node in decisions], dtype=np.uint8),
        np.array(edges, dtype=np.int64),
        offsets.astype(np.int64),
        _scales(layout)[decisions].astype(np.int64),
        locks[decisions].astype(np.int64),
        unsigned([reach_row[node] for node in decisions]),
        unsigned([value_row[node] for node in decisions]),
        unsigned([reach_row[node] for node in children]),
        unsigned([value_row[node] for node in children]),
        **lanes.arrays(),
        entry_value=unsigned([value_row[node] for node in entries]),
        exit_reach=unsigned([reach_row[node] for node in leaving]),
        exit_value=unsigned([value_row[node] for node in leaving]),
    )
    return Rows(street, rows, unused + 1, value_row)


def _scales(layout: Layout) -> Int64s:
    """The start of each node's scales in 16-bit storage: two for every board of its round."""
    return scale_starts(layout)[:-1]


def scale_starts(layout: Layout) -> Int64s:
    """The start of each node's scales, and their number at the end."""
    tree, model = layout.tree, layout.model
    assert isinstance(model, HandCards)
    boards = np.array([0] * model.begin + [len(part) for part in model.boards], dtype=np.int64)
    counts = np.where(tree.kind == DECISION, 2 * boards[tree.round], 0)
    return np.concatenate([[0], np.cumsum(counts)]).astype(np.int64)


class _Lanes:
    """Terminal nodes by the row of the opponent's reach: a fold and a showdown may share one."""

    def __init__(self, layout: Layout, player: int, number: int, unused: int) -> None:
        model = layout.model
        assert isinstance(model, HandCards)
        self._unused = unused
        self._tree = layout.tree
        self._rows: dict[int, list[tuple[int, float, float] | None]] = {}
        # cards to come count as one deal each, so that all river boards have equal weight
        scale = model.ways(_LAST) / model.ways(number)
        self._factors: dict[int, tuple[float, float]] = {}
        for group in layout.groups:
            # kernels count showdowns in terms of this player, hence the factors of player 1
            gains, besides = group.factors(player if group.kind == "fold" else 0)
            for node, gain, more in zip(group.nodes.tolist(), gains, besides, strict=True):
                self._factors[node] = (scale * float(gain), scale * float(more))

    def add(self, node: int, reach: int, value: int) -> None:
        place = 1 if self._tree.kind[node] == SHOWDOWN else 0
        pair = self._rows.setdefault(reach, [None, None])
        assert pair[place] is None
        pair[place] = (value, *self._factors[node])

    def arrays(self) -> dict[str, Any]:
        """The needs of each group of sixteen, and for each lane rows and factors."""
        shown = [(row, pair) for row, pair in self._rows.items() if pair[1] is not None]
        shown.sort(key=lambda item: item[1][0] is None)
        folded = [(row, pair) for row, pair in self._rows.items() if pair[1] is None]
        needs: list[int] = []
        reach, fold_rows, shown_rows = [], [], []
        factors: list[tuple[float, float, float]] = []
        for some in (shown, folded):
            for start in range(0, len(some), WIDTH):
                group = some[start : start + WIDTH]
                needed = 0
                for row, (fold, showdown) in group:
                    needed |= FOLDS if fold else 0
                    needed |= SHOWDOWNS if showdown else 0
                    needed |= RAKES if showdown and showdown[2] else 0
                    reach.append(row)
                    fold_rows.append(fold[0] if fold else self._unused)
                    shown_rows.append(showdown[0] if showdown else self._unused)
                    factors.append(
                        (
                            fold[1] if fold else 0.0,
                            showdown[1] if showdown else 0.0,
                            showdown[2] if showdown else 0.0,
                        )
                    )
                missing = WIDTH - len(group)
                needs.append(needed)
                reach += [group[0][0]] * missing
                fold_rows += [self._unused] * missing
                shown_rows += [self._unused] * missing
                factors += [(0.0, 0.0, 0.0)] * missing
        columns = np.array(factors, dtype=np.float32).reshape(-1, 3).T
        rows = {"lane_reach": reach, "lane_fold": fold_rows, "lane_showdown": shown_rows}
        gains = ("fold_gains", "showdown_gains", "rakes")
        return {
            "lane_needs": np.array(needs, dtype=np.uint8),
            **{name: np.array(values, dtype=np.uint64) for name, values in rows.items()},
            **{
                name: np.ascontiguousarray(column)
                for name, column in zip(gains, columns, strict=True)
            },
        }
