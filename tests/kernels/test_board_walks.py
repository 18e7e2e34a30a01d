"""Walks with all hands on a board against a slow recursion over all pairs of hands."""

import numpy as np
import pytest

from equipoise.abstraction.bets.betting import parse_bets
from equipoise.cards import parse_cards
from equipoise.cards.combos import COMBO_COUNT, combo_cards
from equipoise.games.catalogue import find_game
from equipoise.kernels.boards.hands import HANDS, OPPONENTS, BoardHands, arrange_hands
from equipoise.kernels.passes.regret import UpdateRule
from equipoise.kernels.walks.board_walks import FOLLOW, LEARN, TRAIN, VALUE, Part, board_walk
from equipoise.spine.board_walks import tree_height
from equipoise.spine.layout import make_layout
from equipoise.spine.tree import DECISION, FOLD, build_tree
from equipoise.spine.tree_arrays import walked

BOARDS = np.array([parse_cards("AsKd7c7h2d"), parse_cards("Ts8s6s5s4s")], dtype=np.uint8)
STATES = (5, 3, 4, 6)


class States:
    name, rounds, states = "random", 4, (STATES, STATES)


@pytest.fixture(scope="module")
def game():
    """A small tree, random buckets, and the hands on two boards."""
    layout = make_layout(build_tree(find_game("holdem-nolimit:4bb"), parse_bets("fca")), States())
    random = np.random.default_rng(1)
    buckets = np.stack(
        [random.integers(0, n, (len(BOARDS), COMBO_COUNT)) for n in STATES], axis=1
    ).astype(np.int32)
    n = HANDS * len(BOARDS)
    first, second = np.zeros((2, n), dtype=np.uint8)
    values = np.zeros(n, dtype=np.uint32)
    places = np.zeros((4, n), dtype=np.uint32)
    arrange_hands(BOARDS, combo_cards(), buckets, first, second, values, places)
    members = np.tile(np.arange(max(STATES), dtype=np.int32), (4, 1))
    hands = BoardHands(first, second, values, places, members, np.array(STATES))
    return layout, hands, random.uniform(-0.3, 1, layout.size)


def test_hands_are_sorted_and_whole(game):
    _, hands, _ = game
    for start, board in zip((0, HANDS), BOARDS, strict=True):
        part = slice(start, start + HANDS)
        assert (np.diff(hands.values[part].astype(np.int64)) >= 0).all()
        cards = {
            frozenset(pair) for pair in zip(hands.first[part], hands.second[part], strict=True)
        }
        assert len(cards) == HANDS
        assert not {card for pair in cards for card in pair} & set(board.tolist())


def pairs(hands):
    """Which hands go with which (on one board, no card in common), and who wins."""
    n = len(hands.first)
    cards = np.stack([hands.first, hands.second], axis=1)
    shared = (cards[:, None, :, None] == cards[None, :, None, :]).any(axis=(2, 3))
    same = np.arange(n)[:, None] // HANDS == np.arange(n)[None, :] // HANDS
    goes = (same & ~shared) / OPPONENTS
    values = hands.values.astype(np.int64)
    return goes, goes * np.sign(values[:, None] - values[None, :])


def slow_walk(layout, hands, matched, who, choices=None, learn=False):
    """Values, regrets and sums of one player's walk, or of a response."""
    tree = layout.tree
    goes, wins = pairs(hands)
    regrets, sums = np.zeros((2, layout.size))

    def strategy(node):
        positive = np.maximum(layout.block(matched, node), 0)
        total = positive.sum(axis=0)
        even = np.full(positive.shape, 1 / len(positive))
        return np.divide(positive, total, out=even, where=total > 0)

    def go(node, reach):
        if tree.kind[node] == FOLD:
            folder = int(tree.player[node])
            return tree.put[node][folder] * (1 if folder != who else -1) * (goes @ reach)
        if tree.kind[node] != DECISION:
            return min(tree.put[node]) * (wins @ reach)
        places = hands.places[tree.round[node]]
        chances = strategy(node)
        children = [int(child) for child in tree.children_of(node)]
        count = chances.shape[1]
        if tree.player[node] != who:
            mass = np.bincount(places, reach, minlength=count)
            layout.block(sums, node)[:] += mass * chances
            return sum(go(c, reach * chances[a][places]) for a, c in enumerate(children))
        values = np.array([go(child, reach) for child in children])
        mean = (chances[:, places] * values).sum(axis=0)
        for a, row in enumerate(values):
            layout.block(regrets, node)[a] += np.bincount(places, row - mean, minlength=count)
        if choices is None:
            return mean
        chosen = choices[layout.offsets[node] : layout.offsets[node] + count]
        if learn:
            gains = layout.block(regrets, node)
            chosen[:] = np.where(gains.max(axis=0) > 0, gains.argmax(axis=0), FOLLOW)
        taken = chosen[places]
        followed = np.minimum(taken, len(children) - 1)
        return np.where(taken == FOLLOW, mean, values[followed, np.arange(len(places))])

    return go(0, np.ones(len(hands.first))), regrets, sums


def fast_walk(layout, hands, matched, who, mode, choices):
    cut = np.full(layout.tree.size, -1)
    cut[0] = 0
    reach, values = np.ones((2, 1, len(hands.first)), dtype=np.float32)
    regrets, sums = np.zeros((2, layout.size))
    own = np.ones(0, dtype=np.float32)
    visited = board_walk(
        walked(layout), hands, Part(0, tree_height(layout.tree), cut, reach, values, own), who, mode,
        UpdateRule(1.0, 1.0, 3.0, -np.inf, 9.0, False), 0.0, matched, regrets, regrets, sums, choices,
    )  # fmt: skip
    assert 0 < visited <= layout.tree.size
    return values[0], regrets / 3, sums / 9


@pytest.mark.parametrize("who", [0, 1])
def test_training_agrees_with_a_recursion(game, who):
    layout, hands, matched = game
    slow = slow_walk(layout, hands, matched, who)
    fast = fast_walk(layout, hands, matched, who, TRAIN, np.zeros(0, dtype=np.uint8))
    for ours, theirs in zip(fast, slow, strict=True):
        assert np.abs(theirs).max() > 0.1
        assert ours == pytest.approx(theirs, rel=1e-4, abs=1e-3)


@pytest.mark.parametrize("who", [0, 1])
def test_responses_agree_with_a_recursion(game, who):
    layout, hands, matched = game
    slow, fast = (np.full(layout.size, FOLLOW, dtype=np.uint8) for _ in range(2))
    value = slow_walk(layout, hands, matched, who, slow, learn=True)[0]
    learned = fast_walk(layout, hands, matched, who, LEARN, fast)[0]
    assert learned == pytest.approx(value, rel=1e-4, abs=1e-3)
    assert (slow == fast).all() and (fast != FOLLOW).any()
    again = fast_walk(layout, hands, matched, who, VALUE, fast)[0]
    assert (again == learned).all()
    kept = np.full(layout.size, FOLLOW, dtype=np.uint8)
    plain = fast_walk(layout, hands, matched, who, VALUE, kept)[0]
    assert plain == pytest.approx(slow_walk(layout, hands, matched, who)[0], rel=1e-4, abs=1e-3)
    assert learned.mean() > plain.mean() + 0.01


def test_what_one_seat_wins_the_other_loses(game):
    layout, hands, matched = game
    kept = np.full(layout.size, FOLLOW, dtype=np.uint8)
    both = [
        fast_walk(layout, hands, matched, who, VALUE, kept)[0].reshape(-1, HANDS).mean(axis=1)
        for who in range(2)
    ]
    assert both[0] == pytest.approx(-both[1], abs=1e-5)
