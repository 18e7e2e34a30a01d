"""Hands watched by sampling, against sums over the whole tree: strategies that ignore the cards."""

import numpy as np
import pytest
from tests.solvers.test_buckets import Small

from equipoise.kernels.random import seed_state
from equipoise.kernels.walks.watching import watch_hands
from equipoise.spine.tree import DECISION
from equipoise.spine.tree_arrays import walked

HANDS = 40_000


@pytest.fixture(scope="module")
def game(tmp_path_factory):
    return Small(tmp_path_factory.mktemp("buckets") / "b", "ir169.4.2.2")


def blind(game, chances):
    """Sums of a strategy that plays alike with all cards, in each node by ``chances(actions)``."""
    sums = np.zeros(game.layout.size)
    for node in game.tree.decision_nodes().tolist():
        block = game.layout.block(sums, node)
        block[:] = chances(len(block))[:, None]
    return sums


def expected(tree, played, other, node=0):
    """Decisions of a hand from a node on, and the distance summed over them."""
    if tree.kind[node] != DECISION:
        return np.zeros(2)
    children = tree.children_of(node)
    mine, theirs = played(len(children)), other(len(children))
    here = np.array([1.0, np.abs(mine / mine.sum() - theirs / theirs.sum()).sum()])
    after = [expected(tree, played, other, child) for child in children.tolist()]
    return here + (mine / mine.sum()) @ after


def watched(game, sums, before, enough=1.0):
    return watch_hands(
        walked(game.layout), game.states.deals, HANDS, enough, seed_state(3), sums, before
    )


def test_decisions_and_distances_are_those_of_the_tree(game):
    def rising(actions):
        return np.arange(1.0, actions + 1)

    decisions, known, distance = watched(game, blind(game, rising), blind(game, np.ones), 4.0)
    mean, moved = expected(game.tree, rising, np.ones)
    assert decisions / HANDS == pytest.approx(mean, rel=0.01)
    assert distance / HANDS == pytest.approx(moved, rel=0.02)
    assert 0 < known < decisions  # 1 + 2 is below 4, 1 + 2 + 3 is not


def test_corner_cases(game):
    even, nothing = blind(game, np.ones), np.zeros(game.layout.size)
    decisions, known, distance = watched(game, even, even, 0.0)
    assert known == decisions and distance == 0
    decisions, known, distance = watched(game, even, nothing, 1e9)
    assert known == 0 and distance == 2 * decisions

    def folding(actions):
        return np.eye(actions)[0]

    assert watched(game, blind(game, folding), even)[0] == HANDS  # the first player folds
