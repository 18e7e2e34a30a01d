from itertools import combinations
from math import comb

import numpy as np
import pytest

from equipoise.abstraction.strength.boards import (
    boards_of,
    combo_columns,
    flops,
    flops_of_turns,
    next_places,
    no_board,
    ordered_turns,
    rivers,
    turns,
    unordered_turns,
)
from equipoise.abstraction.strength.compute import collisions
from equipoise.base.errors import InputError
from equipoise.cards import HandIndexer
from equipoise.cards.combos import combo_index
from equipoise.cards.symmetry import ALL_RENAMINGS, rename_cards

KINDS = {"flops": (flops, (3,)), "turns": (turns, (4,)), "rivers": (rivers, (5,)),
         "ordered": (ordered_turns, (3, 1))}  # fmt: skip


@pytest.fixture(params=KINDS)
def kind(request):
    boards, rounds = KINDS[request.param]
    return boards(), HandIndexer(rounds), len(rounds) - 1


def test_as_many_as_the_index_of_hands_tells_apart(kind):
    boards, indexer, last = kind
    assert len(boards) == indexer.size(last)
    assert len(np.unique(indexer.index_many(boards.cards))) == len(boards)


def test_weights_are_the_sizes_of_orbits(kind):
    boards, _, _ = kind
    real = comb(52, 3) * 49 if boards.ordered else comb(52, boards.size)
    assert boards.weights.sum() == real == len(boards.all_places())
    assert set(24 % boards.weights) == {0}
    rows = np.random.default_rng(1).integers(len(boards), size=20)
    for row in rows:
        board = boards.cards[row].tolist()
        parts = (board[:3], board[3:]) if boards.ordered else (board,)
        orbit = {
            tuple(frozenset(rename_cards(part, renaming)) for part in parts)
            for renaming in ALL_RENAMINGS
        }
        assert len(orbit) == boards.weights[row]


def test_a_renaming_leads_to_the_canonical_board(kind):
    boards, indexer, _ = kind
    random = np.random.default_rng(2)
    for _ in range(300):
        board = random.permutation(52)[: boards.size].tolist()
        row, renaming = boards.find(board)
        there = rename_cards(board, ALL_RENAMINGS[renaming])
        canonical = boards.cards[row].tolist()
        assert set(there) == set(canonical)
        assert not boards.ordered or there[3] == canonical[3]
        assert indexer.index(board) == indexer.index(canonical)
    assert (boards.find_many(boards.cards)[0] == np.arange(len(boards))).all()
    assert not boards.find_many(boards.cards)[1].any()


def test_flops_by_a_twin():
    """Canonical: of all renamings the one whose suits hold the largest sets, spades first."""
    seen = {}
    for board in list(combinations(range(52), 3))[::11]:
        images = [
            tuple(
                sum(1 << (card >> 2) for card in rename_cards(board, renaming) if card & 3 == suit)
                for suit in (3, 2, 1, 0)
            )
            for renaming in ALL_RENAMINGS
        ]
        row, renaming = flops().find(board)
        assert images[renaming] == max(images)
        assert seen.setdefault(row, max(images)) == max(images)
    assert len(set(seen.values())) == len(seen)


def test_columns_rename_combos():
    assert (combo_columns()[0] == np.arange(1326)).all()
    for renaming, names in zip(ALL_RENAMINGS, combo_columns(), strict=True):
        high, low = rename_cards([51, 6], renaming)
        assert names[combo_index(51, 6)] == combo_index(high, low)


@pytest.mark.parametrize(
    ("boards", "rounds"),
    [
        (no_board, (2,)),
        (flops, (2, 3)),
        (ordered_turns, (2, 3, 1)),
        (turns, (2, 4)),
    ],
)
def test_hands_are_those_of_the_index(boards, rounds):
    """169; 1,286,792; 55,190,538: hands that a board's own symmetries tell apart (Burnside)."""
    kind = boards()
    possible = ~collisions(kind.cards)
    names = combo_columns()
    fixed_combos = names == np.arange(1326)  # [24, 1326]
    fixed = possible.astype(np.float32) @ fixed_combos.T.astype(np.float32)
    stays = np.empty_like(fixed, dtype=bool)
    for number, renaming in enumerate(ALL_RENAMINGS):
        image = (kind.cards & 0xFC) | renaming[kind.cards & 3]
        parts = [(0, 3), (3, 4)] if kind.ordered else [(0, kind.size)]
        stays[:, number] = True
        for a, b in parts:
            same = np.sort(image[:, a:b], axis=1) == np.sort(kind.cards[:, a:b], axis=1)
            stays[:, number] &= same.all(axis=1)
    orbits = (fixed * stays).sum(axis=1) / stays.sum(axis=1)
    assert (stays.sum(axis=1) == 24 // kind.weights).all()
    assert (orbits == orbits.astype(int)).all()
    assert int(orbits.sum()) == HandIndexer(rounds).size(len(rounds) - 1)
    published = {(2,): 169, (2, 3): 1286792, (2, 3, 1): 55190538}
    assert int(orbits.sum()) == published.get(rounds, int(orbits.sum()))


def test_a_turn_knows_its_flop_and_its_set():
    boards = ordered_turns()
    for row in range(0, len(boards), 1999):
        board = boards.cards[row].tolist()
        assert flops().cards[flops_of_turns()[row]].tolist() == board[:3]
        place = int(unordered_turns()[row])
        assert (place >> 5, place & 31) == turns().find(board)


def test_what_can_follow_a_board():
    assert len(next_places(0, [])) == 22100
    assert len(next_places(1, [0, 5, 9])) == 49
    place = turns().find([0, 5, 9, 51])
    assert next_places(1, [0, 5, 9])[-1] == place[0] << 5 | place[1]
    assert len(next_places(2, [0, 5, 9, 51])) == 48


def test_boards_that_are_none():
    with pytest.raises(InputError, match="4 cards; 3 are needed"):
        flops().find([0, 1, 2, 3])
    with pytest.raises(InputError):
        flops().find([0, 0, 1])
    assert len(boards_of(0)) == 1
