"""Agreement and spread against their definitions, and what a survey and a portrait show."""

from itertools import product

import numpy as np
import pytest
from tests.abstraction.buckets.small import FLOPS, small_tables
from tests.abstraction.buckets.test_bucketing import made

from equipoise.abstraction.buckets.agreement import (
    agreement,
    hand_weights,
    spread,
    waveform_spread,
)
from equipoise.abstraction.buckets.compare import compare_bucketings
from equipoise.abstraction.buckets.portrait import combo_text, portrait
from equipoise.abstraction.buckets.sampled import rivers_after, sampled_flops, tables_over
from equipoise.abstraction.buckets.survey import Survey, known_flops
from equipoise.abstraction.strength.boards import FLOP, TURN, flops
from equipoise.abstraction.strength.on_demand import OnDemand
from equipoise.base.errors import InputError
from equipoise.cards import parse_cards
from equipoise.cards.combos import combo_index, combos_with

FLOP_TEXT = "AsKd7c"


def random_buckets(seed=0, boards=6, hands=20, counts=(4, 5)):
    random = np.random.default_rng(seed)
    first, second = (
        random.integers(0, count, (boards, hands)).astype(np.int32) for count in counts
    )
    gone = random.random((boards, hands)) < 0.1
    first[gone] = second[gone] = -1
    weights = random.random(boards)
    return first, second, weights / weights.sum()


def test_agreement_is_what_its_pairs_say():
    """Every pair of hands, drawn twice from the same boards, by brute force."""
    first, second, weights = random_buckets()
    each = hand_weights(first, weights)
    assert each.sum() == pytest.approx(1)
    places = list(zip(*np.nonzero(first >= 0), strict=True))
    one = two = both = same = 0.0
    for a, b in product(places, places):
        chance = each[a] * each[b]
        in_one, in_two = first[a] == first[b], second[a] == second[b]
        one += chance * in_one
        two += chance * in_two
        both += chance * (in_one and in_two)
        same += chance * (in_one == in_two)
    found = agreement(first, second, weights, exact=True)
    assert found.same == pytest.approx(same)
    assert found.first_kept == pytest.approx(both / one)
    assert found.second_kept == pytest.approx(both / two)
    expected = (both - one * two) / ((one + two) / 2 - one * two)
    assert found.adjusted_rand == pytest.approx(expected)


def test_pairs_on_one_board_are_left_out_of_samples():
    first, second, weights = random_buckets(seed=1)
    each = hand_weights(first, weights)
    places = list(zip(*np.nonzero(first >= 0), strict=True))
    apart = [(a, b) for a, b in product(places, places) if a[0] != b[0]]
    total = sum(each[a] * each[b] for a, b in apart)
    one = sum(each[a] * each[b] for a, b in apart if first[a] == first[b]) / total
    both = sum(
        each[a] * each[b] for a, b in apart if first[a] == first[b] and second[a] == second[b]
    )
    assert agreement(first, second, weights, exact=False).first_kept == pytest.approx(
        both / total / one
    )


def test_agreement_at_the_ends():
    """Names of buckets do not matter; with one bucket for all nothing is known of the other."""
    first, second, weights = random_buckets(seed=2)
    renamed = np.where(first < 0, -1, 3 - first).astype(np.int32)
    same = agreement(first, renamed, weights, exact=True)
    assert same.adjusted_rand == pytest.approx(1) == same.normalised_information
    one = np.where(first < 0, -1, 0).astype(np.int32)
    nothing = agreement(one, second, weights, exact=True)
    assert nothing.adjusted_rand == pytest.approx(0) == nothing.information
    assert agreement(one, one, weights, exact=True).adjusted_rand == 1
    finer = np.where(first < 0, -1, first * 5 + second).astype(np.int32)
    assert agreement(finer, first, weights, exact=True).first_kept == pytest.approx(1)


def test_information():
    """Two fair coins tossed once each; the second bucketing sees the first only."""
    both = np.arange(4, dtype=np.int32).reshape(1, 4)
    found = agreement(both, both // 2, np.ones(1), exact=True)
    assert found.entropies == pytest.approx((2, 1)) and found.information == pytest.approx(1)
    assert found.normalised_information == pytest.approx(2 / 3)


def test_spread():
    buckets = np.array([[0, 0, 1, -1], [1, 1, 0, 0]], dtype=np.int32)
    values = np.array([[0.0, 1.0, 0.5, np.nan], [0.5, 0.5, 0.0, 1.0]])
    weights = np.array([0.5, 0.5])
    within, overall = spread(buckets, values, weights)
    assert within == pytest.approx(np.sqrt((2 / 6 + 1 / 4) * 0.25))
    assert overall == pytest.approx(within)  # both buckets have the mean 1/2
    shapes = np.zeros((2, 4, 2))
    shapes[..., 0] = np.nan_to_num(values)
    shapes[..., 1] = 1 - shapes[..., 0]
    assert waveform_spread(buckets, shapes, weights) == pytest.approx((2 / 6 + 1 / 4) * 0.25)
    assert waveform_spread(np.arange(8, dtype=np.int32).reshape(2, 4), shapes, weights) == 0


def test_surveys_hold_what_the_tables_and_the_bucketing_say():
    bucketing, source = made("8.8.8.8"), small_tables()
    known = known_flops(bucketing)
    assert known.tolist() == sorted(FLOPS)
    for number in range(4):
        survey = Survey.of(number, known, 12, seed=5)
        assert survey.weights.sum() == pytest.approx(1) and survey.exact == (number <= FLOP)
        strengths, shapes = survey.strengths(source), survey.waveforms(source, 6)
        buckets = survey.buckets(bucketing)
        for place in (0, len(survey.weights) - 1):
            board = survey.cards[place].tolist()
            assert len(set(board)) == len(board)
            expected = source.on_board(board)
            np.testing.assert_array_equal(strengths[place], expected.strength)
            np.testing.assert_array_equal(shapes[place], expected.waveform(6))
            assert (buckets[place] == bucketing.on_board(board)[number]).all()
    drawn = Survey.of(TURN, known, 3000).cards
    assert len(np.unique(drawn[:, 3])) == 52


def test_a_bucketing_agrees_with_itself():
    bucketing = made("8.8.8.8")
    for part in compare_bucketings(bucketing, bucketing, small_tables(), boards=40):
        assert part.agreement.adjusted_rand == pytest.approx(1)
        assert part.within[0] == part.within[1] < part.overall
        assert part.joint.sum() == pytest.approx(1)
        assert (part.joint == np.diag(np.diag(part.joint))).all()
        assert part.error == pytest.approx(0)


def test_more_buckets_hold_hands_that_are_more_alike():
    for part in compare_bucketings(made("8.8.8.8"), made("4-3-2-2"), small_tables(), boards=60):
        assert part.within[0] < part.within[1]
        assert part.agreement.first_kept > part.agreement.second_kept


def test_portrait():
    bucketing, source = made("ir169.64.8.8"), small_tables()
    hole, board = parse_cards("QhQc"), parse_cards(f"{FLOP_TEXT}2h")
    rounds = portrait(bucketing, source, hole, board, bins=12, boards=200)
    assert [part.bucket for part in rounds] == list(bucketing.of_hand(hole, board))
    combo = combo_index(*hole)
    preflop, flop, turn = rounds
    assert len(preflop.together) == 6 and preflop.share == pytest.approx(6 / 1326)
    assert np.nansum(preflop.type_shares) == 1 and not preflop.examples
    assert preflop.bucket_strength == pytest.approx(preflop.strength)
    assert flop.exact and not turn.exact
    assert combo in flop.together and len(flop.possible) == (~combos_with(board[:3])).sum()
    assert turn.waveform.sum() == pytest.approx(1)
    assert turn.bucket_range[0] <= turn.bucket_strength <= turn.bucket_range[1]
    for part in (flop, turn):
        distances = [other.distance for other in part.nearest]
        assert distances == sorted(distances) and len(distances) == 8
        for example in part.examples:
            cards = parse_cards(combo_text(example.combo))
            assert bucketing.of_hand(cards, example.board)[-1] == part.bucket
            expected = float(source.hand(cards, example.board).strength)
            assert example.strength == pytest.approx(expected)


def test_sampled_flops():
    rows = sampled_flops(20, seed=3)
    assert rows == sampled_flops(20, seed=3) != sampled_flops(20, seed=4)
    assert len(set(rows)) == 20
    board = parse_cards("Js9s2d4h")
    assert flops().find(board[:3])[0] in sampled_flops(20, 3, board)
    assert len(sampled_flops(20, 3, board)) == 20
    for count in (0, 1756):
        with pytest.raises(InputError, match=r"flops; 1 to 1,755"):
            sampled_flops(count)


def test_tables_over_some_flops_are_exact_there(monkeypatch):
    small = small_tables()
    monkeypatch.setattr(
        "equipoise.abstraction.buckets.sampled.direct_preflop",
        lambda bins, report, workers: small.arrays[0],
    )
    tables = tables_over(FLOPS, small.bins)
    for number, kinds in small.arrays.items():
        for kind, array in kinds.items():
            assert (tables.arrays[number][kind] == array).all()


def test_rivers_after():
    turn = np.array([parse_cards("AsKd7c2h")], dtype=np.uint8)
    rows = rivers_after(turn)
    assert 0 < len(rows) <= 48
    strengths = OnDemand().features(3, rows).sums
    assert strengths.shape == (len(rows), 1326)
