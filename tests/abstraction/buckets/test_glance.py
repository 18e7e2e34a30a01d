"""Buckets on one board: their hands, strengths and mean distributions, by a slow look at each."""

import numpy as np
import pytest

from equipoise.abstraction.buckets.cuts import CUTS, CutBucketing, load_cuts
from equipoise.abstraction.buckets.glance import buckets_on_board, glance
from equipoise.abstraction.strength.on_demand import OnDemand
from equipoise.cards.card import parse_cards
from equipoise.cards.combos import combo_index
from equipoise.strategies.shipped import shipped_folder


def _tables():
    raise AssertionError("no table is needed for one board")


@pytest.fixture(scope="module")
def bucketing():
    return CutBucketing(load_cuts(shipped_folder() / CUTS), _tables)


@pytest.mark.parametrize("board", ["Js9s2d", "AhKd7c4s", "2c2d9hTsQs"])
def test_each_bucket_is_the_mean_of_its_hands(bucketing, board):
    cards, source = parse_cards(board), OnDemand()
    found = buckets_on_board(bucketing, source, cards, 20)
    features = source.on_board(tuple(cards))
    expected = bucketing.on_board(cards)[-1]
    assert np.array_equal(found.bucket, expected)
    assert sorted(found.present) == sorted(set(expected.tolist()) - {-1})
    means = []
    for bucket, waveform in zip(found.present, found.waveforms, strict=True):
        inside = [combo for combo in range(1326) if expected[combo] == bucket]
        assert sorted(found.inside(int(bucket))) == inside
        assert waveform == pytest.approx(features.waveform(20)[inside].mean(axis=0))
        means.append(features.strength[inside].mean())
    assert (np.diff(means) > -1e-12).all()


def test_a_hand_is_seen_round_by_round(bucketing):
    hole, board = parse_cards("7s6s"), parse_cards("Js9s2d4hKs")
    source = OnDemand()
    rounds = glance(bucketing, source, hole, board, first=1)
    assert [one.number for one in rounds] == [1, 2, 3]
    assert [one.bucket for one in rounds] == list(bucketing.of_hand(hole, board))[1:]
    assert rounds[-1].deviation == 0  # one strength is left on the river
    combo = combo_index(*hole)
    for one in rounds:
        features = source.on_board(one.board)
        spread = features.squared_strength[combo] - features.strength[combo] ** 2
        assert one.deviation == pytest.approx(np.sqrt(max(spread, 0)))
        assert combo in one.together
        assert set(one.together) <= set(one.possible)
        assert np.nansum(one.type_shares > 0) > 0
