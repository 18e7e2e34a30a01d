"""Random deals of hold'em as buckets, against the exact matrices and the pre-flop table."""

import numpy as np
import pytest
from tests.abstraction.buckets.small import FLOPS, small_tables

from equipoise.abstraction.bets.betting import parse_bets
from equipoise.abstraction.buckets.build import build_bucketing
from equipoise.abstraction.strength.boards import (
    BOARD_COUNTS,
    ORDERED_TURN_COUNT,
    combo_columns,
    flops,
    ordered_turns,
    rivers,
)
from equipoise.cards import evaluate_many
from equipoise.cards.combos import COMBO_COUNT, TYPE_COUNT, combo_types
from equipoise.cards.preflop import preflop_table
from equipoise.games.catalogue import find_game
from equipoise.kernels.arrays import frozen
from equipoise.kernels.buckets.dealing import BucketDeals
from equipoise.kernels.random import seed_state
from equipoise.kernels.walks.all_actions import all_action_walks
from equipoise.kernels.walks.common import Weights
from equipoise.kernels.walks.external import external_walks
from equipoise.kernels.walks.notes import no_notes
from equipoise.kernels.walks.outcome import outcome_walks
from equipoise.spine.average import average_strategy
from equipoise.spine.cards.bucket_deals import bucket_deals, sample_deals
from equipoise.spine.cards.sequences.counts import PairCounts
from equipoise.spine.cards.sequences.model import sequence_model
from equipoise.spine.passes import Passes
from equipoise.spine.tree import build_tree
from equipoise.spine.tree_arrays import walked


@pytest.fixture(scope="module")
def make(tmp_path_factory):
    def build(notation):
        folder = tmp_path_factory.mktemp("bucketing") / "b"
        return build_bucketing(notation, tables=small_tables(), folder=folder, flop_rows=FLOPS)

    return build


@pytest.fixture(scope="module")
def exact(make):
    """A bucketing and its exact card model."""
    bucketing = make("2.2.2.2")
    counts = PairCounts(bucketing)
    counts.count()
    return bucketing, sequence_model(bucketing, counts.halves.sum(axis=0), counts.total)


@pytest.mark.parametrize("notation", ["2.2.2.2", "ir169.dir-pub2x4-pub2x1.3.pub2x2", "2.2.2.3ochs"])
def test_deals_are_looked_up_right(make, notation):
    bucketing = make(notation)
    dealt = sample_deals(bucket_deals(bucketing, small_tables()), 60, seed=5, with_cards=True)
    for cards, buckets, result in zip(dealt.cards, dealt.buckets, dealt.results, strict=True):
        assert len(set(cards.tolist())) == 9
        board, hands = cards[:5], (cards[5:7], cards[7:])
        for hand, found in zip(hands, buckets, strict=True):
            assert bucketing.of_hand(hand.tolist(), board.tolist()) == tuple(found)
        mine, theirs = evaluate_many(np.array([[*board, *hand] for hand in hands]))
        assert result == np.sign(int(mine) - int(theirs))


def test_seeds_decide(make):
    deals = bucket_deals(make("2.2.2.2"), small_tables())
    one, same, other = (
        sample_deals(deals, 200_000, seed, workers=workers)
        for seed, workers in ((1, 1), (1, 3), (2, 1))
    )
    assert (one.buckets == same.buckets).all() and (one.results == same.results).all()
    assert (one.buckets != other.buckets).any()


def test_deals_are_the_matrices_on_average(exact):
    bucketing, model = exact
    many = 2_000_000
    dealt = sample_deals(bucket_deals(bucketing, small_tables()), many, seed=11)
    for number in range(4):
        size = model.states[0][number]
        cell = dealt.buckets[:, 0, number] * size + dealt.buckets[:, 1, number]
        fold = np.bincount(cell, minlength=size**2) / many
        showdown = np.bincount(cell, dealt.results, minlength=size**2) / many
        expected = model.fold[number].ravel()
        error = np.sqrt(np.maximum(expected, 1 / many) / many)
        assert (np.abs(fold - expected) < 5 * error).all()
        assert (np.abs(showdown - model.showdown[number].ravel()) < 5 * error).all()


def whole_deck():
    """Deals from the whole deck to players who know their starting hand and nothing more."""
    one = frozen(np.zeros(1, dtype=np.uint16))
    cards = np.array([(a, b, c) for a in range(52) for b in range(a) for c in range(b)])
    ordered = cards[np.lexsort(cards.T[::-1])]

    def nothing(rows):
        return frozen(np.zeros((rows, COMBO_COUNT), dtype=np.uint16))

    return BucketDeals(
        frozen(np.arange(len(flops().places), dtype=np.uint32)), frozen(ordered.astype(np.uint8)),
        combo_columns(), flops().places, ordered_turns().places, rivers().places,
        frozen(combo_types().astype(np.uint16)[None, :]), nothing(BOARD_COUNTS[1]),
        nothing(ORDERED_TURN_COUNT), one, frozen(np.zeros(ORDERED_TURN_COUNT, dtype=np.uint16)),
        frozen(np.zeros((1, 1), dtype=np.uint16)), 1, frozen(np.zeros(1, dtype=np.int32)),
        frozen(np.zeros((1, 1981), dtype=np.uint16)), nothing(BOARD_COUNTS[3]),
    )  # fmt: skip


def test_preflop_equities():
    """Each of the 169 starting hands wins against a random hand as often as the exact table says."""
    many = 2_000_000
    dealt = sample_deals(whole_deck(), many, seed=1)
    table = preflop_table()
    shares = table.pairs.sum(axis=1) / table.pairs.sum()
    mine = dealt.buckets[:, 0, 0]
    count = np.bincount(mine, minlength=TYPE_COUNT)
    scores = (count - many * shares) / np.sqrt(many * shares)
    assert np.abs(scores).max() < 5 and (scores**2).mean() == pytest.approx(1, abs=0.5)
    exact = (table.equity * table.pairs).sum(axis=1) / table.pairs.sum(axis=1)
    found = (1 + np.bincount(mine, dealt.results, minlength=TYPE_COUNT) / count) / 2
    scores = (found - exact) / np.sqrt(exact * (1 - exact) / count)
    assert np.abs(scores).max() < 5 and (scores**2).mean() == pytest.approx(1, abs=0.5)


@pytest.mark.parametrize(
    ("walks", "iterations", "share", "rest"),
    [
        (external_walks, 100_000, 0.06, ()),
        (all_action_walks, 100_000, 0.06, ()),
        (outcome_walks, 400_000, 0.2, (0.6,)),
    ],
)
def test_walks_take_them(exact, walks, iterations, share, rest):
    """Walks on dealt cards come near to an equilibrium of the exact matrices.

    What dealt hands win is 1, 0 or -1, not what is expected of their buckets, so that they take
    about three times as many iterations as walks on the matrices.
    """
    bucketing, model = exact
    passes = Passes(build_tree(find_game("holdem-nolimit:5bb"), parse_bets("fca")), model)
    regrets, sums = np.zeros((2, passes.layout.size))
    walks(
        walked(passes.layout), bucket_deals(bucketing, small_tables()), Weights(1.0, 1.0, -np.inf),
        1, iterations, seed_state(0), regrets, regrets, sums, no_notes(), *rest,
    )  # fmt: skip
    uniform = passes.exploitability(passes.layout.uniform()).average
    trained = passes.exploitability(average_strategy(passes.layout, sums)).average
    assert trained < share * uniform
