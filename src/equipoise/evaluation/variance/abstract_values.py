"""Values of an abstract strategy as a value function (as AIVAT's authors did for hold'em).

Every node of the strategy's betting tree has a matrix: player 1's mean result from there if both
play the strategy, by the classes of both hands. The class of a hand is an interval of mean
strength: of its bucket before the river, of the hand itself on the river. Real betting lines are
translated into the tree like an opponent's bets; off the tree, values are scaled by the chips at
stake.

After an action on the river only betting is left: there the value is exact, from the buckets of the
two hands and their showdown. A correction needs the same function only for the alternatives at one
node; so the river card is corrected by classes, whose mean over all cards is cheap, and actions on
the river by exact values.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import comb

import numpy as np

from equipoise.base.errors import InputError
from equipoise.base.progress import Report, silent
from equipoise.base.workers import available_cores, run_blocks
from equipoise.cards.combos import COMBO_COUNT, combo_cards
from equipoise.evaluation.variance.divat import drawn_flops
from equipoise.evaluation.variance.hands import Board
from equipoise.evaluation.variance.ranges import ranges_of
from equipoise.evaluation.variance.spots import Spot, payoffs
from equipoise.evaluation.variance.values import ValueFunction
from equipoise.kernels.arrays import frozen
from equipoise.kernels.assess.class_values import (
    HandClasses,
    ValuedTree,
    add_board_values,
    classes_on_board,
    gather_values,
)
from equipoise.kernels.boards.numbering import find_boards
from equipoise.kernels.types import Float64s, Int8s, Int32s, UInt8s, UInt16s
from equipoise.matches.betting_cache import BettingNode
from equipoise.policies.blueprint import Blueprint
from equipoise.policies.compiled import strategy_table
from equipoise.policies.opened import OpenedStrategy
from equipoise.spine.cards.bucket_deals import river_strengths, sample_deals
from equipoise.spine.cards.readers import HandBuckets
from equipoise.spine.tree import DECISION, SHOWDOWN
from equipoise.translation.mappings import find_mapping
from equipoise.translation.options import Translation
from equipoise.translation.situation import Situation
from equipoise.translation.steps import NOWHERE, History, Steps

CLASSES = 20
_DEALS = 20_000
_BLOCK = 2_000
#: weight of a deal at a node that the strategy never reaches with it
_FLOOR = 0.05
#: prior weight of all-in equity in every cell, for cells without sampled deals
_PRIOR = 0.1
_FLOPS = 64
_MATRICES_KEPT = 50_000
_STRENGTHS = 1981
_FLOP_DEALS = comb(50, 3) / comb(48, 3)


@dataclass(frozen=True, eq=False)
class ClassMatrices:
    """Player 1's mean result at each node by both classes, [nodes, B, B].

    ``early``: the same by the classes of the previous round, for the first nodes of a round.
    ``margins`` [rounds, B, B]: player 1's probability of winning minus losing at a showdown.
    """

    values: Float64s
    early: Float64s
    margins: Float64s


def _quantiles(strengths: Float64s, weights: Float64s) -> UInt8s:
    """Classes of about equal weight, in ascending order of strength."""
    order = np.argsort(strengths, kind="stable")
    middle = np.cumsum(weights[order]) - weights[order] / 2
    classes = np.zeros(len(strengths), dtype=np.uint8)
    found = (middle / max(weights.sum(), 1e-300) * CLASSES).astype(np.int64)
    classes[order] = np.minimum(found, CLASSES - 1)
    return classes


class AbstractValues(ValueFunction):
    """The value function of one stored strategy of hold'em with buckets."""

    def __init__(self, strategy: OpenedStrategy, report: Report = silent, seed: int = 0) -> None:
        if not isinstance(strategy.reader, HandBuckets):
            raise InputError(
                "values of an abstract strategy need one with buckets of hold'em hands",
                strategy.name,
                expected="a strategy solved with --cards, or --values equity",
            )
        strategy.check_boards()
        self.strategy = strategy
        self.deals = strategy.reader.buckets.deals
        self.tree = strategy.layout.tree
        self._steps = Steps.of(self.tree, Translation())
        self._mapping = find_mapping(Translation().mapping)
        self._nodes: dict[BettingNode, History] = {}
        self._matrices: dict[tuple[BettingNode, bool, int], Float64s] = {}
        self._kept: dict[Board, UInt8s] = {}
        self._ranges = ranges_of(Blueprint(strategy))
        self._exact: dict[Spot, Float64s] = {}
        self._hand = 0
        sampled = sample_deals(self.deals, _DEALS, seed, with_cards=True)
        self.classes = self._make_classes(sampled.buckets, sampled.cards)
        self.matrices = self._make_matrices(sampled.buckets, sampled.results, report)

    # ---- building ----

    def _make_classes(self, buckets: Int32s, cards: UInt8s) -> HandClasses:
        """Classes by the mean strength of buckets, and by strength itself on the river."""
        values = self._strengths()
        strengths = self._river_strengths(cards, values)
        found = []
        for number in range(3):
            here = buckets[:, :, number].reshape(-1)
            count = self.strategy.cards.states[0][number]
            weights = np.bincount(here, minlength=count).astype(np.float64)
            sums = np.bincount(here, weights=strengths, minlength=count)
            means = np.divide(sums, weights, out=np.zeros(count), where=weights > 0)
            found.append(frozen(_quantiles(means, weights)))
        held = strengths.astype(np.int64)
        counts = np.bincount(held, minlength=_STRENGTHS).astype(np.float64)
        river = np.zeros(1 << 16, dtype=np.uint8)
        river[:_STRENGTHS] = _quantiles(np.arange(_STRENGTHS).astype(np.float64), counts)
        self._sample_river = river[held].reshape(-1, 2)
        return HandClasses(found[0], found[1], found[2], frozen(river), frozen(values))

    def _strengths(self) -> UInt16s:
        """Strengths on all river boards; the values used for the deals if these are strengths."""
        assert isinstance(self.strategy.reader, HandBuckets)
        has_own = len(self.strategy.reader.buckets.bucketing.river.values) > 0
        return river_strengths() if has_own else self.deals.values

    def _river_strengths(self, cards: UInt8s, values: UInt16s) -> Float64s:
        """The river strengths of both hands of sampled deals, concatenated."""
        places = np.zeros(len(cards), dtype=np.uint32)
        boards = frozen(np.ascontiguousarray(cards[:, :5]))
        find_boards(boards, False, self.deals.river_places, places)
        held = cards[:, 5:].reshape(len(cards), 2, 2).astype(np.int64)
        high, low = held.max(axis=2), held.min(axis=2)
        combos = high * (high - 1) // 2 + low
        columns = self.deals.columns[(places & 31)[:, None], combos].astype(np.int64)
        found: Float64s = values[(places >> 5)[:, None], columns].astype(np.float64).reshape(-1)
        return found

    def _make_matrices(self, buckets: Int32s, results: Int8s, report: Report) -> ClassMatrices:
        classes = np.zeros(buckets.shape, dtype=np.uint8)
        tables = (self.classes.preflop, self.classes.flop, self.classes.turn)
        for number, table in enumerate(tables):
            classes[:, :, number] = table[buckets[:, :, number]]
        classes[:, :, 3] = self._sample_river
        tree = _valued_tree(self.strategy)
        shape = (self.tree.size, CLASSES, CLASSES)
        compiled = strategy_table(self.strategy)
        parts = min(available_cores(), 2)
        arrays = [[np.zeros(shape) for _ in range(4)] for _ in range(parts)]

        def work(part: int) -> None:
            for start in range(part * _BLOCK, len(results), parts * _BLOCK):
                rows = slice(start, start + _BLOCK)
                gather_values(
                    tree, compiled, frozen(np.ascontiguousarray(buckets[rows])),
                    frozen(np.ascontiguousarray(classes[rows])),
                    frozen(np.ascontiguousarray(results[rows])), _FLOOR, *arrays[part],
                )  # fmt: skip

        run_blocks(work, range(parts), report, parts)
        sums, weights, early_sums, early_weights = (
            np.sum([part[i] for part in arrays], axis=0) for i in range(4)
        )
        margins = _margins(classes, results)
        stake = self.tree.put.max(axis=1).astype(np.float64)
        rounds = self.tree.round.astype(np.int64)
        prior = stake[:, None, None] * margins[rounds]
        early = stake[:, None, None] * margins[np.maximum(rounds - 1, 0)]
        return ClassMatrices(
            (sums + _PRIOR * prior) / (weights + _PRIOR),
            (early_sums + _PRIOR * early) / (early_weights + _PRIOR),
            margins,
        )

    # ---- values ----

    def start(self, hand: int) -> None:
        """Seed the flops to sample with the number of the hand."""
        self._hand = hand
        self._kept.clear()
        self._exact.clear()

    def values(self, spot: Spot) -> Float64s:
        """The value of each own hand here."""
        if spot.place.to_act is None:
            return payoffs(spot)
        if _within_last_round(spot):
            return self._on_river(spot)
        classes = self._on_board(spot.board)
        found: Float64s = self._matrix(spot)[:, classes[spot.other]][classes]
        return found

    def _on_river(self, spot: Spot) -> Float64s:
        """The exact value of each own hand if both play the strategy to the end."""
        if spot.place.to_act is None:
            return payoffs(spot)
        found = self._exact.get(spot)
        if found is None:
            found = np.zeros(COMBO_COUNT)
            own = spot.place.to_act == spot.position
            for child, shares in self._ranges.options(spot.place, spot.board).items():
                taken = shares if own else float(shares[spot.other])
                if np.any(taken):
                    found += taken * self._on_river(spot.after(child))
            self._exact[spot] = found
        return found

    def expected(self, spot: Spot) -> Float64s:
        """The mean over the next cards: all turn and river cards; freshly sampled flops."""
        if spot.place.to_act is None:
            return payoffs(spot)
        after = spot.dealt((*spot.board, *(-1,) * spot.missing))  # only its length matters
        matrix = self._matrix(after)
        total = np.zeros(COMBO_COUNT)
        if spot.board:
            boards = _next_boards(spot.board, combo_cards()[spot.other])
            self._add(boards, spot.other, matrix, np.zeros(COMBO_COUNT), total)
            found: Float64s = total / spot.deals_of_a_hand
            return found
        base = self.values(spot)
        flops = _flops(self._hand, combo_cards()[spot.other])
        self._add(flops, spot.other, matrix, base, total)
        sampled: Float64s = base + total * (_FLOP_DEALS / len(flops))
        return sampled

    def _add(
        self, boards: UInt8s, other: int, matrix: Float64s, base: Float64s, out: Float64s
    ) -> None:
        add_board_values(
            self.deals, self.classes, frozen(boards), other,
            matrix, frozen(base), out,
        )  # fmt: skip

    def _on_board(self, board: Board) -> UInt8s:
        if board not in self._kept:
            found: UInt8s = self.classes.preflop[self.deals.preflop[0]]
            if board:
                cards = frozen(np.array(board, dtype=np.uint8))
                classes_on_board(self.deals, self.classes, cards, found)
            self._kept[board] = found
        return self._kept[board]

    def _matrix(self, spot: Spot) -> Float64s:
        """The matrix of a spot from its player's view: [own class, opponent's class]."""
        key = spot.place, spot.missing > 0, spot.position
        found = self._matrices.get(key)
        if found is None:
            if len(self._matrices) > _MATRICES_KEPT:
                self._matrices.clear()
            found = self._matrices[key] = frozen(self._find_matrix(*key))
        return found

    def _find_matrix(self, place: BettingNode, early: bool, position: int) -> Float64s:
        betting = place.betting
        stake = float(min(max(betting.put), *betting.rules.stacks))
        node = self._history(place).node
        if node == NOWHERE or self.tree.kind[node] != DECISION:
            matrix = stake * self.matrices.margins[max(betting.round - early, 0)]
        else:
            # the tree may be a round behind or ahead of the real betting
            before = early and self.tree.round[node] == betting.round
            matrix = (self.matrices.early if before else self.matrices.values)[node]
            matrix = matrix * (stake / float(self.tree.put[node].max()))
        return np.ascontiguousarray(matrix if position == 0 else -matrix.T)

    def _history(self, place: BettingNode) -> History:
        """The node of a real line in the strategy's tree, every bet mapped to the likeliest one."""
        if place not in self._nodes:
            history = self._steps.start()
            here = BettingNode.start(place.betting.rules)
            for moves in place.history:
                for move in moves:
                    real = Situation.of_state(here.betting)
                    steps = self._steps.read(history, real, move.action)
                    if steps:
                        history = max(steps, key=lambda s: s.probability(self._mapping)).history
                    here = here.after(move.action)
            self._nodes[place] = history
        return self._nodes[place]


def _within_last_round(spot: Spot) -> bool:
    """True if all cards are dealt and somebody has acted in the last round."""
    place = spot.place
    last = place.betting.rules.rounds - 1
    return spot.missing == 0 and place.betting.round == last and bool(place.history[last])


def _next_boards(board: Board, held: UInt8s) -> UInt8s:
    """All boards with one more card, without the opponent's cards."""
    free = np.ones(52, dtype=np.bool_)
    free[list(board)] = False
    free[held] = False
    left = np.flatnonzero(free)
    boards = np.empty((len(left), len(board) + 1), dtype=np.uint8)
    boards[:, :-1] = board
    boards[:, -1] = left
    return boards


def _flops(hand: int, held: UInt8s) -> UInt8s:
    """Random flops without the opponent's cards, seeded by the hand."""
    drawn = drawn_flops()
    first, second = int(held[0]), int(held[1])
    start = hand * 2 * _FLOPS % (len(drawn) - 2 * _FLOPS)
    part = drawn[start : start + 2 * _FLOPS]
    flops: UInt8s = part[((part != first) & (part != second)).all(axis=1)][:_FLOPS]
    return flops


def _margins(classes: UInt8s, results: Int8s) -> Float64s:
    """Player 1's probability of winning minus losing, by classes of each round."""
    rounds = classes.shape[2]
    found = np.zeros((rounds, CLASSES, CLASSES))
    for number in range(rounds):
        cells = classes[:, 0, number].astype(np.int64) * CLASSES + classes[:, 1, number]
        sums = np.bincount(cells, weights=results, minlength=CLASSES**2)
        counts = np.bincount(cells, minlength=CLASSES**2)
        found[number] = (sums / np.maximum(counts, 1)).reshape(CLASSES, CLASSES)
    return found


def _valued_tree(strategy: OpenedStrategy) -> ValuedTree:
    layout, tree = strategy.layout, strategy.layout.tree
    parents = tree.parents
    enters = (parents >= 0) & (tree.round != tree.round[np.maximum(parents, 0)])
    put = tree.put.astype(np.float64)
    fold = np.where(tree.player == 0, -put[:, 0], put[:, 1])
    gains = np.where(tree.kind == SHOWDOWN, put.min(axis=1), fold)
    return ValuedTree(
        frozen(tree.kind), frozen(tree.player), frozen(tree.round), frozen(tree.child_starts),
        frozen(tree.children), frozen(layout.offsets), frozen(gains),
        frozen(np.array(layout.model.states, dtype=np.int64)),
        frozen((enters & (tree.kind == DECISION)).astype(np.uint8)),
    )  # fmt: skip
