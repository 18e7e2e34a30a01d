"""The switching player: samples one member of a suite at every decision.

The sampling weights depend on the public betting alone, so that the player's strategy at a decision
is the mixture of the members' probabilities: a strategy of the full game, linear in the members'
strategies. :class:`Switching` computes the weights once and applies them to any number of strategy
sets. If no member is left in the hand the player checks and calls.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
from scipy import sparse

from equipoise.base.errors import InputError
from equipoise.games.action import Action, Kind
from equipoise.kernels.types import Float64s, Int64s
from equipoise.spine.layout import Layout
from equipoise.spine.tree import DECISION
from equipoise.translation.situation import Situation
from equipoise.translation.switching.suite import Places, Suite
from equipoise.translation.switching.weights import Weigh, shares


class Choice(NamedTuple):
    """One way to act: a member's abstract action, its real action, and its weight."""

    member: int
    place: int
    number: int
    action: Action
    share: float


def choices(suite: Suite, weigh: Weigh, places: Places, real: Situation) -> list[Choice]:
    """All ways to act in a situation, given the nodes of the members in the hand."""
    weights = shares(weigh(suite.real_ratios(real), suite.ratios(places)))
    found = []
    for member, (place, share) in enumerate(zip(places, weights, strict=True)):
        if share > 0:
            made = suite.members[member].made(place, real)
            found += [Choice(member, place, n, action, share) for n, action in enumerate(made)]
    return found


class _Entries(NamedTuple):
    """All choices at a set of decisions: real edges, members, their edges and weights."""

    edges: Int64s
    members: Int64s
    sources: Int64s
    shares: Float64s


@dataclass(frozen=True)
class _Group:
    """The decisions of one player in one round.

    ``mixture`` maps the members' edges to real ones; ``places`` and ``sources`` index the
    probabilities of each edge and card state.
    """

    mixture: sparse.csr_array
    places: Int64s
    sources: list[Int64s]


class Switching:
    """The weights of a switching player on a full tree, for any strategies of its members.

    ``alone`` are the decisions at which no member is left.
    """

    def __init__(self, suite: Suite, weigh: Weigh, target: Layout) -> None:
        self.suite, self.target = suite, target
        self.alone: list[int] = []
        entries = self._walk(weigh)
        self._groups = [
            self._group(player, number, entries)
            for player in range(2)
            for number in range(target.model.rounds)
        ]

    def strategy(self, strategies: Sequence[Float64s]) -> Float64s:
        """The player's strategy in the full game for these strategies of the members."""
        if len(strategies) != len(self.suite.members):
            raise InputError(
                f"{len(strategies)} strategies", expected=f"one for {len(self.suite.members)} games"
            )
        real = np.zeros(self.target.size)
        for group in self._groups:
            theirs = zip(strategies, group.sources, strict=True)
            parts = [strategy[sources] for strategy, sources in theirs]
            real[group.places] = group.mixture @ np.concatenate(parts)
        for node in self.alone:
            kinds = [action.kind for action in self.target.tree.actions_of(node)]
            self.target.block(real, node)[kinds.index(Kind.CALL)] = 1.0
        return real

    def _walk(self, weigh: Weigh) -> _Entries:
        """Visit all decisions with the members' nodes; many decisions are equivalent."""
        tree = self.target.tree
        known: dict[tuple[Places, Situation], _Entries] = {}
        parts: list[_Entries] = []
        waiting: list[tuple[int, Places]] = [(0, self.suite.start())]
        while waiting:
            node, places = waiting.pop()
            real = Situation.of_node(tree, node)
            places = self.suite.present(places, real)
            actions = tree.actions_of(node)
            if (places, real) not in known:
                found = choices(self.suite, weigh, places, real)
                known[places, real] = self._numbered(found, actions)
            part = known[places, real]
            parts.append(part._replace(edges=part.edges + tree.child_starts[node]))
            if not len(part.edges):
                self.alone.append(node)
            after: dict[tuple[Kind, bool], Places] = {}
            for action, child in zip(actions, tree.children_of(node).tolist(), strict=True):
                if tree.kind[child] == DECISION:
                    # all bets but all-in lead members to the same nodes
                    sort = (action.kind, action.to == self.suite.stack)
                    if sort not in after:
                        after[sort] = self.suite.after(places, action)
                    waiting.append((child, after[sort]))
        return _Entries(*(np.concatenate(arrays) for arrays in zip(*parts, strict=True)))

    def _numbered(self, found: list[Choice], actions: tuple[Action, ...]) -> _Entries:
        trees = [member.layout.tree for member in self.suite.members]
        sources = [int(trees[c.member].child_starts[c.place]) + c.number for c in found]
        return _Entries(
            np.array([actions.index(choice.action) for choice in found], dtype=np.int64),
            np.array([choice.member for choice in found], dtype=np.int64),
            np.array(sources, dtype=np.int64),
            np.array([choice.share for choice in found]),
        )

    def _group(self, player: int, number: int, entries: _Entries) -> _Group:
        mine = _edges(self.target, player, number)
        row_of = np.full(len(self.target.tree.children), -1)
        row_of[mine] = np.arange(len(mine))
        inside = np.flatnonzero(row_of[entries.edges] >= 0)
        theirs = [_edges(member.layout, player, number) for member in self.suite.members]
        firsts = np.cumsum([0] + [len(edges) for edges in theirs])
        columns = np.zeros(len(inside), dtype=np.int64)
        sources = []
        for index, (member, edges) in enumerate(zip(self.suite.members, theirs, strict=True)):
            chosen = entries.members[inside] == index
            columns[chosen] = firsts[index] + np.searchsorted(
                edges, entries.sources[inside][chosen]
            )
            starts = _starts(member.layout, edges)
            sources.append(starts[:, None] + np.asarray(member.buckets[player][number]))
        mixture = sparse.csr_array(
            (entries.shares[inside], (row_of[entries.edges[inside]], columns)),
            shape=(len(mine), int(firsts[-1])),
        )
        width = self.target.model.states[player][number]
        return _Group(mixture, _starts(self.target, mine)[:, None] + np.arange(width), sources)


def _edges(layout: Layout, player: int, number: int) -> Int64s:
    """The edges of a tree out of the decisions of one player in one round."""
    tree = layout.tree
    chosen = (tree.kind == DECISION) & (tree.player == player) & (tree.round == number)
    return np.flatnonzero(np.repeat(chosen, np.diff(tree.child_starts)))


def _starts(layout: Layout, edges: Int64s) -> Int64s:
    """The start of each edge's probabilities in a strategy."""
    tree = layout.tree
    nodes = np.repeat(np.arange(tree.size), np.diff(tree.child_starts))[edges]
    states = np.array(layout.model.states, dtype=np.int64)[tree.player[nodes], tree.round[nodes]]
    starts: Int64s = layout.offsets[nodes] + (edges - tree.child_starts[nodes]) * states
    return starts
