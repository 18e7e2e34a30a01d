"""``BettingTree``: the public betting of a two-player game, nothing of the cards.

Nodes are numbered in preorder, so that a forward loop meets parents before children and a backward
loop children before parents. A *showdown* node carries the round in which the betting ended; cards
that are still to come are the card model's affair.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

import numpy as np

from equipoise.abstraction.betting import Bets
from equipoise.errors import InputError
from equipoise.games.action import Action, Kind
from equipoise.games.betting import BettingState
from equipoise.games.rules import GameRules
from equipoise.kernels.types import Int32s, Int64s, UInt8s

DECISION, FOLD, SHOWDOWN = range(3)
LARGEST_TREE = 2_000_000


@dataclass(frozen=True)
class BettingTree:
    """Flat arrays, one entry a node, in preorder.

    ``kind`` (decision, fold, showdown); ``player`` who decides, or who folded; ``round``;
    ``put`` [n, 2], chips each player has put in; ``child_starts`` [n + 1] into ``children``;
    ``actions`` names each edge, in the order of ``children``, and ``sizes`` the part of the pot
    that its raise was meant to be (None for fold, call, all-in, and where no abstraction chose it);
    ``parents`` (-1 at the root).
    """

    rules: GameRules
    bets: tuple[Bets, Bets]
    kind: UInt8s
    player: UInt8s
    round: UInt8s
    put: Int32s
    child_starts: Int64s
    children: Int64s
    parents: Int64s
    actions: tuple[Action, ...]
    sizes: tuple[Fraction | None, ...]

    @property
    def size(self) -> int:
        """How many nodes there are."""
        return len(self.kind)

    def decision_nodes(self, player: int | None = None) -> Int64s:
        """The nodes at which somebody, or this player, decides."""
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
        """The betting that leads to a node, as in ACPC strings: ``cr6c/`` and so on."""
        texts: list[str] = []
        for action, after in self.steps_to(node):
            texts.append({Kind.FOLD: "f", Kind.CALL: "c"}.get(action.kind, f"r{action.to}"))
            before = self.parents[after]
            if self.kind[after] == DECISION and self.round[after] > self.round[before]:
                texts.append("/" * int(self.round[after] - self.round[before]))
        return "".join(texts)


def build_tree(rules: GameRules, bets: Bets | tuple[Bets, Bets] = None) -> BettingTree:
    """The betting tree of a two-player game.

    ``bets`` is one abstraction for both players, or one for each; None keeps every legal action.
    """
    if rules.players != 2:
        raise InputError(
            f"{rules.name} has {rules.players} players", expected="trees are for two players"
        )
    both = bets if isinstance(bets, tuple) else (bets, bets)
    builder = _Builder(both)
    builder.grow(rules)
    return BettingTree(
        rules=rules,
        bets=both,
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


_Used = tuple[frozenset[Fraction], frozenset[Fraction]]
_NOTHING: _Used = (frozenset(), frozenset())
_Edge = tuple[Action, Fraction | None]


class _Builder:
    """Collects nodes in preorder with a stack of betting states still to visit."""

    def __init__(self, bets: tuple[Bets, Bets]) -> None:
        self.bets = bets
        self.kind: list[int] = []
        self.player: list[int] = []
        self.round: list[int] = []
        self.put: list[tuple[int, ...]] = []
        self.parents: list[int] = []
        self.offspring: list[list[tuple[Action, int, Fraction | None]]] = []

    def grow(self, rules: GameRules) -> None:
        start = BettingState.start(rules)
        waiting: list[tuple[BettingState, int, _Edge | None, int, _Used]] = [
            (start, -1, None, start.round, _NOTHING)
        ]
        while waiting:
            state, parent, edge, last_round, used = waiting.pop()
            node = len(self.kind)
            if node >= LARGEST_TREE:
                raise InputError(
                    f"the betting tree of {rules.name} has more than {LARGEST_TREE:,} nodes",
                    expected="use a betting abstraction such as fcpa",
                )
            if parent >= 0 and edge is not None:
                self.offspring[parent].append((edge[0], node, edge[1]))
            self.parents.append(parent)
            self.put.append(state.put)
            self.offspring.append([])
            if state.to_act is None:
                folded = state.is_folded_out
                self.kind.append(FOLD if folded else SHOWDOWN)
                self.player.append(state.folded.index(True) if folded else 0)
                self.round.append(last_round)
                continue
            self.kind.append(DECISION)
            self.player.append(state.to_act)
            self.round.append(state.round)
            if state.round != last_round:
                used = _NOTHING
            for move, size in reversed(self._menu(state, used)):
                after = used
                if size is not None:
                    mine = used[state.to_act] | {size}
                    after = (mine, used[1]) if state.to_act == 0 else (used[0], mine)
                waiting.append((state.after(move), node, (move, size), state.round, after))

    def _menu(self, state: BettingState, used: _Used) -> list[tuple[Action, Fraction | None]]:
        assert state.to_act is not None
        bets = self.bets[state.to_act]
        if bets is None:
            return [(action, None) for action in state.legal().actions()]
        return bets.actions(state, used[state.to_act])

    def child_starts(self) -> Sequence[int]:
        starts = [0]
        for edges in self.offspring:
            starts.append(starts[-1] + len(edges))
        return starts

    def children(self) -> list[int]:
        return [node for edges in self.offspring for _, node, _ in edges]
