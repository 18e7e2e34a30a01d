"""The switching player: at every decision one member of a suite is sampled and followed.

Who may be sampled, and how often, depends on the public betting alone, so that the mixture of the
members' probabilities at a decision is what the player does there: a strategy of the full game, and
linear in the members' strategies. :class:`Switching` finds the weights once and applies them to as
many sets of strategies as wanted. Where no member is in the hand any more the player checks and
calls.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from scipy import sparse

from equipoise.errors import InputError
from equipoise.games.action import Action, Kind
from equipoise.games.betting import BettingState
from equipoise.kernels.types import Float64s, Int64s
from equipoise.translation.situation import Situation, situation_at, situation_of
from equipoise.translation.suite import Places, Suite
from equipoise.translation.weights import Weigh, shares
from equipoise.trees.layout import Layout
from equipoise.trees.tree import DECISION


@dataclass(frozen=True)
class Choice:
    """One way to act: a member's abstract action, the real one it becomes, and its share."""

    member: int
    place: int
    number: int
    action: Action
    share: float


def choices(suite: Suite, weigh: Weigh, places: Places, situation: Situation) -> list[Choice]:
    """All ways to act in a situation, with the places of those who are present."""
    weights = shares(weigh(situation, suite.ratios(places)))
    found = []
    for member, (place, share) in enumerate(zip(places, weights, strict=True)):
        if share > 0:
            made = suite.members[member].made(place, situation)
            found += [Choice(member, place, n, action, share) for n, action in enumerate(made)]
    return found


@dataclass(frozen=True)
class _Group:
    """The decisions of one player in one round: rows are real edges, columns abstract ones."""

    rows: Int64s
    columns: list[Int64s]
    mixture: sparse.csr_array


class Switching:
    """The weights of a switching player on a full tree, ready for any strategies of its members.

    ``alone`` counts the decisions at which no member was left.
    """

    def __init__(self, suite: Suite, weigh: Weigh, target: Layout) -> None:
        self.suite, self.target = suite, target
        self.alone = 0
        self._calls: list[Int64s] = []
        entries = self._entries(weigh)
        self._groups = [
            self._group(player, number, *entries)
            for player in range(2)
            for number in range(target.model.rounds)
        ]

    def strategy(self, strategies: Sequence[Float64s]) -> Float64s:
        """What the player does in the full game when members follow these strategies."""
        if len(strategies) != len(self.suite.members):
            raise InputError(
                f"{len(strategies)} strategies", expected=f"one for {len(self.suite.members)} games"
            )
        real = np.zeros(self.target.size)
        for group in self._groups:
            parts = [
                strategy[columns]
                for strategy, columns in zip(strategies, group.columns, strict=True)
            ]
            if len(group.rows):
                real[group.rows] = group.mixture @ np.concatenate(parts)
        for places in self._calls:
            real[places] = 1.0
        return real

    def _entries(self, weigh: Weigh) -> tuple[Int64s, Int64s, Int64s, Float64s]:
        """Real edges, members, abstract edges and weights of all choices at all decisions."""
        tree = self.target.tree
        rows: list[int] = []
        members: list[int] = []
        columns: list[int] = []
        weights: list[float] = []
        waiting: list[tuple[int, Places]] = [(0, self.suite.start())]
        while waiting:
            node, places = waiting.pop()
            situation = situation_at(tree, node)
            places = self.suite.present(places, situation)
            actions = {action: number for number, action in enumerate(tree.actions_of(node))}
            first = int(tree.child_starts[node])
            found = choices(self.suite, weigh, places, situation)
            for choice in found:
                source = self.suite.members[choice.member].layout.tree
                rows.append(first + actions[choice.action])
                members.append(choice.member)
                columns.append(int(source.child_starts[choice.place]) + choice.number)
                weights.append(choice.share)
            if not found:
                self._call(node, actions[situation.call])
            after: dict[bool | None, Places] = {}
            for action, child in zip(actions, tree.children_of(node).tolist(), strict=True):
                if tree.kind[child] != DECISION:
                    continue
                # all bets but all-in lead members to the same places
                sort = situation.is_all_in(action) if action.kind == Kind.RAISE else None
                if sort not in after:
                    after[sort] = self.suite.after(places, situation, action)
                waiting.append((child, after[sort]))
        return np.array(rows), np.array(members), np.array(columns), np.array(weights)

    def _call(self, node: int, number: int) -> None:
        self.alone += 1
        states = self.target.model.states[self.target.tree.player[node]]
        width = states[self.target.tree.round[node]]
        start = int(self.target.offsets[node]) + number * width
        self._calls.append(np.arange(start, start + width))

    def _group(
        self,
        player: int,
        number: int,
        rows: Int64s,
        members: Int64s,
        columns: Int64s,
        weights: Float64s,
    ) -> _Group:
        """The part of the mixture of one player and round, as a matrix between edges."""
        real_edges = _edges(self.target, player, number)
        row_of = np.full(len(self.target.tree.children), -1)
        row_of[real_edges] = np.arange(len(real_edges))
        chosen = row_of[rows] >= 0
        starts: list[Int64s] = []
        column_of = np.zeros(len(rows), dtype=np.int64)
        total = 0
        for index, member in enumerate(self.suite.members):
            edges = _edges(member.layout, player, number)
            place_of = np.zeros(len(member.layout.tree.children), dtype=np.int64)
            place_of[edges] = total + np.arange(len(edges))
            mine = chosen & (members == index)
            column_of[mine] = place_of[columns[mine]]
            first = _edge_starts(member.layout, edges)
            starts.append(first[:, None] + member.buckets[player][number][None, :])
            total += len(edges)
        mixture = sparse.csr_array(
            (weights[chosen], (row_of[rows[chosen]], column_of[chosen])),
            shape=(len(real_edges), total),
        )
        width = self.target.model.states[player][number]
        places = _edge_starts(self.target, real_edges)[:, None] + np.arange(width)
        return _Group(places, starts, mixture)


def _edges(layout: Layout, player: int, number: int) -> Int64s:
    """The edges of a tree that leave decisions of one player in one round."""
    tree = layout.tree
    of_node = (tree.kind == DECISION) & (tree.player == player) & (tree.round == number)
    return np.flatnonzero(np.repeat(of_node, np.diff(tree.child_starts)))


def _edge_starts(layout: Layout, edges: Int64s) -> Int64s:
    """Where the probabilities of edges begin in a strategy."""
    tree = layout.tree
    nodes = np.repeat(np.arange(tree.size), np.diff(tree.child_starts))[edges]
    states = np.array(layout.model.states, dtype=np.int64)[tree.player[nodes], tree.round[nodes]]
    starts: Int64s = layout.offsets[nodes] + (edges - tree.child_starts[nodes]) * states
    return starts


@dataclass(frozen=True)
class SwitchingPlayer:
    """The same player in a hand that is being played, without the tree of the full game."""

    suite: Suite
    weigh: Weigh
    strategies: tuple[Float64s, ...]

    def chances(self, actions: Sequence[Action], start: BettingState, state: int) -> dict[Action, float]:
        """How often each action is taken after these, by who holds this card state.

        ``state`` is of the exact card model, for the player and round that are to act.
        """
        betting = start
        situation = situation_of(betting)
        places = self.suite.present(self.suite.start(), situation)
        for action in actions:
            places = self.suite.after(places, situation, action)
            betting = betting.apply(action)
            situation = situation_of(betting)
            places = self.suite.present(places, situation)
        found: dict[Action, float] = {}
        for choice in choices(self.suite, self.weigh, places, situation):
            member = self.suite.members[choice.member]
            bucket = member.buckets[situation.player][situation.round][state]
            block = member.layout.block(self.strategies[choice.member], choice.place)
            chance = choice.share * float(block[choice.number, bucket])
            found[choice.action] = found.get(choice.action, 0.0) + chance
        return found or {situation.call: 1.0}
