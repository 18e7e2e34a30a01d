import numpy as np
import pytest

from equipoise.base.errors import InputError
from equipoise.games.catalogue import find_game
from equipoise.spine.cards.choose import card_model
from equipoise.spine.cards.deck import deck_model
from equipoise.spine.cards.leduc import RankBuckets


def test_kuhn():
    model = deck_model(find_game("kuhn"))
    assert model.labels[0] == (("J", "Q", "K"),)
    assert model.fold[0] == pytest.approx((1 - np.eye(3)) / 6)
    assert model.showdown[0] == pytest.approx(np.array([[0, -1, -1], [1, 0, -1], [1, 1, 0]]) / 6)


def test_leduc():
    model = deck_model(find_game("leduc"))
    assert model.states == ((3, 9), (3, 9))
    for matrix in model.fold:
        assert matrix.sum() == pytest.approx(1)
        assert matrix == pytest.approx(matrix.T)
    for matrix in model.showdown:
        assert matrix == pytest.approx(-matrix.T)
    names = model.labels[0][1]
    pair, other = names.index("J|J"), names.index("K|J")
    assert model.showdown[1][pair, other] == model.fold[1][pair, other] > 0
    assert model.fold[1][names.index("J|J"), names.index("K|Q")] == 0
    # both hold a jack: 2 of 30 deals, then any of four cards
    assert model.fold[0][0, 0] == pytest.approx(2 / 30)
    assert model.public[0][1].max() == 2 and (model.public[0][0] == 0).all()


def test_the_clairvoyant_player_knows():
    model = deck_model(find_game("clairvoyance:2"))
    assert model.states == ((2,), (1,))
    assert sorted(model.showdown[0].ravel()) == pytest.approx([-0.5, 0.5])


@pytest.mark.parametrize("cards", ["JQK/none", "JQ.K", "J.QK", "J.Q.K", "JQ.K/full", "J.Q.K/full"])
def test_buckets_keep_the_probabilities(cards):
    rules = find_game("leduc")
    full, _ = card_model(rules)
    model, buckets = card_model(rules, cards)
    for number in range(2):
        for kind in ("fold", "showdown"):
            whole = getattr(full, kind)[number]
            part = getattr(model, kind)[number]
            assert part.sum() == pytest.approx(whole.sum())
            rows, columns = buckets[0][number], buckets[1][number]
            expected = np.zeros(part.shape)
            for s in range(len(rows)):
                for t in range(len(columns)):
                    expected[rows[s], columns[t]] += whole[s, t]
            assert part == pytest.approx(expected)


def test_notation_of_card_abstractions():
    assert str(RankBuckets.parse("QJ.K")) == "JQ.K"
    assert str(RankBuckets.parse("K.QJ/full")) == "JQ.K/full"
    assert RankBuckets.parse("J.Q.K").refines(RankBuckets.parse("JQ.K"))
    assert not RankBuckets.parse("JQ.K").refines(RankBuckets.parse("J.QK"))
    assert not RankBuckets.parse("J.Q.K").refines(RankBuckets.parse("JQ.K/full"))


@pytest.mark.parametrize(
    ("text", "part"),
    [
        ("JQ.A", "unknown rank 'A'"),
        ("JQ.JK", "J occurs twice"),
        ("JQ", "K missing"),
        ("JQ..K", "an empty bucket"),
        ("JQ.K/half", "unknown 'half'"),
    ],
)
def test_malformed_card_abstractions(text, part):
    with pytest.raises(InputError, match=part):
        card_model(find_game("leduc"), text)


def test_large_games_are_refused_before_any_work():
    with pytest.raises(InputError, match="deals"):
        deck_model(find_game("holdem-limit:2p"))
