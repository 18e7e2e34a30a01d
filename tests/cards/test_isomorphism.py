from itertools import combinations, pairwise, permutations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.oracles.hands import BOARDS_AT_ONCE, FLOPS, HOLDEM_SIZES

from equipoise.base.errors import InputError
from equipoise.cards import HandIndexer

HOLDEM = HandIndexer((2, 3, 1, 1))
RENAMINGS = [np.array(p, dtype=np.uint8) for p in permutations(range(4))]


def test_sizes():
    assert tuple(HOLDEM.size(number) for number in range(4)) == HOLDEM_SIZES
    assert HandIndexer((3,)).size(0) == FLOPS
    assert HandIndexer((5,)).size(0) == BOARDS_AT_ONCE


@pytest.mark.parametrize("number", [0, 1])
def test_round_trip_of_every_hand(number):
    indices = np.arange(HOLDEM.size(number))
    hands = HOLDEM.unindex_many(number, indices)
    assert (HOLDEM.index_many(hands) == indices).all()


@pytest.mark.parametrize("number", [2, 3])
def test_round_trip_of_random_hands(number):
    rng = np.random.default_rng(number)
    indices = rng.integers(0, HOLDEM.size(number), 300_000)
    indices[:2] = 0, HOLDEM.size(number) - 1
    assert (HOLDEM.index_many(HOLDEM.unindex_many(number, indices)) == indices).all()


@pytest.mark.parametrize("cards", [2, 5, 6, 7])
def test_names_of_suits_do_not_matter(cards):
    rng = np.random.default_rng(cards)
    hands = np.argsort(rng.random((2000, 52)), axis=1)[:, :cards].astype(np.uint8)
    expected = HOLDEM.index_many(hands)
    for renaming in RENAMINGS:
        assert (HOLDEM.index_many((hands & 252) | renaming[hands & 3]) == expected).all()


def canonical_twin(rounds):
    """Slow and obvious: the smallest of the 24 renamed hands, rounds sorted."""
    return min(
        tuple(tuple(sorted(c & ~3 | int(r[c & 3]) for c in cards)) for cards in rounds)
        for r in RENAMINGS
    )


@pytest.mark.parametrize("sizes", [(2,), (3,), (2, 1), (1, 1, 1), (1, 2), (2, 2)])
def test_index_is_perfect_where_all_hands_can_be_tried(sizes):
    """Equal index exactly where equal up to suits, and no index is left out."""
    indexer = HandIndexer(sizes)
    rng = np.random.default_rng(0)
    if len(sizes) == 1:
        hands = np.array(list(combinations(range(52), sizes[0])), dtype=np.uint8)
    else:
        hands = np.argsort(rng.random((20_000, 52)), axis=1)[:, : sum(sizes)].astype(np.uint8)
    seen = {}
    cuts = np.cumsum((0, *sizes))
    for hand, index in zip(hands.tolist(), indexer.index_many(hands).tolist(), strict=True):
        twin = canonical_twin([hand[a:b] for a, b in pairwise(cuts)])
        assert seen.setdefault(twin, index) == index
    assert len(set(seen.values())) == len(seen)
    if len(sizes) == 1 or len(hands) > 20 * indexer.size(len(sizes) - 1):
        assert sorted(seen.values()) == list(range(indexer.size(len(sizes) - 1)))


@settings(max_examples=60)
@given(st.lists(st.integers(1, 3), min_size=1, max_size=3), st.data())
def test_any_sequence_of_rounds(sizes, data):
    indexer = HandIndexer(sizes)
    last = len(sizes) - 1
    index = data.draw(st.integers(0, indexer.size(last) - 1))
    hand = indexer.unindex(last, index)
    assert len(set(hand)) == sum(sizes)
    assert indexer.index(hand) == index
    assert indexer.canonical(hand) == hand


def test_cards_of_a_round_have_no_order_but_rounds_have():
    one = HandIndexer((2, 2))
    assert one.index([51, 46, 0, 5]) == one.index([46, 51, 5, 0])
    assert one.index([51, 46, 0, 5]) != one.index([0, 5, 51, 46])


def test_sizes_equal_the_count_of_orbits():
    """Burnside: the mean number of hands that a renaming leaves as they are."""
    for cards, expected in ((2, 169), (3, FLOPS)):
        hands = [frozenset(hand) for hand in combinations(range(52), cards)]
        fixed = sum(
            sum(frozenset(c & ~3 | int(r[c & 3]) for c in hand) == hand for hand in hands)
            for r in RENAMINGS
        )
        assert fixed / 24 == expected == HandIndexer((cards,)).size(0)


@pytest.mark.parametrize(
    ("call", "part"),
    [
        (lambda: HandIndexer(()), "cannot index rounds"),
        (lambda: HandIndexer((0, 3)), "cannot index rounds"),
        (lambda: HandIndexer((7, 7, 7, 7)), "too many"),
        (lambda: HOLDEM.index([0, 1, 2]), "rows of 2 or 5 or 6 or 7 cards"),
        (lambda: HOLDEM.index([0, 0]), "different cards"),
        (lambda: HOLDEM.index([0, 1, 2, 3, 52]), "different cards"),
        (lambda: HOLDEM.unindex(0, 169), "indices run from 0 to 168"),
        (lambda: HOLDEM.unindex(0, -1), "-1 is not a hand index"),
        (lambda: HOLDEM.size(4), "rounds run from 0 to 3"),
        (lambda: HOLDEM.canonical([0]), "a hand of 1 cards"),
    ],
)
def test_errors_say_what_is_right(call, part):
    with pytest.raises(InputError, match=part):
        call()


@pytest.mark.parametrize("index", [1.7, 2**70, -1, 169, "1"])
def test_what_is_no_index_is_refused(index):
    with pytest.raises(InputError):
        HandIndexer((2,)).unindex(0, index)


def test_indices_of_any_integer_type():
    indexer = HandIndexer((2,))
    expected = indexer.unindex_many(0, [0, 168])
    for kind in (np.uint8, np.int32, np.uint64):
        assert (indexer.unindex_many(0, np.array([0, 168], dtype=kind)) == expected).all()
    assert indexer.unindex_many(0, []).shape == (0, 2)
