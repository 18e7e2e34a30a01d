"""Check that an array is a strategy for a layout: probabilities that sum to one everywhere."""

from __future__ import annotations

from itertools import pairwise

import numpy as np

from equipoise.base.errors import InputError, shortened
from equipoise.base.workers import run_blocks
from equipoise.kernels.arrays import frozen
from equipoise.kernels.buckets.checks import NEGATIVE, NOT_FINITE, WRONG_SUM, check_blocks
from equipoise.kernels.types import Int64s
from equipoise.spine.layout import Layout
from equipoise.strategies.numbers import LEVELS, Stored, decoded

_TOLERANCE = 1e-6
_BLOCK = 1 << 22  # numbers checked per call


def check_probabilities(layout: Layout, strategy: Stored, what: str = "strategy") -> None:
    """Raise InputError for numbers that are not probabilities, or do not sum to 1.

    ``strategy`` holds probabilities, or integer shares of ``strategies.numbers``. The error names
    the first fault: its betting line and cards.
    """
    if strategy.shape != (layout.size,):
        raise InputError(
            f"{strategy.size:,} numbers", what=what, expected=f"its game has {layout.size:,}"
        )
    nodes, offsets, actions, states = _blocks(layout)
    # integer shares sum exactly
    whole = float(LEVELS.get(strategy.dtype.name, 1))
    tolerance = 0.0 if strategy.dtype.name in LEVELS else _TOLERANCE
    values = frozen(np.asarray(strategy))

    def work(span: slice) -> tuple[Int64s, Int64s]:
        counts = np.zeros(3, dtype=np.int64)
        places = np.zeros((3, 2), dtype=np.int64)
        check_blocks(
            values, frozen(offsets[span]), frozen(actions[span]), frozen(states[span]), whole,
            tolerance, counts, places,
        )  # fmt: skip
        places[:, 0] += span.start
        return counts, places

    found = run_blocks(work, _spans(actions * states))
    counts = sum((part for part, _ in found), start=np.zeros(3, dtype=np.int64))
    for fault in (NOT_FINITE, NEGATIVE, WRONG_SUM):
        if counts[fault]:
            block, state = next(place[fault] for part, place in found if part[fault])
            node, state = int(nodes[block]), int(state)
            there = layout.block(strategy, node)[:, state]
            raise InputError(
                f"{_FAULTS[fault]} in {counts[fault]:,} of {int(states.sum()):,} information sets, "
                f"first {_place(layout, node, state)}: {_shown(decoded(there), fault)}",
                what=what,
            )


_FAULTS = {
    NOT_FINITE: "its numbers are not finite",
    NEGATIVE: "its probabilities are negative",
    WRONG_SUM: "its probabilities do not sum to 1",
}


def _blocks(layout: Layout) -> tuple[Int64s, Int64s, Int64s, Int64s]:
    """The decision nodes with the offsets, actions and card states of their blocks."""
    tree = layout.tree
    nodes = tree.decision_nodes()
    counts = np.array(layout.model.states, dtype=np.int64)
    states: Int64s = counts[tree.player[nodes], tree.round[nodes]]
    return nodes, layout.offsets[nodes], np.diff(tree.child_starts)[nodes], states


def _spans(sizes: Int64s) -> list[slice]:
    """Groups of blocks with about equally many numbers."""
    ends = np.cumsum(sizes)
    total = int(ends[-1]) if len(ends) else 0
    cuts = np.searchsorted(ends, np.arange(_BLOCK, total, _BLOCK), side="right").tolist()
    edges = sorted({0, *cuts, len(sizes)})
    return [slice(start, stop) for start, stop in pairwise(edges)]


def _place(layout: Layout, node: int, state: int) -> str:
    tree = layout.tree
    path = tree.path(node)
    cards = layout.model.labels[int(tree.player[node])][int(tree.round[node])][state]
    return shortened(f"{f'after {path}' if path else 'at the start'} with {cards}")


def _shown(numbers: Stored, fault: int) -> str:
    if fault == WRONG_SUM:
        return f"{float(numbers.sum()):.6g}"
    return shortened(" ".join(f"{float(number):.6g}" for number in numbers))
