from itertools import combinations

import eval7
import numpy as np
import phevaluator
import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.oracles.hands import FIVE_CARD_CATEGORIES, SEVEN_CARD_CATEGORIES
from tests.twins.ranking import classify

from equipoise.base.errors import InputError
from equipoise.cards import category, describe, evaluate, evaluate_many, parse_cards
from equipoise.cards.evaluator import VALUE_COUNT, hand_class
from equipoise.cards.evaluator_tables import TABLE_PATH, build_tables
from equipoise.cards.ranking import all_classes, describe_class
from equipoise.kernels.cards.evaluate import CLASS_CATEGORY, count_values


def random_hands(count, size, seed=1):
    rng = np.random.default_rng(seed)
    return np.argsort(rng.random((count, 52)), axis=1)[:, :size].astype(np.uint8)


def test_tables_are_what_their_code_builds():
    stored = np.load(TABLE_PATH, allow_pickle=False)
    built = build_tables()
    assert set(stored.files) == set(built)
    for name, table in built.items():
        assert stored[name].dtype == table.dtype, name
        assert stored[name].tobytes() == table.tobytes(), name


def test_category_counts_of_all_five_card_hands():
    hands = np.array(list(combinations(range(52), 5)), dtype=np.uint8)
    assert len(hands) == 2_598_960
    values = evaluate_many(hands)
    assert tuple(np.bincount(CLASS_CATEGORY[values])) == FIVE_CARD_CATEGORIES
    assert len(np.unique(values)) == VALUE_COUNT == 7462


def test_category_counts_of_all_seven_card_hands():
    counts = np.zeros(VALUE_COUNT, dtype=np.int64)
    count_values(counts)
    by_category = np.bincount(CLASS_CATEGORY, weights=counts).astype(int)
    assert tuple(by_category) == SEVEN_CARD_CATEGORIES
    assert counts.sum() == 133_784_560


@pytest.mark.parametrize("size", [5, 6, 7])
def test_agrees_with_the_slow_twin(size):
    classes = all_classes()
    hands = random_hands(1500, size)
    for hand, value in zip(hands.tolist(), evaluate_many(hands), strict=True):
        assert classes[value] == classify(hand)


def peer_order(values, peer_values):
    """Whether two evaluators order the same hands alike: each value of one is one of the other."""
    pairs = np.unique(np.stack([values, peer_values], axis=1), axis=0)
    ours, theirs = pairs[:, 0], pairs[:, 1]
    return len(np.unique(ours)) == len(ours) and bool((np.diff(theirs) > 0).all())


@pytest.mark.parametrize("size", [5, 6, 7])
def test_agrees_with_eval7_and_phevaluator(size):
    hands = random_hands(20_000, size, seed=size)
    values = evaluate_many(hands)
    deck = [eval7.Card("23456789TJQKA"[card // 4] + "cdhs"[card % 4]) for card in range(52)]
    by_eval7 = [eval7.evaluate([deck[card] for card in hand]) for hand in hands.tolist()]
    assert peer_order(values, np.array(by_eval7))
    by_phevaluator = [-phevaluator.evaluate_cards(*hand) for hand in hands.tolist()]
    assert peer_order(values, np.array(by_phevaluator))


@given(st.lists(st.integers(0, 51), unique=True, min_size=5, max_size=7), st.randoms())
def test_order_of_cards_and_names_of_suits_do_not_matter(cards, random):
    value = evaluate(cards)
    suits = random.sample(range(4), 4)
    shuffled = random.sample(cards, len(cards))
    assert evaluate([card & ~3 | suits[card & 3] for card in shuffled]) == value


@given(st.lists(st.integers(0, 51), unique=True, min_size=6, max_size=7))
def test_more_cards_are_never_worse(cards):
    assert evaluate(cards) == max(evaluate(five) for five in combinations(cards, 5))


@pytest.mark.parametrize(
    ("cards", "words"),
    [
        ("AsAh8s8d9c", "two pair, aces and eights, nine kicker"),
        ("AsKsQsJsTs", "royal flush"),
        ("5d4d3d2dAd", "straight flush, five high"),
        ("6s6h6d6c2c", "four of a kind, sixes, deuce kicker"),
        ("4s4h4dJhJc", "full house, fours full of jacks"),
        ("AdKd8d7d6d", "flush, ace high, then king, eight, seven, six"),
        ("JcTh9d8d7s", "straight, jack high"),
        ("5h5d5cTs7c", "three of a kind, fives, kickers ten, seven"),
        ("QdQcKd8d2h", "pair of queens, kickers king, eight, deuce"),
        ("KsJhTd9c3d", "king high, then jack, ten, nine, three"),
    ],
)
def test_hands_in_words(cards, words):
    assert describe(parse_cards(cards)) == words


def test_every_class_has_its_own_words():
    assert len({describe_class(hand) for hand in all_classes()}) == 7462
    assert [hand_class(value) for value in (0, 7461)] == [all_classes()[0], all_classes()[-1]]
    assert category(7461) == "straight flush"


@pytest.mark.parametrize(
    ("cards", "part"),
    [
        (np.zeros((2, 8), dtype=np.uint8), "rows of 5 or 6 or 7 cards"),
        (np.array([[0, 1, 2, 3, 4], [5, 6, 7, 8, 8]]), "row 1 is not a hand of different cards"),
        (np.array([[0, 1, 2, 3, 52]]), "row 0 is not a hand"),
        (np.array([[0, 1, 2, 3, 255, 6, 7]]), "row 0 is not a hand"),
        (np.array([[0, 1, 2, 3, -1]]), "not a card"),
        (np.array([[0, 1, 2, 3, 256]]), "not a card"),
        (np.array([[0.0, 1, 2, 3, 4]]), "integers"),
    ],
)
def test_what_is_no_hand_is_refused(cards, part):
    with pytest.raises(InputError, match=part):
        evaluate_many(cards)


def test_many_and_one():
    assert evaluate_many(np.zeros((0, 7), dtype=np.int64)).shape == (0,)
    assert evaluate_many([[0, 1, 2, 3, 4]])[0] == evaluate([0, 1, 2, 3, 4])
    with pytest.raises(InputError, match="4 cards cannot be evaluated"):
        evaluate([0, 1, 2, 3])
    with pytest.raises(InputError, match="7462 is not a hand value"):
        hand_class(7462)
