"""The betting lines that two known policies can reach, with the abstract histories of each.

Two translated players reach a small part of the real betting: only actions that one of them may
make. A node of this *meeting tree* is a real situation together with each player's abstract
histories. It holds the options of the player to act at each history, as real actions with a bad
hand and with a good one; an edge holds the next histories of both. Probabilities are not part of
it: they depend on the cards, and ``kernels.play.meeting`` looks them up during play.

Step functions work with exact fractions and take about a millisecond per node. So nodes are grown
when play first reaches them. A hand is replayed from its own random numbers after the tree has
grown, so that results do not depend on the order of growth.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from equipoise.games.action import Action
from equipoise.games.rules import GameRules
from equipoise.kernels.arrays import frozen
from equipoise.kernels.play.meeting import (
    BAD_EDGE,
    CHILD,
    DECISION,
    EDGE_COLUMNS,
    END,
    FIRST_OPTION,
    GOOD_EDGE,
    HISTORY_COLUMNS,
    LINK_COLUMNS,
    NODE_COLUMNS,
    OPTION_COLUMNS,
    OPTIONS,
    MeetingTree,
)
from equipoise.kernels.types import Int64s
from equipoise.matches.betting_cache import BettingNode
from equipoise.matches.growing import Growing
from equipoise.policies.compiled import CompiledPolicy
from equipoise.translation.situation import Situation as Real
from equipoise.translation.steps import History, Option, Step

#: showdown strengths of both positions: the second wins, a tie, the first wins
_ORDERS = ((0, 1), (0, 0), (1, 0))
_Histories = tuple[History, ...]
_Link = tuple[int, int, float]


@dataclass(frozen=True)
class _Node:
    """Data of a node for growth: ``firsts`` of the actor's histories, in options."""

    place: BettingNode
    real: Real
    histories: tuple[_Histories, _Histories]
    firsts: dict[History, int]


class Meeting:
    """A meeting tree; ``players`` are those at position 0 and 1."""

    def __init__(self, rules: GameRules, players: tuple[CompiledPolicy, CompiledPolicy]) -> None:
        self.rules, self.players = rules, players
        self._nodes = Growing(NODE_COLUMNS, np.int64)
        self._histories = Growing(HISTORY_COLUMNS, np.int64)
        self._options = Growing(OPTION_COLUMNS, np.int64)
        self._edges = Growing(EDGE_COLUMNS, np.int64)
        self._links = Growing(LINK_COLUMNS, np.int64)
        self._chances = Growing(None, np.float64)
        self._paid = Growing(6, np.int64)
        self._grown: list[_Node | None] = []
        #: the node and the action of every edge
        self.origins: list[tuple[int, Action]] = []
        #: the situation of every node, terminal ones included
        self.places: list[BettingNode] = []
        self.most_histories = self.most_options = 1
        starts = tuple((player.steps[0].start(),) for player in players)
        self._add(BettingNode.start(rules), (starts[0], starts[1]))

    @property
    def tree(self) -> MeetingTree:
        """The tables grown so far.

        Growth only appends rows, except to edges, which are copied. So these tables remain valid
        while the tree grows.
        """
        return MeetingTree(
            frozen(self._nodes.rows), frozen(self._histories.rows), frozen(self._options.rows),
            frozen(self._edges.rows.copy()), frozen(self._links.rows), frozen(self._chances.rows),
        )  # fmt: skip

    def __len__(self) -> int:
        return len(self.places)

    @property
    def paid(self) -> Int64s:
        """Payoffs of terminal nodes in parts of a chip, if position 0 loses, ties or wins."""
        rows: Int64s = self._paid.rows
        return rows

    def payoffs(self, ends: Int64s, winners: Int64s) -> Int64s:
        """Winnings of both positions, in parts of a chip, by terminal node and showdown winner.

        ``winners``: 1 for position 0, -1 for position 1, 0 for a tie.
        """
        columns = 2 * (winners + 1)
        paid = self._paid.rows[ends]
        rows = np.arange(len(ends))
        result: Int64s = np.stack([paid[rows, columns], paid[rows, columns + 1]], axis=1)
        return result

    def grow(self, edges: Int64s) -> None:
        """Create the nodes at the ends of these edges."""
        for edge in np.unique(edges).tolist():
            if self._edges.rows[edge, CHILD] < 0:
                self._follow(edge)

    def _follow(self, edge: int) -> None:
        number, action = self.origins[edge]
        node = self._grown[number]
        assert node is not None
        place = node.place.after(action)
        if place.to_act is None:
            self._edges.rows[edge, CHILD] = self._add(place, ((), ()))
            return
        actor = node.real.player
        after: tuple[dict[History, int], dict[History, int]] = ({}, {})
        row = self._nodes.rows[number]
        first, count = row[FIRST_OPTION], row[OPTIONS]
        options = self._options.rows[first : first + count]
        spans: list[int] = []
        for good, column in ((False, BAD_EDGE), (True, GOOD_EDGE)):
            # actions made only with the other kind of hand lead nowhere with this one
            made = (options[:, column] == edge).any()
            links = self._own_links(node, action, after[actor], good) if made else []
            spans += self._add_links(links)
        spans += self._add_links(self._read_links(node, action, after[1 - actor]))
        child = self._add(place, (tuple(after[0]), tuple(after[1])))
        self._edges.rows[edge] = (child, *spans)

    def _own_links(
        self, node: _Node, action: Action, after: dict[History, int], good: bool
    ) -> list[_Link]:
        actor = node.real.player
        steps = self.players[actor].steps[good]
        links: list[_Link] = []
        for history, found in steps.own(node.histories[actor], node.real, action):
            for step in found:
                option = node.firsts[history] + (step.option or 0)
                self._link(links, option, after, step, actor)
        return links

    def _read_links(self, node: _Node, action: Action, after: dict[History, int]) -> list[_Link]:
        other = 1 - node.real.player
        steps = self.players[other].steps[0]
        links: list[_Link] = []
        for number, history in enumerate(node.histories[other]):
            for step in steps.read(history, node.real, action):
                self._link(links, number, after, step, other)
        return links

    def _link(
        self, links: list[_Link], source: int, after: dict[History, int], step: Step, position: int
    ) -> None:
        """Record a reading unless its probability is 0, as half of those of hard translation."""
        value = step.probability(self.players[position].mapping)
        if value > 0.0:
            links.append((source, after.setdefault(step.history, len(after)), value))

    def _add_links(self, links: list[_Link]) -> list[int]:
        begin = len(self._links)
        for source, target, chance in links:
            self._links.add((source, target))
            self._chances.add(chance)
        return [begin, len(self._links)]

    def _add(self, place: BettingNode, histories: tuple[_Histories, _Histories]) -> int:
        """Record a situation; returns the index of its node."""
        number = len(self.places)
        self.places.append(place)
        if place.to_act is None:
            self._grown.append(None)
            self._nodes.add((END, *(0,) * (NODE_COLUMNS - 1)))
            self._paid.add([parts for held in _ORDERS for parts in place.payoffs(held)])
            return number
        self._paid.add(0)
        real = Real.of_state(place.betting)
        actor = real.player
        player = self.players[actor]
        layout = player.strategy.layout
        first_history, first_option = len(self._histories), len(self._options)
        edges: dict[Action, int] = {}
        names: dict[object, int] = {}
        firsts: dict[History, int] = {}
        for local, history in enumerate(histories[actor]):
            bad, good = (steps.options(history, real) for steps in player.steps)
            first = firsts[history] = len(self._options) - first_option
            calling = first + [option.calls for option in bad].index(True)
            offset, states = -1, 0
            if bad[0].place is not None:
                offset = int(layout.offsets[history.node])
                states = layout.model.states[actor][real.round]
            self._histories.add((offset, states, first, len(bad), calling))
            for made in zip(bad, good, strict=True):
                self._add_option(made, number, local, edges, names)
        options = len(self._options) - first_option
        mine, others = len(histories[actor]), len(histories[1 - actor])
        self._nodes.add(
            (DECISION, actor, real.round, first_history, mine, others, first_option, options)
        )
        self.most_histories = max(self.most_histories, mine, others)
        self.most_options = max(self.most_options, options)
        self._grown.append(_Node(place, real, histories, firsts))
        return number

    def _add_option(
        self,
        made: tuple[Option, Option],
        node: int,
        history: int,
        edges: dict[Action, int],
        names: dict[object, int],
    ) -> None:
        """Record an abstract action as made with a bad hand and with a good one."""
        bad, good = (self._edge(edges, node, option.action) for option in made)
        self._options.add((bad, good, names.setdefault(made[0].name, len(names)), history))

    def _edge(self, edges: dict[Action, int], node: int, action: Action) -> int:
        if action not in edges:
            self.origins.append((node, action))
            edges[action] = self._edges.add((-1, *(0,) * (EDGE_COLUMNS - 1)))
        return edges[action]
