"""Policies for tests of bounds: hold'em by the rank of the higher card, with no tables to build."""

from dataclasses import dataclass
from functools import cache

import numpy as np

from equipoise.abstraction.bets.betting import parse_bets
from equipoise.games import find_game
from equipoise.games.action import Kind
from equipoise.policies.opened import OpenedStrategy
from equipoise.spine.cards.states import StatesAlone
from equipoise.spine.layout import make_layout
from equipoise.spine.tree import build_tree

RANKS = 13


@dataclass(frozen=True)
class RankStates(StatesAlone):
    rounds: int
    name: str = "rank"

    @property
    def states(self):
        return (RANKS,) * self.rounds, (RANKS,) * self.rounds

    @property
    def labels(self):
        names = (tuple("23456789TJQKA"),) * self.rounds
        return names, names

    @property
    def bucketing(self):
        return None

    def strengths(self, player):
        return [np.arange(RANKS, dtype=np.float64) for _ in range(self.rounds)]

    def histories(self, player, round_number):
        return np.tile(np.arange(RANKS)[:, None], (1, round_number + 1)), np.full(RANKS, 1 / RANKS)


@dataclass(frozen=True)
class ByRank:
    rounds: int

    def states(self, position, hole, board):
        return (max(hole) // 4,) * self.rounds

    def hands(self, position, holes, board):
        ranks = holes.max(axis=1).astype(np.int32) // 4
        return np.repeat(ranks[:, None], self.rounds, axis=1)

    def deals(self, rows):
        both = np.stack([rows[:, :2].max(axis=1), rows[:, 2:4].max(axis=1)], axis=1) // 4
        return np.repeat(both.astype(np.int32)[:, :, None], self.rounds, axis=2)


@cache
def ranked(game="holdem-nolimit:20bb", bets="fcpa", seed=1, calls=1.0):
    """A random strategy that plays by the rank of its higher card; calls weigh so much more."""
    rules = find_game(game)
    layout = make_layout(build_tree(rules, parse_bets(bets)), RankStates(rules.rounds))
    random = np.random.default_rng(seed)
    values = np.zeros(layout.size)
    for node in layout.tree.decision_nodes().tolist():
        block = layout.block(values, node)
        block[:] = random.random(block.shape) * (random.random(block.shape) > 0.2) + 1e-6
        kinds = [action.kind for action in layout.tree.actions_of(node)]
        block[kinds.index(Kind.CALL)] *= calls
        block /= block.sum(axis=0)
    return OpenedStrategy("ranked", layout, values, ByRank(rules.rounds))
