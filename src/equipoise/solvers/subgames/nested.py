"""Nested re-solving: a player that re-solves after off-tree bets, as an explicit strategy.

The player follows a blueprint while the opponent stays on its tree. After any other bet it solves a
subgame that begins with the real bet and follows the solution, recursively (Brown and Sandholm
2017, section 7). *Inexpensive*: the subgame begins after the bet; alternative values are those of
the decision before, so that the new bet is worth no more than the old ones. *Expensive*: it begins
at that decision, with the bet added to the old actions; there the opponent's range is defined, so
unsafe solving can be used.

*Continual* re-solving (Moravcik et al. 2017, DeepStack) re-solves after every action of the
opponent, on the tree or not, and when a card is dealt before the player's own decision. With
``leaves`` each of these solves ends with its round (``solvers.subgames.depth``).

All of this is deterministic, so it is a strategy of the real game: written out over all reachable
states, its exploitability is exact.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Protocol

import numpy as np

from equipoise.abstraction.bets.menus import Line, Menus, Option
from equipoise.base.errors import InputError
from equipoise.base.progress import Report, silent
from equipoise.games.action import Action
from equipoise.games.betting import BettingState
from equipoise.games.rules import GameRules
from equipoise.kernels.types import Float64s, Floats
from equipoise.solvers.subgames.alternatives import in_chips
from equipoise.solvers.subgames.resolving import Entrance, Resolving
from equipoise.spine.cards.matrix import MatrixCards, restricted
from equipoise.spine.passes import Passes
from equipoise.spine.subgame import Trunk
from equipoise.spine.tree import DECISION, BettingTree, build_tree, grow_tree


@dataclass(frozen=True)
class WithBet:
    """A menu with one more bet at one decision."""

    menu: Menus
    at: BettingState
    bet: Action

    def actions(
        self, state: BettingState, used: frozenset[Fraction] = frozenset(), line: Line = ()
    ) -> list[Option]:
        """The actions on the menu, with the added bet at its decision."""
        found = list(self.menu.actions(state, used, line))
        if state == self.at and all(action != self.bet for action, _ in found):
            found.append((self.bet, None))
        return found


@dataclass(frozen=True, eq=False)
class Solved:
    """A game that the player follows: the blueprint, or a re-solved subgame."""

    trunk: Trunk
    strategy: Floats

    @property
    def tree(self) -> BettingTree:
        """Its betting tree."""
        return self.trunk.layout.tree


@dataclass(frozen=True, eq=False)
class Place:
    """The player's state: a node of the game it follows, the betting line, the gifts so far."""

    game: Solved
    node: int
    granted: Float64s
    line: tuple[Action, ...] = ()


class Ends(Protocol):
    """Leaves of depth-limited lookaheads (``solvers.subgames.depth``)."""

    def passes(
        self, tree: BettingTree, model: MatrixCards, line: tuple[Action, ...], us: int
    ) -> Passes:
        """Passes over the lookahead part of a tree that is reached by a line."""


@dataclass(frozen=True, eq=False)
class Written:
    """A player's strategy over all reachable states, with all bets of the opponent."""

    us: int
    passes: Passes
    strategy: Float64s
    subgames: int

    def lost(self) -> float:
        """The exact value of a best response to it."""
        return self.passes.best_response_value(1 - self.us, self.strategy)


@dataclass(frozen=True)
class Nested:
    """The settings of a player that re-solves after off-tree bets.

    ``bets``: the menu of the re-solved games, for both players.
    """

    resolving: Resolving
    bets: Menus
    expensive: bool = False
    continual: bool = False
    ends: Ends | None = None

    def __post_init__(self) -> None:
        if self.resolving.method.kind == "unsafe" and not self.expensive:
            raise InputError(
                "after a bet off the tree the opponent has no range",
                "method",
                expected="expensive re-solving, or a method with alternative values",
            )
        if self.expensive and (self.continual or self.ends is not None):
            raise InputError(
                "continual re-solving begins after the bet", expected="inexpensive re-solving"
            )

    def write(
        self, blueprint: Passes, strategy: Floats, us: int, report: Report = silent
    ) -> Written:
        """The player's whole strategy, from the blueprint's root on.

        The blueprint is a game without card abstraction, with any bets.
        """
        writer = _Writer(self, blueprint.tree.rules, blueprint.model.matrices(), us, report)
        return writer.write(blueprint, strategy)


class _Writer:
    """Builds the tree of all states reachable by one player, re-solving on the way."""

    def __init__(
        self, how: Nested, rules: GameRules, model: MatrixCards, us: int, report: Report
    ) -> None:
        self.how, self.rules, self.us, self.report = how, rules, us, report
        self.whole = model
        self.models = [restricted(model, number, None)[0] for number in range(model.rounds)]
        self.subgames = 0

    def write(self, blueprint: Passes, strategy: Floats) -> Written:
        trunk = Trunk(blueprint, strategy, self.us)
        nothing = np.zeros(self.whole.states[1 - self.us][0])
        start = Place(Solved(trunk, strategy), 0, nothing)
        state = BettingState.start(self.rules)
        tree, places = grow_tree(self.rules, (None, None), state, start, self._menu)
        passes = Passes(tree, self.whole, np.float64, 1)
        written = np.zeros(passes.layout.size)
        for node in tree.decision_nodes(self.us).tolist():
            place = places[node]
            block = place.game.trunk.layout.block(place.game.strategy, place.node)
            passes.layout.block(written, node)[:] = block
        return Written(self.us, passes, written, self.subgames)

    def _menu(
        self, state: BettingState, place: Place
    ) -> list[tuple[Action, Fraction | None, Place]]:
        """The actions at a state: the player's in the followed game, all of the opponent."""
        mine = state.to_act == self.us
        tree = place.game.tree
        known = dict(
            zip(tree.actions_of(place.node), tree.children_of(place.node).tolist(), strict=True)
        )
        options = list(known) if mine else state.legal().actions()
        found: list[tuple[Action, Fraction | None, Place]] = []
        for action in options:
            after = state.after(action)
            if after.to_act is None:
                found.append((action, None, place))  # a terminal state has no place
            else:
                child = known.get(action)
                found.append((action, None, self._after(place, state, after, action, child)))
        return found

    def _after(
        self,
        place: Place,
        state: BettingState,
        after: BettingState,
        action: Action,
        child: int | None,
    ) -> Place:
        """The place after an action; ``child``: the node after it, None off the tree."""
        mine = state.to_act == self.us
        line = (*place.line, action)
        if child is None:
            return self._solve_after_bet(place, state, after, line)
        granted = place.granted if mine else self._with_gift(place, child)
        next_round = after.round > state.round
        if next_round:
            granted = granted[self.whole.parents[1 - self.us][after.round]]
        there = Place(place.game, child, granted, line)
        acts = after.to_act == self.us
        ended = int(place.game.tree.round[child]) < after.round  # at a leaf
        if ended or (next_round and self.how.continual and acts):
            return self._solve_after_card(there, after)
        if self.how.continual and not mine and not next_round and acts:
            return self._solve(place, after, line, child)
        return there

    def _with_gift(self, place: Place, child: int) -> Float64s:
        """The gifts so far plus the opponent's gift by the action that leads to a child.

        The best action that ends the betting minus the one taken: ``alternatives.gifts``.
        """
        if not self.how.resolving.gift_scale:
            return place.granted
        trunk, tree = place.game.trunk, place.game.tree
        ends = [c for c in tree.children_of(place.node).tolist() if tree.kind[c] != DECISION]
        if not ends:
            return place.granted
        best = np.max([trunk.values(end) for end in ends], axis=0)
        taken = self._before(trunk.values(child), tree, child, place.node)
        return place.granted + np.maximum(in_chips(best - taken, trunk.mass(place.node)), 0.0)

    def _before(self, values: Float64s, tree: BettingTree, node: int, before: int) -> Float64s:
        """The opponent's values at a node, summed over a card dealt since an earlier node."""
        for number in range(int(tree.round[node]), int(tree.round[before]), -1):
            sums = np.zeros(self.whole.states[1 - self.us][number - 1])
            np.add.at(sums, self.whole.parents[1 - self.us][number], values)
            values = sums
        return values

    def _solve_after_bet(
        self, place: Place, state: BettingState, after: BettingState, line: tuple[Action, ...]
    ) -> Place:
        if not self.how.expensive:
            return self._solve(place, after, line)
        bet = line[-1]
        tree = build_tree(self.rules, WithBet(self.how.bets, state, bet), state)
        solved = self._solved(tree, line[:-1], self._entrance(place))
        node = int(tree.children_of(0)[tree.actions_of(0).index(bet)])
        return Place(solved, node, place.granted, line)

    def _solve(
        self,
        place: Place,
        after: BettingState,
        line: tuple[Action, ...],
        child: int | None = None,
    ) -> Place:
        """A game that begins after an action of the opponent at a place.

        Alternative values are those of the decision before. If the action is on the tree
        (``child``), the opponent's range after it is known.
        """
        tree = build_tree(self.rules, self.how.bets, after)
        entrance = self._entrance(place)
        if child is not None:
            entrance = replace(entrance, range=place.game.trunk.reach(1 - self.us, child))
        return Place(self._solved(tree, line, entrance), 0, place.granted, line)

    def _solve_after_card(self, place: Place, state: BettingState) -> Place:
        """A game that begins with a card; the opponent enters before it is dealt."""
        tree = build_tree(self.rules, self.how.bets, state)
        opponent, trunk = 1 - self.us, place.game.trunk
        origins = self.whole.parents[opponent][state.round]
        ours = self.whole.parents[self.us][state.round]
        at, number = place.node, int(place.game.tree.round[place.node])
        mine, theirs = trunk.reach(self.us, at), trunk.reach(opponent, at)
        values = trunk.values(at)
        if number == state.round:  # the followed game continues: go back to before the card
            values = self._before(values, place.game.tree, at, int(place.game.tree.parents[at]))
            entering = np.zeros(len(values))
            entering[origins] = theirs
            theirs = entering
        else:
            mine = mine[ours]
        mass = np.zeros((1, len(values)))
        before = np.zeros(self.whole.states[self.us][state.round - 1])
        before[ours] = mine
        self.whole.operators("fold", state.round - 1, np.float64)[opponent](before[None, :], mass)
        entrance = Entrance(mine, values, mass[0], theirs, origins)
        return Place(self._solved(tree, place.line, entrance), 0, place.granted, place.line)

    def _entrance(self, place: Place) -> Entrance:
        """The entrance of a subgame at the opponent's decision at a place."""
        trunk, node, opponent = place.game.trunk, place.node, 1 - self.us
        mass = trunk.mass(node)
        granted = self.how.resolving.gift_scale * place.granted
        boards = self.whole.public[opponent][int(place.game.tree.round[node])]
        return Entrance(
            trunk.reach(self.us, node), trunk.values(node) + granted * mass, mass,
            trunk.reach(opponent, node), boards=boards,
        )  # fmt: skip

    def _solved(self, tree: BettingTree, line: tuple[Action, ...], entrance: Entrance) -> Solved:
        """Solve a game; any strategy will do where our reach is 0."""
        self.subgames += 1
        self.report(self.subgames, self.subgames + 1, f"{self.subgames} subgames solved")
        model, opponent = self.models[int(tree.round[0])], 1 - self.us
        ends = self.how.ends
        passes = (
            Passes(tree, model, np.float64, 1)
            if ends is None
            else ends.passes(tree, model, line, self.us)
        )
        passes.set_root_reach(self.us, entrance.ours)
        if not entrance.mass.any():
            strategy: Floats = passes.layout.uniform()
        else:
            solver = self.how.resolving.solve_on(passes, self.us, entrance)
            strategy = solver.average()
            passes.set_root_reach(opponent, solver.average_reach())
        trunk = Trunk(passes, strategy, self.us)
        return Solved(trunk, strategy)
