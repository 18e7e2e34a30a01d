"""The step functions of state translation (Schnizlein 2009, sections 3.3, 3.4 and 4.2 to 4.4).

During a real hand the agent keeps abstract histories. The *in-step* reads a real action as weighted
abstract ones; the *out-step* makes an abstract action in the real game. Both are defined here, for
expanding a strategy over a whole game and for playing a hand.

Sizes are the chips beyond a call, in pots after the call. In abstract style they are measured
in the abstract hand: a raise to x total chips is a bet of x less the abstract call (the fix
AbstractActions; without it, of x less the real call), and an abstract raise is made to its own
total chips, which brings the real pot back in line. In real style they are measured in the real
hand: an abstract bet is made, and compared, as the same part of the real pot. See
``docs/decisions/state-translation.md``.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from typing import NamedTuple

from equipoise.games.action import Action, Kind
from equipoise.spine.tree import BettingTree
from equipoise.translation.mappings import Mapping, neighbours
from equipoise.translation.menus import ALL_IN, CALL, Menu, Menus
from equipoise.translation.options import (
    ABSTRACT_ACTIONS,
    CALL_IS_CALL,
    EXTEND_CALL,
    Translation,
)
from equipoise.translation.situation import AFTER_CHECK, FIRST, Situation

NOWHERE = -1  # no abstract history is left: check and call to the end


class History(NamedTuple):
    """An abstract history: the node reached.

    ``instead`` is its continuation, in place of ``node``, if a call ends the round now: the last
    raise was then read as a call (ExtendCall, ``/...bc -> /...c``).
    """

    node: int
    instead: int = NOWHERE


class Chance(NamedTuple):
    """A reading decided by the mapping: a bet between two abstract ones, and which is chosen."""

    bet: Fraction
    lower: Fraction
    upper: Fraction
    as_upper: bool


class Step(NamedTuple):
    """A history after an action.

    ``chance`` of that reading (None: certain), the resulting ``history``, and its abstract action,
    an index in the menu (None without a menu).
    """

    chance: Chance | None
    history: History
    option: int | None

    def probability(self, mapping: Mapping) -> float:
        """The probability of this reading under a mapping."""
        return 1.0 if self.chance is None else _probability(mapping, self.chance)


@lru_cache(maxsize=1 << 16)
def _probability(mapping: Mapping, chance: Chance) -> float:
    """A reading probability; cached, because exact fractions dominate the time of a decision."""
    lower = float(mapping(chance.bet, chance.lower, chance.upper))
    return 1.0 - lower if chance.as_upper else lower


class Option(NamedTuple):
    """An abstract action at a history, and its real action.

    ``place`` is its index in the menu (None without a menu: a single certain action), ``name`` as
    in :class:`~equipoise.translation.menus.Menu`; ``calls``: it is the call of its menu, or
    replaces it.
    """

    place: int | None
    name: str | Fraction
    calls: bool
    action: Action


@dataclass(frozen=True)
class Steps:
    """The step functions over one abstract tree, independent of the mapping."""

    tree: BettingTree
    menus: Menus
    style: str
    abstract_actions: bool
    call_is_call: bool
    extend_call: bool

    @classmethod
    def of(cls, tree: BettingTree, translation: Translation) -> Steps:
        """The step functions of a translation."""
        return cls(
            tree,
            Menus(tree),
            translation.style,
            ABSTRACT_ACTIONS in translation.fixes,
            CALL_IS_CALL in translation.fixes,
            EXTEND_CALL in translation.fixes,
        )

    @property
    def remembers_own(self) -> bool:
        """True if own actions are remembered as intended."""
        return self.abstract_actions

    def start(self) -> History:
        """The history before any action."""
        return History(0)

    def menu(self, history: History, real: Situation) -> Menu | None:
        """The menu at a history; None if its betting is over, or ahead of the real round."""
        node = history.node
        if node == NOWHERE or self.menus.turns[node] != (real.player, real.round):
            return None
        return self.menus[node]

    def options(self, history: History, real: Situation) -> list[Option]:
        """The options at a history."""
        menu = self.menu(history, real)
        if menu is None:
            return [Option(None, CALL, True, self.make(history, real, None))]
        calling = menu.calling
        return [
            Option(place, name, place == calling, self.make(history, real, place))
            for place, name in enumerate(menu.names)
        ]

    # ---- in-step: read a real action in the abstract game ----

    def read(self, history: History, real: Situation, action: Action) -> list[Step]:
        """The weighted abstract histories after a real action; none after a fold."""
        if action.kind == Kind.FOLD:
            return []
        menu = self.menu(history, real)
        if menu is None:
            return [Step(None, History(history.node), None)]
        if action.kind == Kind.CALL or not menu.raises:
            return [self._called(history, menu, real, action)]
        return self._read_raise(history, menu, real, action)

    def _called(self, history: History, menu: Menu, real: Situation, action: Action) -> Step:
        if menu.call is None:
            return Step(None, History(NOWHERE), menu.calling)
        after = menu.children[menu.call]
        if action.kind == Kind.CALL and real.call_ends_round:
            if history.instead != NOWHERE:
                after = history.instead
            after = self._round_over(after, real.round)
        return Step(None, History(after), menu.call)

    def _round_over(self, node: int, number: int) -> int:
        """The abstract history once the real round is over: outstanding bets are called."""
        while node != NOWHERE:
            turn = self.menus.turns[node]
            if turn is None or turn[1] != number:
                break
            menu = self.menus[node]
            node = NOWHERE if menu.call is None else menu.children[menu.call]
        return node

    def _read_raise(
        self, history: History, menu: Menu, real: Situation, action: Action
    ) -> list[Step]:
        bet, sizes = self._sizes(menu, real, action)
        check = Fraction(1, real.pot if self.style == "real" else menu.pot)
        steps = []
        with_check = self.extend_call and menu.call is not None and check < sizes[0][0]
        if not with_check or bet >= sizes[0][0]:
            for chance, place in _between(bet, sizes):
                steps.append(Step(chance, History(menu.children[place]), place))
            return steps
        smallest = sizes[0][1]
        for chance, place in _between(bet, [(check, NOWHERE), sizes[0]]):
            if place != NOWHERE:
                steps.append(Step(chance, History(menu.children[place]), place))
            else:
                steps.append(self._read_as_check(history, menu, real, chance, smallest))
        return steps

    def _read_as_check(
        self, history: History, menu: Menu, real: Situation, chance: Chance | None, smallest: int
    ) -> Step:
        """A small bet read as a check, if the betting allows it (section 3.3.2, ExtendCall)."""
        assert menu.call is not None
        after = menu.children[menu.call]
        if real.order == FIRST:  # /b -> /c
            return Step(chance, History(after), menu.call)
        if real.order == AFTER_CHECK:  # /cb -> /
            before = int(self.tree.parents[history.node])
            if before >= 0 and self.tree.round[before] == real.round:
                return Step(chance, History(before), menu.call)
        # /...bc -> /...c: a bet for now, a call if it is the last raise of the round
        later = History(menu.children[smallest], self._round_over(after, real.round))
        return Step(chance, later, smallest)

    def _sizes(
        self, menu: Menu, real: Situation, action: Action
    ) -> tuple[Fraction, list[tuple[Fraction, int]]]:
        """The real bet and the abstract ones with their indices, ascending, in one unit.

        Equal abstract bets are represented by the last one.
        """
        if self.style == "real":
            made = {self._raise_to(menu, real, place): place for place in menu.raises}
            sizes = [(real.part_of(to), place) for to, place in sorted(made.items())]
            return real.part_of(action.to), sizes
        level = menu.level if self.abstract_actions else real.call_to
        sizes = [(menu.part_of(menu.actions[place].to), place) for place in menu.raises]
        return Fraction(action.to - level, menu.pot), sizes

    # ---- out-step: make an abstract action in the real game ----

    def make(self, history: History, real: Situation, option: int | None) -> Action:
        """The real action for an abstract one; None: the action without a menu."""
        menu = self.menu(history, real)
        if menu is None or option is None:
            return self._call_to(self._own_chips(history, real), real)
        wanted = menu.actions[option]
        if wanted.kind == Kind.FOLD and real.legal.can_fold:
            return Action(Kind.FOLD, real.legal.put)
        if wanted.kind != Kind.RAISE:
            return self._call_to(menu.level if wanted.kind == Kind.CALL else 0, real)
        if not real.legal.can_raise:
            return self._call_to(0, real)
        return Action(Kind.RAISE, self._raise_to(menu, real, option))

    def _own_chips(self, history: History, real: Situation) -> int:
        return 0 if history.node == NOWHERE else int(self.tree.put[history.node, real.player])

    def _call_to(self, chips: int, real: Situation) -> Action:
        """A call, or without CallisCall a raise to ``chips`` if the pot is too small."""
        legal = real.legal
        smallest, largest = legal.min_raise, legal.max_raise
        if smallest is not None and largest is not None:
            fixes_pot = self.style == "abstract" and not self.call_is_call
            if fixes_pot and smallest <= chips <= largest:
                return Action(Kind.RAISE, chips)
            if legal.call_to is None and not legal.can_fold:
                return Action(Kind.RAISE, largest)
        if legal.call_to is None:
            return Action(Kind.FOLD, legal.put)
        return Action(Kind.CALL, legal.call_to)

    def _raise_to(self, menu: Menu, real: Situation, place: int) -> int:
        """The real raise for an abstract one: its total chips, or its fraction of the real pot.

        If its total chips are not a legal raise, the chips beyond its call are bet instead.
        """
        smallest, largest = real.legal.min_raise, real.legal.max_raise
        if smallest is None or largest is None:  # the reader is an observer who cannot raise
            smallest, largest = real.call_to, real.call_to
        if menu.names[place] == ALL_IN:
            return largest
        if self.style == "real":
            to = real.call_to + int(menu.part(place) * real.pot)
        else:
            to = menu.actions[place].to
            if not smallest <= to <= largest:
                to = real.call_to + to - menu.level
        return min(max(to, smallest), largest)

    # ---- an agent's own actions ----

    def own(
        self, histories: Iterable[History], real: Situation, action: Action
    ) -> list[tuple[History, list[Step]]]:
        """Each history after an own real action.

        ``option`` of a step is the abstract action made as this real one, so a history's weight is
        multiplied by its probability; a history that would not have made it is dropped. With
        AbstractActions an action is remembered as intended, unless it was a call and is a raise;
        without it, it is read like an opponent's, and so is an action that no history makes.
        """
        before = list(histories)
        if action.kind == Kind.FOLD:
            return [(history, []) for history in before]
        after = [(history, self._meant(history, real, action)) for history in before]
        if any(steps for _, steps in after):
            return after
        return [(history, self.read(history, real, action)) for history in before]

    def _meant(self, history: History, real: Situation, action: Action) -> list[Step]:
        menu = self.menu(history, real)
        steps: list[Step] = []
        for place, _, _, made in self.options(history, real):
            if made != action:
                continue
            kept = menu is not None and (action.kind == Kind.CALL or place in menu.raises)
            if kept and self.remembers_own and menu is not None and place is not None:
                steps.append(self._remembered(history, menu, real, action, place))
            else:
                steps += [s._replace(option=place) for s in self.read(history, real, action)]
        return steps

    def _remembered(
        self, history: History, menu: Menu, real: Situation, action: Action, option: int
    ) -> Step:
        after = menu.children[option]
        if action.kind == Kind.CALL and real.call_ends_round:
            if option == menu.call and history.instead != NOWHERE:
                after = history.instead
            after = self._round_over(after, real.round)
        return Step(None, History(after), option)


def _between(bet: Fraction, sizes: list[tuple[Fraction, int]]) -> list[tuple[Chance | None, int]]:
    """The two abstract bets around a real one; twice the nearest if it is outside."""
    below, above = neighbours(bet, [size for size, _ in sizes])
    (lower, before), (upper, after) = sizes[below], sizes[above]
    if below == above:
        return [(None, before)]
    return [
        (Chance(bet, lower, upper, False), before),
        (Chance(bet, lower, upper, True), after),
    ]
