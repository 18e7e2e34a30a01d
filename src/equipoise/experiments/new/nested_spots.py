"""A spot whose tree lacks a bet size: translation of that bet against nested re-solving.

The player in position has an equilibrium of a spot with few bet sizes. The opponent may bet one
additional size at the first decision. The value of an exact best response with it, minus the value
of the game with the size in its tree, is the loss of an answer. Everything is exact: real hands,
all following boards, no sampling.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property

import numpy as np

from equipoise.abstraction.bets.betting import BettingAbstraction
from equipoise.cards import parse_cards
from equipoise.cards.ranges import Range
from equipoise.experiments.new.three_bet_pot import IP, OOP
from equipoise.games import find_game
from equipoise.games.action import Action, Kind
from equipoise.games.betting import BettingState
from equipoise.games.start import spot_betting
from equipoise.kernels.types import Float64s, Floats
from equipoise.policies.resolving.plan import METHODS, ResolvePlan
from equipoise.policies.resolving.subgame import Root, Solved, possible, solve
from equipoise.solvers.subgames.methods import Method
from equipoise.spine.layout import Layout
from equipoise.spine.subgame import splice
from equipoise.spine.tree import BettingTree
from equipoise.translation.mappings import find_mapping

GAME = "holdem-nolimit:100bb"
POT, STACK = 40, 180
#: of the strategy: half pot, pot and all-in; raises are all-in
BETS, LATER = "fchpa+fca", "fcpa+fca"
US, THEM = 1, 0
MAPPINGS = ("hard", "soft", "pseudo-harmonic")
NESTED = ("unsafe", "resolve", "floor", "mixed", "combined", "maxmargin")
IN_TREE = "the size in the tree"


@dataclass(frozen=True)
class Work:
    """Iterations of the equilibria, and of a nested solve."""

    equilibrium: int
    nested: int


@dataclass(frozen=True)
class NestedSpot:
    """A spot and its numbers of iterations."""

    board: str
    work: Work

    @property
    def cards(self) -> tuple[int, ...]:
        """The cards of the board."""
        return tuple(parse_cards(self.board))

    @cached_property
    def ranges(self) -> tuple[Float64s, Float64s]:
        """Out of position first."""
        free = possible(self.cards)
        first, second = (np.where(free, Range.parse(text).weights, 0.0) for text in (OOP, IP))
        return first, second

    @cached_property
    def betting(self) -> BettingState:
        """The start of the street."""
        return spot_betting(find_game(GAME), len(self.cards) - 2, POT, STACK)

    @property
    def plan(self) -> ResolvePlan:
        """The bets of all solves."""
        return ResolvePlan(
            bets=BettingAbstraction.parse(BETS), later=BettingAbstraction.parse(LATER),
            iterations=self.work.equilibrium,
        )  # fmt: skip

    def bet(self, pots: Fraction) -> Action:
        """The off-tree bet."""
        return Action(Kind.RAISE, self.betting.put[THEM] + int(pots * POT))

    @cached_property
    def base(self) -> Solved:
        """The equilibrium without the size."""
        return self._equilibrium(None)

    def _equilibrium(self, extra: Action | None) -> Solved:
        nothing = np.zeros_like(self.ranges[0])
        root = Root(
            self.betting, self.cards, US, self.ranges[US], self.ranges[THEM], nothing,
            Method("unsafe"), extra,
        )  # fmt: skip
        return solve(root, self.plan)

    def on_tree(self) -> float:
        """The best response value without the size, in % of the pot above the value of the game."""
        first, second = self._responses(self.base, self.base.strategy)
        return self._percent((first + second) / 2)

    def prices(self, pots: Fraction) -> dict[str, float]:
        """The loss of each answer to the bet, in % of the pot above the value of the game."""
        bet = self.bet(pots)
        whole = self._equilibrium(bet)
        first, second = self._responses(whole, whole.strategy)
        value = (first - second) / 2
        found = {IN_TREE: self._percent(first - value)}
        answers = {name: self._translated(whole, bet, name) for name in MAPPINGS}
        answers |= {name: self._nested(whole, bet, name) for name in NESTED}
        for name, strategy in answers.items():
            won = self._responses(whole, strategy)[0]
            found[name] = self._percent(won - value)
        return found

    def _responses(self, solved: Solved, strategy: Floats) -> tuple[float, float]:
        """Best response values of both players with the given ranges, in chips per hand."""
        engine = solved.engine
        for player in (0, 1):
            combos = solved.model.held(player, solved.model.begin)
            engine.set_root_reach(player, self.ranges[player][combos])
        mass = float(engine.root_mass(THEM) @ engine.root_reach_of(THEM))
        first, second = (
            float(engine.best_values(player, strategy) @ engine.root_reach_of(player)) / mass
            for player in (0, 1)
        )
        return first, second

    def _percent(self, chips: float) -> float:
        return 100 * chips / POT

    def _with_base(self, whole: Solved) -> tuple[Floats, int]:
        """Our base strategy in the whole tree, and the node after the off-tree bet."""
        strategy = np.zeros_like(whole.strategy)
        for_us = _every_state(whole.engine.layout)
        splice(
            self.base.engine.layout, whole.engine.layout, 0, for_us, self.base.strategy, strategy,
            US,
        )  # fmt: skip
        extra = whole.root.extra
        assert extra is not None
        place = whole.tree.actions_of(0).index(extra)
        return strategy, int(whole.tree.children_of(0)[place])

    def _nested(self, whole: Solved, bet: Action, name: str) -> Floats:
        """Re-solved after the bet; unsafe from before it, as the range after it is not known."""
        method = METHODS[name][0]
        strategy, node = self._with_base(whole)
        before = method.kind == "unsafe"
        base = self.base.root
        root = Root(
            self.betting if before else self.betting.after(bet), self.cards, US, base.ours,
            base.theirs, self.base.values, method, bet if before else None,
        )  # fmt: skip
        found = solve(root, replace(self.plan, iterations=self.work.nested))
        layout, tree = whole.engine.layout, whole.tree
        if not before:
            kept = _every_state(layout)
            splice(found.engine.layout, layout, node, kept, found.strategy, strategy, US)
            return strategy
        for below in tree.decision_nodes(US).tolist():  # the same tree
            if bet == next(iter(tree.steps_to(below)))[0]:
                layout.block(strategy, below)[:] = layout.block(found.strategy, below)
        return strategy

    def _translated(self, whole: Solved, bet: Action, name: str) -> Floats:
        """The bet mapped to one of the two nearest of the tree, once for the whole hand."""
        strategy, node = self._with_base(whole)
        tree = self.base.tree
        put = self.betting.put[THEM]
        sizes = {
            Fraction(action.to - put, POT): int(child)
            for action, child in zip(tree.actions_of(0), tree.children_of(0), strict=True)
            if action.kind == Kind.RAISE
        }
        made = Fraction(bet.to - put, POT)
        low = max(size for size in sizes if size <= made)
        high = min(size for size in sizes if size >= made)
        share = float(find_mapping(name)(made, low, high))
        ones = np.ones(self.base.model.states[US][self.betting.round])
        _write_mixture(
            self.base, whole, (sizes[low], sizes[high]), node, (share * ones, (1 - share) * ones),
            strategy,
        )  # fmt: skip
        return strategy


def _every_state(layout: Layout) -> list[list[np.ndarray[tuple[int], np.dtype[np.int64]]]]:
    return [[np.arange(count) for count in layout.model.states[player]] for player in (0, 1)]


def _write_mixture(
    base: Solved,
    whole: Solved,
    readings: tuple[int, int],
    node: int,
    reach: tuple[Float64s, Float64s],
    strategy: Floats,
) -> None:
    """Write the strategy of a mixture of two readings from a node of the whole tree on.

    A mixture weights each strategy by its reach probability with the hand. Actions correspond by
    kind, raises by their order: the last one is all-in. After the end of a reading (all-in) we
    check and call.
    """
    old, new = base.tree, whole.tree
    actions = new.actions_of(node)
    if not actions:
        return
    places = [_matching(old.actions_of(one), actions) for one in readings]
    after = [list(reach) for _ in actions]
    if new.player[node] == US:
        taken = []
        for one, there, share in zip(readings, places, reach, strict=True):
            moved = np.zeros((len(actions), len(share)))
            if old.actions_of(one):
                chances = base.engine.layout.block(base.strategy, one)
                for place, row in enumerate(there):
                    moved[row] += chances[place]
            else:
                moved[there[0]] = 1.0
            taken.append(share * moved)
        mixed = taken[0] + taken[1]
        total = mixed.sum(axis=0)
        block = whole.engine.layout.block(strategy, node)
        block[:] = np.where(total > 0, mixed / np.where(total > 0, total, 1.0), 1 / len(actions))
        after = [[part[row] for part in taken] for row in range(len(actions))]
    for row, child in enumerate(new.children_of(node).tolist()):
        following = [
            _following(old, one, there, row) for one, there in zip(readings, places, strict=True)
        ]
        shares = after[row]
        if new.round[child] != new.round[node] and len(new.actions_of(child)):
            parents = whole.model.parents[US][int(new.round[child])]
            shares = [share[parents] for share in shares]
        _write_mixture(
            base, whole, (following[0], following[1]), child, (shares[0], shares[1]), strategy
        )


def _following(old: BettingTree, node: int, places: list[int], row: int) -> int:
    """The node of a reading after an action of the whole tree; unchanged if it is over."""
    if not old.actions_of(node):
        return node
    place = places.index(row) if row in places else len(places) - 1
    return int(old.children_of(node)[place])


def _matching(old: tuple[Action, ...], new: tuple[Action, ...]) -> list[int]:
    """For each action of a reading's menu the place of what stands for it; a call where it is over.

    >>> fold, call, low, high = (
    ...     Action.fold(), Action.call(), Action.raise_to(8), Action.raise_to(20)
    ... )
    >>> _matching((fold, call, low, high), (fold, call, high)), _matching((), (fold, call))
    ([0, 1, 2, 2], [1])
    """
    kinds = [action.kind for action in new]
    call = kinds.index(Kind.CALL)
    raises = [place for place, kind in enumerate(kinds) if kind == Kind.RAISE] or [call]
    ours = [action for action in old if action.kind == Kind.RAISE]
    found = []
    for action in old:
        if action.kind == Kind.RAISE:
            at = ours.index(action)
            is_last = at == len(ours) - 1
            found.append(raises[-1] if is_last else raises[min(at, len(raises) - 1)])
        else:
            found.append(kinds.index(action.kind))
    return found or [call]
