from functools import lru_cache
from itertools import permutations

import numpy as np
import pytest
from tests.abstraction.buckets.small import FLOPS, small_tables

from equipoise.abstraction.buckets.bucketing import Bucketing
from equipoise.abstraction.buckets.make import Maker
from equipoise.abstraction.buckets.notation import CardAbstraction
from equipoise.abstraction.buckets.percentile import middle_buckets
from equipoise.abstraction.buckets.rounds import Universe
from equipoise.abstraction.buckets.strengths import Strengths
from equipoise.abstraction.strength.boards import FLOP, TURN, combo_columns, flops, ordered_turns
from equipoise.abstraction.strength.compute import strengths_on
from equipoise.base.errors import InputError
from equipoise.cards import parse_cards
from equipoise.cards.combos import combo_index, combos_with
from equipoise.cards.symmetry import ALL_RENAMINGS, rename_cards

NOTATIONS = [
    "8.8.8.8",
    "ir169.64.8.8",
    "ir169.dir-pub2x4hs2x3hs-pub2x1.dir-pub2x3hs2x2hs-pub2x1.pub2x6",
    "8.dir-8-4.4.4",
    "4-3-2-2",
    "5wave.4wave.3wave.3wave",
    "ir5emd.ir6emd.ir7emd.8emd",
    "5eq.5eq.5eq.5eq",
    "ir169.ir8.ir8.pub2x20ochs",
]


@lru_cache
def made(notation, workers=None, seed=0):
    abstraction = CardAbstraction.parse(notation)
    maker = Maker(abstraction, Strengths(small_tables()), seed, Universe.of(FLOPS), workers)
    rounds = []
    for number in range(3):
        rounds.append(maker.round(number, rounds[-1] if rounds else None))
    return Bucketing(abstraction, seed, tuple(rounds), maker.river(rounds[-1]), sampled=True)


def random_boards(count, seed=0):
    """Boards over the three flops, in random suits and with random turns and rivers."""
    random = np.random.default_rng(seed)
    for _ in range(count):
        flop = flops().cards[random.choice(FLOPS)].tolist()
        flop = rename_cards(flop, ALL_RENAMINGS[random.integers(24)])
        rest = [card for card in random.permutation(52).tolist() if card not in flop]
        yield [*random.permutation(flop).tolist(), *rest[:2]]


@pytest.mark.parametrize(
    "notation",
    [
        *(text for text in NOTATIONS if text != "4-3-2-2"),
        "8.dir-4hs2x3hs-2x1.4.4",
        "dir-6-3.dir-pub2x4hs2x3hs-pub2x2x1.1.4",
    ],
)
def test_there_are_as_many_buckets_as_the_notation_says(notation):
    bucketing = made(notation)
    assert bucketing.counts == bucketing.abstraction.sizes


@pytest.mark.parametrize("notation", NOTATIONS)
def test_every_hand_has_one_bucket_whatever_its_suits(notation):
    bucketing = made(notation)
    for board in random_boards(5):
        found = bucketing.on_board(board)
        possible = ~combos_with(board)
        assert found.shape == (4, 1326) and found.dtype == np.int32
        assert (found[:, ~possible] == -1).all()
        for number, count in enumerate(bucketing.counts):
            assert (found[number, possible] >= 0).all() and (found[number] < count).all()
        for renaming, columns in zip(ALL_RENAMINGS, combo_columns(), strict=True):
            renamed = bucketing.on_board(rename_cards(board, renaming))
            assert (renamed[:, columns] == found).all()
        # fewer cards, the same buckets
        for cards, rounds in ((3, 2), (4, 3)):
            free = ~combos_with(board[:cards])
            shorter = bucketing.on_board(board[:cards])
            assert len(shorter) == rounds
            assert (shorter[:, possible] == found[:rounds, possible]).all()
            assert (shorter[:, free] >= 0).all()
        # the order within the flop is nothing, that of flop and turn may matter
        for order in permutations(board[:3]):
            assert (bucketing.on_board([*order, *board[3:]]) == found).all()


@pytest.mark.parametrize("notation", NOTATIONS)
def test_parents_are_the_buckets_before(notation):
    bucketing = made(notation)
    assert bucketing.parents[0] is None
    for board in random_boards(5):
        found = bucketing.on_board(board)[:, ~combos_with(board)]
        for number in range(1, 4):
            parents = bucketing.parents[number]
            if parents is not None:
                assert len(parents) == bucketing.counts[number]
                assert (parents[found[number]] == found[number - 1]).all()
    known = [parents is not None for parents in bucketing.parents[1:]]
    assert (bucketing.recall == "perfect") == all(known)


def test_what_is_forgotten():
    assert [p is not None for p in made("ir169.64.8.8").parents] == [False, False, True, True]
    assert made("8.dir-8-4.4.4").counts == (8, 64, 8 * 4 * 4, 8 * 4 * 4 * 4)
    long = made("ir169.dir-pub2x4hs2x3hs-pub2x1.dir-pub2x3hs2x2hs-pub2x1.pub2x6")
    assert long.counts == (169, 24, 24, 48)
    assert long.parents == (None, None, None, None)


def test_hands_of_one_bucket_forget_only_what_the_notation_says():
    """In ``8.dir-8-4.4.4`` the turn tells pairs of neighbouring flop buckets, not which of them."""
    bucketing = made("8.dir-8-4.4.4")
    seen = {}
    for board in random_boards(20):
        flop, turn = bucketing.on_board(board[:4])[1:]
        for before, after in zip(flop[flop >= 0], turn[flop >= 0], strict=True):
            if after >= 0:
                seen.setdefault(int(after) // 4, set()).add(int(before))
    for memory, buckets in seen.items():
        first = memory // 4 * 8 + memory % 4 * 2
        assert buckets <= {first, first + 1}


def shares(bucketing, number, by):
    """The weight of each bucket of a round before the river, and of each strength in it."""
    boards = Universe.of(FLOPS).boards(number)
    found = bucketing.rounds[number].table[boards.rows]
    weights = np.broadcast_to(boards.weights[boards.rows, None], found.shape)
    table = small_tables().arrays[number][by]
    places = boards.places[boards.rows]
    strengths = np.array([table[p >> 5][combo_columns()[p & 31]] for p in places])
    kept = found != 0xFFFF
    return found[kept], weights[kept], strengths[kept]


@pytest.mark.parametrize("number", [FLOP, TURN])
def test_percentiles_hold_the_shares_they_promise(number):
    buckets, weights, strengths = shares(made("ir8.ir8.ir8.8"), number, "squares")
    total = weights.sum()
    levels = np.minimum(strengths.astype(np.float64) / strengths.max() * 65536, 65535).astype(int)
    heaviest = np.bincount(levels, weights).max()
    for bucket in range(8):
        assert abs(weights[buckets == bucket].sum() - total / 8) <= heaviest
    # in order of strength, and equal strengths never apart
    for bucket in range(7):
        assert strengths[buckets == bucket].max() < strengths[buckets == bucket + 1].min()


def test_percentiles_within_every_bucket_of_the_round_before():
    """Perfect recall: each flop bucket is divided evenly on the turn."""
    bucketing = made("8.8.8.8")
    buckets, weights, _ = shares(bucketing, TURN, "squares")
    mass = np.bincount(buckets, weights, minlength=512).reshape(64, 8)
    heavy = mass.sum(axis=1) > 0.01 * mass.sum()
    assert heavy.any()
    assert (np.abs(mass[heavy] / mass[heavy].sum(axis=1, keepdims=True) - 1 / 8) < 0.03).all()


def test_the_river_divides_each_turn_bucket_evenly():
    """Strengths counted one river board after the other, and the middle rule on them."""
    bucketing = made("8.8.8.8")
    counts = np.zeros((512, 1981), dtype=np.int64)
    boards = Universe.of(FLOPS).boards(TURN)
    for row in boards.rows:
        turn = ordered_turns().cards[row].tolist()
        rivers = [[*turn, card] for card in range(52) if card not in turn]
        strengths = strengths_on(np.array(rivers, dtype=np.uint8))
        groups = np.broadcast_to(bucketing.rounds[2].table[row], strengths.shape)
        met = strengths != 0xFFFF
        np.add.at(counts, (groups[met], strengths[met]), boards.weights[row])
    seen = counts.sum(axis=1) > 0
    assert seen.sum() > 300
    lookup = bucketing.river.lookup[seen]
    assert (lookup == middle_buckets(counts[seen], 8)).all()
    mass = np.array(
        [np.bincount(b, c, minlength=8) for b, c in zip(lookup, counts[seen], strict=True)]
    )
    total = mass.sum(axis=1, keepdims=True)
    heaviest = counts[seen].max(axis=1, keepdims=True)
    assert (np.abs(mass - total / 8) <= heaviest + 1).all()


def test_equal_width_buckets_are_intervals_of_strength():
    buckets, _, strengths = shares(made("5eq.5eq.5eq.5eq"), FLOP, "sums")
    expected = np.minimum(strengths.astype(np.float64) / (1081 * 1980) * 5, 4).astype(int)
    assert (buckets % 5 == expected).all()


def test_potential_aware_shares_out_its_buckets():
    bucketing = made("4-3-2-2")
    assert bucketing.counts[0] == 4
    for before, count, branching in zip(
        bucketing.counts, bucketing.counts[1:], (3, 2, 2), strict=False
    ):  # more children have less error, so next to none is left unused
        assert 0.9 * branching * before <= count <= branching * before
    children = np.bincount(bucketing.parents[2])
    assert len(set(children.tolist())) > 1  # not everybody gets the same


def test_public_buckets_are_the_same_for_all_hands():
    bucketing = made("ir169.dir-pub2x4hs2x3hs-pub2x1.dir-pub2x3hs2x2hs-pub2x1.pub2x6")
    for board in random_boards(10):
        found = bucketing.on_board(board)[:, ~combos_with(board)]
        flop = np.unique(found[1] // 12)
        turn = np.unique(found[2] // 6)
        river = np.unique(found[3] // 6)
        assert len(flop) == len(turn) == len(river) == 1
        assert turn[0] // 2 == flop[0] and river[0] // 2 == turn[0]


@pytest.mark.parametrize("notation", ["4-3-2-2", NOTATIONS[2]])
def test_the_same_seed_gives_the_same_whatever_the_workers(notation):
    one, three, other = made(notation, 1), made(notation, 3), made(notation, 1, 1)
    for a, b in zip(one.rounds, three.rounds, strict=True):
        assert (a.table == b.table).all() and (a.memory == b.memory).all()
    assert (one.river.lookup == three.river.lookup).all()
    assert any((a.table != b.table).any() for a, b in zip(one.rounds, other.rounds, strict=True))


def test_one_hand_at_a_time():
    bucketing = made("8.8.8.8")
    board = parse_cards("AsKd7c2h2s")
    found = bucketing.of_hand(parse_cards("QhQs"), board)
    assert len(found) == 4
    assert found[:1] == bucketing.of_hand(parse_cards("QhQs"))
    high, low = parse_cards("QsQh")
    assert found == tuple(bucketing.on_board(board)[:, combo_index(high, low)].tolist())
    for hole, cards in (("AsAh", board), ("AhAc", board[:2]), ("Ah", board)):
        with pytest.raises(InputError):
            bucketing.of_hand(parse_cards(hole), cards)
    with pytest.raises(InputError, match="sampled flops only"):
        bucketing.of_hand(parse_cards("QhQs"), parse_cards("AsKd8c"))


def test_boards_that_are_none():
    bucketing = made("8.8.8.8")
    for board, problem in (([0, 0, 1], "twice"), ([0, 1, 52], "not a card"), ([0, 1], "2 cards")):
        with pytest.raises(InputError, match=problem):
            bucketing.on_board(board)
    for boards in ([[0, 0, 1]], [[0, 1, 52]], [[0, 1]], [0, 1, 2]):
        with pytest.raises(InputError):
            bucketing.on_boards(boards)
