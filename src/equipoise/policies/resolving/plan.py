"""``ResolvePlan``: the settings of re-solving: first street, method, bets, budget."""

from __future__ import annotations

from dataclasses import dataclass, field
from fractions import Fraction
from typing import Literal

from equipoise.abstraction.bets.betting import BettingAbstraction
from equipoise.abstraction.bets.menus import Line, Option
from equipoise.base.errors import InputError
from equipoise.games.action import Action
from equipoise.games.betting import BettingState
from equipoise.solvers.subgames.methods import Method

#: when to re-solve: after off-tree bets only, also at each street, or at every decision
Again = Literal["off-tree", "street", "always"]
#: root of the subgame of an off-tree bet: after the bet, or before it with the bet in the tree
Nested = Literal["after", "before"]
AGAIN: tuple[Again, ...] = ("off-tree", "street", "always")
NESTED: tuple[Nested, ...] = ("after", "before")
FLOP, TURN, RIVER = 1, 2, 3
#: methods by name, and whether the opponent's gifts count
METHODS: dict[str, tuple[Method, bool]] = {
    "unsafe": (Method("unsafe"), False),
    "resolve": (Method("resolve"), False),
    "maxmargin": (Method("maxmargin"), False),
    "reach": (Method("maxmargin"), True),
    "floor": (Method("resolve", floor=0.01), False),
    "mixed": (Method("resolve", mix=0.1), False),
    "combined": (Method("combined"), False),
}
USUAL_METHOD = "mixed"
#: default iterations by round from the flop on; on the flop each samples a board
USUAL_ITERATIONS = (600, 150, 300)
#: pot and all-in on the turn, half pot as well on the river, where solving costs little
USUAL_BETS, USUAL_LATER = "fcpa+fca/fcpa+fca/fcpa+fca/fchpa+fcpa+fca", "fcpa+fca"


@dataclass(frozen=True)
class ResolvePlan:
    """The settings of a re-solver.

    ``start``: its first round; ``method``: the gadget, ``first``: the gadget of the first solve of
    a hand, with the blueprint's alternative values. ``bets``: the menu of the street at the root,
    ``later``: of later streets in the same solve. With ``gifts`` the opponent's losses on the path
    are added to the alternative values (Brown and Sandholm 2017). ``seconds`` replaces iterations
    as the budget of a solve: then results depend on the machine.
    """

    start: int = TURN
    method: Method = METHODS[USUAL_METHOD][0]
    first: Method | None = None
    again: Again = "street"
    nested: Nested = "after"
    gifts: bool = False
    bets: BettingAbstraction = field(default_factory=lambda: BettingAbstraction.parse(USUAL_BETS))
    later: BettingAbstraction = field(default_factory=lambda: BettingAbstraction.parse(USUAL_LATER))
    iterations: int | None = None
    seconds: float | None = None
    schedule: str = "dcfr4"

    def __post_init__(self) -> None:
        if self.iterations is not None and self.iterations < 1:
            raise InputError(f"{self.iterations} iterations", "iterations", expected="at least 1")
        if self.seconds is not None and not self.seconds > 0:
            raise InputError(f"{self.seconds:g} seconds", "seconds", expected="more than 0")
        for menus in (*self.bets.rounds, *self.later.rounds):
            if not all(menu.calls for menu in menus):
                raise InputError(
                    f"{self.bets}, {self.later}: a menu without calls", "bets",
                    expected="menus that begin with fc",
                )  # fmt: skip

    def iterations_of(self, round_number: int) -> int:
        """The iterations of a solve that begins in a round."""
        return self.iterations or USUAL_ITERATIONS[round_number - 1]

    def method_of(self, is_first: bool, round_number: int) -> Method:
        """The gadget of a solve; always unsafe on the flop, which is solved on buckets."""
        if round_number == FLOP:
            return METHODS["unsafe"][0]
        return self.first or self.method if is_first else self.method

    def is_before(self, round_number: int) -> bool:
        """True if the subgame begins before an off-tree bet: the range after it is not known."""
        unsafe = self.method_of(False, round_number).kind == "unsafe"
        return unsafe or self.nested == "before"


@dataclass(frozen=True)
class SubgameMenus:
    """The bets of a subgame: ``now`` on its first street, ``later`` after that.

    ``extra``: the real bet made at the root, in addition to the menu.
    """

    round: int
    now: BettingAbstraction
    later: BettingAbstraction
    extra: Action | None = None

    def actions(
        self, state: BettingState, used: frozenset[Fraction] = frozenset(), line: Line = ()
    ) -> list[Option]:
        """The actions of the player to act."""
        bets = self.now if state.round == self.round else self.later
        found = bets.actions(state)
        if line or self.extra is None or any(action == self.extra for action, _ in found):
            return found
        return sorted([*found, (self.extra, None)], key=_order)


def _order(option: Option) -> tuple[str, int]:
    """Fold, call, then raises in ascending order; this is the order of their names."""
    return option[0].kind, option[0].to
