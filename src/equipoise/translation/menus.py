"""Menus of abstract decisions, and the intended sizes of their bets."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from equipoise.games.action import Action, Kind
from equipoise.spine.tree import DECISION, BettingTree

#: names of actions other than bets, which are named by their pot fraction
FOLD, CALL, ALL_IN = "f", "c", "a"


@dataclass(frozen=True, slots=True)
class Menu:
    """The actions of an abstract decision node.

    ``names`` identify actions across nodes: f, c, a, or the pot fraction of a bet. ``call`` and
    ``raises`` are indices in the menu (None, empty if there are none); ``level`` is the total chips
    of a call and ``pot`` the pot after it.
    """

    actions: tuple[Action, ...]
    children: tuple[int, ...]
    names: tuple[str | Fraction, ...]
    call: int | None
    raises: tuple[int, ...]
    level: int
    pot: int

    @property
    def calling(self) -> int:
        """Index of the call in the menu; the first action if there is none."""
        return 0 if self.call is None else self.call

    def part(self, place: int) -> Fraction:
        """A bet as a fraction of the pot: as written in the abstraction, else as computed."""
        name = self.names[place]
        return name if isinstance(name, Fraction) else self.part_of(self.actions[place].to)

    def part_of(self, to: int) -> Fraction:
        """A raise to ``to`` chips as a fraction of the pot after a call."""
        return Fraction(to - self.level, self.pot)


class Menus:
    """The menus of a tree, built on first use."""

    def __init__(self, tree: BettingTree) -> None:
        self.tree = tree
        #: player and round of a node; None if the betting is over
        self.turns: list[tuple[int, int] | None] = [
            (int(player), int(number)) if kind == DECISION else None
            for kind, player, number in zip(tree.kind, tree.player, tree.round, strict=True)
        ]
        self._kept: dict[int, Menu] = {}

    def __getitem__(self, node: int) -> Menu:
        if node not in self._kept:
            self._kept[node] = _menu(self.tree, node)
        return self._kept[node]


def _menu(tree: BettingTree, node: int) -> Menu:
    assert tree.kind[node] == DECISION
    actions = tree.actions_of(node)
    player = int(tree.player[node])
    stack = tree.rules.stacks[player]
    kinds = [action.kind for action in actions]
    call = kinds.index(Kind.CALL) if Kind.CALL in kinds else None
    put = [int(chips) for chips in tree.put[node]]
    level = max(put) if call is None else actions[call].to
    pot = put[1 - player] + level
    sizes = tree.sizes[tree.child_starts[node] : tree.child_starts[node + 1]]
    names: list[str | Fraction] = []
    for action, size in zip(actions, sizes, strict=True):
        if action.kind != Kind.RAISE:
            names.append(FOLD if action.kind == Kind.FOLD else CALL)
        elif action.to == stack:
            names.append(ALL_IN)
        else:
            names.append(Fraction(action.to - level, pot) if size is None else size)
    return Menu(
        actions,
        tuple(int(child) for child in tree.children_of(node)),
        tuple(names),
        call,
        tuple(place for place, kind in enumerate(kinds) if kind == Kind.RAISE),
        level,
        pot,
    )
