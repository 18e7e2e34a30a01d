"""Strategies for tests: small games solved on the spot, as sources of blueprints."""

from functools import cache

import numpy as np

from equipoise.abstraction.bets.betting import parse_bets
from equipoise.games import find_game
from equipoise.policies.exploiters import BlindStates
from equipoise.policies.opened import OpenedStrategy
from equipoise.solvers.cfr import SCHEDULES, CounterfactualRegret
from equipoise.spine.cards.readers import Blind, HandBuckets, SmallDeck
from equipoise.spine.game import AbstractGame
from equipoise.spine.layout import make_layout
from equipoise.spine.tree import build_tree
from equipoise.strategies.numbers import quantised


def small_source(small, probabilities, numbers="float64"):
    """A strategy of ``tests.solvers.test_buckets.Small``."""
    values, _ = quantised(small.layout, probabilities, numbers)
    return OpenedStrategy("small", small.layout, values, HandBuckets(small.states))


@cache
def leduc(game="leduc-nolimit:12", bets="fcpa", cards="full", iterations=60):
    """A strategy of Leduc (or Kuhn) after some iterations of CFR+, and its problem."""
    problem = AbstractGame(game, bets, cards)
    solver = CounterfactualRegret(problem.passes(), SCHEDULES["cfr+"])
    for _ in range(iterations):
        solver.step()
    return source_of(problem, solver.average()), problem


def source_of(problem, probabilities, numbers="float64"):
    """Any strategy of a small deck."""
    layout = problem.layout()
    full, _ = AbstractGame(problem.game).cards_and_buckets
    reader = SmallDeck(problem.rules, full, problem.cards_and_buckets[1])
    values, _ = quantised(layout, probabilities, numbers)
    return OpenedStrategy("leduc", layout, values, reader)


@cache
def blind_source(game, bets, seed=1):
    """A random strategy of any game that looks at no cards."""
    rules = find_game(game)
    layout = make_layout(build_tree(rules, parse_bets(bets)), BlindStates(rules.rounds))
    random = np.random.default_rng(seed)
    values = np.zeros(layout.size)
    for node in layout.tree.decision_nodes().tolist():
        block = layout.block(values, node)
        block[:] = random.random(block.shape) * (random.random(block.shape) > 0.3) + 1e-9
        block /= block.sum(axis=0)
    return OpenedStrategy("random", layout, values, Blind(rules.rounds))
