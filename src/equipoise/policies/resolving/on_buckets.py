"""The flop: re-solved on the blueprint's buckets, with the real bets and both ranges.

A flop with all 1,326 hands on every turn and river takes too long, so it is solved like the
blueprint: hands in buckets, boards sampled (public chance sampling). This needs a fixed reach of
the opponent, so the solve is unsafe, and for an off-tree bet it begins before the bet. The turn is
then solved with real hands; its alternative values come from this solution, written out for all our
hands on every river.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import numpy as np

from equipoise.cards.combos import COMBO_COUNT
from equipoise.kernels.types import Float64s, Floats
from equipoise.policies.resolving.plan import ResolvePlan, SubgameMenus
from equipoise.policies.resolving.subgame import (
    Board,
    Root,
    in_proportion,
    iterate,
    possible,
    with_least,
)
from equipoise.solvers.cfr import SCHEDULES, CounterfactualRegret
from equipoise.solvers.subgames.alternatives import in_chips
from equipoise.spine.board_engine import BoardEngine
from equipoise.spine.cards.buckets import BucketStates
from equipoise.spine.cards.hands import hand_cards
from equipoise.spine.layout import Layout, make_layout
from equipoise.spine.spots.engine import SpotEngine
from equipoise.spine.subgame import subtree
from equipoise.spine.tree import BettingTree, build_tree

_SCHEDULE = SCHEDULES["lcfr"]  # as sampled methods have


@dataclass(frozen=True, eq=False)
class SolvedOnBuckets:
    """A subgame solved on buckets; the counterpart of ``Solved`` for real hands."""

    root: Root
    layout: Layout
    buckets: BucketStates
    strategy: Floats
    reach: Float64s
    iterations: int

    is_exact = False

    @property
    def tree(self) -> BettingTree:
        """The betting of the subgame."""
        return self.layout.tree

    @cached_property
    def nbytes(self) -> int:
        """Approximate memory in bytes."""
        return int(self.strategy.nbytes)

    def chances(self, node: int, board: Board) -> Float64s:
        """The strategy of the player to act at a node, [actions, 1326]; 0 for impossible hands."""
        states = self.buckets.bucketing.on_board(board)[int(self.tree.round[node])]
        block = self.layout.block(self.strategy, node).astype(np.float64)
        found = np.where(states >= 0, block[:, np.maximum(states, 0)], 0.0)
        total = found.sum(axis=0)
        chances: Float64s = found / np.where(total > 0.0, total, 1.0)
        return chances

    def opponent_values(self, node: int, board: Board, reach: Float64s) -> Float64s:
        """The opponent's best response values at a node of a later street, in chips.

        On the flop itself they are not known and not needed: 0.
        """
        if len(board) == len(self.root.board):
            return np.zeros(COMBO_COUNT)
        us, them = self.root.us, 1 - self.root.us
        ranges = [np.where(possible(board), 1.0, 0.0)] * 2
        ranges[us] = np.where(possible(board), in_proportion(reach), 0.0)
        both = ranges[0], ranges[1]
        model = hand_cards(board, both, isomorphism=False)
        tied = hand_cards(board, both, self.buckets)
        tree = subtree(self.tree, node)
        layout = make_layout(tree, model)
        strategy = np.zeros(layout.size, dtype=np.float32)
        for below in tree.decision_nodes(us).tolist():
            states = tied.state_of(us, int(tree.round[below]))
            block = self.layout.block(self.strategy, node + below)
            layout.block(strategy, below)[:] = block[:, states]
        engine = SpotEngine(tree, model)
        values = np.zeros(COMBO_COUNT)
        combos = model.held(them, model.begin)
        values[combos] = in_chips(engine.best_values(them, strategy), engine.root_mass(them))
        return values


def solve_on_buckets(
    root: Root, plan: ResolvePlan, buckets: BucketStates, workers: int | None = None
) -> SolvedOnBuckets:
    """Solve a subgame on buckets; the seed is fixed, so results are reproducible."""
    number = root.betting.round
    menus = SubgameMenus(number, plan.bets, plan.later, root.extra)
    tree = build_tree(root.betting.rules, menus, root.betting)
    layout = make_layout(tree, buckets)
    ours, theirs = with_least(root.ours, root.board), with_least(root.theirs, root.board)
    ranges = (ours, theirs) if root.us == 0 else (theirs, ours)
    engine = BoardEngine(layout, buckets, workers=workers, known=root.board, ranges=ranges)
    solver = CounterfactualRegret(engine, _SCHEDULE)
    iterate(solver, plan, number)
    strategy = solver.finish()
    return SolvedOnBuckets(root, layout, buckets, strategy, ours, solver.iterations)
