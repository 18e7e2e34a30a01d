"""Opponent-cluster hand strength on the river (Johanson, Burch, Valenzano and Bowling 2013).

The opponent's starting hands are clustered into eight classes by their distributions of final
strength (k-means with earth mover's distance). A river hand is then eight numbers, its strength
against each class, and river hands are clustered by the squared distance of these.
"""

from __future__ import annotations

import numpy as np

from equipoise.abstraction.buckets.kmeans import flat, kmeans
from equipoise.abstraction.buckets.strengths import Strengths
from equipoise.abstraction.strength.boards import PREFLOP, combo_columns, rivers
from equipoise.base.progress import Report, silent
from equipoise.base.workers import run_blocks
from equipoise.cards.combos import COMBO_COUNT, combo_cards, combos_with
from equipoise.kernels.arrays import frozen
from equipoise.kernels.boards.opponents import class_strengths
from equipoise.kernels.buckets.clusters import assign_hands
from equipoise.kernels.buckets.divide import NONE
from equipoise.kernels.types import Float32s, Float64s, Int64s, UInt8s, UInt16s

CLASSES = 8
_SAMPLE_BOARDS = 4000
_SAMPLE_HANDS = 100  # hands per board
_BLOCK = 64


def opponent_classes(strengths: Strengths, seed: int) -> Int64s:
    """The class of each combo, [1326]; class 0 is the weakest."""
    points = strengths.distributions(PREFLOP, cumulative=True)
    clusters = kmeans(
        points.board(0), np.ones(COMBO_COUNT), CLASSES, [seed, 0, 0x0C], points.absolute
    )
    return frozen(clusters.ordered(points.key).labels)


def board_points(boards: UInt8s, classes: Int64s) -> Float32s:
    """Strengths against each class on boards [n, 5]: [n, 1326, 8]."""
    out = np.empty((len(boards), COMBO_COUNT, CLASSES), dtype=np.float32)
    class_strengths(frozen(np.ascontiguousarray(boards)), combo_cards(), classes, out)
    return out


def river_clusters(
    strengths: Strengths,
    weights: Float64s,
    count: int,
    seed: int,
    report: Report = silent,
    workers: int | None = None,
) -> UInt16s:
    """The cluster of every hand on every river board with positive weight: [134459, 1326]."""
    classes = opponent_classes(strengths, seed)
    random = np.random.default_rng(np.random.SeedSequence([seed, 3, 0x0C]))
    cards = rivers().cards
    wanted = np.flatnonzero(weights)
    drawn = random.choice(
        wanted, size=min(_SAMPLE_BOARDS, len(wanted)), p=weights[wanted] / weights.sum()
    )
    combos = random.integers(COMBO_COUNT, size=(len(drawn), _SAMPLE_HANDS))

    def some(start: int) -> Float32s:
        rows = drawn[start : start + _BLOCK]
        points = board_points(cards[rows], classes)
        kept = [
            points[i, chosen[~combos_with(cards[row].tolist())[chosen]]]
            for i, (row, chosen) in enumerate(
                zip(rows, combos[start : start + _BLOCK], strict=True)
            )
        ]
        return np.concatenate(kept)

    sample = np.concatenate(run_blocks(some, range(0, len(drawn), _BLOCK), workers=workers))
    found = kmeans(sample, np.ones(len(sample)), count, [seed, 3, 0x0D], workers=workers)
    kept = flat(found.ordered(np.ones(CLASSES)).centres)
    labels = np.full((len(cards), COMBO_COUNT), NONE, dtype=np.uint16)
    starts, same = np.array([0, count]), combo_columns()[0]

    def assign(start: int) -> None:
        rows = wanted[start : start + _BLOCK]
        points = frozen(board_points(cards[rows], classes))
        for row, here in zip(rows.tolist(), points, strict=True):
            labels[row, ~combos_with(cards[row].tolist())] = 0
            assign_hands(here, row, same, labels, kept, starts, False)

    run_blocks(assign, range(0, len(wanted), _BLOCK), report, workers)
    return labels
