"""Heads-up play before the flop with all 169 starting hands, for short stacks.

Betting is that of two players with blinds of 0.5 and 1: folds, limps, raises and all-ins before the
flop. A called pot is checked down: hands get their equity over all boards, from the exact table of
all-in equities. For stacks of about ten big blinds, where little is left to bet after a call, that
is a good approximation; the deeper, the worse. Its limits are described in ``docs/spots.md``.

The small blind is the button and acts first.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property

import numpy as np

from equipoise.abstraction.bets.edits import Edits, Path
from equipoise.abstraction.bets.menus import Line, Option
from equipoise.abstraction.bets.plan import BetPlan, StreetSizes
from equipoise.abstraction.bets.sizes import Sizes
from equipoise.base.errors import InputError, argument
from equipoise.base.progress import Report, silent
from equipoise.cards.combos import TYPE_COUNT, combo_types
from equipoise.games.betting import BettingState
from equipoise.games.dealing import Deal
from equipoise.games.rules import Betting, GameRules
from equipoise.kernels.types import Float64s, Floats
from equipoise.solvers.run.loop import Stop
from equipoise.solvers.run.solving import solve
from equipoise.spine.cards.preflop import starting_hands
from equipoise.spine.passes import Passes
from equipoise.spine.tree import DECISION, BettingTree, build_tree
from equipoise.spots.amounts import Amount, number
from equipoise.spots.by_street import print_streets, read_streets
from equipoise.spots.lines import SpotLine
from equipoise.spots.walk import Walker, action_names
from equipoise.strategies.look import NodeView

SMALL, BIG = 0, 1
DEFAULT_RAISES = "2x, a / a"
DEFAULT_TARGET = 1e-4
_SCALE = 100  # engine chips per big blind
_MOST_RAISES = 6
_DEEPEST = 40
_METHOD = "pcfr+"


@dataclass(frozen=True)
class ByRaise:
    """Menus that depend on the number of raises; the last plan applies from there on."""

    plans: tuple[BetPlan, ...]

    def actions(
        self,
        state: BettingState,
        used: frozenset[Fraction] = frozenset(),
        line: Line = (),
    ) -> list[Option]:
        """The actions of the player to act."""
        return self.plans[min(state.raises, len(self.plans) - 1)].actions(state, used, line)


@dataclass(frozen=True)
class Preflop:
    """Stacks in big blinds, and the raises: ``2x, a / 3x, a / a`` opens, then re-raises, and so on.

    Without ``limp`` the small blind must raise or fold. ``ante`` is each player's, in big blinds.

    >>> game = Preflop(10, raises="2.2x,a/a")
    >>> game.raises, action_names(game.tree, 0)
    ('2.2x, a / a', ('fold', 'call', 'raise 2.2', 'all-in 10'))
    """

    stack: Fraction
    raises: str = DEFAULT_RAISES
    limp: bool = True
    ante: Fraction = Fraction(0)

    def __init__(
        self, stack: Amount, raises: str = DEFAULT_RAISES, limp: bool = True, ante: Amount = 0
    ) -> None:
        sizes = read_streets(raises, argument("raises"), _MOST_RAISES, raises=True)
        for name, value in (
            ("stack", number(stack, argument("stack"))),
            ("raises", print_streets(sizes)),
            ("limp", limp),
            ("ante", number(ante, argument("ante"))),
        ):
            object.__setattr__(self, name, value)
        if not 1 < self.stack <= _DEEPEST:
            raise InputError(
                f"{float(self.stack):g} big blinds", argument("stack"),
                expected=f"more than 1 and at most {_DEEPEST}: deeper stacks bet after the flop",
            )  # fmt: skip
        if self.ante >= self.stack - 1:
            raise InputError(f"{float(self.ante):g} of a stack", argument("ante"))
        if not self.limp and not sizes[0]:
            raise InputError("without limps the small blind needs a raise", argument("raises"))

    @property
    def rules(self) -> GameRules:
        """The rules, in hundredths of a big blind; the board comes after all betting."""
        ante = int(self.ante * _SCALE)
        return GameRules(
            name="preflop",
            players=2,
            script=(Deal(hole=2, board=5, name="preflop"),),
            betting=Betting("no-limit", sizes=(_SCALE,)),
            stacks=(int(self.stack * _SCALE),) * 2,
            blinds=(_SCALE // 2, _SCALE),
            antes=(ante, ante),
            first=(SMALL,),
            all_in_rule="acpc",
            odd_chips="fraction",
            scale=_SCALE,
        )

    @cached_property
    def menus(self) -> ByRaise:
        """The raises by their number."""
        sizes = read_streets(self.raises, argument("raises"), _MOST_RAISES, raises=True)
        no_limp = () if self.limp else (Path.parse("call"),)
        plans = tuple(_plan(entry, Edits(removed=no_limp)) for entry in sizes)
        return ByRaise(plans)

    @cached_property
    def tree(self) -> BettingTree:
        """The betting tree."""
        rules = self.rules
        return build_tree(rules, self.menus, BettingState.start(rules))

    def solve(
        self, target: float = DEFAULT_TARGET, method: str = _METHOD, report: Report = silent
    ) -> PreflopSolution:
        """Solve to an exploitability in big blinds per hand."""
        passes = Passes(self.tree, starting_hands(), "float64")
        found = solve(passes, method, Stop(target=target), report=report)
        return PreflopSolution(
            self, found.strategy, found.last.value / _SCALE, found.last.average / _SCALE,
            found.iterations,
        )  # fmt: skip


def _plan(raises: Sizes, edits: Edits) -> BetPlan:
    street = StreetSizes(raises=raises)
    return BetPlan(((street, street),) * 4, unit=1, edits=edits)


@dataclass(eq=False)
class PreflopSolution:
    """An equilibrium before the flop: ``value`` is the small blind's, in big blinds."""

    game: Preflop
    strategy: Floats
    value: float
    exploitability: float
    iterations: int

    @cached_property
    def _passes(self) -> Passes:
        return Passes(self.game.tree, starting_hands(), "float64")

    def node(self, *line: str) -> PreflopView:
        """The view after a line: ``node("raise 2x")``."""
        tree = self.game.tree
        walker = Walker(tree, self.game.menus.plans[0], BettingState.start(tree.rules), ())
        place = walker.find(SpotLine.of(*line))
        if tree.kind[place.node] != DECISION:
            raise InputError("the betting is over", "line", place.text)
        passes, player = self._passes, int(tree.player[place.node])
        passes.forward(1 - player, self.strategy)
        passes.terminal_values(player)
        passes.backward(player, self.strategy)
        values = passes.action_values(player, place.node)
        reach = [_reach(self, place.node, side) for side in (0, 1)]
        met = starting_hands().fold[0] if player == 0 else starting_hands().fold[0].T
        seen = met @ reach[1 - player]
        with np.errstate(divide="ignore", invalid="ignore"):
            put = tree.put[place.node][player]
            chips = np.where(seen > 0, values / seen + put, np.nan) / _SCALE
        share = reach[player] * seen
        return PreflopView(
            place.line,
            player,
            float(tree.put[place.node].sum()) / _SCALE,
            action_names(tree, place.node),
            passes.layout.block(np.asarray(self.strategy), place.node).astype(np.float64),
            chips,
            reach[player],
            share / share.sum() if share.sum() > 0 else share,
        )


def _reach(solution: PreflopSolution, node: int, player: int) -> Float64s:
    """A player's own reach at a node by starting hand."""
    tree, layout = solution.game.tree, solution._passes.layout
    reach, at = np.ones(TYPE_COUNT), 0
    for _, after in tree.steps_to(node):
        if tree.player[at] == player:
            place = int(np.flatnonzero(tree.children_of(at) == after)[0])
            reach *= layout.block(np.asarray(solution.strategy), at)[place]
        at = after
    return reach


@dataclass(frozen=True, eq=False)
class PreflopView:
    """A decision: the 169 starting hands, numbered as in ``cards.combos``.

    ``strategy`` and ``values`` [actions, 169]: the probability of each action, and its value in big
    blinds from here on (folding is 0); ``weight`` is a hand's reach, ``share`` its probability at
    this node.
    """

    line: tuple[str, ...]
    player: int
    pot: float
    actions: tuple[str, ...]
    strategy: Float64s
    values: Float64s
    weight: Float64s
    share: Float64s

    @property
    def frequencies(self) -> Float64s:
        """The frequency of each action."""
        found: Float64s = self.strategy @ self.share
        return found

    @property
    def combos(self) -> float:
        """The number of combos (of 1,326) that reach this node."""
        return float(np.bincount(combo_types(), minlength=TYPE_COUNT) @ self.weight)

    def chart(self) -> NodeView:
        """The strategy for charts."""
        return NodeView(
            ", ".join(self.line), self.player, 0, self.pot, self.actions,
            starting_hands().labels[0][0], self.strategy, self.share, 1.0,
        )  # fmt: skip
