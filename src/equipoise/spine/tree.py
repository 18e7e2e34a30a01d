"""``BettingTree``: the public betting of a two-player game, without cards.

Nodes are numbered in preorder, so that a forward loop meets parents before children and a backward
loop children before parents. A *showdown* node carries the round in which the betting ended; cards
to come are handled by the card model.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import inf
from typing import Generic, TypeVar

import numpy as np

from equipoise.abstraction.bets.betting import Bets, BettingAbstraction
from equipoise.abstraction.bets.menus import Line, Menus, Option
from equipoise.base.errors import InputError
from equipoise.games.action import Action
from equipoise.games.betting import BettingState
from equipoise.games.lines import line_text
from equipoise.games.rules import GameRules
from equipoise.kernels.types import Float64s, Int32s, Int64s, UInt8s

_Context = TypeVar("_Context")
_Used = tuple[frozenset[Fraction], frozenset[Fraction]]
_NOTHING: _Used = (frozenset(), frozenset())
_Past = tuple[int, _Used, Line]  # a round, the sizes that each player has used in it, and the line
_Edge = tuple[Action, Fraction | None]

DECISION, FOLD, SHOWDOWN = range(3)
#: an end of the betting alone: what follows is known as values (``spine.leaves``)
LEAF = 3
LARGEST_TREE = 2_000_000


@dataclass(frozen=True)
class Rake:
    """The rake of a pot: ``rate`` times the chips both have put in, at most ``cap`` chips.

    An uncalled bet is not part of the pot. The winner pays it, at a tie both.
    """

    rate: float
    cap: float = inf

    def __post_init__(self) -> None:
        if not 0 <= self.rate <= 1 or not self.cap >= 0:
            raise InputError(
                f"a rake of {self.rate:g} with a cap of {self.cap:g}", "rake",
                expected="a rate from 0 to 1, a cap of 0 or more",
            )  # fmt: skip

    def taken(self, pot: Float64s) -> Float64s:
        """The rake of pots of these sizes."""
        return np.minimum(self.rate * pot, self.cap)


@dataclass(frozen=True)
class BettingTree:
    """Flat arrays, one entry per node, in preorder.

    ``kind`` (decision, fold, showdown, leaf); ``player`` who decides, or who folded; ``round``;
    ``put`` [n, 2], chips each player has put in; ``child_starts`` [n + 1] into ``children``;
    ``actions`` names each edge, in the order of ``children``, and ``sizes`` the intended pot
    fraction of its raise (None for fold, call, all-in, and without an abstraction); ``parents``
    (-1 at the root). ``rake`` applies at the end, None for none.
    """

    rules: GameRules
    bets: tuple[Menus | None, Menus | None]
    kind: UInt8s
    player: UInt8s
    round: UInt8s
    put: Int32s
    child_starts: Int64s
    children: Int64s
    parents: Int64s
    actions: tuple[Action, ...]
    sizes: tuple[Fraction | None, ...]
    rake: Rake | None = None

    @property
    def size(self) -> int:
        """Number of nodes."""
        return len(self.kind)

    @property
    def abstractions(self) -> tuple[Bets, Bets]:
        """The menus in letters of both players; an error if bets are given otherwise."""
        first, second = (_in_letters(bets) for bets in self.bets)
        return first, second

    def decision_nodes(self, player: int | None = None) -> Int64s:
        """The decision nodes, of all players or of one."""
        chosen = self.kind == DECISION
        if player is not None:
            chosen &= self.player == player
        return np.flatnonzero(chosen)

    def children_of(self, node: int) -> Int64s:
        """The children of a node, in the order of its actions."""
        return self.children[self.child_starts[node] : self.child_starts[node + 1]]

    def actions_of(self, node: int) -> tuple[Action, ...]:
        """The actions at a node."""
        return self.actions[self.child_starts[node] : self.child_starts[node + 1]]

    def steps_to(self, node: int) -> list[tuple[Action, int]]:
        """The actions that lead to a node, from the root on, each with the node after it."""
        steps: list[tuple[Action, int]] = []
        while (parent := int(self.parents[node])) >= 0:
            place = int(np.flatnonzero(self.children_of(parent) == node)[0])
            steps.append((self.actions_of(parent)[place], node))
            node = parent
        return steps[::-1]

    def path(self, node: int) -> str:
        """The betting line that leads to a node from the root: ``cr6c/`` and so on."""
        first = int(self.round[0])
        rounds: list[list[Action]] = [[] for _ in range(first, int(self.round[node]) + 1)]
        for action, after in self.steps_to(node):
            rounds[int(self.round[self.parents[after]]) - first].append(action)
        return line_text(rounds)


def build_tree(
    rules: GameRules,
    bets: Menus | tuple[Menus | None, Menus | None] | None = None,
    start: BettingState | None = None,
) -> BettingTree:
    """The betting tree of a two-player game, from the deal or from a later betting state.

    ``bets`` is one abstraction for both players, or one for each; None keeps every legal action.
    """
    if rules.players != 2:
        raise InputError(
            f"{rules.name} has {rules.players} players",
            expected="betting trees support two players",
        )
    both = bets if isinstance(bets, tuple) else (bets, bets)
    start = start or BettingState.start(rules)
    # menus of letters do not depend on the line, and in large trees lines would take gigabytes
    follows = not all(one is None or isinstance(one, BettingAbstraction) for one in both)

    def menu(state: BettingState, before: _Past) -> list[tuple[Action, Fraction | None, _Past]]:
        mover, number = state.to_act, state.round
        assert mover is not None
        chosen, line = both[mover], before[2]
        used = before[1] if before[0] == number else _NOTHING
        options: Iterable[Option] = (
            ((action, None) for action in state.legal().actions())
            if chosen is None
            else chosen.actions(state, used[mover], line)
        )
        found = []
        for action, size in options:
            after = used
            if size is not None:
                mine = used[mover] | {size}
                after = (mine, used[1]) if mover == 0 else (used[0], mine)
            longer = (*line, (state, action)) if follows else line
            found.append((action, size, (number, after, longer)))
        return found

    tree, _ = grow_tree(rules, both, start, (start.round, _NOTHING, Line()), menu)
    return tree


#: from a betting state and its context: the actions, their intended sizes (as
#: ``BettingTree.sizes``), and the next contexts
Menu = Callable[[BettingState, _Context], Sequence[tuple[Action, Fraction | None, _Context]]]


def grow_tree(
    rules: GameRules,
    bets: tuple[Menus | None, Menus | None],
    start: BettingState,
    context: _Context,
    menu: Menu[_Context],
) -> tuple[BettingTree, list[_Context]]:
    """A betting tree whose menus may depend on the whole line, and the context of every node."""
    builder: _Builder[_Context] = _Builder(menu)
    builder.grow(start, context)
    tree = BettingTree(
        rules=rules,
        bets=bets,
        kind=np.array(builder.kind, dtype=np.uint8),
        player=np.array(builder.player, dtype=np.uint8),
        round=np.array(builder.round, dtype=np.uint8),
        put=np.array(builder.put, dtype=np.int32),
        child_starts=np.array(builder.child_starts(), dtype=np.int64),
        children=np.array(builder.children(), dtype=np.int64),
        parents=np.array(builder.parents, dtype=np.int64),
        actions=tuple(action for edges in builder.offspring for action, _, _ in edges),
        sizes=tuple(size for edges in builder.offspring for _, _, size in edges),
    )
    return tree, builder.contexts


def _in_letters(bets: Menus | None) -> Bets:
    if bets is None or isinstance(bets, BettingAbstraction):
        return bets
    raise InputError("the bets of this tree are not menus", expected="use a menu such as fcpa")


class _Builder(Generic[_Context]):
    """Collects nodes in preorder with a stack of betting states still to visit."""

    def __init__(self, menu: Menu[_Context]) -> None:
        self.menu = menu
        self.kind: list[int] = []
        self.player: list[int] = []
        self.round: list[int] = []
        self.put: list[tuple[int, ...]] = []
        self.parents: list[int] = []
        self.contexts: list[_Context] = []
        self.offspring: list[list[tuple[Action, int, Fraction | None]]] = []

    def grow(self, start: BettingState, context: _Context) -> None:
        waiting: list[tuple[BettingState, int, _Edge | None, int, _Context]] = [
            (start, -1, None, start.round, context)
        ]
        while waiting:
            state, parent, edge, last_round, context = waiting.pop()
            node = len(self.kind)
            if node >= LARGEST_TREE:
                raise InputError(
                    f"the betting tree of {start.rules.name} has more than {LARGEST_TREE:,} nodes",
                    expected="use fewer bets, as in the abstraction fcpa",
                )
            if parent >= 0 and edge is not None:
                self.offspring[parent].append((edge[0], node, edge[1]))
            self.parents.append(parent)
            self.put.append(state.put)
            self.offspring.append([])
            self.contexts.append(context)
            if state.to_act is None:
                folded = state.is_folded_out
                self.kind.append(FOLD if folded else SHOWDOWN)
                self.player.append(state.folded.index(True) if folded else 0)
                self.round.append(last_round)
                continue
            self.kind.append(DECISION)
            self.player.append(state.to_act)
            self.round.append(state.round)
            for move, size, after in reversed(self.menu(state, context)):
                waiting.append((state.after(move), node, (move, size), state.round, after))

    def child_starts(self) -> Sequence[int]:
        starts = [0]
        for edges in self.offspring:
            starts.append(starts[-1] + len(edges))
        return starts

    def children(self) -> list[int]:
        return [node for edges in self.offspring for _, node, _ in edges]
