"""A subgame of hold'em for the re-solver: its root and its solution.

Vectors are over the 1,326 hands. The opponent's values are in *chips*: the mean of a hand over our
compatible hands. A counterfactual value is this times the mass of these hands, so chips can be
passed from one solve to the next whatever the scale of our reach.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from time import perf_counter
from typing import Protocol

import numpy as np

from equipoise.base.workers import available_cores
from equipoise.cards.combos import COMBO_COUNT, combos_with
from equipoise.games.action import Action
from equipoise.games.betting import BettingState
from equipoise.kernels.types import Bools, Float64s, Floats, Int64s
from equipoise.policies.resolving.plan import RIVER, ResolvePlan, SubgameMenus
from equipoise.solvers.cfr import SCHEDULES
from equipoise.solvers.subgames.alternatives import in_chips
from equipoise.solvers.subgames.methods import Method
from equipoise.solvers.subgames.solver import SubgameSolver
from equipoise.spine.cards.hands import HandCards, hand_cards
from equipoise.spine.spot_node import met_by
from equipoise.spine.spots.engine import SpotEngine
from equipoise.spine.spots.look import SpotLook, StreetValues
from equipoise.spine.tree import BettingTree, build_tree

#: the least weight of our possible hands, relative to the largest: hands that we never hold here
#: get a strategy too, with negligible influence
_LEAST = 1e-7
Board = tuple[int, ...]


@dataclass(frozen=True, eq=False)
class Root:
    """The root of a subgame for the player ``us``.

    ``ours``: our exact range; ``theirs``: the opponent's range as far as it is known;
    ``alternatives``: the opponent's alternative values in chips; ``extra``: a real bet made here.
    """

    betting: BettingState
    board: Board
    us: int
    ours: Float64s
    theirs: Float64s
    alternatives: Float64s
    method: Method
    extra: Action | None = None


@dataclass(frozen=True, eq=False)
class Solved:
    """A solved subgame: our strategy to play, and the opponent's response in the gadget's game.

    ``reach``: our range at the root in the engine: normalised, with a small weight for hands that
    we never hold here. ``values``: the opponent's best response values at the root, in chips;
    ``entered``: the opponent's average entry, with a largest weight of 1.
    """

    root: Root
    engine: SpotEngine
    strategy: Floats
    reach: Float64s
    values: Float64s
    entered: Float64s
    iterations: int

    is_exact = True

    @property
    def tree(self) -> BettingTree:
        """The betting of the subgame."""
        return self.engine.tree

    @property
    def model(self) -> HandCards:
        """Its hands and boards."""
        return self.engine.model

    @property
    def margins(self) -> Float64s:
        """Alternative value minus best response value of each opponent hand, in chips."""
        return self.root.alternatives - self.values

    @cached_property
    def nbytes(self) -> int:
        """Approximate memory in bytes."""
        return int(self.strategy.nbytes) + self.engine.memory_bytes - 8 * self.engine.layout.size

    def chances(self, node: int, board: Board) -> Float64s:
        """The strategy of the player to act at a node, [actions, 1326]; 0 for impossible hands."""
        tree = self.tree
        player = int(tree.player[node])
        states = self.model.states_on(player, board)
        block = self.engine.layout.block(self.strategy, node)
        found = np.zeros((len(block), COMBO_COUNT))
        there = np.flatnonzero(states >= 0)
        found[:, there] = block[:, states[there]]
        found[:, there] /= found[:, there].sum(axis=0)  # renormalise: rounding of single precision
        return found

    @cached_property
    def _look(self) -> SpotLook:
        return SpotLook(self.engine, self.strategy, best=True)

    def street(self, board: Board) -> StreetValues:
        """Best response values of both players on a board, for all nodes of its round."""
        return self._look.street(board[len(self.root.board) :])

    def opponent_values(self, node: int, board: Board, reach: Float64s) -> Float64s:
        """The opponent's best response values at a node, in chips.

        ``reach``: ours there, that of the root times our strategy on the path.
        """
        them = 1 - self.root.us
        seen = self.street(board)
        number = len(board) - 2
        hands = self.model.hands[them][number - self.model.begin]
        first, count = seen.firsts[them], seen.counts[them]
        raw = np.zeros(COMBO_COUNT)
        raw[hands.combo[first : first + count]] = seen.of(them, node)
        deals = self.model.ways(RIVER) / self.model.ways(number)
        return in_chips(raw, deals * met_by(board, reach))


def solve(root: Root, plan: ResolvePlan, workers: int | None = None) -> Solved:
    """Solve a subgame by its method for the plan's iterations or seconds."""
    us, them = root.us, 1 - root.us
    number = root.betting.round
    free = possible(root.board)
    ranges = [np.where(free, 1.0, 0.0), np.where(free, 1.0, 0.0)]
    ranges[us] = with_least(root.ours, root.board)
    model = hand_cards(root.board, (ranges[0], ranges[1]), isomorphism=False)
    menus = SubgameMenus(number, plan.bets, plan.later, root.extra)
    tree = build_tree(root.betting.rules, menus, root.betting)
    engine = SpotEngine(tree, model, workers=workers or available_cores())
    mass = engine.root_mass(them)
    combos: Int64s = model.held(them, number)
    gadget = root.method.gadget(
        root.alternatives[combos] * mass, mass, in_proportion(root.theirs)[combos]
    )
    solver = SubgameSolver(engine, us, gadget, SCHEDULES[plan.schedule])
    iterate(solver, plan, number)
    strategy = solver.cfr.finish()
    values, entered = np.zeros((2, COMBO_COUNT))
    values[combos] = in_chips(engine.best_values(them, strategy), mass)
    entered[combos] = in_proportion(solver.average_reach())
    return Solved(root, engine, strategy, ranges[us], values, entered, solver.iterations)


class Iterated(Protocol):
    """A solver that runs iteration by iteration."""

    def step(self) -> None:
        """One iteration."""


def iterate(solver: Iterated, plan: ResolvePlan, round_number: int) -> None:
    """The iterations of the plan, or its seconds."""
    if plan.seconds is None:
        for _ in range(plan.iterations_of(round_number)):
            solver.step()
        return
    until = perf_counter() + plan.seconds
    solver.step()
    while perf_counter() < until:
        solver.step()


def possible(board: Board) -> Bools:
    """True for hands that share no card with the board, [1326]."""
    free: Bools = ~combos_with(board)
    return free


def with_least(weights: Float64s, board: Board) -> Float64s:
    """A normalised range, with a small weight for every possible hand."""
    return np.where(possible(board), np.maximum(in_proportion(weights), _LEAST), 0.0)


def in_proportion(weights: Float64s) -> Float64s:
    """A range scaled to a largest weight of 1; unchanged if all weights are 0."""
    largest = float(weights.max(initial=0.0))
    return weights / largest if largest > 0.0 else weights
